import assert from 'node:assert/strict';
import { ApiError } from '@pigeonpost/contract/client';

/** The error that a call is answered with; the test fails when it is not. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call was expected to be refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

import assert from 'node:assert/strict';
import { ApiError } from '@pigeonpost/contract/client';

/** The error of a refused call; the test fails if it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call was expected to be refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { RefusalError } from '../../errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('as many hashes run at once as there are cores, a few wait, and the rest are refused at once', async () => {
  const stored = await hashPassword('kiln-9000');
  assert.equal(await verifyPassword('kiln-9000', undefined), false);
  let isAnyDone = false;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, n) => {
      try {
        await (n % 2 ? hashPassword('kiln-9000') : verifyPassword('kiln-9000', stored));
        isAnyDone = true;
      } catch (error) {
        assert.ok(!isAnyDone, 'the refused ones do not wait for the others');
        throw error;
      }
    }),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refused.length, 100 - 5 * availableParallelism());
  for (const error of refused) {
    assert.ok(error instanceof RefusalError);
    assert.deepEqual([error.kind, error.retryAfter], ['too_many', 2]);
  }
  assert.equal(await verifyPassword('kiln-9000', stored), true);
});

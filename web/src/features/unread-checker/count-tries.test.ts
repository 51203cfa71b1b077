import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnreadRequest } from '@pigeonpost/contract/calls/unread-checker';
import { countTry, isTooMany, type Tries } from './count-tries.ts';

const check = (last_sign_at: string | null) => ({ status: 'running', last_sign_at }) as UnreadRequest;

function looks(times: number, seen: UnreadRequest | undefined, before?: Tries): Tries {
  let tries = before ?? countTry(undefined, 1, seen);
  for (let look = 0; look < times; look++) tries = countTry(tries, 1, seen);
  return tries;
}

test('sixty looks without a sign of life are too many, and each sign restarts the count', () => {
  const waited = looks(59, check('one'));
  assert.equal(isTooMany(waited), false);
  assert.equal(isTooMany(looks(1, check('one'), waited)), true);
  assert.equal(isTooMany(looks(60, check('two'), waited)), false);
  assert.equal(isTooMany(looks(61, check('two'), waited)), true);
});

test('a failed look counts too', () => {
  assert.equal(isTooMany(looks(60, undefined, looks(0, check('one')))), true);
});

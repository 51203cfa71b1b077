import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { drawNameKey, hashName } from './name-hash.ts';

test('a name is hashed by HMAC-SHA-256', () => {
  const key = drawNameKey();
  for (const name of ['a', 'lena.hartog', 'åsa@example.org', 'x'.repeat(255)])
    assert.equal(
      hashName(key, name),
      createHmac('sha256', Buffer.from(key, 'hex')).update(name).digest('hex'),
    );
  assert.notEqual(hashName(key, 'lena'), hashName(drawNameKey(), 'lena'));
});

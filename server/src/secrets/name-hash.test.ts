import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { drawNameKey, erasedTest, hashName } from './name-hash.ts';

test('a name is hashed by HMAC-SHA-256', () => {
  const key = drawNameKey();
  for (const name of ['a', 'lena.hartog', 'åsa@example.org', 'x'.repeat(255)])
    assert.equal(
      hashName(key, name),
      createHmac('sha256', Buffer.from(key, 'hex')).update(name).digest('hex'),
    );
  assert.notEqual(hashName(key, 'lena'), hashName(drawNameKey(), 'lena'));
});

test('an erased name is found among longer and shorter ones, and no other is', () => {
  const key = drawNameKey();
  const names = ['a', 'lena.hartog', 'x'.repeat(2000), 'åsa@example.org', 'ß'.repeat(700), 'lena'];
  for (const erased of names) {
    const isErased = erasedTest({ key, hashes: [hashName(key, erased)] });
    assert.deepEqual([...names, ...names].filter(isErased), [erased, erased]);
  }
  assert.deepEqual(names.filter(erasedTest({ key: drawNameKey(), hashes: [hashName(key, 'a')] })), []);
  assert.deepEqual(names.filter(erasedTest(undefined)), []);
});

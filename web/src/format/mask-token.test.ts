import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskToken } from './mask-token.ts';

test('a masked token shows only its ends, and a short one nothing', () => {
  assert.equal(maskToken('pp_4tXe0123456789fKq'), 'pp_4tXe•••••••••9fKq');
  assert.equal(maskToken('short'), '•••••');
});

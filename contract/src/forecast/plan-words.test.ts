import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from './plan-words.ts';

test('a count that time cut short says at least how many, 10,000 at most', () => {
  assert.deepEqual(
    [countWords(12_345, true), countWords(12_345, false), countWords(10_000, false), countWords(783, false)],
    ['12,345', '10,000 or more', '10,000 or more', '783 or more'],
  );
});

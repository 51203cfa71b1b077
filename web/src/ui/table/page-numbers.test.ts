import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageNumbers } from './page-numbers.ts';

test('at most five pages are offered, around the current one', () => {
  assert.deepEqual(pageNumbers(7, 40), [5, 6, 7, 8, 9]);
});

test('at both ends the five stay inside', () => {
  assert.deepEqual(pageNumbers(1, 40), [1, 2, 3, 4, 5]);
  assert.deepEqual(pageNumbers(40, 40), [36, 37, 38, 39, 40]);
});

test('fewer pages are all offered', () => {
  assert.deepEqual(pageNumbers(2, 3), [1, 2, 3]);
});

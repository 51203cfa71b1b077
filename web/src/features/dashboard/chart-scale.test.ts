import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisMaximum, dateStep } from './chart-scale.ts';

test('the top line is a round even number at or above the highest bar', () => {
  assert.deepEqual([0, 3, 7, 99, 250, 260, 1001].map(axisMaximum), [2, 4, 8, 100, 300, 300, 2000]);
});

test('dates are 120 pixels apart or more', () => {
  assert.equal(dateStep(30, 1000), 4);
  assert.equal(dateStep(7, 1000), 1);
  assert.equal(dateStep(30, 0), 30);
});

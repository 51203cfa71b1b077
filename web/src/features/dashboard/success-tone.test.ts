import assert from 'node:assert/strict';
import { test } from 'node:test';
import { successTone } from './success-tone.ts';

test('a success rate is green from 80, yellow from 60, else red', () => {
  assert.deepEqual([100, 80, 79.9, 60, 59.9, 0].map(successTone), [
    'completed',
    'completed',
    'paused',
    'paused',
    'failed',
    'failed',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONNECT_TIMEOUT_MS,
  RECONNECTION_DELAY_MAX_MS,
  RECONNECTION_DELAY_MS,
  RECONNECTION_RANDOMIZATION,
} from './realtime.ts';

test('connecting may take 20 seconds, and is retried after one to five, half of it random', () => {
  assert.equal(CONNECT_TIMEOUT_MS, 20_000);
  assert.deepEqual([RECONNECTION_DELAY_MS, RECONNECTION_DELAY_MAX_MS], [1000, 5000]);
  assert.equal(RECONNECTION_RANDOMIZATION, 0.5);
});

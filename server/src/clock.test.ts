import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';

test('sleeping until a moment that has passed ends at once, without a warning', async (t) => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  t.after(() => process.off('warning', keep));
  await systemClock.sleep(-2);
  // Node tells its warnings in a turn of their own.
  await new Promise(setImmediate);
  assert.deepEqual(warnings, []);
});

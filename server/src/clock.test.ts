import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';

test('sleeping until a moment in the past ends at once, without a warning', async (t) => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  t.after(() => process.off('warning', keep));
  await systemClock.sleep(-2);
  // Node emits its warnings in a later turn.
  await new Promise(setImmediate);
  assert.deepEqual(warnings, []);
});

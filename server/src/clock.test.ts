import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabaseClock, systemClock } from './clock.ts';

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

test('the clock follows the database, and a slow answer alone does not set it back', () => {
  let elapsed = 0;
  const clock = createDatabaseClock(1_000_000, () => elapsed);
  const now = () => clock.now().getTime();
  elapsed = 500;
  assert.equal(now(), 1_000_500);
  clock.learn(1_000_600.25, 0.001);
  assert.equal(now(), 1_000_601, 'The database was ahead.');
  clock.learn(990_601, 10);
  assert.equal(now(), 1_000_601, 'The moment was read up to ten seconds ago.');
  clock.learn(900_000, 0.25);
  assert.equal(now(), 900_250, 'The clock of the database was set back.');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabaseClock, systemClock } from './clock.ts';

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

test('what may ring early rings at the half second before its time, with all others of it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let elapsed = 1_200;
  const clock = createDatabaseClock(new Date(0), () => elapsed);
  const rung: string[] = [];
  const turn = (milliseconds: number) => {
    elapsed += milliseconds;
    t.mock.timers.tick(milliseconds);
    return rung.splice(0).join();
  };
  clock.ringAbout(50_000, () => rung.push('first'));
  clock.ringAbout(50_100, () => rung.push('stopped'))();
  clock.ringAbout(9_900, () => rung.push('short'));
  assert.equal(turn(290), '');
  clock.ringAbout(50_000, () => rung.push('second'));
  assert.equal(turn(10), '');
  clock.ringAbout(50_000, () => rung.push('third'));
  assert.equal(turn(9_599), '');
  assert.equal(turn(1), 'short');
  assert.equal(turn(39_899), '');
  assert.equal(turn(1), 'first,second');
  assert.equal(turn(499), '');
  assert.equal(turn(1), 'third');
});

test('of many that ring together twenty do at once, and others come between', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = createDatabaseClock(new Date(0), () => 0);
  let rung = 0;
  for (let place = 0; place < 41; place++) clock.ringAbout(10_000, () => rung++);
  t.mock.timers.tick(10_000);
  const seen: number[] = [];
  while (seen.at(-1) !== 41 && seen.length < 5) {
    seen.push(rung);
    await new Promise(setImmediate);
  }
  assert.deepEqual(seen, [20, 40, 41]);
});

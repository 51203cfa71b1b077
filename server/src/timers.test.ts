import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from './testing/test-app.ts';
import { until } from './testing/until.ts';
import { startTimers } from './timers.ts';

const JOBS = 30;
const APART_MS = 50;
/** The longest interval, and the whole distance between the first job and the last. */
const LONGEST_MS = 3_600_000 + JOBS * APART_MS;

test('after their first turns no two timers are due together', async (t) => {
  const { clock, deps } = await startTestApp(t);
  const others = clock.sleeping;
  t.after(startTimers(deps));
  await until(`all ${JOBS} timers to sleep`, () => clock.sleeping - others === JOBS);
  for (let from = 0; from < LONGEST_MS; from += APART_MS) {
    const due = clock.sleepingFor(from) - clock.sleepingFor(from + APART_MS);
    assert.ok(due <= 1, `${due} are due between ${from} and ${from + APART_MS} ms from now`);
  }
  assert.equal(clock.sleepingFor(LONGEST_MS), 0);
});

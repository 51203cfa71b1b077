import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKills } from './kills/kill-run.ts';
import { describeRun } from './kills/print-table.ts';

const SEED = 7;

test('whatever is killed, and whenever, nobody is written to twice and nobody is lost', {
  timeout: 7 * 60_000,
}, async (t) => {
  const result = await runKills({
    seed: SEED,
    people: 30,
    kills: { agent: 3, server: 3, Firefox: 1, PostgreSQL: 1, site: 1 },
    waitsForLastLease: false,
    signal: t.signal,
    say: (line) => t.diagnostic(line),
  });
  for (const line of describeRun(result)) t.diagnostic(line);
  assert.deepEqual(result.problems, []);
});

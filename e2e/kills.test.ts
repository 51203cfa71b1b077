import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IS_WHOLE, itemsInTurn } from '@pigeonpost/server/testing/turn';
import { runKills } from './kills/kill-run.ts';
import { planKills } from './kills/plan.ts';
import { describeRun } from './kills/print-table.ts';
import { seededRandom } from './kills/seeded-random.ts';

const SEED = 7;
const KILLS = { agent: 3, server: 3, Firefox: 1, PostgreSQL: 1, site: 1 };

test('whatever is killed, and whenever, nobody is written to twice and nobody is lost', {
  timeout: 7 * 60_000,
}, async (t) => {
  const result = await runKills({
    plan: itemsInTurn(planKills(KILLS, seededRandom(SEED)), 3),
    people: IS_WHOLE ? 30 : 16,
    waitsForLastLease: false,
    signal: t.signal,
    say: (line) => t.diagnostic(line),
  });
  for (const line of describeRun(result)) t.diagnostic(line);
  assert.deepEqual(result.problems, []);
});

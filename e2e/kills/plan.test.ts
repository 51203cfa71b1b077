import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countKills } from './check-run.ts';
import { PHASES, planKills } from './plan.ts';
import { seededRandom } from './seeded-random.ts';

const KILLS = { agent: 3, server: 3, Firefox: 1, PostgreSQL: 1, site: 1 };

const planOf = (seed: number) => planKills(KILLS, seededRandom(seed));

test('every plan kills agent and server in every phase, and ends with a lost lease', () => {
  for (let seed = 0; seed < 200; seed++) {
    const plan = planOf(seed);
    const kills = plan.flatMap((kill) =>
      kill.serverFirst ? [kill, { ...kill, target: 'server' as const }] : [kill],
    );
    const counts = countKills(kills.map((kill) => ({ ...kill, recipient: 'lena.clay', hadOutcome: false })));
    for (const phase of PHASES) assert.ok(counts.agent[phase] > 0 && counts.server[phase] > 0);
    assert.equal(plan.length, 10);
    assert.ok(plan.every(({ at }) => at >= 0 && at < 1));
    const last = plan.at(-1);
    assert.deepEqual([last?.target, last?.phase], ['agent', 'before begin']);
  }
});

test('a seed gives the same plan again, and another seed another plan', () => {
  assert.deepEqual(planOf(3), planOf(3));
  assert.notDeepEqual(planOf(3), planOf(4));
});

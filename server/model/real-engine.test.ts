import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertEngineInvariants } from '../src/testing/engine-invariants.ts';
import { startTestPeers, type TestApp } from '../src/testing/test-app.ts';
import { itemsInTurn } from '../src/testing/turn.ts';
import { chooseStep } from './choose-step.ts';
import { chooseNew } from './explore.ts';
import { firstState, type World } from './first-state.ts';
import { pairsOf } from './pairs.ts';
import { seededRandom } from './random.ts';
import { readModel } from './read-tables.ts';
import { type RealEngine, startRealEngine } from './real-engine.ts';
import { RULES } from './rules.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Step } from './step.ts';
import { apply } from './steps.ts';

const WORLDS: World[] = [
  {
    names: 8,
    campaigns: [
      [0, 1],
      [0, 1],
    ],
    profiles: 2,
    faults: 40,
    ownerActions: 40,
    disasters: 4,
    withBlank: [0],
    withoutValue: [1, 5],
  },
  {
    names: 12,
    campaigns: [[0], [1, 2], [0, 2], [1]],
    profiles: 3,
    faults: 40,
    ownerActions: 50,
    canaries: [2, 3, null, 1],
    takesOut: true,
    hasReplies: true,
    writings: ['words', 'perhaps', 'automatic'],
  },
  {
    names: 8,
    campaigns: [[0, 1], [2], [0]],
    profiles: 3,
    faults: 40,
    ownerActions: 60,
    disasters: 3,
    neverTwice: true,
    withBlank: [0, 1, 2],
    withoutValue: [2],
    followUps: [0],
    own: [0, 1, 0, 1, null, 1, 0, 1],
  },
  {
    names: 8,
    campaigns: [[0, 1], [2]],
    profiles: 3,
    faults: 30,
    ownerActions: 50,
    pace: {
      closings: 20,
      account: 2,
      campaigns: [2, 1],
      profiles: [1, null, 2],
      hours: [null, 1, 2],
      slowDays: [null, 18, 0],
      hasLastMoments: true,
      hasStarts: true,
    },
  },
];
const SEEDS = [1, 2, 3];
/** Each run has one of the parts of ways and scenarios. */
const PARTS = 3;
const met = new Set<string>();
const LENGTH = 300;
const LENGTH_AFTER_SCENARIO = 20;
/** The invariants cost more than the comparison with the model; a broken one mostly stays broken. */
const INVARIANTS_EVERY = 6;

WORLDS.forEach((model, index) => {
  for (const seed of itemsInTurn(SEEDS, PARTS))
    test(`two real servers do as the model (world ${index + 1}, way ${seed})`, async (t) => {
      const random = seededRandom(1000 * index + seed);
      await compare(t, { world: model, random, length: LENGTH });
    });
});

for (const [name, scenario] of itemsInTurn(Object.entries(SCENARIOS), PARTS))
  test(`two real servers do as the model where they are led (${name})`, async (t) => {
    await compare(t, {
      ...scenario,
      random: seededRandom(1),
      length: scenario.steps.length + LENGTH_AFTER_SCENARIO,
    });
  });

interface Compared {
  world: World;
  /** The first steps. */
  steps?: readonly Step[];
  random: () => number;
  length: number;
}

/** After each step of a walk the tables of two real servers agree with the model. */
async function compare(t: TestContext, { world, steps = [], random, length }: Compared): Promise<void> {
  const servers = await startTestPeers(t);
  const real = await startRealEngine({ servers, model: world, random });
  try {
    await walkBoth(servers[0], real, { world, steps, random, length });
  } finally {
    await real.end();
  }
}

async function walkBoth(
  { database }: TestApp,
  real: RealEngine,
  { world, steps, random, length }: Required<Compared>,
): Promise<void> {
  const s = firstState(world);
  const trail: Step[] = [];
  for (let count = 0; count < length; count += 1) {
    const step = steps[count] ?? chooseNew(s, { random, met }) ?? chooseStep(s, { rules: RULES, random });
    if (!step) break;
    for (const pair of pairsOf(s, step)) met.add(pair);
    trail.push(step);
    const exchanges = apply(s, step, RULES);
    for (const exchange of exchanges) {
      const answer = await real.ask(exchange);
      if ('answer' in exchange) assert.deepEqual(answer, exchange.answer, told(trail));
    }
    if (exchanges.length === 0) continue;
    assert.deepEqual(await real.read(), readModel(s), told(trail));
    if (count % INVARIANTS_EVERY === 0) await assertEngineInvariants(database.pool);
  }
  await assertEngineInvariants(database.pool);
}

function told(trail: Step[]): string {
  return `after ${trail.map((step) => JSON.stringify(step)).join('\n')}`;
}

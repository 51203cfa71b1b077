import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploreBreadthFirst, walk } from './explore.ts';
import { PAIRS } from './pairs.ts';
import { seededRandom } from './random.ts';
import { RULES, type Rules } from './rules.ts';
import { firstState, type State, type World } from './state.ts';
import { apply, ownSteps } from './steps.ts';

const ALONE: World = { names: 1, campaigns: [[0]], profiles: 1, faults: 2, ownerActions: 1 };
const TWO_PROFILES: World = { names: 2, campaigns: [[0, 1]], profiles: 2, faults: 2, ownerActions: 1 };
const TWO_CAMPAIGNS: World = { names: 1, campaigns: [[0], [1]], profiles: 2, faults: 1, ownerActions: 2 };
const WIDE: World = { names: 4, campaigns: [[0, 1], [2]], profiles: 3, faults: 8, ownerActions: 10 };

const STATES = 6000;
const WALKS = 70;
const WALK_STEPS = 150;

/** The campaigns run, unless they are left to the owner. */
function start(world: World, left: number[] = []): State {
  const s = firstState(world);
  for (const campaign of world.campaigns.keys()) {
    if (left.includes(campaign)) continue;
    s.ownerActions += 1;
    apply(s, { kind: 'owner', step: { kind: 'start', campaign } }, RULES);
  }
  return s;
}

/** The first campaign has sent to the first name. */
function sent(s: State): State {
  for (let count = 0; s.rows[0]?.[0]?.state !== 'sent' && count < 50; count += 1) {
    const [step] = ownSteps(s);
    if (step) apply(s, step, RULES);
  }
  return s;
}

/** The name is behind the mark of the campaign that was started with it. */
function setPendingAnew(s: State): State {
  for (const status of ['failed', 'pending'] as const) {
    s.ownerActions += 1;
    apply(s, { kind: 'owner', step: { kind: 'set', name: 0, status } }, RULES);
  }
  return s;
}

for (const [name, world] of Object.entries({ ALONE, TWO_PROFILES, TWO_CAMPAIGNS }))
  test(`nothing goes wrong near the start, whatever fails (${name.toLowerCase().replace('_', ' ')})`, () => {
    const { states, finding } = exploreBreadthFirst(start(world), { rules: RULES, limit: STATES });
    assert.equal(finding, undefined, JSON.stringify(finding, null, 1));
    assert.ok(states >= STATES, `only ${states} states were seen`);
  });

test('nothing goes wrong on long ways with many faults, on which every event meets every state', () => {
  const met = new Set<string>();
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const way = { rules: RULES, random: seededRandom(seed), length: WALK_STEPS, met };
    const finding = walk(start(WIDE), way);
    assert.equal(finding, undefined, `seed ${seed}: ${JSON.stringify(finding, null, 1)}`);
  }
  assert.deepEqual(
    PAIRS.filter((pair) => !met.has(pair)),
    [],
  );
});

/** For each rule what goes wrong when it is broken, and where, which shows that it is needed. */
const BROKEN: Record<keyof Rules, { from: State; limit: number; fault: RegExp }> = {
  beginNeedsItsLease: { from: start(ALONE), limit: 12_000, fault: /arrived and is/ },
  beginAgainWritesNothing: { from: start(ALONE), limit: 12_000, fault: /arrived and is/ },
  grantIsShorterThanLease: { from: start(TWO_CAMPAIGNS, [1]), limit: 100_000, fault: /two are writing/ },
  lateSentIsBelieved: { from: start(ALONE), limit: 20_000, fault: /known to be sent/ },
  lateFailedNeedsItsToken: { from: start(ALONE), limit: 40_000, fault: /arrived and is failed/ },
  leaseEndWhileSendingIsUncertain: { from: start(ALONE), limit: 20_000, fault: /arrived/ },
  unknownIsNotRetried: { from: start(ALONE), limit: 10_000, fault: /arrived/ },
  heldNamesArePassed: { from: start(TWO_CAMPAIGNS), limit: 20_000, fault: /two are writing|leases/ },
  requeuedNamesGoBehindTheMarks: {
    from: start(TWO_CAMPAIGNS),
    limit: 10_000,
    fault: /not there|all of its names/,
  },
  requeueLeavesSending: { from: start(TWO_CAMPAIGNS), limit: 40_000, fault: /two are writing/ },
  manualChangeWaitsForSending: { from: start(ALONE), limit: 10_000, fault: /arrived and is/ },
  journalSaysClicking: { from: start(ALONE), limit: 10_000, fault: /arrived/ },
  journalRepeatsOutcomes: { from: start(ALONE), limit: 10_000, fault: /known to be sent/ },
  completionCountsHeldNames: { from: start(TWO_CAMPAIGNS), limit: 5000, fault: /all of its names/ },
  lineComesBeforeRetries: { from: start(TWO_PROFILES), limit: 10_000, fault: /before another had its turn/ },
  lapsesCount: { from: start(ALONE), limit: 10_000, fault: /no rest/ },
  holdingSparesBegun: { from: start(ALONE), limit: 20_000, fault: /arrived/ },
  onlyThisServerIsBelieved: { from: start(ALONE), limit: 10_000, fault: /sent and nothing arrived/ },
  onlyItsListIsBelieved: { from: setPendingAnew(start(ALONE)), limit: 1000, fault: /nothing arrived/ },
  settledNamesGoBehindTheMarks: {
    from: start(TWO_CAMPAIGNS, [1]),
    limit: 40_000,
    fault: /not there|all of its names/,
  },
  subscriptionIsNeeded: { from: start(ALONE), limit: 10_000, fault: /without a subscription/ },
  keptNamesStay: { from: sent(start(TWO_CAMPAIGNS, [1])), limit: 5000, fault: /was to keep its status/ },
  restsCostNoTry: { from: start(ALONE), limit: 10_000, fault: /counts twice/ },
  lateFailedCountsOnce: { from: start(ALONE), limit: 20_000, fault: /counts twice/ },
};

for (const [rule, { from, limit, fault }] of Object.entries(BROKEN))
  test(`the explorer notices when this rule is broken: ${rule}`, () => {
    const { finding } = exploreBreadthFirst(from, { rules: { ...RULES, [rule]: false }, limit });
    assert.match(finding?.fault ?? 'nothing', fault);
  });

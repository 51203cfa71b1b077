// Over 300 lines: the table of broken rules, and the states in which each is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAct } from '@pigeonpost/contract/rules/by-hand';
import { judgeLapse } from '@pigeonpost/contract/rules/lapse';
import { judgeRequeue } from '@pigeonpost/contract/rules/requeue';
import { judgeResult } from '@pigeonpost/contract/rules/result';
import { judgeSettlement } from '@pigeonpost/contract/rules/settle';
import { judgePutBack } from '@pigeonpost/contract/rules/take-out';
import { IS_WHOLE, itemsInTurn } from '../src/testing/turn.ts';
import { exploreBreadthFirst, walk } from './explore.ts';
import { firstState } from './first-state.ts';
import { JUDGED_OTHERWISE } from './judged-otherwise.ts';
import { ownSteps } from './next-steps.ts';
import { PAIRS, PAIRS_IN_TIME, PAIRS_OF_CHOICE } from './pairs.ts';
import { seededRandom } from './random.ts';
import { type Judges, RULES, type RuleName, type Rules } from './rules.ts';
import type { Scenario } from './scenario-steps.ts';
import {
  FORGOTTEN_SECOND_TRY,
  FORGOTTEN_WITH_VALUE,
  LEASED_AGAIN,
  MOVED_AWAY,
  SENDING_AGAIN,
} from './scenarios.ts';
import type { State } from './state.ts';
import { apply } from './steps.ts';
import {
  ALONE,
  AUTOMATIC,
  CANARY,
  COPIED,
  FOLLOWED,
  GIVEN,
  HALVED,
  IN_DANGER,
  LEFT_ALONE,
  NEAR,
  NEVER_TWICE,
  PACED,
  REPLIED,
  SLOW,
  STARTS,
  STOPPED,
  started,
  TAKEN_OUT,
  TWO_CAMPAIGNS,
  TWO_PACED,
  TWO_PROFILES,
  UNDECIDED,
  WIDE,
  WIDE_CHOSEN,
  WIDE_NEVER_TWICE,
  WIDE_PACED,
  WITH_VALUES,
} from './worlds.ts';

const STATES = 2500;
/** Other seeds than those from 1 on need up to twice as many walks to meet every pair. */
const WALKS = 130;
const WALK_STEPS = 160;
const NEVER_TWICE_WALKS = 30;
const PACED_WALKS = 45;
const CHOSEN_WALKS = 60;
/** Each run has one of the parts of everything here; a whole run has all, and must meet every pair. */
const PARTS = 3;

function backedUp(s: State): State {
  apply(s, { kind: 'disaster', disaster: 'backup' }, RULES);
  return s;
}

/** Takes ordinary steps until the condition holds. */
function ahead(s: State, isSo: (s: State) => boolean): State {
  for (let count = 0; !isSo(s) && count < 50; count += 1) {
    const [step] = ownSteps(s);
    if (step) apply(s, step, RULES);
  }
  return s;
}

const sent = (s: State) => ahead(s, ({ rows }) => rows[0]?.[0]?.state === 'sent');
const granted = (s: State) => ahead(s, ({ tasks }) => tasks[0]?.phase === 'granted');

/** The message arrived, and the agent could not tell. */
function unclear(s: State): State {
  ahead(s, ({ tasks }) => tasks[0]?.phase === 'pressed');
  apply(s, { kind: 'agent fault', profile: 0, fault: 'cannot tell' }, RULES);
  return ahead(s, ({ rows }) => rows[0]?.[0]?.state === 'uncertain');
}

/** The first lease ended while its agent asked to begin, twice, and a late 'failed' is on its way. */
function failedLate(s: State): State {
  ahead(s, ({ tasks }) => tasks[0]?.phase === 'asking');
  apply(s, { kind: 'lease end', profile: 0 }, RULES);
  apply(s, { kind: 'sweep' }, RULES);
  apply(s, { kind: 'drop', index: 0 }, RULES);
  return ahead(s, ({ net }) => net.some(({ kind, to }) => kind === 'result' && to === 'server'));
}

/** Somebody is handed out and not begun. */
const held = (s: State) => ahead(s, ({ tasks }) => tasks[0]?.phase === 'held');

/** The profile was blocked, and its owner has resumed it and started the campaign again. */
function resumed(s: State): State {
  granted(s);
  apply(s, { kind: 'agent fault', profile: 0, fault: 'blocked' }, RULES);
  ahead(s, ({ profiles }) => profiles[0]?.isBlocked === true);
  s.ownerActions += 2;
  return s;
}

/** Two profiles have asked to begin, and neither call has arrived. */
function bothAsking(s: State): State {
  for (const profile of [0, 1]) {
    apply(s, { kind: 'claim', profiles: [profile] }, RULES);
    ahead(s, ({ tasks }) => tasks[profile]?.phase === 'held');
  }
  for (const profile of [0, 1]) apply(s, { kind: 'agent', profile, step: 'ask' }, RULES);
  return s;
}

function afterSteps({ world, steps }: Scenario, rules = RULES): State {
  const s = firstState(world);
  for (const step of steps) apply(s, step, rules);
  return s;
}

/** The last name came to the list after the start of the campaign. */
function joined(s: State): State {
  s.ownerActions += 1;
  apply(s, { kind: 'owner', step: { kind: 'add' } }, RULES);
  return s;
}

for (const [name, world] of itemsInTurn(Object.entries(NEAR), PARTS))
  test(`nothing goes wrong near the start, whatever fails (${name})`, () => {
    const { states, finding } = exploreBreadthFirst(started(world), { rules: RULES, limit: STATES });
    assert.equal(finding, undefined, JSON.stringify(finding, null, 1));
    assert.ok(states >= STATES, `only ${states} states were seen`);
  });

test('nothing goes wrong on long walks with many faults, on which every event meets every state', () => {
  walkAll({ walks: WALKS, from: () => started(WIDE), pairs: PAIRS });
});

test('nobody is written to twice on long walks of a user with never-twice', () => {
  walkAll({ walks: NEVER_TWICE_WALKS, from: () => started(WIDE_NEVER_TWICE), pairs: [] });
});

test('hours and caps hold on long walks, and nobody is lost while time is waited for', () => {
  // The other is to be scheduled.
  walkAll({ walks: PACED_WALKS, from: () => started(WIDE_PACED, [1]), pairs: PAIRS_IN_TIME });
});

test('canaries and people who are taken out hold on long walks', () => {
  walkAll({ walks: CHOSEN_WALKS, from: () => started(WIDE_CHOSEN, [1]), pairs: PAIRS_OF_CHOICE });
});

/** Walks with the seeds of this turn; a whole run must meet every one of the pairs. */
function walkAll({
  walks,
  from,
  pairs,
}: {
  walks: number;
  from: () => State;
  pairs: readonly string[];
}): void {
  const seeds = Array.from({ length: walks }, (_, index) => index + 1);
  const met = new Set<string>();
  for (const seed of itemsInTurn(seeds, PARTS)) {
    const finding = walk(from(), { rules: RULES, random: seededRandom(seed), length: WALK_STEPS, met });
    assert.equal(finding, undefined, `seed ${seed}: ${JSON.stringify(finding, null, 1)}`);
  }
  if (IS_WHOLE)
    assert.deepEqual(
      pairs.filter((pair) => !met.has(pair)),
      [],
    );
}

const LED_TO = {
  FORGOTTEN_SECOND_TRY,
  FORGOTTEN_WITH_VALUE,
  SENDING_AGAIN,
  LEASED_AGAIN,
  MOVED_AWAY,
};

for (const [name, scenario] of itemsInTurn(Object.entries(LED_TO), PARTS))
  test(`nothing goes wrong where only a scenario leads to (${name})`, () => {
    const { finding } = exploreBreadthFirst(afterSteps(scenario), { rules: RULES, limit: STATES });
    assert.equal(finding, undefined, JSON.stringify(finding, null, 1));
  });

test('a fault that shows only if all others go first is noticed', () => {
  const rules = { ...RULES, ...JUDGED_OTHERWISE.heldNamesWait };
  const s = started(TWO_CAMPAIGNS);
  // The second campaign holds the name when it is deleted, and gives it back.
  apply(s, { kind: 'claim', profiles: [1] }, rules);
  apply(s, { kind: 'owner', step: { kind: 'delete', campaign: 1, keepsSent: false } }, rules);
  const inOrder = exploreBreadthFirst(s, { rules, limit: 1 });
  assert.equal(inOrder.finding, undefined);
  const finding = walk(s, { rules, random: seededRandom(1), length: 0, met: new Set() });
  assert.match(finding?.problem ?? 'nothing', /without all of its names, with name 0 always last/);
});

/** The rules that a claim or a begin is to keep, by verdicts that differ from theirs; the others are switches of the model. */
const otherwise = (rule: string): Partial<Rules> =>
  (JUDGED_OTHERWISE as Record<string, Partial<Judges>>)[rule] ?? { [rule]: false };

/** For each rule the problem when it is broken, and where, which shows that it is needed. */
const BROKEN: Record<
  RuleName | keyof typeof JUDGED_OTHERWISE,
  { from: State; limit: number; problem: RegExp }
> = {
  beginNeedsItsLease: { from: started(ALONE), limit: 12_000, problem: /arrived and is/ },
  beginAgainWritesNothing: { from: started(ALONE), limit: 12_000, problem: /arrived and is/ },
  grantIsShorterThanLease: {
    from: granted(started(TWO_CAMPAIGNS, [1])),
    limit: 40_000,
    problem: /two are writing/,
  },
  heldNamesArePassed: { from: started(TWO_CAMPAIGNS), limit: 20_000, problem: /two are writing|leases/ },
  requeuedNamesGoBehindTheMarks: {
    from: started(TWO_CAMPAIGNS),
    limit: 10_000,
    problem: /not there|all of its names/,
  },
  journalSaysClicking: { from: started(ALONE), limit: 10_000, problem: /arrived/ },
  journalRepeatsOutcomes: { from: started(ALONE), limit: 10_000, problem: /known to be sent/ },
  heldNamesWait: { from: started(TWO_CAMPAIGNS), limit: 5000, problem: /all of its names/ },
  lineComesBeforeRetries: {
    from: started(TWO_PROFILES),
    limit: 10_000,
    problem: /before another had its turn/,
  },
  onlyItsListIsBelieved: { from: joined(started(ALONE)), limit: 1000, problem: /not there at the start/ },
  movedNamesAreBelieved: { from: afterSteps(MOVED_AWAY), limit: 1000, problem: /arrived and is undefined/ },
  journalIsSynced: { from: started(ALONE), limit: 10_000, problem: /arrived/ },
  beginIsSynced: {
    from: started({ ...TWO_PROFILES, names: 1, faults: 0, ownerActions: 0, disasters: 1 }),
    limit: 20_000,
    problem: /two are writing/,
  },
  restoreFreezes: { from: sent(backedUp(started(IN_DANGER))), limit: 2000, problem: /arrived/ },
  journalsAreMerged: { from: sent(backedUp(started(IN_DANGER))), limit: 2000, problem: /arrived/ },
  subscriptionIsNeeded: { from: started(ALONE), limit: 10_000, problem: /without a subscription/ },
  begunCountsAsMessaged: { from: started(NEVER_TWICE), limit: 20_000, problem: /written to twice/ },
  unclearCountsAsMessaged: { from: unclear(started(NEVER_TWICE)), limit: 5000, problem: /written to twice/ },
  deletedCampaignsAreBelieved: {
    from: sent(backedUp(started({ ...TWO_CAMPAIGNS, faults: 0, disasters: 1, neverTwice: true }))),
    limit: 20_000,
    problem: /written to twice/,
  },
  marksGrow: { from: started(COPIED), limit: 20_000, problem: /two are writing/ },
  marksAreNamed: { from: started(COPIED), limit: 20_000, problem: /arrived|two are/ },
  grantsAreNamed: { from: started(COPIED), limit: 30_000, problem: /arrived/ },
  marksOutliveTheAgent: {
    from: sent(backedUp(started({ ...COPIED, faults: 1 }))),
    limit: 20_000,
    problem: /arrived|two are writing/,
  },
  markIsRaised: { from: started(COPIED), limit: 20_000, problem: /no rest/ },
  epochsNeverComeTwice: { from: sent(backedUp(started(COPIED))), limit: 30_000, problem: /arrived|two are/ },
  frozenIsHandedNothing: { from: started(COPIED), limit: 20_000, problem: /arrived|two are/ },
  machinesAreAwaited: { from: started(COPIED), limit: 20_000, problem: /two are writing/ },
  faultRestsEnd: { from: started(ALONE), limit: 1000, problem: /runs with nothing to do/ },
  unfilledIsSkipped: { from: started(WITH_VALUES), limit: 2000, problem: /hole is handed out/ },
  unfilledRetryIsSkipped: { from: started(WITH_VALUES), limit: 10_000, problem: /hole is handed out/ },
  rowKeepsClaimedValue: { from: started(WITH_VALUES), limit: 10_000, problem: /says another message/ },
  begunKeepsValue: {
    from: afterSteps(FORGOTTEN_WITH_VALUE, { ...RULES, ...JUDGED_OTHERWISE.begunKeepsValue }),
    limit: 10_000,
    problem: /says another message/,
  },
  hoursAtBegin: { from: started(PACED), limit: 10_000, problem: /outside of the hours/ },
  capAtBegin: { from: bothAsking(started(PACED)), limit: 10_000, problem: /a cap was passed/ },
  capCountsOnce: { from: started(PACED), limit: 10_000, problem: /not its grants/ },
  capCountsBatch: { from: bothAsking(started(PACED)), limit: 10_000, problem: /a cap was passed/ },
  leasesReserve: { from: started(TWO_PACED), limit: 2000, problem: /more is handed out/ },
  closedCompletesNothing: { from: started(PACED), limit: 2000, problem: /without all of its names/ },
  hourIsCounted: { from: started(SLOW), limit: 2000, problem: /a cap was passed/ },
  hourBeginsAnew: { from: started(SLOW), limit: 2000, problem: /not its grants/ },
  slowGrowsBySending: { from: started(SLOW), limit: 2000, problem: /a cap was passed|not its grants/ },
  slowDaysCountOnce: { from: started(SLOW, [0]), limit: 5000, problem: /a cap was passed|not its grants/ },
  slowEnds: { from: started(SLOW, [0]), limit: 5000, problem: /not its grants/ },
  replyStopsOnlyWhatRan: { from: sent(started(REPLIED, [1])), limit: 2000, problem: /before its start/ },
  repliedAtClaim: { from: sent(started(REPLIED)), limit: 5000, problem: /handed out to somebody/ },
  repliedRetryIsSkipped: { from: sent(started(REPLIED)), limit: 20_000, problem: /handed out to somebody/ },
  repliedAtBegin: { from: sent(started(REPLIED)), limit: 5000, problem: /begun to somebody/ },
  seenIsRecordedFirst: { from: sent(started(REPLIED)), limit: 20_000, problem: /begun to somebody/ },
  undecidedAtClaim: {
    from: sent(started(UNDECIDED, [1])),
    limit: 5000,
    problem: /handed out to .* may have/,
  },
  undecidedRetryIsSkipped: {
    from: sent(started(UNDECIDED, [1])),
    limit: 20_000,
    problem: /handed out to .* may have/,
  },
  undecidedAtBegin: { from: sent(started(UNDECIDED, [1])), limit: 20_000, problem: /begun to .* may have/ },
  automaticStopsNothing: { from: sent(started(AUTOMATIC)), limit: 2000, problem: /what a machine wrote/ },
  automaticKeepsBudget: {
    from: sent(started(AUTOMATIC)),
    limit: 5000,
    problem: /somebody beyond the budget/,
  },
  stoppedAtClaim: { from: sent(started(STOPPED)), limit: 5000, problem: /handed out to somebody who had/ },
  stoppedRetryIsSkipped: {
    from: sent(started(STOPPED)),
    limit: 20_000,
    problem: /handed out to somebody who had/,
  },
  stoppedAtBegin: { from: sent(started(STOPPED)), limit: 5000, problem: /begun to somebody who had/ },
  blockHalves: { from: resumed(started(HALVED)), limit: 2000, problem: /a cap was passed/ },
  lastMomentAtClaim: { from: started(HALVED), limit: 2000, problem: /handed out too near/ },
  lastMomentAtBegin: { from: held(started(HALVED)), limit: 2000, problem: /begun too near/ },
  lastMomentPauses: { from: started(HALVED), limit: 2000, problem: /runs with nothing to do/ },
  lastMomentRefusesStart: { from: firstState(HALVED), limit: 2000, problem: /started after its last moment/ },
  countdownAtClaim: { from: firstState(STARTS), limit: 1000, problem: /handed out before the end/ },
  countdownAtBegin: { from: held(started(STARTS, [1])), limit: 1000, problem: /begun before the end/ },
  undoNeedsNoRow: { from: firstState(STARTS), limit: 5000, problem: /not there at the start|undone start/ },
  lateScheduleAsks: { from: firstState(STARTS), limit: 1000, problem: /started too late|does not ask/ },
  canaryCountsWork: { from: started(CANARY), limit: 1000, problem: /more people have a row/ },
  canaryPauses: { from: started(CANARY), limit: 2000, problem: /runs with nothing to do/ },
  pulledStays: { from: started(TAKEN_OUT), limit: 2000, problem: /taken out was written to/ },
  startEndsSchedule: { from: firstState(STARTS), limit: 5000, problem: /twice for one moment/ },
  ownLineIsKept: { from: started(FOLLOWED), limit: 2000, problem: /from another profile/ },
  ownCursorsAreApart: { from: started(FOLLOWED), limit: 2000, problem: /without all of its names/ },
  givenLineBeginsAnew: { from: started(GIVEN), limit: 5000, problem: /without all of its names/ },
  budgetAtClaim: { from: sent(started(LEFT_ALONE)), limit: 5000, problem: /handed out to somebody beyond/ },
  budgetRetryIsSkipped: {
    from: started(LEFT_ALONE),
    limit: 20_000,
    problem: /handed out to somebody beyond/,
  },
  budgetAtBegin: { from: started(LEFT_ALONE), limit: 20_000, problem: /begun to somebody beyond/ },
  budgetCountsSending: { from: started(LEFT_ALONE), limit: 20_000, problem: /begun to somebody beyond/ },
  replyEndsBudget: { from: sent(started(LEFT_ALONE)), limit: 2000, problem: /after a reply/ },
  leftOutAtClaim: {
    from: started(LEFT_ALONE),
    limit: 5000,
    problem: /handed out to somebody who is left out/,
  },
  leftOutRetryIsSkipped: {
    from: started(LEFT_ALONE),
    limit: 20_000,
    problem: /handed out to somebody who is left out/,
  },
  leftOutAtBegin: { from: started(LEFT_ALONE), limit: 5000, problem: /begun to somebody who is left out/ },
};

type Judge = typeof judgeResult;
const STALE = { answer: 'stale', change: null, of_deleted: null } as const;
const isHeld = (state: string | null) => state === 'leased' || state === 'sending';

/** The same for what the rules of results are to give, by verdicts that differ from theirs. */
const BROKEN_RESULTS: Record<string, { judge: Judge; from: State; limit: number; problem: RegExp }> = {
  'a late sent is believed': {
    judge: (report, facts, now) =>
      report.outcome === 'sent' && !isHeld(facts.state) && facts.state !== 'sent'
        ? STALE
        : judgeResult(report, facts, now),
    from: started(ALONE),
    limit: 20_000,
    problem: /known to be sent/,
  },
  'a late failed needs its token': {
    judge: (report, facts, now) =>
      judgeResult(report, facts.state === 'uncertain' ? { ...facts, is_own: true } : facts, now),
    from: failedLate(started({ ...ALONE, faults: 4 })),
    limit: 40_000,
    problem: /arrived and is failed/,
  },
  'an unknown is not tried again': {
    judge: (report, facts, now) =>
      judgeResult(
        report.outcome === 'unknown' && isHeld(facts.state) ? { ...report, outcome: 'failed' } : report,
        facts,
        now,
      ),
    from: started(ALONE),
    limit: 10_000,
    problem: /arrived/,
  },
  'a doubt reopens what has ended': {
    judge: (report, facts, now) =>
      report.outcome === 'unknown' && ['failed', 'not_found', 'skipped'].includes(facts.state ?? '')
        ? STALE
        : judgeResult(report, facts, now),
    from: afterSteps(LEASED_AGAIN),
    limit: 5000,
    problem: /arrived and is skipped/,
  },
  'a doubt takes the lease': {
    judge: (report, facts, now) =>
      report.outcome === 'unknown' && facts.state === 'uncertain' && !facts.is_own
        ? STALE
        : judgeResult(report, facts, now),
    from: afterSteps(FORGOTTEN_SECOND_TRY),
    limit: 5000,
    problem: /arrived and is failed/,
  },
  'a doubt ends what a restore brought back as being sent': {
    judge: (report, facts, now) => judgeResult(report, { ...facts, is_frozen: false }, now),
    from: afterSteps(SENDING_AGAIN),
    limit: 5000,
    problem: /arrived twice/,
  },
  'a late failed counts once': {
    judge: (report, facts, now) => judgeResult(report, { ...facts, is_heard: false }, now),
    from: started(ALONE),
    limit: 20_000,
    problem: /counts twice/,
  },
  'a rest costs no try': {
    judge(report, facts, now) {
      const verdict = judgeResult(report, facts, now);
      const { change } = verdict;
      if (change?.state !== 'waiting' || !isHeld(facts.state)) return verdict;
      return { ...verdict, change: { ...change, failures: (facts.failures ?? 0) + 1 } };
    },
    from: started(ALONE),
    limit: 10_000,
    problem: /counts twice/,
  },
  'only this server is believed': {
    judge: (report, facts, now) => judgeResult(report, { ...facts, is_of_here: true }, now),
    from: started(ALONE),
    limit: 10_000,
    problem: /sent and nothing arrived/,
  },
};

for (const [rule, { judge, from, limit, problem }] of itemsInTurn(Object.entries(BROKEN_RESULTS), PARTS))
  test(`the explorer notices when results are judged otherwise: ${rule}`, () => {
    const rules = { ...RULES, judgeResult: judge };
    const { finding } = exploreBreadthFirst({ ...from, isPlain: true }, { rules, limit });
    assert.match(finding?.problem ?? 'nothing', problem);
  });

interface BrokenJudge {
  judge: Partial<Judges>;
  from: State;
  limit: number;
  problem: RegExp;
  /** Whether it shows in a world that is not plain. */
  needsAll?: true;
}

/** The same for the other functions that decide for the server too. */
const BROKEN_JUDGES: Record<string, BrokenJudge> = {
  'settled names go behind the marks': {
    judge: {
      judgeSettlement: (...said) => ({ ...judgeSettlement(...said), is_requeued: false }),
    },
    from: started(TWO_CAMPAIGNS, [1]),
    limit: 40_000,
    problem: /not there|all of its names/,
  },
  'whoever is put back goes behind the line': {
    judge: {
      judgePutBack: (campaign, person, now) => judgePutBack({ ...campaign, is_marked: false }, person, now),
    },
    from: started(TAKEN_OUT),
    limit: 5000,
    problem: /without all of its names/,
  },
  'requeued names go behind the marks': {
    judge: {
      judgeRequeue(facts, keepsSent) {
        const requeued = judgeRequeue(facts, keepsSent);
        return requeued && { ...requeued, goes_behind: false };
      },
    },
    from: started(TWO_CAMPAIGNS),
    limit: 10_000,
    problem: /not there|all of its names/,
  },
  'requeueing leaves what is being sent': {
    judge: {
      judgeRequeue: (facts, keepsSent) =>
        judgeRequeue(facts.state === 'sending' ? { ...facts, state: 'leased' } : facts, keepsSent),
    },
    from: granted(started(TWO_CAMPAIGNS)),
    limit: 40_000,
    problem: /two are writing/,
  },
  'who is to keep their status keeps it': {
    judge: { judgeRequeue: (facts) => judgeRequeue(facts, false) },
    from: sent(started(TWO_CAMPAIGNS, [1])),
    needsAll: true,
    limit: 5000,
    problem: /was to keep its status/,
  },
  'a lease that ends after begin is unclear': {
    judge: { judgeLapse: (facts, now) => judgeLapse({ ...facts, state: 'leased' }, now) },
    from: started(ALONE),
    limit: 20_000,
    problem: /arrived/,
  },
  'later lapses count': {
    judge: { judgeLapse: (facts, now) => judgeLapse({ ...facts, has_lapsed: false }, now) },
    from: started(ALONE),
    limit: 10_000,
    problem: /no rest/,
  },
  'what is begun is not taken back': {
    judge: {
      judgeAct: (act, facts, now) =>
        judgeAct(
          act,
          act === 'hand_back' && facts.state === 'sending' ? { ...facts, state: 'leased' } : facts,
          now,
        ),
    },
    from: started(ALONE),
    limit: 20_000,
    problem: /arrived/,
  },
  'a change by hand waits for what is being sent': {
    judge: {
      judgeAct: (act, facts, now) =>
        judgeAct(
          act,
          act === 'change_recipient' && facts.state === 'sending' ? { ...facts, state: 'leased' } : facts,
          now,
        ),
    },
    from: started(ALONE),
    limit: 10_000,
    problem: /arrived and is/,
  },
};

for (const [rule, broken] of itemsInTurn(Object.entries(BROKEN_JUDGES), PARTS))
  test(`the explorer notices when it is judged otherwise: ${rule}`, () => {
    const { judge, from, limit, problem, needsAll } = broken;
    const first = { ...from, isPlain: !needsAll };
    const { finding } = exploreBreadthFirst(first, { rules: { ...RULES, ...judge }, limit });
    assert.match(finding?.problem ?? 'nothing', problem);
  });

/** The states of the other rules are near the start of a plainer world. */
const NEED_ALL: readonly string[] = ['subscriptionIsNeeded', 'journalIsSynced', 'faultRestsEnd'];

for (const [rule, { from, limit, problem }] of itemsInTurn(Object.entries(BROKEN), PARTS))
  test(`the explorer notices when this rule is broken: ${rule}`, () => {
    const first = { ...from, isPlain: !NEED_ALL.includes(rule) };
    const { finding } = exploreBreadthFirst(first, { rules: { ...RULES, ...otherwise(rule) }, limit });
    assert.match(finding?.problem ?? 'nothing', problem);
  });

import type { Mutant } from './mutant.ts';

const WORK = ['server/src/features/agent-protocol/work.test.ts'];
const LINE = ['server/src/engine/fair-line.test.ts', 'server/src/engine/deliveries.test.ts'];
const LONG_LINE = ['server/src/engine/long-line.test.ts'];
const TWICE = ['server/src/engine/never-twice.test.ts'];
const FREEZE = ['server/src/features/freeze/freeze.test.ts'];
const LIFECYCLE = ['server/src/features/campaigns/lifecycle/lifecycle.test.ts'];
const RETRIES = ['server/src/engine/retries.test.ts'];
const BEGIN = ['server/src/engine/begin.test.ts'];
const UNDO = ['server/src/features/imports/undo-import.test.ts'];
const CLAIM = 'server/functions/engine/claim.sql';
const RULE = 'contract/src/rules/claim.ts';
const RULE_TEST = 'contract/src/rules/claim.test.ts';
const CASES = 'contract/src/rules/claim-cases.test.ts';
const DUE = 'contract/src/rules/due-senders.ts';
const NEXT = 'contract/src/rules/next-work.ts';
const NEXT_TEST = 'contract/src/rules/next-work-cases.test.ts';

/** The deliveries, profiles and times of claims (docs/engine.md#claim). */
export const CLAIM_MUTANTS: readonly Mutant[] = [
  {
    name: 'one claim gives a name to two campaigns',
    file: RULE,
    edits: [['held_by !== null || taken.has(recipient_id)', 'held_by !== null']],
    tests: [RULE_TEST, 'server/model/real-engine.test.ts'],
  },
  {
    name: 'a claim hands out who is about to go with an undone import',
    file: DUE,
    edits: [['!is_undoing && mayHandOut', 'mayHandOut']],
    tests: [CASES, ...UNDO],
  },
  {
    name: 'a campaign starts on a list out of which an import is being taken',
    file: 'server/src/engine/start/start-refusal.ts',
    edits: [['if (is_undoing) return', 'if (!list_id) return']],
    tests: UNDO,
  },
  {
    name: 'a profile that has a delivery is given another one',
    file: DUE,
    edits: [['        !sender.is_at_work &&\n', '']],
    tests: [RULE_TEST, ...LINE, ...WORK],
  },
  {
    name: 'a profile is given work before its pause is over',
    file: DUE,
    edits: [['        isDue(sender, account.settings, moment) &&\n', '']],
    tests: [RULE_TEST, ...LINE],
  },
  {
    name: 'a pause that a wrong clock set far ahead holds its profile',
    file: 'contract/src/rules/time.ts',
    edits: [[' || next_send_at > latestDue(settings, now);', ';']],
    tests: [CASES, 'server/src/engine/clocks.test.ts'],
  },
  {
    name: 'a retry that a wrong clock set far ahead is never due',
    file: CLAIM,
    edits: [['retry_at > far_ahead', 'false']],
    tests: ['server/src/engine/clocks.test.ts'],
  },
  {
    name: 'profiles of another machine are worked',
    file: DUE,
    edits: [[' &&\n        isOfAgent(sender, { agent_id, any_machine }),', ',']],
    tests: [RULE_TEST, ...WORK],
  },
  {
    name: 'one delivery more is handed out than there is capacity for',
    file: RULE,
    edits: [
      ['Math.min(capacity, roomOf', 'Math.min(capacity + 1, roomOf'],
      ['facts.capacity - claimed', 'facts.capacity + 1 - claimed'],
    ],
    tests: [RULE_TEST, ...RETRIES],
  },
  {
    name: 'work is handed out while a restored database is frozen',
    file: DUE,
    edits: [[' || account.is_frozen) return', ') return']],
    tests: [CASES, ...FREEZE],
  },
  {
    name: 'work is handed out to a user whose subscription has ended',
    file: DUE,
    edits: [['if (!maySend(account, moment) || account', 'if (account']],
    tests: [CASES, 'server/src/engine/begin.test.ts', ...WORK],
  },
  {
    name: 'whoever is on do-not-contact is handed out',
    file: RULE,
    edits: [
      [
        ': findSkip(person, { account: facts.account, campaign, blanks, now });',
        ': place.is_retry\n        ? findSkip(person, { account: facts.account, campaign, blanks, now })\n        : null;',
      ],
    ],
    tests: [RULE_TEST, 'server/src/engine/begin.test.ts'],
  },
  {
    name: 'whoever was messaged within the days is handed out',
    file: CLAIM,
    edits: [['on asks_ledger and l.user_id', 'on false and l.user_id']],
    tests: TWICE,
  },
  {
    name: 'the days in which nobody is messaged again end one too early',
    file: 'contract/src/rules/person.ts',
    edits: [['now - never_twice_days * DAY_MS', 'now - (never_twice_days - 1) * DAY_MS']],
    tests: ['contract/src/rules/person.test.ts', ...TWICE],
  },
  {
    name: 'a name that another campaign holds is passed over for good',
    file: RULE,
    edits: [['  claimed.passed_over.push({', '  if (reason) claimed.passed_over.push({']],
    tests: [RULE_TEST, ...LIFECYCLE, ...LONG_LINE],
  },
  {
    name: 'a held name is looked at again only in half an hour',
    file: RULE,
    edits: [['LOOK_AGAIN_MS = 30_000', 'LOOK_AGAIN_MS = 1_800_000']],
    tests: [CASES, ...LONG_LINE],
  },
  {
    name: 'names that an older version left behind the cursor are forgotten',
    file: RULE,
    edits: [['is_reread ? 0 : cursor', 'cursor']],
    tests: [CASES, ...LONG_LINE],
  },
  {
    name: 'a line is read from its start by every claim',
    file: CLAIM,
    edits: [['case when l.whose is null then false else g.passed end', 'g.passed']],
    tests: LONG_LINE,
  },
  {
    name: 'a retry that became pending for a later campaign is sent by this one',
    file: 'contract/src/rules/claim.ts',
    edits: [[' || ((position ?? 0) > (mark ?? 0) && !delivery?.is_settled);', ';']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...RETRIES],
  },
  {
    name: 'a name whose owner settled it is never tried again',
    file: 'contract/src/rules/claim.ts',
    edits: [[' && !delivery?.is_settled);', ');']],
    tests: ['contract/src/rules/claim-cases.test.ts', 'server/src/engine/by-hand/settle.test.ts'],
  },
  {
    name: 'a claim reads known names without end',
    file: RULE,
    edits: [['left.passed += 1;', 'left.passed += candidate.delivery && !place.is_retry ? 0 : 1;']],
    tests: [CASES, ...LONG_LINE],
  },
  {
    name: 'a claim that has skipped as many as it may does not ask for another look',
    file: RULE,
    edits: [['  else claimed.is_cut = true;\n', '']],
    tests: [RULE_TEST, ...TWICE],
  },
  {
    name: 'a claim keeps skipping however many there are',
    file: RULE,
    edits: [['!place.is_over && left.passed < MOST_PASSED_OVER', '!place.is_over']],
    tests: [RULE_TEST, ...LONG_LINE],
  },
  {
    name: 'what waits to be tried again is handed out before its time',
    file: CLAIM,
    edits: [['campaign_id = line.campaign_id and retry_at <= moment', 'campaign_id = line.campaign_id']],
    tests: [...LINE, ...RETRIES],
  },
  {
    name: 'whoever was deleted while waiting to be tried again is handed out',
    file: RULE,
    edits: [['place.is_retry && hasLeft(', 'false && hasLeft(']],
    tests: [RULE_TEST, ...RETRIES],
  },
  {
    name: 'whoever came onto do-not-contact while waiting to be tried again is handed out',
    file: RULE,
    edits: [
      [
        ': findSkip(person, { account: facts.account, campaign, blanks, now });',
        ': place.is_retry\n        ? null\n        : findSkip(person, { account: facts.account, campaign, blanks, now });',
      ],
    ],
    tests: [RULE_TEST, ...RETRIES],
  },
  {
    name: 'whoever waits to be tried again is taken from the campaign that holds it now',
    file: RULE,
    edits: [
      ['const isHeld = held_by !== null ||', 'const isHeld = (held_by !== null && !place.is_retry) ||'],
    ],
    tests: [RULE_TEST, ...RETRIES],
  },
  {
    name: 'a claim forgets how far it came in the line',
    file: CLAIM,
    edits: [
      ['set cursor = case when l.whose is null then l.cursor else g.cursor end', 'set cursor = g.cursor'],
    ],
    tests: ['server/src/engine/begin.test.ts'],
  },
  {
    name: 'the profile that waited longest is not the first',
    file: DUE,
    edits: [['dueAt(one.sender) - dueAt(other.sender)', 'dueAt(other.sender) - dueAt(one.sender)']],
    tests: [RULE_TEST, ...LINE, ...WORK],
  },
  {
    name: 'a poll does not wait for the end of a pause',
    file: NEXT,
    edits: [['at > now), ...retries', 'at < now), ...retries']],
    tests: [NEXT_TEST, ...WORK],
  },
  {
    name: 'a poll does not wait for what is to be tried again',
    file: NEXT,
    edits: [['at > now), ...retries]', 'at > now)]']],
    tests: [NEXT_TEST, ...WORK, ...RETRIES],
  },
  {
    name: 'an agent is told of a longer lease than it has',
    file: 'server/src/engine/claim/write-claims.ts',
    edits: [['lease_seconds: LEASE_SECONDS,', 'lease_seconds: LEASE_SECONDS * 2,']],
    tests: BEGIN,
  },
  {
    name: 'a profile stays with an agent of its machine that has gone',
    file: 'server/functions/agent-protocol/work.sql',
    edits: [
      [
        'if has_others and not call.any_machine and take_profiles(moment, call.user_id, call.agent_id, call.paths) then',
        'if false then',
      ],
    ],
    tests: ['server/src/features/agent-protocol/machine.test.ts'],
  },
];

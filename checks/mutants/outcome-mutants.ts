import type { Mutant } from './mutant.ts';

const BEGIN = ['server/src/engine/begin.test.ts'];
const RESULT = ['server/src/engine/result.test.ts'];
const WHOSE = ['server/src/engine/whose-word.test.ts'];
const LATE = ['server/src/engine/late-words.test.ts'];
const LINE = ['server/src/engine/fair-line.test.ts'];
const TWICE = ['server/src/engine/never-twice.test.ts'];
const RESTING = ['server/src/engine/resting-profiles.test.ts'];
const FREEZE = ['server/src/features/freeze/freeze.test.ts'];
const BY_HAND = ['server/src/engine/by-hand/manual-change.test.ts'];
const SETTLE = ['server/src/engine/by-hand/settle.test.ts'];
const RESULTS = 'contract/src/rules/result.ts';
const RESULT_FACTS = 'server/functions/engine/record-results.sql';
const FOLLOW = 'contract/src/rules/follow.ts';
const FOLLOWED = ['contract/src/rules/follow.test.ts'];
const WRITES = 'server/functions/engine/write-changes.sql';

/** The grant of begin, and the effect of a result on a delivery. */
export const OUTCOME_MUTANTS: readonly Mutant[] = [
  {
    name: 'begin does not look at the subscription',
    file: 'contract/src/rules/begin.ts',
    edits: [["  if (!maySend(account, now)) return 'subscription';\n", '']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin is granted while a restored database is frozen',
    file: 'contract/src/rules/begin.ts',
    edits: [["  if (account.is_frozen) return 'frozen';\n", '']],
    tests: [...FREEZE, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin does not look whether the profile was switched off',
    file: 'contract/src/rules/begin.ts',
    edits: [["  if (!isEligible(profile)) return 'profile_inactive';\n", '']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin does not look whether the profile was signed out',
    file: 'contract/src/rules/begin.ts',
    edits: [[' || profile.is_signed_out) return', ') return']],
    tests: [...RESTING, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin does not look whether the person was messaged meanwhile',
    file: 'contract/src/rules/person.ts',
    edits: [
      ['(findMessaged(person, judging) ?? findLeftAlone(person, judging))', 'findLeftAlone(person, judging)'],
    ],
    tests: [...TWICE, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin is granted in a campaign that was deleted',
    file: 'contract/src/rules/begin.ts',
    edits: [["  if (is_deleted || status === 'completed' || status === 'failed') return 'ended';\n", '']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a refused begin leaves its lease on the profile',
    file: 'server/src/engine/begin.ts',
    edits: [['    else refused.push(', '    else if (ord < 0) refused.push(']],
    tests: BEGIN,
  },
  {
    name: 'whoever cannot be sent to any more stays in the total',
    file: 'contract/src/rules/begin.ts',
    edits: [['change: skip(reason) };', 'change: wait(campaign, now) };']],
    tests: [...BEGIN, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'who is tried again is in work twice',
    file: 'server/functions/engine/lease-deliveries.sql',
    edits: [[' from written where old_state is null\n', ' from written\n']],
    tests: ['server/src/engine/retries.test.ts'],
  },
  {
    name: 'grants are not numbered',
    file: 'server/functions/engine/begin-deliveries.sql',
    edits: [['granted = p.granted + 1', 'granted = p.granted']],
    tests: FREEZE,
  },
  {
    name: 'a correction counts on another day',
    file: FOLLOW,
    edits: [['  if (day !== null) return { day, at: ended_at ?? begun_at ?? now };\n', '']],
    tests: [...FOLLOWED, ...RESULT],
  },
  {
    name: 'a campaign that failed stays failed when a message arrived after all',
    file: 'server/functions/engine/change-deliveries.sql',
    edits: [['    events := events || revive_campaigns(unusual);\n', '']],
    tests: RESULT,
  },
  {
    name: 'whoever is skipped stays in the total',
    file: WRITES,
    edits: [['greatest(g.total_list - c.skipped,', 'greatest(g.total_list,']],
    tests: [...BEGIN, ...BY_HAND],
  },
  {
    name: 'a campaign goes on after its last result',
    file: 'server/src/engine/result.ts',
    edits: [['if (left === 0 && (known.is_last || !wasInWork))', 'if (left < 0)']],
    tests: ['server/src/engine/deliveries.test.ts'],
  },
  {
    name: 'a profile that is blocked is still given work',
    file: 'server/functions/engine/rest-profile.sql',
    edits: [
      ['set blocked_at = case when x.blocks then moment', 'set blocked_at = case when false then moment'],
    ],
    tests: RESULT,
  },
  {
    name: 'a campaign whose last profile rests is not paused',
    file: 'server/src/engine/result.ts',
    edits: [['    if (change.blocks || change.signs_out) toJudge.push({ user_id });\n', '']],
    tests: [...RESULT, ...RESTING],
  },
  {
    name: 'a profile that is blocked or signed out costs its recipient a try',
    file: RESULTS,
    edits: [['isUncounted = isExcused ||', 'isUncounted = isInUse || isAway ||']],
    tests: [...RESTING, ...RESULT],
  },
  {
    name: 'a profile that a person has open costs its recipient a try',
    file: RESULTS,
    edits: [['isUncounted = isExcused ||', 'isUncounted = rests || isAway ||']],
    tests: RESULT,
  },
  {
    name: 'a site that does not answer costs its recipient a try',
    file: RESULTS,
    edits: [['isUncounted = isExcused ||', 'isUncounted = rests || isInUse ||']],
    tests: RESULT,
  },
  {
    name: 'a profile that a person has open is due again at once',
    file: 'contract/src/rules/time.ts',
    edits: [['IN_USE_SECONDS = 60', 'IN_USE_SECONDS = 0']],
    tests: RESULT,
  },
  {
    name: "another token's word blocks the profile",
    file: RESULTS,
    edits: [['blocks: is_own && (report.blocked ?? false)', 'blocks: report.blocked ?? false']],
    tests: LATE,
  },
  {
    name: 'a late failed never counts',
    file: RESULTS,
    edits: [
      [
        "    facts.is_own &&\n    facts.state === 'waiting' &&\n    facts.has_lapsed",
        '    false &&\n    facts.has_lapsed',
      ],
    ],
    tests: LINE,
  },
  {
    name: 'a late failed counts each time it is said',
    file: RESULTS,
    edits: [['    !facts.is_heard &&\n    outcome', '    outcome']],
    tests: LINE,
  },
  {
    name: "another token's unknown ends nothing that a restore brought back as being sent",
    file: RESULTS,
    edits: [["state === 'sending' && !is_frozen ? null", "state === 'sending' ? null"]],
    tests: LATE,
  },
  {
    name: "a failed of before outweighs another token's unknown",
    file: RESULTS,
    edits: [
      [
        "is_settled || is_lent || state === 'sent') return null",
        "is_settled || is_lent || state === 'sent' || state === 'failed') return null",
      ],
    ],
    tests: LATE,
  },
  {
    name: "another token's unknown leaves an unclear row to the token that it had",
    file: RESULTS,
    edits: [[' || !facts.is_own || said.countsLate', ' || said.countsLate']],
    tests: LATE,
  },
  {
    name: 'a late unknown undoes what the owner settled',
    file: RESULTS,
    edits: [['is_settled || is_lent || state', 'is_lent || state']],
    tests: SETTLE,
  },
  {
    name: "an unknown under somebody else's lease is believed",
    file: RESULTS,
    edits: [['is_settled || is_lent || state', 'is_settled || state']],
    tests: WHOSE,
  },
  {
    name: "a row takes over the token of somebody else's lease",
    file: RESULTS,
    edits: [['takes_token: !facts.is_lent', 'takes_token: true']],
    tests: WHOSE,
  },
  {
    name: 'a failed delivery is tried again at once',
    file: RESULTS,
    edits: [['(isUncounted ? now : facts.due_at)', 'now']],
    tests: ['server/src/engine/retries.test.ts'],
  },
  {
    name: "another server's results are believed",
    file: RESULTS,
    edits: [
      [
        'is_of_here === true && had_recipient : is_of_here !== false',
        'is_of_here !== null && had_recipient : true',
      ],
    ],
    tests: WHOSE,
  },
  {
    name: 'a result without a row is believed for names that came after the start',
    file: RESULT_FACTS,
    edits: [['\n      and (c.mark is null or r.position <= c.mark or r.created_at < c.started_at));', ');']],
    tests: WHOSE,
  },
  {
    name: 'a result without a row is stale where its name has moved behind the mark',
    file: RESULT_FACTS,
    edits: [[' or r.created_at < c.started_at', '']],
    tests: WHOSE,
  },
  {
    name: 'a result without a row is stale where the restore lost the start',
    file: RESULT_FACTS,
    edits: [['c.mark is null or ', '']],
    tests: WHOSE,
  },
  {
    name: 'a name stays pending after a late sent',
    file: FOLLOW,
    edits: [["!(status === 'pending' || isOurs)", '!isOurs']],
    tests: [...FOLLOWED, ...LATE],
  },
  {
    name: 'a name stays pending where its delivery is uncertain',
    file: FOLLOW,
    edits: [["state === 'uncertain' ? 'failed' :", "state === 'uncertain' ? 'pending' :"]],
    tests: [...FOLLOWED, 'server/src/engine/sweep.test.ts'],
  },
];

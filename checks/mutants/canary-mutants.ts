import type { Mutant } from './mutant.ts';

const CANARY = ['server/src/engine/canary.test.ts'];
const NEXT = ['server/src/features/campaigns/people/next-people.test.ts'];
const RULES_SQL = 'server/functions/engine/rules.sql';
const COURSE = 'contract/src/rules/complete.ts';
const COMPLETE = ['contract/src/rules/complete.test.ts'];
const IN_SQL = ['server/src/engine/eligibility-in-sql.test.ts'];

/** Pausing for a look after the first people (docs/engine.md#canary), and whom a campaign writes to next. */
export const CANARY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a canary does not count who is in work',
    file: 'contract/src/rules/caps.ts',
    edits: [[' - total_failed - in_work;', ' - total_failed;']],
    tests: ['contract/src/rules/caps.test.ts', ...CANARY],
  },
  {
    name: 'a canary does not count who was not reached',
    file: RULES_SQL,
    edits: [['c.canary - g.total_sent - g.total_failed - g.in_work', 'c.canary - g.total_sent - g.in_work']],
    tests: IN_SQL,
  },
  {
    name: 'a canary that was looked at goes on',
    file: RULES_SQL,
    edits: [['case when not c.is_canary_over then', 'case when c.canary is not null then']],
    tests: IN_SQL,
  },
  {
    name: 'profiles that ask at once take more than the canary',
    file: 'contract/src/rules/claim.ts',
    edits: [['  if (!place.is_retry && !reason) left.canary -= 1;\n', '']],
    tests: ['contract/src/rules/claim.test.ts', ...CANARY],
  },
  {
    name: 'a skipped retry of a canary leaves a poll waiting',
    file: 'server/src/engine/claim/claim.ts',
    edits: [[' || claimed.passed_over.length > 0)', ')']],
    tests: CANARY,
  },
  {
    name: 'a canary that is done is not paused',
    file: COURSE,
    edits: [[' && canaryRoom(facts) <= 0)', ' && canaryRoom(facts) < -99)']],
    tests: [...COMPLETE, ...CANARY],
  },
  {
    name: 'a pause for the look takes the place of the reason of another pause',
    file: COURSE,
    edits: [[' && !has_pause && canary', ' && canary']],
    tests: [...COMPLETE, ...CANARY],
  },
  {
    name: 'a start from the look does not end the canary',
    file: 'server/src/engine/change-status.ts',
    edits: [["is_canary_over or coalesce(pause_kind = 'review', false)", 'is_canary_over']],
    tests: CANARY,
  },
  {
    name: 'who is behind a canary is told a time',
    file: 'server/src/features/campaigns/people/next-people.ts',
    edits: [['...line.slice(room).map(place(true))', '...line.slice(room).map(place(false))']],
    tests: NEXT,
  },
];

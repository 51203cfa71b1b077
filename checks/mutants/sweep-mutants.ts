import type { Mutant } from './mutant.ts';

const SWEEP = ['server/src/engine/sweep.test.ts'];
const QUERIES = 'server/src/engine/sweep-queries.ts';

/** When something is due (docs/engine.md#sweep), and that the sweep looks at it then. */
export const SWEEP_MUTANTS: readonly Mutant[] = [
  {
    name: 'what comes into work is not due',
    file: 'server/migrations/0036-sweep.sql',
    edits: [['when (new.in_work > 0 and', 'when (new.in_work < 0 and']],
    tests: SWEEP,
  },
  {
    name: 'a campaign that waits to try again is not due again',
    file: QUERIES,
    edits: [['case when g.in_work > 0 then least(', 'case when g.in_work < 0 then least(']],
    tests: SWEEP,
  },
  {
    name: 'a campaign is due again later than its first lease ends',
    file: QUERIES,
    edits: [['(select min(lease_until)', '(select max(lease_until)']],
    tests: SWEEP,
  },
  {
    name: 'a time that a wrong clock set is not due',
    file: QUERIES,
    edits: [[' or sweep_at > $1 + make_interval(secs => lease_seconds() + slack_seconds())', '']],
    tests: ['server/src/engine/clocks.test.ts'],
  },
  {
    name: 'the sweep waits for a step that is writing',
    file: QUERIES,
    edits: [[' for no key update skip locked', ' for no key update']],
    tests: SWEEP,
  },
  {
    name: 'the end of a subscription is not due',
    file: QUERIES,
    edits: [['and u.subscription_end_date <= $1', 'and u.subscription_end_date < $1']],
    tests: SWEEP,
  },
  {
    name: 'a campaign is not due when its recipients are changed by hand',
    file: 'server/src/engine/by-hand/manual-change.ts',
    edits: [['  await sweepSoon(tx, user_id);\n', '']],
    tests: SWEEP,
  },
  {
    name: 'a campaign is not due when it starts',
    file: 'server/src/engine/start/start.ts',
    edits: [['  await sweepSoon(tx, key.user_id);\n', '']],
    tests: SWEEP,
  },
  {
    name: 'a campaign is not due when an import is undone',
    file: 'server/src/features/imports/undo-import.ts',
    edits: [['    await sweepSoon(tx, user_id);\n', '']],
    tests: ['server/src/features/imports/undo-import.test.ts'],
  },
  {
    name: 'the sweep of everybody looks at nobody',
    file: 'server/src/engine/sweep.ts',
    edits: [["await sweep(deps, 'everybody', Math.random)", 'await sweep(deps, [], Math.random)']],
    tests: SWEEP,
  },
  {
    name: 'the sweep misses a follow-up that waits for a blocked profile while somebody is in work',
    file: 'server/src/engine/sweep-queries.ts',
    edits: [[' and is_eligible(p) and sends_by(c, cp))', ' and is_eligible(p))']],
    tests: ['server/src/engine/course-in-sql.test.ts'],
  },
  {
    name: 'a canary that is done is not judged',
    file: 'server/functions/engine/course.sql',
    edits: [['coalesce(canary_room(c, g) <= 0, false) or not has_next', 'not has_next']],
    tests: ['server/src/engine/course-in-sql.test.ts'],
  },
  {
    name: 'the last result of a follow-up leaves it waiting for a blocked profile',
    file: 'server/functions/engine/course.sql',
    edits: [['cp.campaign_id = c.id and is_eligible(p)\n', 'cp.campaign_id = c.id\n']],
    tests: ['server/src/engine/course-in-sql.test.ts'],
  },
];

import type { Mutant } from './mutant.ts';

const JUDGE = 'server/functions/engine/left-alone.sql';
const CLAIM = 'server/functions/engine/claim.sql';
const BEGIN = 'server/functions/engine/begin-deliveries.sql';
const SETS = 'server/src/features/list-sets/set-queries.ts';
const TESTS = ['server/src/engine/leave-out.test.ts'];
const SET_TESTS = ['server/src/features/list-sets/list-sets.test.ts'];

/** Defects in whom a campaign leaves out, and in lists from lists (docs/engine.md#left-alone). */
export const LEAVE_OUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'who is left out is judged by the plan alone',
    file: CLAIM,
    edits: [['c.started_at, c.leave_out, c.mark', 'c.started_at, null::jsonb, c.mark']],
    tests: TESTS,
  },
  {
    name: 'who is put into a list that is left out after the claim still gets the message',
    file: 'server/src/engine/begin.ts',
    edits: [['...(left_alone[ord] ?? NOT_ASKED)', '...NOT_ASKED']],
    tests: TESTS,
  },
  {
    name: 'of begins at once each is judged as if it had the place of another',
    file: BEGIN,
    edits: [['json_object_agg(given.ord - 1,', 'json_object_agg(given.ord,']],
    tests: TESTS,
  },
  {
    name: 'of begins at once those of users without settings leave nobody out',
    file: BEGIN,
    edits: [
      [
        'left join settings s on s.user_id = p.user_id\n    cross join',
        'join settings s on s.user_id = p.user_id\n    cross join',
      ],
    ],
    tests: TESTS,
  },
  {
    name: 'who replied long ago is left out for good',
    file: JUDGE,
    edits: [
      [
        'l.replied_at > moment - make_interval(days => replied_days)',
        'l.replied_at > moment - make_interval(years => replied_days)',
      ],
    ],
    tests: TESTS,
  },
  {
    name: 'a version without leaving out claims campaigns that leave somebody out',
    file: 'server/migrations/0044-leave-out.sql',
    edits: [['num_nonnulls(parts, leave_out) = 0', 'parts is null']],
    tests: TESTS,
  },
  {
    name: 'a list from lists takes names on do-not-contact',
    file: SETS,
    edits: [
      [
        'from pg_temp.set_judged\n      where is_wanted and not is_blocked',
        'from pg_temp.set_judged\n      where is_wanted',
      ],
    ],
    tests: SET_TESTS,
  },
];

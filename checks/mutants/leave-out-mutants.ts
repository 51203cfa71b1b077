import type { Mutant } from './mutant.ts';

const SETS = 'server/src/features/list-sets/set-queries.ts';
const TESTS = ['server/src/engine/leave-out.test.ts'];
const SET_TESTS = ['server/src/features/list-sets/list-sets.test.ts'];

/** Defects in whom a campaign leaves out, and in lists from lists (docs/engine.md#left-alone). */
export const LEAVE_OUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'who is left out is judged by the plan alone',
    file: 'server/functions/engine/claim.sql',
    edits: [['if is_test(c.id) or asks_left_alone(s, c.leave_out) is not true then', 'if true then']],
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
    file: 'server/functions/engine/facts.sql',
    edits: [['json_object_agg(given.ord - 1,', 'json_object_agg(given.ord,']],
    tests: TESTS,
  },
  {
    name: 'of begins at once those of users without settings leave nobody out',
    file: 'server/functions/engine/facts.sql',
    edits: [
      [
        'left join settings s on s.user_id = given.user_id\n    cross join',
        'join settings s on s.user_id = given.user_id\n    cross join',
      ],
    ],
    tests: TESTS,
  },
  {
    name: 'who replied long ago is left out for good',
    file: 'contract/src/rules/person.ts',
    edits: [['now - replied_days * DAY_MS', 'now - replied_days * 365 * DAY_MS']],
    tests: ['contract/src/rules/person.test.ts', ...TESTS],
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

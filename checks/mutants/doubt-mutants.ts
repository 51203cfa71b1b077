import type { Mutant } from './mutant.ts';

const TESTS = ['server/src/features/campaigns/plan/doubts.test.ts'];
const LOOKED = 'server/src/features/campaigns/plan/doubt-queries.ts';

/** A plan's doubts, taking their people out, and what a plan saves. */
export const DOUBT_MUTANTS: readonly Mutant[] = [
  {
    name: 'what a plan tried is saved for a campaign that has ended',
    file: 'server/src/features/campaigns/plan/plan-routes.ts',
    edits: [['      await getUnended(tx, key, deps.clock.now());\n', '']],
    tests: ['server/src/features/campaigns/plan/save-plan.test.ts'],
  },
  {
    name: 'a campaign with the same list is looked at',
    file: LOOKED,
    edits: [['and list_id <> $', 'and 0 <> $']],
    tests: TESTS,
  },
  {
    name: 'a draft is looked at',
    file: LOOKED,
    edits: [[' and not is_draft', '']],
    tests: TESTS,
  },
  {
    name: 'who was taken out elsewhere is worth a look',
    file: LOOKED,
    edits: [
      [
        "in ('waiting', 'leased', 'sending')\n    order",
        "in ('waiting', 'leased', 'sending', 'skipped')\n    order",
      ],
    ],
    tests: TESTS,
  },
  {
    name: 'people whom nobody writes to twice are worth a look',
    file: 'server/src/features/campaigns/plan/doubts.ts',
    edits: [
      ['if (may_repeat && others', 'if (others'],
      ['if (may_repeat && has_messaged', 'if (has_messaged'],
    ],
    tests: TESTS,
  },
  {
    name: 'a group has a line for each in the log',
    file: 'server/src/engine/by-hand/take-out.ts',
    edits: [['isGroup ? { ...change, action: undefined } : change', 'change']],
    tests: TESTS,
  },
  {
    name: 'a group that is being sent to is refused',
    file: 'server/src/engine/by-hand/take-out.ts',
    edits: [['if (!isGroup && taken_out', 'if (taken_out']],
    tests: TESTS,
  },
];

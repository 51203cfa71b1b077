import type { Mutant } from './mutant.ts';

const BULK = 'server/src/features/recipients/bulk/bulk-change-queries.ts';
const TESTS = ['server/src/features/recipients/conditions.test.ts'];

/** Defects in whom conditions choose (docs/behaviour.md#conditions). */
export const FILTER_MUTANTS: readonly Mutant[] = [
  {
    name: 'all of a list are changed though a filter was given',
    file: BULK,
    edits: [['{ now, each: true })', '{ now, each: true }) && sql``']],
    tests: TESTS,
  },
  {
    name: 'those of a filter are passed over who did not fit into a batch',
    file: BULK,
    edits: [['  if (ids.length === limit) return { ids, last_id: ids.at(-1) ?? null };\n', '']],
    tests: TESTS,
  },
  {
    name: 'what a filter found is shown after people have changed',
    file: 'server/src/features/recipients/held-ids.ts',
    edits: [['held?.version !== version', 'version === "" || !held']],
    tests: TESTS,
  },
  {
    name: 'a filter by a deleted tag shows everybody without it',
    file: 'server/src/features/views/check-conditions.ts',
    edits: [['kind, ids })) < ids.length', 'kind, ids })) < 0']],
    tests: TESTS,
  },
];

import type { Mutant } from './mutant.ts';

const STATE = 'server/src/features/sources/state-source.ts';
const QUERIES = 'server/src/features/sources/queries.ts';
const TESTS = ['server/src/features/sources/sources.test.ts'];

/** Defects in where people are from, and who is written to by it (docs/behaviour.md#sources). */
export const SOURCES_MUTANTS: readonly Mutant[] = [
  {
    name: 'the source of an undone import still counts',
    file: 'server/src/features/recipients/condition-queries.ts',
    edits: [[' and x.withdrawn_at is null)`', ')`']],
    tests: TESTS,
  },
  {
    name: 'people without a source are written to though the settings ask for one',
    file: 'contract/src/rules/person.ts',
    edits: [['account.settings.require_source && !person.has_source', 'false']],
    tests: ['contract/src/rules/person.test.ts', ...TESTS],
  },
  {
    name: 'an import without a source is taken though the settings ask for one',
    file: STATE,
    edits: [['if (await requiresSource(tx, user_id))', 'if (false as boolean)']],
    tests: TESTS,
  },
  {
    name: 'of too many sources the oldest stay',
    file: QUERIES,
    edits: [['greatest(1, cardinality', 'least(1, cardinality']],
    tests: TESTS,
  },
  {
    name: 'a version that asks for no source claims for whoever requires one',
    file: 'server/migrations/0045-sources.sql',
    edits: [['user_id = of_user and require_source)', 'user_id = of_user and false)']],
    tests: TESTS,
  },
];

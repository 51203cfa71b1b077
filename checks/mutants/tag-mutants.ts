import type { Mutant } from './mutant.ts';

const TAGGING = 'server/src/features/recipients/bulk/bulk-tag.ts';
const QUERIES = 'server/src/features/recipients/bulk/bulk-tag-queries.ts';
const TESTS = ['server/src/features/recipients/bulk/bulk-tag.test.ts'];

/** Defects in how many people are tagged at once (docs/behaviour.md#bulk-changes). */
export const TAG_MUTANTS: readonly Mutant[] = [
  {
    name: 'many are tagged while an import changes them in another order',
    file: TAGGING,
    edits: [['  await lockFields(tx, user_id);\n', '']],
    tests: TESTS,
  },
  {
    name: 'a person tagged with others gets more tags than a person can have',
    file: QUERIES,
    edits: [['and cardinality(', 'and 0 * cardinality(']],
    tests: TESTS,
  },
  {
    name: 'a tag is put on recipients of another list',
    file: QUERIES,
    edits: [[' and list_id = ', ' and list_id >= ']],
    tests: TESTS,
  },
  {
    name: 'a deleted tag takes the room of another one',
    file: QUERIES,
    edits: [['tags.id = tag and deleted_at is null))`', 'tags.id = tag))`']],
    tests: TESTS,
  },
];

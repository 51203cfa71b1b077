import type { Mutant } from './mutant.ts';

const ERASE = ['server/src/features/people/erase.test.ts'];
const QUERIES = 'server/src/features/people/erase-queries.ts';

/** Erasing a person (docs/behaviour.md#erasing-a-person). */
export const ERASE_MUTANTS: readonly Mutant[] = [
  {
    name: 'an erasure leaves when campaigns wrote to the person',
    file: QUERIES,
    edits: [["  'message_ledger',\n", '']],
    tests: ERASE,
  },
  {
    name: 'an erasure leaves the name in the logs of campaigns',
    file: 'server/src/features/erasures/forget-names.ts',
    edits: [['[forgetNameInDeliveries, forgetNameInLog]', '[forgetNameInDeliveries]']],
    tests: ERASE,
  },
  {
    name: 'logs show the name until the timer has taken it out',
    file: 'server/src/features/campaigns/log/log-queries.ts',
    edits: [['and e.recipient = l.recipient) as', 'and false) as']],
    tests: ERASE,
  },
  {
    name: 'an import with columns brings an erased person back',
    file: 'server/src/features/recipients/import/table-reader.ts',
    edits: [
      ['erasedNames ? this.#dropErased(erasedTest(erasedNames)) : []', '(erasedNames, [] as number[])'],
    ],
    tests: ERASE,
  },
  {
    name: 'somebody is erased while a message to them is under way from a list that was deleted',
    file: 'server/src/features/people/erase-person.ts',
    edits: [[' || (await isBeingMessaged(tx, { ...key, now }))', '']],
    tests: ERASE,
  },
  {
    name: 'somebody is erased while a test is sent to them',
    file: 'server/src/features/people/erase-person.ts',
    edits: [['if (sending.length > 0 || ', 'if (']],
    tests: ERASE,
  },
  {
    name: 'an erased name is written down again by a press on its old page',
    file: 'server/src/features/stop-link/serve-page.ts',
    edits: [['    if (!(await findLinked(tx, code))) return;\n', '']],
    tests: ['server/src/features/stop-link/stop-link.test.ts'],
  },
];

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
    file: 'server/src/features/campaigns/log-queries.ts',
    edits: [['and e.recipient = l.recipient)`', 'and false)`']],
    tests: ERASE,
  },
  {
    name: 'an import with columns brings an erased person back',
    file: 'server/src/features/recipients/table-reader.ts',
    edits: [
      ['erasedNames ? this.#dropErased(erasedTest(erasedNames)) : []', '(erasedNames, [] as number[])'],
    ],
    tests: ERASE,
  },
];

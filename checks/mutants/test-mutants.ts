import type { Mutant } from './mutant.ts';

const TESTS = ['server/src/features/tests/tests.test.ts'];
const LEDGER = 'server/functions/engine/message-ledger.sql';

/** Tests to oneself (docs/engine.md#tests). */
export const TEST_MUTANTS: readonly Mutant[] = [
  {
    name: 'a test that came back unsent is handed out again',
    file: 'contract/src/rules/change.ts',
    edits: [["  if (isTest(campaign_id)) return 'failed';\n", '']],
    tests: ['server/src/features/tests/late-test.test.ts'],
  },
  {
    name: 'a claim outside the hours hands out no test',
    file: 'contract/src/rules/time.ts',
    edits: [['  if (isTest(id)) return {', '  if (false) return {']],
    tests: ['contract/src/rules/claim-cases.test.ts', 'contract/src/rules/allowed-at.test.ts', ...TESTS],
  },
  {
    name: 'a test that begins is noted in the ledger',
    file: LEDGER,
    edits: [['where not is_test(campaign_id) group', 'group']],
    tests: TESTS,
  },
  {
    name: 'the outcome of a test is noted in the ledger',
    file: 'contract/src/rules/ledger/note.ts',
    edits: [['isTest(campaign_id) || ', '']],
    tests: ['contract/src/rules/ledger/note.test.ts', ...TESTS],
  },
  {
    name: 'browsers are told of a test as of a campaign',
    file: 'server/src/engine/publish.ts',
    edits: [['    if (isTest(campaign_id)) continue;\n', '']],
    tests: TESTS,
  },
  {
    name: 'the sweep does not see tests',
    file: 'server/src/engine/sweep-queries.ts',
    edits: [['  await showTests(tx);\n', '']],
    tests: TESTS,
  },
  {
    name: 'a test is made though the account has sent what its cap allows',
    file: 'server/src/features/tests/create-test.ts',
    edits: [['  if (!profile.account_has_room) throw conflict(ACCOUNT_AT_CAP);\n', '']],
    tests: TESTS,
  },
  {
    name: "a test that waits for the account's cap is said to wait for an agent",
    file: 'server/src/features/tests/routes.ts',
    edits: [['  if (!row.account_has_room) return ACCOUNT_AT_CAP;\n', '']],
    tests: TESTS,
  },
  {
    name: 'administrators count tests',
    file: 'server/src/database/transactions.ts',
    edits: [[', ...NO_TESTS }', ' }']],
    tests: TESTS,
  },
];

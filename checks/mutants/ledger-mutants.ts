import type { Mutant } from './mutant.ts';

const TWICE = ['server/src/engine/never-twice.test.ts'];
const MESSAGED = ['server/src/engine/message-ledger.test.ts'];
const LEDGER = 'server/functions/engine/message-ledger.sql';
const NOTES = 'contract/src/rules/ledger/note.ts';
const NOTED = ['contract/src/rules/ledger/note.test.ts'];
const DELETED = 'contract/src/rules/ledger/deleted.ts';
const OF_DELETED = ['contract/src/rules/ledger/deleted.test.ts'];
const RESULTS = 'contract/src/rules/result.ts';

/** The ledger's record of begun messages (docs/engine.md#never-the-same-person). */
export const LEDGER_MUTANTS: readonly Mutant[] = [
  {
    name: 'begin does not look whether the person is being messaged from another list',
    file: 'contract/src/rules/begin.ts',
    edits: [['Object.values(begun).filter((message) => isUnderWay(message, now)).length', '0']],
    tests: [...TWICE, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'of several begins at once for one person all are granted',
    file: 'contract/src/rules/begin.ts',
    edits: [['(people.get(personOf(account, person)) ?? 0) +\n', '']],
    tests: [...TWICE, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'the outcome of a message is not noted in the ledger',
    file: 'server/functions/engine/change-deliveries.sql',
    edits: [["perform write_ledger(counted->'notes');", 'null;']],
    tests: MESSAGED,
  },
  {
    name: 'a message that begins is not noted in the ledger',
    file: 'server/functions/engine/begin-deliveries.sql',
    edits: [['  perform note_begun(moment, grants);\n', '']],
    tests: [...TWICE, ...MESSAGED],
  },
  {
    name: 'of two notes of a person in one step the last one counts alone',
    file: NOTES,
    edits: [['before ? { ...note, ...joined(before, note) } : note', 'note']],
    tests: [...NOTED, ...MESSAGED],
  },
  {
    name: 'an older message overwrites the date of a newer one',
    file: LEDGER,
    edits: [
      [
        'greatest(l.last_messaged_at, excluded.last_messaged_at)',
        'coalesce(excluded.last_messaged_at, l.last_messaged_at)',
      ],
    ],
    tests: MESSAGED,
  },
  {
    name: 'what is unclear does not count as messaged',
    file: 'contract/src/rules/person.ts',
    edits: [['    if (!isUnderWay(message, now)) last', '    if (false) last']],
    tests: ['contract/src/rules/person.test.ts', ...MESSAGED],
  },
  {
    name: 'what certainly did not arrive stays in the ledger',
    file: NOTES,
    edits: [['entry !== null || wasOpen ?', 'isSent || entry !== null ?']],
    tests: [...NOTED, ...MESSAGED],
  },
  {
    name: 'the end of one message takes those of other campaigns out of the ledger',
    file: LEDGER,
    edits: [
      ['begun = jsonb_strip_nulls(l.begun || excluded.begun)', 'begun = jsonb_strip_nulls(excluded.begun)'],
    ],
    tests: MESSAGED,
  },
  {
    name: 'a begin takes the messages of other campaigns out of the ledger',
    file: LEDGER,
    edits: [['begun = l.begun || excluded.begun;', 'begun = excluded.begun;']],
    tests: MESSAGED,
  },
  {
    name: 'a message that no server ended is under way for ever',
    file: 'contract/src/rules/person.ts',
    edits: [[' && momentOf(message) > now - (SENDING_LEASE_SECONDS + SLACK_SECONDS) * 1000', '']],
    tests: ['contract/src/rules/person.test.ts', ...MESSAGED],
  },
  {
    name: 'a name that was deleted from its list is not noted under the name that it had',
    file: 'contract/src/rules/follow.ts',
    edits: [['facts.recipient ?? facts.begun_name', 'facts.recipient']],
    tests: ['contract/src/rules/follow.test.ts', ...MESSAGED],
  },
  {
    name: 'a late word about a deleted campaign is lost',
    file: RESULTS,
    edits: [['isOfDeleted && !isElsewhere ?', 'false ?']],
    tests: MESSAGED,
  },
  {
    name: 'what may still be told of a deleted campaign is not kept',
    file: 'contract/src/rules/requeue.ts',
    edits: [["is_remembered: was_begun && state !== 'sent'", 'is_remembered: false']],
    tests: MESSAGED,
  },
  {
    name: 'a failed of another lease clears a person of a deleted campaign',
    file: DELETED,
    edits: [['trace?.is_own ? outcome', 'trace ? outcome']],
    tests: [...OF_DELETED, ...MESSAGED],
  },
  {
    name: 'an unknown that its owner settled makes a person of a deleted campaign unclear again',
    file: DELETED,
    edits: [["trace?.is_settled ? null : 'uncertain'", "'uncertain'"]],
    tests: [...OF_DELETED, ...MESSAGED],
  },
  {
    name: 'what left no trace is noted under the campaign that the report names',
    file: DELETED,
    edits: [['? campaign_id : NO_CAMPAIGN', '? campaign_id : campaign_id']],
    tests: OF_DELETED,
  },
  {
    name: 'another server is believed about a campaign that is gone',
    file: DELETED,
    edits: [['(is_of_here ? name : null)', 'name']],
    tests: [...OF_DELETED, ...MESSAGED],
  },
  {
    name: 'another server is believed about a delivery that this one remembers',
    file: DELETED,
    edits: [['is_of_here === false ? null : ', '']],
    tests: [...OF_DELETED, ...MESSAGED],
  },
];

import type { Mutant } from './mutant.ts';

const BEGIN = 'server/functions/engine/begin-deliveries.sql';
const RECORD = 'server/functions/engine/record-replies.sql';
const BUDGET = ['server/src/engine/budget.test.ts'];
const REPLY = 'contract/src/rules/reply.ts';
const WRITTEN_TO = 'contract/src/rules/written-to.ts';
const tests = ['server/src/engine/replies.test.ts'];
const PROPERTIES = 'contract/src/rules/reply.test.ts';

/** Defects in what follows from a reply, and from none. */
export const REPLY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a slow answer of the database sets the clock back, and a reply lies before its message',
    file: 'server/src/clock.ts',
    edits: [['Math.min(Math.max(offset, least), least + seconds * 1000)', 'least + 0 * seconds']],
    tests: ['server/src/engine/clocks.test.ts'],
  },
  {
    name: 'a reply is compared with the moment at which its campaign was made',
    file: 'server/functions/engine/facts.sql',
    edits: [['milliseconds(c.started_at)', 'milliseconds(c.created_at)']],
    tests: tests,
  },
  {
    name: 'a reply stops no campaign that ran when it came',
    file: 'contract/src/rules/person.ts',
    edits: [['Math.min(campaign.started_at ?? now, now - quiet_days * DAY_MS)', 'now - quiet_days * DAY_MS']],
    tests: ['contract/src/rules/person.test.ts', ...tests],
  },
  {
    name: 'a campaign that starts within the quiet days writes to who replied',
    file: 'contract/src/rules/person.ts',
    edits: [
      ['Math.min(campaign.started_at ?? now, now - quiet_days * DAY_MS)', 'campaign.started_at ?? now'],
    ],
    tests: ['contract/src/rules/person.test.ts', ...tests],
  },
  {
    name: 'who replied is handed out from the line',
    file: 'server/functions/engine/facts.sql',
    edits: [[' or s.hears_replies is true);', ');']],
    tests: tests,
  },
  {
    name: 'what is seen in the thread is recorded after the person was judged',
    file: BEGIN,
    edits: [
      [
        "  if seen is not null then events := array(select json_array_elements(record_replies(moment, seen)->'events')); end if;\n",
        '',
      ],
      [
        "  return json_build_object('moment', milliseconds(moment), 'events'",
        "  if seen is not null then events := array(select json_array_elements(record_replies(moment, seen)->'events')); end if;\n  return json_build_object('moment', milliseconds(moment), 'events'",
      ],
    ],
    tests,
  },
  {
    name: 'a message with two replies counts twice',
    file: REPLY,
    edits: [['message.replied_at === null && !isMade', '!isMade']],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'a reply that is told again is new',
    file: REPLY,
    edits: [['  known.profile_id === profile_id &&\n', '  false &&\n']],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'a reply that is told in whole seconds counts as the beginning of its second',
    file: REPLY,
    edits: [['told.at % SECOND_MS === 0 ? told.at + SECOND_MS - 1 : told.at', 'told.at']],
    tests: [PROPERTIES],
  },
  {
    name: 'a stop word does not outweigh the hand of the owner',
    file: RECORD,
    edits: [["where x.how = 'hand'", 'where false']],
    tests,
  },
  {
    name: 'our own message is a reply',
    file: REPLY,
    edits: [["  if (isOurs) return { kind: 'ours' };\n", '']],
    tests,
  },
  {
    name: 'what was written before our first message is a reply',
    file: REPLY,
    edits: [['if (first === null || at <= first) return OTHER;', 'if (first === null) return OTHER;']],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'a stop word puts nobody on do-not-contact',
    file: REPLY,
    edits: [["stops: stop === 'sure'", 'stops: false']],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'a word that may mean a stop puts its person on do-not-contact',
    file: REPLY,
    edits: [["stops: stop === 'sure'", "stops: stop !== 'no'"]],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'a message counts for the budget although nobody could hear a reply',
    file: 'contract/src/rules/ledger/note.ts',
    edits: [['isSent && is_heard ?', 'isSent ?']],
    tests: ['contract/src/rules/ledger/note.test.ts', ...tests],
  },
  {
    name: 'a reply leaves the messages without one as they are',
    file: WRITTEN_TO,
    edits: [['without_reply: entriesAfter(ledger.without_reply, at)', 'without_reply: ledger.without_reply']],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'a reply takes out what was sent after it',
    file: WRITTEN_TO,
    edits: [['without_reply: entriesAfter(ledger.without_reply, at)', 'without_reply: {}']],
    tests: [PROPERTIES, ...tests],
  },
  {
    name: 'the budget lets one message more',
    file: 'contract/src/rules/person.ts',
    edits: [['messages >= budget', 'messages > budget']],
    tests: ['contract/src/rules/person.test.ts', ...tests],
  },
  {
    name: 'the budget does not count a message that is being sent',
    file: 'contract/src/rules/begin.ts',
    edits: [['unreplied + underWay >= budget', 'unreplied >= budget']],
    tests: [...BUDGET, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begins that are judged together pass the budget',
    file: 'contract/src/rules/begin.ts',
    edits: [['  granted.people.set(name, (granted.people.get(name) ?? 0) + 1);\n', '']],
    tests: [...BUDGET, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'an unclear message counts for the budget as one that is being sent',
    file: 'contract/src/rules/person.ts',
    edits: [['message.unclear === undefined &&', 'true &&']],
    tests: [...BUDGET, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'with a budget a person gets one message at a time, however much is left of it',
    file: 'contract/src/rules/begin.ts',
    edits: [['unreplied + underWay >= budget', 'unreplied + underWay > 0 && underWay > 0']],
    tests: [...BUDGET, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'a message that is told while its person is handed out again counts without its moment',
    file: 'contract/src/rules/ledger/note.ts',
    edits: [['const at = begun_at ?? now;', 'const at = begun_at ?? 0;']],
    tests: ['contract/src/rules/ledger/note.test.ts', 'server/model/real-engine.test.ts'],
  },
];

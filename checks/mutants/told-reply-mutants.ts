import type { Mutant } from './mutant.ts';

const REPLY = 'contract/src/rules/reply.ts';
const WRITTEN_TO = 'contract/src/rules/written-to.ts';
const WRITER = 'contract/src/rules/reply-writer.ts';
const tests = ['server/src/engine/told-replies.test.ts'];
const TOLD = ['server/src/engine/told-moments.test.ts'];
const OF_REPLY = ['contract/src/rules/reply.test.ts', ...tests];
const OF_WRITER = ['contract/src/rules/reply-writer.test.ts', ...tests];

/** Defects in when a reply was written, which one it is, who wrote it, and what is undecided. */
export const TOLD_REPLY_MUTANTS: readonly Mutant[] = [
  {
    name: 'what begin tells is as old as its time says',
    file: REPLY,
    edits: [["told.via === 'thread' ? lastOfOurs(told, person, now) : null", 'null']],
    tests,
  },
  {
    name: 'a time that a site tells roughly counts as its first moment',
    file: REPLY,
    edits: [['Math.ceil((told.precision_seconds ?? 0) * SECOND_MS)', '0']],
    tests,
  },
  {
    name: 'the same words after another message are the same wish',
    file: REPLY,
    edits: [['alike.filter((reply) => (reply.told_at ?? reply.at) <= at && reply.at >= told_at)', 'alike']],
    tests,
  },
  {
    name: 'a reply that is told more roughly is another one',
    file: REPLY,
    edits: [
      [
        'alike.filter((reply) => (reply.told_at ?? reply.at) <= at && reply.at >= told_at)',
        'alike.filter((reply) => reply.told_at === told_at)',
      ],
    ],
    tests,
  },
  {
    name: 'the same words twice after a message count twice',
    file: REPLY,
    edits: [['if (message && alike.some', 'if (false && alike.some']],
    tests,
  },
  {
    name: 'a campaign writes to somebody who may have asked for a stop',
    file: 'contract/src/rules/person.ts',
    edits: [["  if (person.is_undecided) return { kind: 'undecided_stop' };\n", '']],
    tests: ['contract/src/rules/begin.test.ts', ...tests],
  },
  {
    name: "a machine's answer counts as a person's",
    file: 'contract/src/people/replies.ts',
    edits: [["automatic === 'sure' || automatic === 'owner_yes'", "automatic === 'owner_yes'"]],
    tests: OF_REPLY,
  },
  {
    name: "a machine's answer resets the budget",
    file: REPLY,
    edits: [
      [
        'isAutomatic(reply.automatic) ? person.ledger : hear(person.ledger, reply.at)',
        'hear(person.ledger, reply.at)',
      ],
    ],
    tests: OF_REPLY,
  },
  {
    name: "a reply that is taken for a machine's goes on stopping campaigns",
    file: WRITER,
    edits: [['said.is_automatic ? forget({ ledger, messages }, others)', 'said.is_automatic ? null']],
    tests: OF_WRITER,
  },
  {
    name: "a reply that is taken for a machine's stays in the rate",
    file: WRITER,
    edits: [['counted: recount(reply, said.is_automatic ? others : [...others, reply])', 'counted: null']],
    tests: OF_WRITER,
  },
  {
    name: "the messages before a machine's answer are forgotten by the budget",
    file: WRITER,
    edits: [
      [
        '    ...Object.fromEntries(heard.map(({ campaign_id, begun_at }) => [campaign_id, begun_at / 1000])),\n',
        '',
      ],
    ],
    tests: OF_WRITER,
  },
  {
    name: "with a machine's answer the others to its message are forgotten",
    file: WRITER,
    edits: [['one.campaign_id === campaign_id && one.recipient_id === recipient_id', 'false']],
    tests: OF_WRITER,
  },
  {
    name: 'an older reply that is told later moves the last reply back',
    file: WRITTEN_TO,
    edits: [['  if (ledger.replied_at !== null && ledger.replied_at >= at) return ledger;\n', '']],
    tests: OF_REPLY,
  },
  {
    name: 'who answers at once is not heard where a message is told later than it was sent',
    file: REPLY,
    edits: [[', ...known.filter((at) => at > forgotten_since && at <= until)]', ']']],
    tests: ['contract/src/rules/reply.test.ts', ...TOLD],
  },
  {
    name: 'an answer that was read before its message was told is not heard',
    file: REPLY,
    edits: [['is_moved && !isOurs ? at : null', 'null']],
    tests: TOLD,
  },
  {
    name: 'a message of ours that is told again is heard as an answer',
    file: REPLY,
    edits: [['is_moved && !isOurs ? at : null', 'is_moved ? at : null']],
    tests: ['contract/src/rules/reply-cases.test.ts'],
  },
];

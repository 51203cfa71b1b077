import type { Mutant } from './mutant.ts';

const RECORD = 'server/functions/engine/record-replies.sql';
const AUTOMATIC = 'server/functions/engine/automatic-replies.sql';
const tests = ['server/src/engine/told-replies.test.ts'];

/** Defects in when a reply was written, which one it is, who wrote it, and what is undecided. */
export const TOLD_REPLY_MUTANTS: readonly Mutant[] = [
  {
    name: 'what begin tells is as old as its time says',
    file: RECORD,
    edits: [["if reply.via = 'thread' and", 'if false and']],
    tests,
  },
  {
    name: 'a time that a site tells roughly counts as its first moment',
    file: RECORD,
    edits: [['make_interval(secs => coalesce(told.precision_seconds, 0))', "interval '0'"]],
    tests,
  },
  {
    name: 'the same words after another message are the same wish',
    file: RECORD,
    edits: [['and coalesce(r.told_at, r.at) <= to_moment and r.at >= from_moment', '']],
    tests,
  },
  {
    name: 'a reply that is told more roughly is another one',
    file: RECORD,
    edits: [['coalesce(r.told_at, r.at) <= to_moment and r.at >= from_moment', 'r.told_at = from_moment']],
    tests,
  },
  {
    name: 'the same words twice after a message count twice',
    file: RECORD,
    edits: [['and (r.campaign_id, r.recipient_id) = (of_campaign, of_recipient_id)', 'and false']],
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
    file: RECORD,
    edits: [["return r.automatic in ('sure', 'owner_yes')", "return r.automatic = 'owner_yes'"]],
    tests,
  },
  {
    name: "a machine's answer resets the budget",
    file: RECORD,
    edits: [
      ['if not is_automatic(added) then perform hear_reply(added)', 'if true then perform hear_reply(added)'],
    ],
    tests,
  },
  {
    name: "a reply that is taken for a machine's goes on stopping campaigns",
    file: AUTOMATIC,
    edits: [['perform forget_reply(r); else', 'null; else']],
    tests,
  },
  {
    name: "a reply that is taken for a machine's stays in the rate",
    file: AUTOMATIC,
    edits: [['(first_at is not null)::integer - (was is not null)::integer', '0']],
    tests,
  },
  {
    name: "the messages before a machine's answer are forgotten by the budget",
    file: AUTOMATIC,
    edits: [['heard_messages(r.user_id, r.recipient) || l.without_reply', 'l.without_reply']],
    tests,
  },
  {
    name: "with a machine's answer the others to its message are forgotten",
    file: AUTOMATIC,
    edits: [['and o.recipient_id = r.recipient_id and not is_automatic(o)', 'and false']],
    tests,
  },
  {
    name: 'an older reply that is told later moves the last reply back',
    file: RECORD,
    edits: [[' and (replied_at is null or replied_at < r.at)', '']],
    tests,
  },
];

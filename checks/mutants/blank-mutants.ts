import type { Mutant } from './mutant.ts';

const CLAIM = 'server/functions/engine/claim.sql';
const BLANKS = 'server/functions/engine/blanks.sql';
const BEGIN = 'server/functions/engine/begin-deliveries.sql';
const MODEL = ['server/model/real-engine.test.ts'];
const TESTS = ['server/src/engine/blanks.test.ts'];
const VERSIONS = ['server/src/engine/blanks-of-versions.test.ts'];

/** Defects in how the blanks of a text are filled and judged. */
export const BLANK_MUTANTS: readonly Mutant[] = [
  {
    name: 'the source of an undone import fills a blank',
    file: BLANKS,
    edits: [['x.id = any (p.sources) and x.withdrawn_at is null', 'x.id = any (p.sources)']],
    tests: TESTS,
  },
  {
    name: 'the oldest source fills a blank',
    file: BLANKS,
    edits: [['order by x.id desc limit 1', 'order by x.id limit 1']],
    tests: TESTS,
  },
  {
    name: 'who has no value for a blank is handed out',
    file: CLAIM,
    edits: [['unfit_reason(line.needs, candidate.recipient, candidate.blanks) end);', 'null::jsonb end);']],
    tests: MODEL,
  },
  {
    name: 'the values of a message that was begun are overwritten',
    file: CLAIM,
    edits: [
      ['when d.recipient is not null and d.blanks is not null then d.blanks', 'when false then d.blanks'],
    ],
    tests: [...TESTS, ...MODEL],
  },
  {
    name: 'begin writes the values of its own moment',
    file: BEGIN,
    edits: [
      [
        'recipient = g.recipient,\n',
        `recipient = g.recipient, blanks = case when d.blanks is not null then (
          select p.fields from people p where p.user_id = g.user_id and p.recipient = g.recipient) end,\n`,
      ],
    ],
    tests: [...TESTS, ...MODEL],
  },
  {
    name: 'begin grants a text with a hole',
    file: 'contract/src/rules/person.ts',
    edits: [
      [
        'return known ?? (campaign.parts && findUnfit(campaign.parts, person.recipient, blanks));',
        "return known ?? (blanks === null ? { kind: 'gone' } : null);",
      ],
    ],
    tests: [...VERSIONS, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'begin grants what was handed out without values',
    file: 'contract/src/rules/begin.ts',
    edits: [["  if (parts !== null && lease.blanks === null) return 'paused';\n", '']],
    tests: [...VERSIONS, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'who was handed out before keeps the value of then',
    file: CLAIM,
    edits: [['when d.recipient is not null and d.blanks is not null then', 'when d.blanks is not null then']],
    tests: TESTS,
  },
  {
    name: 'a missing value is not noticed at a retry',
    file: CLAIM,
    edits: [['case when candidate.blanks is not null then unfit', 'case when not line.is_read then unfit']],
    tests: TESTS,
  },
  {
    name: 'the values with which a message was filled are not written',
    file: 'server/functions/engine/lease-deliveries.sql',
    edits: [["'leased', blanks from unnest(leases)", "'leased', '{}' from unnest(leases)"]],
    tests: [...TESTS, ...MODEL],
  },
  {
    name: 'a message is as long as its words',
    file: BLANKS,
    edits: [
      ['      + needs.values_used * octet_length(given::text) <= longest_message()', ' <= longest_message()'],
    ],
    tests: TESTS,
  },
  {
    name: 'a message of nothing is sent',
    file: BLANKS,
    edits: [["when trim(message, E' \\t\\n\\r') = '' then", 'when false then']],
    tests: TESTS,
  },
  {
    name: 'the name before the @ is the whole address',
    file: BLANKS,
    edits: [["split_part(of_recipient, '@', 1)", 'of_recipient']],
    tests: TESTS,
  },
  {
    name: 'a campaign from before blanks is parsed anew',
    file: 'server/src/engine/message.ts',
    edits: [
      [
        'if (parts === null) return fillUsername(template_content, recipient);',
        'if (parts === null) return fillText(parseText(template_content).parts, { [USERNAME]: recipient });',
      ],
      ['import { fillText, fillUsername, USERNAME }', 'import { fillText, parseText, USERNAME }'],
    ],
    tests: TESTS,
  },
  {
    name: 'a text that looks like one with blanks counts as one without',
    file: 'contract/src/text/message-text.ts',
    edits: [['!isBroken && (source === part', '(source === part']],
    tests: TESTS,
  },
];

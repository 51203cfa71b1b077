import type { Mutant } from './mutant.ts';

const BEGIN = 'server/functions/engine/begin-deliveries.sql';
const MODEL = ['server/model/real-engine.test.ts'];
const TESTS = ['server/src/engine/blanks.test.ts'];
const VERSIONS = ['server/src/engine/blanks-of-versions.test.ts'];

/** Defects in how the blanks of a text are filled and judged. */
export const BLANK_MUTANTS: readonly Mutant[] = [
  {
    name: 'the source of an undone import fills a blank',
    file: 'server/functions/engine/claim.sql',
    edits: [['x.id = any (w.sources) and x.withdrawn_at is null order', 'x.id = any (w.sources) order']],
    tests: TESTS,
  },
  {
    name: 'the oldest source fills a blank',
    file: 'server/functions/engine/claim.sql',
    edits: [['order by x.id desc limit 1', 'order by x.id limit 1']],
    tests: TESTS,
  },
  {
    name: 'who has no value for a blank is handed out',
    file: 'contract/src/rules/claim.ts',
    edits: [
      [
        'findSkip(person, { account: facts.account, campaign, blanks, now })',
        'findSkip(person, { account: facts.account, campaign: place.is_retry ? campaign : { ...campaign, parts: null }, blanks, now })',
      ],
    ],
    tests: ['contract/src/rules/claim-cases.test.ts', ...MODEL],
  },
  {
    name: 'the values of a message that was begun are overwritten',
    file: 'contract/src/rules/claim.ts',
    edits: [['(delivery?.blanks ?? valuesFor(', '(valuesFor(']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...TESTS, ...MODEL],
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
    file: 'server/functions/engine/claim.sql',
    edits: [['case when d.recipient is not null then d.blanks end', 'd.blanks']],
    tests: TESTS,
  },
  {
    name: 'a missing value is not noticed at a retry',
    file: 'contract/src/rules/claim.ts',
    edits: [
      [
        'findSkip(person, { account: facts.account, campaign, blanks, now })',
        'findSkip(person, { account: facts.account, campaign: place.is_retry ? { ...campaign, parts: null } : campaign, blanks, now })',
      ],
    ],
    tests: ['contract/src/rules/claim-cases.test.ts', ...TESTS],
  },
  {
    name: 'the values with which a message was filled are not written',
    file: 'server/functions/engine/lease-deliveries.sql',
    edits: [["'leased', blanks from unnest(leases)", "'leased', '{}' from unnest(leases)"]],
    tests: [...TESTS, ...MODEL],
  },
  {
    name: 'a message is as long as its words',
    file: 'contract/src/rules/unfit.ts',
    edits: [['    message += filled;\n', "    if (message.trim() === '') message += filled;\n"]],
    tests: TESTS,
  },
  {
    name: 'a message of nothing is sent',
    file: 'contract/src/rules/unfit.ts',
    edits: [['if (blank !== undefined && message', 'if (false && message']],
    tests: TESTS,
  },
  {
    name: 'the name before the @ is the whole address',
    file: 'contract/src/rules/values.ts',
    edits: [['localName(recipient)', 'recipient']],
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

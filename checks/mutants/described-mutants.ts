import type { Mutant } from './mutant.ts';

const FOLDER = 'agent/src/drivers/described';
const tests = [`${FOLDER}/described.test.ts`];

/** What a described site shows, and what is believed of it (docs/site-drivers.md#a-site-without-code). */
export const DESCRIBED_MUTANTS: readonly Mutant[] = [
  {
    name: 'a message of a described site is believed while it is on its way',
    file: `${FOLDER}/messages.ts`,
    edits: [[' && !shown.isPending', '']],
    tests,
  },
  {
    name: 'an older message that comes into a described thread is taken for the new one',
    file: `${FOLDER}/answer.ts`,
    edits: [['  if (newest.isKnown && !thread.description.messages.virtual) return false;\n', '']],
    tests,
  },
  {
    name: 'a message of a described site is believed before it can be refused',
    file: `${FOLDER}/answer.ts`,
    edits: [['>= BELIEVED_AFTER_MS', '>= 0']],
    tests,
  },
  {
    name: 'a limit without a refusal is taken for a message that was not sent',
    file: `${FOLDER}/answer.ts`,
    edits: [["{ outcome: 'unknown', reason: stop", "{ outcome: 'failed', reason: stop"]],
    tests,
  },
  {
    name: 'a history of a described site is counted while it grows',
    file: `${FOLDER}/messages.ts`,
    edits: [['const QUIET_MS = 600;', 'const QUIET_MS = 0;']],
    tests,
  },
  {
    name: 'a described thread of somebody else is written in',
    file: `${FOLDER}/described.ts`,
    edits: [['      await requirePerson(thread, person);\n', '']],
    tests,
  },
  {
    name: 'a button that was covered after the grant is pressed',
    file: `${FOLDER}/described.ts`,
    edits: [['if (late) return', 'if (late && false) return']],
    tests,
  },
  {
    name: 'a field that changed the message is sent from',
    file: `${FOLDER}/described.ts`,
    edits: [
      [
        'if (!(await compose({ ...composing, text: message }))) {',
        'if (!(await compose({ ...composing, text: message })) && !message) {',
      ],
    ],
    tests,
  },
];

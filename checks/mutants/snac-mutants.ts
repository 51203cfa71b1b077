import type { Mutant } from './mutant.ts';

const TESTS = ['agent/src/drivers/snac/snac.test.ts'];

export const SNAC_MUTANTS: readonly Mutant[] = [
  {
    name: 'a message to several people counts as a copy',
    file: 'agent/src/drivers/snac/messages.ts',
    edits: [['        mentions.length === 1 &&\n', '']],
    tests: TESTS,
  },
  {
    name: 'only the first page of the record of snac is counted',
    file: 'agent/src/drivers/snac/messages.ts',
    edits: [['read < 5', 'read < 1']],
    tests: TESTS,
  },
  {
    name: 'the answer of snac is believed without its record',
    file: 'agent/src/drivers/snac/snac.ts',
    edits: [['return (await appears', 'if (post) return { outcome: "sent" };\n      return (await appears']],
    tests: TESTS,
  },
  {
    name: 'an answer of a proxy counts as a refusal of snac',
    file: 'agent/src/drivers/snac/snac.ts',
    edits: [['422, 429]', '422, 429, 504]']],
    tests: TESTS,
  },
  {
    name: 'a server that leads elsewhere gets the token',
    file: 'agent/src/drivers/snac/sign-in.ts',
    edits: [['origin !== new URL(address).origin', 'origin === undefined']],
    tests: TESTS,
  },
];

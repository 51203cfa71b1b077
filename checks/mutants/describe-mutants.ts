import type { Mutant } from './mutant.ts';

const TESTS = ['agent/src/driver-trial/describe/describe-command.test.ts'];

export const DESCRIBE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a key reaches the site while a click is asked for',
    file: 'agent/src/driver-trial/describe/page-question.ts',
    edits: [["const CAUGHT = ['keydown', ", 'const CAUGHT = [']],
    tests: TESTS,
  },
  {
    name: 'a class that looks generated is proposed',
    file: 'agent/src/driver-trial/describe/selectors.ts',
    edits: [['classes.filter((one) => !isGenerated(one))', 'classes']],
    tests: TESTS,
  },
  {
    name: 'a selector with the name of a person is proposed',
    file: 'agent/src/driver-trial/describe/selectors.ts',
    edits: [["avoid.some((name) => name !== ''", "avoid.some((name) => name === ''"]],
    tests: TESTS,
  },
  {
    name: 'what one message alone has is taken for the mark of all',
    file: 'agent/src/driver-trial/describe/thread-parts.ts',
    edits: [['querySelectorAll(selector).length > 1', 'querySelectorAll(selector).length > 0']],
    tests: TESTS,
  },
];

import type { Mutant } from './mutant.ts';

const IN_PAGE = 'agent/src/drivers/last-look/box-in-page.ts';
const LOOK = 'agent/src/drivers/last-look/last-look.ts';
const tests = ['agent/src/drivers/described/described.test.ts'];

/** What is in the box when it is pressed for (docs/site-drivers.md#the-last-look). */
export const LAST_LOOK_MUTANTS: readonly Mutant[] = [
  {
    name: 'a draft that came into the box after the grant is sent',
    file: LOOK,
    edits: [['(one) => one.guard())) ? undefined : CHANGED', '(one) => one.guard()), undefined)']],
    tests,
  },
  {
    name: 'a text that changes at the press is sent',
    file: IN_PAGE,
    edits: [['          event.stopImmediatePropagation();\n', '']],
    tests,
  },
  {
    name: 'a press that was kept from the site is waited for and unclear',
    file: IN_PAGE,
    edits: [['          if (!hasReached) hold();\n', '']],
    tests,
  },
  {
    name: 'a message is pressed for that is longer than its box holds',
    file: IN_PAGE,
    edits: [['maxLength >= 0 && value.length > maxLength', 'maxLength > value.length && maxLength < 0']],
    tests,
  },
  {
    name: 'a counter that turns red is not seen',
    file: IN_PAGE,
    edits: [['(isRed(counter) && !was?.isRed)', '(isRed(counter) && was?.isRed === false && !was)']],
    tests,
  },
  {
    name: 'a counter that was red all the time refuses every message',
    file: IN_PAGE,
    edits: [
      ['    if (was?.words === counter.textContent) return false;\n', ''],
      [' && !was?.isRed', ''],
    ],
    tests,
  },
  {
    name: 'whose thread it is is not looked at after the grant',
    file: 'agent/src/drivers/described/described.ts',
    edits: [[' ?? (await findOther(thread, person))', '']],
    tests,
  },
];

import type { Mutant } from './mutant.ts';

const PLACE = 'agent/src/drivers/secret-place.ts';
const SERVER = 'server/src/features/agent-protocol/password-of-site.ts';
const tests = ['agent/src/drivers/sign-in-place.test.ts'];
const serverTests = ['server/src/features/profiles/password-of-site.test.ts'];

/** Where a stored password goes (docs/behaviour.md#secrets). */
export const SECRET_MUTANTS: readonly Mutant[] = [
  {
    name: 'a stored password is typed on the page of another server',
    file: PLACE,
    edits: [
      ['if (!origins.includes(origin))', 'if (origins.length === 0)'],
      ['[location.origin, ...targets]', 'targets'],
    ],
    tests,
  },
  {
    name: 'a stored password is typed into a form that goes elsewhere',
    file: PLACE,
    edits: [['[location.origin, ...targets]', '[location.origin]']],
    tests,
  },
  {
    name: 'a password is read for a job that began at the former site',
    file: SERVER,
    edits: [
      [
        'expected === null || expected === origins ? insta_password : null',
        'expected === null || true ? insta_password : null',
      ],
    ],
    tests: serverTests,
  },
  {
    name: 'a password is read by a machine that still has the former site',
    file: SERVER,
    edits: [['  if (changes_site) return null;\n', '']],
    tests: serverTests,
  },
  {
    name: 'a password is read for a site over plain http',
    file: SERVER,
    edits: [['one !== undefined && isRemotePlainHttp(one)', 'one === null']],
    tests: serverTests,
  },
];

import type { Mutant } from './mutant.ts';

const WORK = 'server/functions/agent-protocol/work.sql';
const SERVER = ['server/src/features/site/site.test.ts'];
const CHANGE = ['agent/src/drivers/change-site.test.ts'];

/** Which site is written to, and when an agent changes it (docs/behaviour.md#site). */
export const SITE_MUTANTS: readonly Mutant[] = [
  {
    name: 'an agent that has not taken the site of its account is given deliveries',
    file: WORK,
    edits: [[' and not (a.takes_site and a.site is distinct from s.site) as delivers', ' as delivers']],
    tests: SERVER,
  },
  {
    name: 'an account on the practice inbox gives work to every driver',
    file: WORK,
    edits: [['is_practice or is_practice_site(s.site)', 'is_practice']],
    tests: SERVER,
  },
  {
    name: 'an agent that cannot store its site is asked at every call',
    file: WORK,
    edits: [[" or payload = asked and created_at > moment - interval '1 minute'", '']],
    tests: SERVER,
  },
  {
    name: 'the site is changed while a campaign runs through it',
    file: 'server/src/features/site/routes.ts',
    edits: [['if (await isSending(tx, user_id)) throw conflict(SITE_HELD);', '']],
    tests: SERVER,
  },
  {
    name: 'an agent changes its site while a delivery is in hand',
    file: 'agent/src/drivers/change-site.ts',
    edits: [['        await Promise.allSettled(deliveries);\n', '']],
    tests: CHANGE,
  },
  {
    name: 'a delivery begins while the site is being changed',
    file: 'agent/src/drivers/change-site.ts',
    edits: [['isChanging ? undefined : site.driver()', 'site.driver()']],
    tests: CHANGE,
  },
  {
    name: 'a chosen site is written to although PRACTICE_URL is set',
    file: 'agent/src/drivers/agent-site.ts',
    edits: [['  if (options.practiceUrl) {', '  if (options.practiceUrl === choice.kind) {']],
    tests: ['agent/src/drivers/load-chosen-driver.test.ts'],
  },
];

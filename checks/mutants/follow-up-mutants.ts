import type { Mutant } from './mutant.ts';

const OWN = 'server/functions/engine/follow-ups.sql';
const COURSE = 'contract/src/rules/complete.ts';
const COMPLETE = ['contract/src/rules/complete.test.ts'];
const PEOPLE = 'server/src/features/campaigns/follow-ups/follow-up-queries.ts';
const tests = ['server/src/engine/follow-ups.test.ts'];

/** Defects in follow-ups (docs/engine.md#follow-ups). */
export const FOLLOW_UP_MUTANTS: readonly Mutant[] = [
  {
    name: 'the cursor of a follow-up is shared by its profiles',
    file: 'server/functions/engine/claim.sql',
    edits: [[' and cp.profile_id = l.whose;', ';']],
    tests: tests,
  },
  {
    name: "a profile takes the others' people of a follow-up",
    file: 'server/functions/engine/claim.sql',
    edits: [['r.profile_id = line.whose and', 'r.profile_id is not null and']],
    tests: tests,
  },
  {
    name: 'a profile tries the people of another one again',
    file: 'server/functions/engine/follow-ups.sql',
    edits: [['coalesce(profile_id, 0) = of_profile from', 'true from']],
    tests: tests,
  },
  {
    name: 'a reply between a message and the start of its follow-up counts for nothing',
    file: 'contract/src/rules/person.ts',
    edits: [['followsAt(person, campaign) ?? Math.min', 'Math.min']],
    tests: ['contract/src/rules/person.test.ts', ...tests],
  },
  {
    name: 'a follow-up is sent although another campaign wrote meanwhile',
    file: 'contract/src/rules/begin.ts',
    edits: [
      ['never_twice_days !== null || followsAt(person, campaign) !== null', 'never_twice_days !== null'],
    ],
    tests: [...tests, 'contract/src/rules/begin.test.ts'],
  },
  {
    name: 'the people who are given to the others stay behind their cursor',
    file: OWN,
    edits: [['set shared_cursor = 0 where', 'set shared_cursor = shared_cursor where']],
    tests,
  },
  {
    name: 'a follow-up ends while people wait for a blocked profile',
    file: COURSE,
    edits: [
      [
        '!profiles.some((profile) => profile.has_line))',
        '!profiles.some((one) => one.has_line && isEligible(one)))',
      ],
    ],
    tests: [...COMPLETE, ...tests],
  },
  {
    name: 'each profile of a follow-up has a canary of its own',
    file: 'contract/src/rules/claim.ts',
    edits: [
      ['    left.own.push(place);\n', '    left.own.push(place);\n    left.canary = canaryRoom(running);\n'],
    ],
    tests: ['contract/src/rules/claim.test.ts', ...tests],
  },
  {
    name: 'who is in an earlier follow-up gets another one',
    file: PEOPLE,
    edits: [
      ["and e.recipient = sent.recipient) then 'in_earlier'", "and e.recipient = '') then 'in_earlier'"],
    ],
    tests,
  },
  {
    name: "a follow-up's people are spread over all its profiles in its forecast",
    file: 'contract/src/forecast/forecast-senders.ts',
    edits: [['own: profile.people ?? 0', 'own: 0']],
    tests: ['contract/src/forecast/forecast.test.ts'],
  },
  {
    name: 'a forecast has the people of a follow-up who wait for a blocked profile',
    file: 'server/src/features/campaigns/plan/plan-forecast.ts',
    edits: [['able.has(one.profile_id) ? 0 : one.people', 'able.has(one.profile_id) ? 0 : 0']],
    tests,
  },
  {
    name: 'the log does not say whose people were given to the others',
    file: 'server/src/engine/by-hand/give-to-others.ts',
    edits: [
      ['if (given > 0) await tellStatus(context, key, { status: campaign.status, action, reason });', ''],
    ],
    tests,
  },
  {
    name: 'a follow-up whose profile cannot send and has only retries left is not paused',
    file: 'server/functions/engine/follow-ups.sql',
    edits: [['and d.retry_at is not null\n', 'and false\n']],
    tests: ['server/src/engine/follow-ups.test.ts'],
  },
];

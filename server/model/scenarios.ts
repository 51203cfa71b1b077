import { CHOICE_SCENARIOS } from './choice-scenarios.ts';
import type { World } from './first-state.ts';
import { PACED_SCENARIOS } from './paced-scenarios.ts';
import { REPLY_SCENARIOS } from './reply-scenarios.ts';
import { agent, arrives, messages, owner, type Scenario } from './scenario-steps.ts';
import { START_SCENARIOS } from './start-scenarios.ts';
import type { Step } from './step.ts';

const world: World = { names: 2, campaigns: [[0]], profiles: 1, faults: 4, ownerActions: 2, disasters: 1 };
const starts: Step[] = [owner({ kind: 'start', campaign: 0 })];
const leases: Step[] = [{ kind: 'claim', profiles: [0] }, arrives];
const begins: Step[] = [agent('ask'), arrives, arrives];
const sends: Step[] = [agent('note clicking'), agent('press'), agent('note sent'), agent('report')];
const sendsUnclearly: Step[] = [
  agent('note clicking'),
  agent('press'),
  { kind: 'agent fault', profile: 0, fault: 'cannot tell' },
  agent('report'),
];
const isTold: Step[] = [arrives, arrives];
const backsUp: Step[] = [{ kind: 'disaster', disaster: 'backup' }];
const restores: Step[] = [{ kind: 'disaster', disaster: 'restore' }];
/** Begun, and nothing was clicked, as the next start reports. Its lease ends before that. */
const diesBeforeTheClick: Step[] = [{ kind: 'crash' }, { kind: 'lease end', profile: 0 }, { kind: 'sweep' }];
/** Its owner has the first name tried again; the agent's report of the first try comes after that. */
const isTriedAgain: Step[] = [
  owner({ kind: 'settle', campaign: 0, name: 0, wentOut: false }),
  { kind: 'report', index: 0 },
  ...isTold,
  { kind: 'wait' },
  // The second name is first in line.
  ...[...leases, ...begins, ...sends, ...isTold],
  { kind: 'wait' },
  ...[...leases, ...begins, ...sendsUnclearly, ...isTold],
];

/** The first try certainly failed and the second is unclear; the database has forgotten the second. */
export const FORGOTTEN_SECOND_TRY: Scenario = {
  world,
  steps: [...starts, ...leases, ...begins, ...diesBeforeTheClick, ...backsUp, ...isTriedAgain, ...restores],
};

/** The same, where the text has a blank and the value changes between the two tries. */
export const FORGOTTEN_WITH_VALUE: Scenario = {
  world: { ...world, ownerActions: 3, withBlank: [0] },
  steps: [
    ...starts,
    ...leases,
    ...begins,
    ...diesBeforeTheClick,
    ...backsUp,
    owner({ kind: 'value', name: 0, value: 2 }),
    ...isTriedAgain,
    ...restores,
  ],
};

/** The same, with a backup in which the first try is being sent. */
export const SENDING_AGAIN: Scenario = {
  world,
  steps: [...starts, ...leases, ...begins, ...backsUp, ...diesBeforeTheClick, ...isTriedAgain, ...restores],
};

/** The database has forgotten that the message may be out, and its owner may change the name by hand. */
export const LEASED_AGAIN: Scenario = {
  world,
  steps: [...starts, ...leases, ...backsUp, ...begins, ...sendsUnclearly, ...isTold, ...restores],
};

/** The database has forgotten a message, and its owner moves the name behind the mark before that is reported. */
export const MOVED_AWAY: Scenario = {
  world: { ...world, ownerActions: 3 },
  steps: [
    ...starts,
    ...backsUp,
    ...[...leases, ...begins, ...sends, ...isTold],
    ...restores,
    owner({ kind: 'set', name: 0, status: 'failed' }),
    owner({ kind: 'set', name: 0, status: 'pending' }),
  ],
};

/** Reports repeated after the agent has met the new epoch, by their position among the remaining ones. */
const merges = (...places: number[]): Step[] => [
  { kind: 'recovery', recovery: 'merge', machine: 0 },
  ...places.flatMap((index): Step[] => [{ kind: 'report', index }, ...isTold]),
];

const claimsForBoth: Step = { kind: 'claim', profiles: [0, 1] };

/** One claim gives names to two campaigns on one list. */
const BOTH_AT_ONE_LINE: Scenario = {
  world: { names: 2, campaigns: [[0], [1]], profiles: 2, faults: 0, ownerActions: 2 },
  steps: [...starts, owner({ kind: 'start', campaign: 1 }), claimsForBoth],
};

/** The second profile sent before the first. */
const SECOND_WAITED_LONGER: Scenario = {
  world: { names: 4, campaigns: [[0, 1]], profiles: 2, faults: 0, ownerActions: 1 },
  steps: [...starts, ...messages(1), { kind: 'wait' }, ...messages(0), { kind: 'wait' }, claimsForBoth],
};

/** A delivery is released, and is claimed again at once. */
const RELEASED: Scenario = {
  world: { names: 1, campaigns: [[0]], profiles: 1, faults: 1, ownerActions: 1 },
  steps: [
    ...starts,
    ...leases,
    { kind: 'agent fault', profile: 0, fault: 'releases' },
    arrives,
    { kind: 'claim', profiles: [0] },
  ],
};

/** The scenarios for the real engine; those of a restore with their continuations, in each order that matters. */
export const SCENARIOS: Record<string, Scenario> = Object.fromEntries([
  ['two campaigns in one claim', BOTH_AT_ONE_LINE],
  ['the second profile waited longer', SECOND_WAITED_LONGER],
  ['a delivery that comes back', RELEASED],
  ...PACED_SCENARIOS,
  ...START_SCENARIOS,
  ...CHOICE_SCENARIOS,
  ...REPLY_SCENARIOS,
  ...[FORGOTTEN_SECOND_TRY, SENDING_AGAIN, FORGOTTEN_WITH_VALUE].flatMap(({ world, steps }, scenario) => [
    [`restore ${scenario + 1}, first try first`, { world, steps: [...steps, ...merges(0, 0, 0)] }],
    [`restore ${scenario + 1}, second try first`, { world, steps: [...steps, ...merges(2, 0, 0)] }],
  ]),
  [
    'restore 3, set by hand',
    {
      world,
      steps: [...LEASED_AGAIN.steps, owner({ kind: 'set', name: 0, status: 'failed' }), ...merges(0)],
    },
  ],
  ['restore 4, moved away', { ...MOVED_AWAY, steps: [...MOVED_AWAY.steps, ...merges(0)] }],
]);

import type { World } from './first-state.ts';
import { agent, arrives, messages, owner, type Scenario } from './scenario-steps.ts';
import type { Step } from './step.ts';

const world: World = {
  names: 1,
  campaigns: [[0], [1]],
  profiles: 2,
  faults: 1,
  ownerActions: 6,
  hasReplies: true,
  hasStopLinks: true,
};
/** One message without a reply is enough, and the second campaign leaves out a list. */
const leavingAlone: World = { ...world, budget: 1, leavesOut: [1] };
/** The first campaign writes to the person, who is then pending for the second. */
const reached: Step[] = [
  owner({ kind: 'start', campaign: 0 }),
  ...messages(0),
  owner({ kind: 'set', name: 0, status: 'pending' }),
];
const startsSecond = owner({ kind: 'start', campaign: 1 });
const isHandedOut: Step[] = [{ kind: 'claim', profiles: [1] }, arrives];
const asks: Step[] = [agent('ask', 1), arrives, arrives];
const writes: Step = { kind: 'write', person: 0, says: 'words' };
const mayStop: Step = { kind: 'write', person: 0, says: 'perhaps' };
const isAway: Step = { kind: 'write', person: 0, says: 'automatic' };
const isRead: Step = { kind: 'read', person: 0 };
const isDecided: Step = { kind: 'decide', person: 0 };
const stops: Step = { kind: 'stop', person: 0 };
const leavesOut = owner({ kind: 'leave out', name: 0 });
const leavesIn = owner({ kind: 'leave in', name: 0 });
/** The first campaign's message arrives; its agent dies, and can tell it only after the end of the lease. */
const isToldLate: Step[] = [
  owner({ kind: 'start', campaign: 0 }),
  { kind: 'claim', profiles: [0] },
  arrives,
  agent('ask'),
  arrives,
  arrives,
  agent('note clicking'),
  agent('press'),
  agent('note sent'),
  { kind: 'crash' },
  { kind: 'lease end', profile: 0 },
  { kind: 'sweep' },
];
const tells: Step[] = [{ kind: 'report', index: 0 }, arrives];
const isPending = owner({ kind: 'set', name: 0, status: 'pending' });
/** Its owner says that it did not go out, and it is handed out again, while another profile is at work on another name. */
const isTriedAgain: Step[] = [
  { kind: 'claim', profiles: [1] },
  arrives,
  owner({ kind: 'settle', campaign: 0, name: 0, wentOut: false }),
  { kind: 'wait' },
  { kind: 'claim', profiles: [0] },
  arrives,
];

const scenario = (name: string, ...steps: Step[]): [string, Scenario] => [
  name,
  { world, steps: [...reached, ...steps] },
];

const alone = (name: string, ...steps: Step[]): [string, Scenario] => [name, { world: leavingAlone, steps }];

/** Where people write back or stop all messages, at each point of the next message to them. */
export const REPLY_SCENARIOS: readonly [string, Scenario][] = [
  scenario('replied before the claim', startsSecond, writes, isRead, { kind: 'claim', profiles: [1] }),
  scenario('replied while handed out', startsSecond, ...isHandedOut, writes, isRead, ...asks),
  scenario('reply seen in the thread', startsSecond, ...isHandedOut, writes, ...asks),
  scenario('replied late', startsSecond, ...isHandedOut, ...asks, writes, isRead),
  scenario('replied before the start', writes, isRead, startsSecond, ...isHandedOut, ...asks),
  scenario('undecided before the claim', mayStop, isRead, startsSecond, { kind: 'claim', profiles: [1] }),
  scenario('undecided while handed out', mayStop, startsSecond, ...isHandedOut, isRead, ...asks),
  scenario('undecided by the thread', mayStop, startsSecond, ...isHandedOut, ...asks),
  scenario('decided before the claim', mayStop, isRead, isDecided, startsSecond, ...isHandedOut, ...asks),
  scenario('a machine replied', startsSecond, isAway, isRead, ...isHandedOut, ...asks),
  scenario('stopped before the claim', startsSecond, stops, { kind: 'claim', profiles: [1] }),
  scenario('stopped while handed out', startsSecond, ...isHandedOut, stops, ...asks),
  alone('beyond the budget before the claim', ...reached, startsSecond, { kind: 'claim', profiles: [1] }),
  alone(
    'beyond the budget while handed out',
    ...isToldLate,
    isPending,
    startsSecond,
    ...isHandedOut,
    ...tells,
    ...asks,
  ),
  alone(
    'a reply ends what the budget counts',
    ...reached,
    writes,
    isRead,
    startsSecond,
    ...isHandedOut,
    ...asks,
  ),
  alone('a machine ends no budget', ...reached, isAway, isRead, startsSecond, {
    kind: 'claim',
    profiles: [1],
  }),
  [
    'sent while handed out again',
    {
      world: { ...leavingAlone, names: 2, campaigns: [[0, 1]], leavesOut: [] },
      steps: [...isToldLate, ...isTriedAgain, ...tells, writes, isRead],
    },
  ],
  alone('left out before the claim', owner({ kind: 'start', campaign: 1 }), leavesOut, {
    kind: 'claim',
    profiles: [1],
  }),
  alone(
    'left out while handed out',
    owner({ kind: 'start', campaign: 1 }),
    ...isHandedOut,
    leavesOut,
    ...asks,
  ),
  alone(
    'left out no more',
    leavesOut,
    leavesIn,
    owner({ kind: 'start', campaign: 1 }),
    ...isHandedOut,
    ...asks,
  ),
];

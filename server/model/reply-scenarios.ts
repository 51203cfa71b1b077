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
/** The first campaign writes to the person, who is then pending for the second. */
const reached: Step[] = [
  owner({ kind: 'start', campaign: 0 }),
  ...messages(0),
  owner({ kind: 'set', name: 0, status: 'pending' }),
];
const startsSecond = owner({ kind: 'start', campaign: 1 });
const isHandedOut: Step[] = [{ kind: 'claim', profiles: [1] }, arrives];
const asks: Step[] = [agent('ask', 1), arrives, arrives];
const writes: Step = { kind: 'write', person: 0 };
const isRead: Step = { kind: 'read', person: 0 };
const stops: Step = { kind: 'stop', person: 0 };

const scenario = (name: string, ...steps: Step[]): [string, Scenario] => [
  name,
  { world, steps: [...reached, ...steps] },
];

/** Where people write back or stop all messages, at each point of the next message to them. */
export const REPLY_SCENARIOS: readonly [string, Scenario][] = [
  scenario('replied before the claim', startsSecond, writes, isRead, { kind: 'claim', profiles: [1] }),
  scenario('replied while handed out', startsSecond, ...isHandedOut, writes, isRead, ...asks),
  scenario('reply seen in the thread', startsSecond, ...isHandedOut, writes, ...asks),
  scenario('replied late', startsSecond, ...isHandedOut, ...asks, writes, isRead),
  scenario('replied before the start', writes, isRead, startsSecond, ...isHandedOut, ...asks),
  scenario('stopped before the claim', startsSecond, stops, { kind: 'claim', profiles: [1] }),
  scenario('stopped while handed out', startsSecond, ...isHandedOut, stops, ...asks),
];

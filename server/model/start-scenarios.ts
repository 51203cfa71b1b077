import type { World } from './first-state.ts';
import { agent, arrives, messages, owner, type Scenario } from './scenario-steps.ts';
import type { Step } from './step.ts';

const STARTS: World = {
  names: 3,
  campaigns: [[0], [0]],
  profiles: 1,
  faults: 1,
  ownerActions: 8,
  pace: { closings: 0, account: null, campaigns: [null, null], profiles: [null], hasStarts: true },
};
const claim: Step = { kind: 'claim', profiles: [0] };
const sweep: Step = { kind: 'start scheduled' };
const startToUndo = owner({ kind: 'start to undo', campaign: 0 });
const undo = owner({ kind: 'undo start', campaign: 0 });
const schedule = owner({ kind: 'schedule', campaign: 1 });
const isOver: Step = { kind: 'countdown over', campaign: 0 };
const comes: Step = { kind: 'start comes', campaign: 1 };
const passes: Step = { kind: 'quarter passes', campaign: 1 };

/** Somebody was handed out before the pause, and asks to begin while the new start can be undone. */
const RESUMED: Scenario = {
  world: STARTS,
  steps: [
    owner({ kind: 'start', campaign: 0 }),
    claim,
    arrives,
    agent('ask'),
    owner({ kind: 'pause', campaign: 0 }),
    startToUndo,
    arrives,
    arrives,
    claim,
    undo,
    startToUndo,
    isOver,
    ...messages(0),
  ],
};

/** Nobody is handed out; a name that is added then belongs to the next start, which is too late to be undone. */
const UNDONE: Scenario = {
  world: STARTS,
  steps: [startToUndo, claim, undo, owner({ kind: 'add' }), startToUndo, isOver, claim, arrives, undo],
};

/** It starts once its profile is free, within a quarter of an hour. */
const IN_TIME: Scenario = {
  world: STARTS,
  steps: [
    owner({ kind: 'start', campaign: 0 }),
    schedule,
    sweep,
    comes,
    sweep,
    owner({ kind: 'pause', campaign: 0 }),
    sweep,
    sweep,
    ...messages(0),
  ],
};

/** Later it asks, is given another moment, and starts then. */
const TOO_LATE: Scenario = {
  world: STARTS,
  steps: [schedule, comes, passes, sweep, claim, schedule, comes, sweep, claim, arrives, sweep],
};

/** Where starts are undone, and where they come by themselves. */
export const START_SCENARIOS: readonly [string, Scenario][] = [
  ['resumed, to be undone', RESUMED],
  ['started, and undone', UNDONE],
  ['scheduled, in time', IN_TIME],
  ['scheduled, too late', TOO_LATE],
];

import type { World } from './first-state.ts';
import { agent, arrives, messages, owner, type Scenario } from './scenario-steps.ts';
import type { Step } from './step.ts';

const CHOSEN: World = {
  names: 4,
  campaigns: [[0]],
  profiles: 1,
  faults: 1,
  ownerActions: 12,
  canaries: [1],
  takesOut: true,
};
const claim: Step = { kind: 'claim', profiles: [0] };
const later: Step = { kind: 'wait' };
const start = owner({ kind: 'start', campaign: 0 });
const takeOut = (name: number) => owner({ kind: 'take out', campaign: 0, name });
const putBack = (name: number) => owner({ kind: 'put back', campaign: 0, name });

/** The first person is written to, the owner has a look, and starts the others. */
const LOOKED_AT: Scenario = {
  world: CHOSEN,
  steps: [start, ...messages(0), later, claim, start, claim, arrives, agent('ask'), arrives, arrives],
};

/** One is out and in again before the start, one is out with their lease, and is back behind the line. */
const OUT_AND_BACK: Scenario = {
  world: { ...CHOSEN, canaries: [null] },
  steps: [
    takeOut(0),
    takeOut(1),
    putBack(1),
    start,
    claim,
    arrives,
    agent('ask'),
    takeOut(1),
    arrives,
    arrives,
    putBack(1),
    putBack(0),
    takeOut(3),
    later,
    ...messages(0),
  ],
};

/** Where campaigns pause for a look, and people are taken out. */
export const CHOICE_SCENARIOS: readonly [string, Scenario][] = [
  ['after the look', LOOKED_AT],
  ['out, and back', OUT_AND_BACK],
];

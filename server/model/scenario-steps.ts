import type { World } from './first-state.ts';
import type { OwnerStep } from './owner-steps.ts';
import type { Step } from './step.ts';

/** Steps that no random walk takes by itself. */
export interface Scenario {
  world: World;
  steps: Step[];
}

/** A step of the owner. */
export const owner = (step: OwnerStep): Step => ({ kind: 'owner', step });
/** A step of the agent, at its task for this profile. */
export const agent = (step: (Step & { kind: 'agent' })['step'], profile = 0): Step => ({
  kind: 'agent',
  profile,
  step,
});
/** The oldest message arrives. */
export const arrives: Step = { kind: 'deliver', index: 0 };
/** A message by this profile, from the claim to the answer to its result. */
export const messages = (profile: number): Step[] => [
  { kind: 'claim', profiles: [profile] },
  arrives,
  agent('ask', profile),
  arrives,
  arrives,
  agent('note clicking', profile),
  agent('press', profile),
  agent('note sent', profile),
  agent('report', profile),
  arrives,
  arrives,
];

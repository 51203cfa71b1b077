import { askWithin } from './ask-engine.ts';
import { lockEngine } from './engine-lock.ts';
import type { Step } from './events.ts';

/**
 * Takes a delivery back that was not begun; the name waits for the next profile at once. False after begin. One
 * that has no lease any more is as good as handed back.
 */
export async function releaseDelivery(
  step: Step,
  { user_id, token }: { user_id: number; token: string },
): Promise<boolean> {
  await lockEngine(step, { user_ids: [user_id] });
  const states = await release(step, [user_id, token, null, []]);
  return !states.includes('sending');
}

/**
 * Takes back what an agent was given, has not begun and does not name among what it holds: the answer that gave it
 * was lost (docs/engine.md#what-an-agent-holds). The engine's lock must be held.
 */
export async function releaseUnnamed(
  step: Step,
  { user_id, agent_id, named }: { user_id: number; agent_id: number; named: string[] },
): Promise<void> {
  await release(step, [user_id, null, agent_id, named]);
}

/** Gives the states that were found. */
async function release(
  step: Step,
  values: [user_id: number, token: string | null, agent_id: number | null, named: string[]],
): Promise<string[]> {
  const states = await askWithin<string[]>(step, 'release_deliveries', values);
  if (states.length > 0) step.deps.nudges.nudge(step, values[0]);
  return states;
}

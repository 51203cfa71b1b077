import { askWithin } from './ask-engine.ts';
import type { EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';

/**
 * Takes a delivery back that was not begun; the name waits for the next profile at once. False after begin. One
 * that has no lease any more is as good as handed back.
 */
export async function releaseDelivery(
  context: EngineContext,
  { user_id, token }: { user_id: number; token: string },
): Promise<boolean> {
  await lockEngine(context, { user_ids: [user_id] });
  const states = await release(context, [user_id, token, null, []]);
  return !states.includes('sending');
}

/**
 * Takes back what an agent was given, has not begun and does not name among what it holds: the answer that gave it
 * was lost (docs/engine.md#what-an-agent-holds). The engine's lock must be held.
 */
export async function releaseUnnamed(
  context: EngineContext,
  { user_id, agent_id, named }: { user_id: number; agent_id: number; named: string[] },
): Promise<void> {
  await release(context, [user_id, null, agent_id, named]);
}

/** Gives the states that were found. */
async function release(
  context: EngineContext,
  values: [user_id: number, token: string | null, agent_id: number | null, named: string[]],
): Promise<string[]> {
  const states = await askWithin<string[]>(context, 'release_deliveries', values);
  if (states.length > 0) context.deps.nudges.nudge(context, values[0]);
  return states;
}

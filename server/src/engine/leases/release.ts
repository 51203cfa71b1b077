import { act } from '../by-hand/act.ts';
import type { EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';
import { type Held, ONE_LEASE, readHeld, UNNAMED_LEASES } from './lease-queries.ts';

/**
 * Takes a delivery back that was not begun; the name waits for the next profile at once. False after begin. One
 * that has no lease any more is as good as handed back.
 */
export async function releaseDelivery(
  context: EngineContext,
  { user_id, token }: { user_id: number; token: string },
): Promise<boolean> {
  await lockEngine(context, { user_ids: [user_id] });
  return release(context, user_id, await readHeld(context.tx, user_id, ONE_LEASE, [token]));
}

/**
 * Takes back what an agent was given, has not begun and does not name among what it holds: the answer that gave it
 * was lost (docs/engine.md#what-an-agent-holds). The engine's lock must be held.
 */
export async function releaseUnnamed(
  context: EngineContext,
  { user_id, agent_id, named }: { user_id: number; agent_id: number; named: string[] },
): Promise<void> {
  const unnamed = await readHeld(context.tx, user_id, UNNAMED_LEASES, [agent_id, named]);
  await release(context, user_id, unnamed);
}

/** False if one of them may be out already. */
async function release(context: EngineContext, user_id: number, held: Held[]): Promise<boolean> {
  const verdicts = await act(context, held, () => 'hand_back');
  if (held.length > 0) context.deps.nudges.nudge(context, user_id);
  return !verdicts.includes('being_sent');
}

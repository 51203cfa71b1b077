import { deleteSessions } from '../../access/session-queries.ts';
import type { EngineContext } from '../../engine/context.ts';
import { listAgents, revokeAgent } from '../agents/queries.ts';
import { deleteResets, deleteResetsMadeBy } from '../auth/reset-queries.ts';
import { endPairings } from '../pairings/queries.ts';

/**
 * Ends all access as this user for good: sessions, machines, and links, those for the user and those made by the user.
 * Returns the ids of the sessions. Under the user lock.
 */
export async function endAccess(
  { tx, deps }: Pick<EngineContext, 'tx' | 'deps'>,
  user_id: number,
): Promise<number[]> {
  const now = deps.clock.now();
  await deleteResets(tx, user_id);
  await deleteResetsMadeBy(tx, user_id);
  await endPairings(tx, { user_id, now });
  const ended = await deleteSessions(tx, { user_id, keep: undefined });
  for (const { id } of await listAgents(tx, user_id, now))
    await revokeAgent(tx, { user_id, agent_id: id, now });
  return ended;
}

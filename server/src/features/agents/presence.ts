import type { AfterCommit } from '../../database/doors.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { recordSeen, takeDisconnected } from './presence-queries.ts';

/** Notes that an agent is there, at the start and at the end of a work call, and tells the browsers when it comes. */
export async function touchAgent(
  { tx, afterCommit, deps }: { tx: Tx; afterCommit: AfterCommit; deps: Deps },
  { userId, agentId }: { userId: number; agentId: number },
): Promise<void> {
  const isNews = await recordSeen(tx, { userId, agentId, now: deps.clock.now() });
  if (isNews) afterCommit(() => deps.publish(userId, 'agent_update', { agent_id: agentId, connected: true }));
}

/** Tells the browsers of agents that fell silent; a timer calls it every few seconds. */
export async function announceDisconnectedAgents({ asSystem, clock, publish }: Deps): Promise<void> {
  await asSystem('agents that fell silent', async (tx, afterCommit) => {
    for (const { id, user_id } of await takeDisconnected(tx, clock.now()))
      afterCommit(() => publish(user_id, 'agent_update', { agent_id: id, connected: false }));
  });
}

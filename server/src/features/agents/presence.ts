import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { recordSeen, takeDisconnected } from './presence-queries.ts';

/** Records that an agent is there, at the start and end of a work call, and tells the browsers when it connects. */
export async function touchAgent(
  { tx, afterCommit, deps }: { tx: Tx; afterCommit: AfterCommit; deps: Deps },
  { user_id, agent_id }: { user_id: number; agent_id: number },
): Promise<void> {
  const isNews = await recordSeen(tx, { user_id, agent_id, now: deps.clock.now() });
  if (isNews) afterCommit(() => deps.publish(user_id, 'agent_update', { agent_id, connected: true }));
}

/** Tells the browsers about agents that disconnected. For a timer. */
export async function announceDisconnectedAgents({ asSystem, clock, publish }: Deps): Promise<void> {
  await asSystem('agents that fell silent', async (tx, afterCommit) => {
    for (const { id, user_id } of await takeDisconnected(tx, clock.now()))
      afterCommit(() => publish(user_id, 'agent_update', { agent_id: id, connected: false }));
  });
}

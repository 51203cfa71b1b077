import type { Deps } from '../../deps.ts';
import { takeDisconnected } from './queries.ts';

/** Announces a newly connected agent, as `see_agent` found, to the browsers. */
export function announceConnectedAgent(
  { publish }: Pick<Deps, 'publish'>,
  { user_id, agent_id }: { user_id: number; agent_id: number },
): void {
  publish(user_id, 'agent_update', { agent_id, connected: true });
}

/** Announces disconnected agents to the browsers. For a timer. */
export async function announceDisconnectedAgents({ asSystem, clock, publish }: Deps): Promise<void> {
  await asSystem('agents that fell silent', async (tx, afterCommit) => {
    for (const { id, user_id } of await takeDisconnected(tx, clock.now()))
      afterCommit(() => publish(user_id, 'agent_update', { agent_id: id, connected: false }));
  });
}

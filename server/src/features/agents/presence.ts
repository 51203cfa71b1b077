import type { Deps } from '../../deps.ts';
import { takeDisconnected } from './queries.ts';

/** Tells the browsers that an agent connected, whose call `see_agent` found to be news. */
export function announceConnectedAgent(
  { publish }: Pick<Deps, 'publish'>,
  { user_id, agent_id }: { user_id: number; agent_id: number },
): void {
  publish(user_id, 'agent_update', { agent_id, connected: true });
}

/** Tells the browsers about agents that disconnected. For a timer. */
export async function announceDisconnectedAgents({ asSystem, clock, publish }: Deps): Promise<void> {
  await asSystem('agents that fell silent', async (tx, afterCommit) => {
    for (const { id, user_id } of await takeDisconnected(tx, clock.now()))
      afterCommit(() => publish(user_id, 'agent_update', { agent_id: id, connected: false }));
  });
}

/** Writes down the quiet agents that called since the last time, all by one statement. For a timer. */
export async function noteQuietAgents(deps: Deps): Promise<void> {
  const { quietAgents, clock } = deps;
  const signs = quietAgents.takeSigns(clock.now().getTime());
  if (signs.length === 0) return;
  let held = new Set(signs.map(({ agent_id }) => agent_id));
  try {
    const seen = await deps.callAsSystem<{
      connected: { user_id: number; agent_id: number }[];
      held: number[];
    }>('see_agents', [
      signs.map(({ user_id }) => user_id),
      signs.map(({ agent_id }) => agent_id),
      signs.map(({ session_id }) => session_id),
      signs.map(({ at }) => new Date(at)),
    ]);
    held = new Set(seen.held);
    for (const agent of seen.connected) announceConnectedAgent(deps, agent);
  } finally {
    quietAgents.noteAgain(signs.filter(({ agent_id }) => held.has(agent_id)));
  }
}

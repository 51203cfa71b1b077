import type { AgentRequest } from '@pigeonpost/contract/calls/agent-protocol';
import { callWithin } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';
import { announceConnectedAgent } from '../features/agents/presence.ts';
import { REQUEST_SECONDS } from '../features/requests/timeouts.ts';

interface Key {
  user_id: number;
  agent_id: number;
}

/** The observable effect of an agent's call. */
export async function touchAgent(deps: Deps, key: Key): Promise<void> {
  const { user_id, agent_id } = key;
  const args = [deps.clock.now(), user_id, agent_id];
  const isNews = await deps.asUser(user_id, (tx) => callWithin<boolean>(tx, 'see_agent', args));
  if (isNews) announceConnectedAgent(deps, key);
}

/** The agent takes the requests that wait for its machine. */
export async function claimRequests(deps: Deps, { user_id, agent_id }: Key): Promise<AgentRequest[]> {
  const { usual, unread } = REQUEST_SECONDS;
  const args = [deps.clock.now(), user_id, agent_id, usual, unread];
  const found = await deps.asUser(user_id, (tx) =>
    callWithin<AgentRequest[] | null>(tx, 'claim_requests', args),
  );
  return found ?? [];
}

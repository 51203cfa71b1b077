import { planOf } from '@pigeonpost/contract/account/subscription';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { User } from '@pigeonpost/contract/calls/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Connection, useConnection, useServerEvent } from '../api/realtime.ts';
import { refreshUser, useSubscriptionActive } from '../api/session.ts';
import { useWaitChanges } from '../campaign-state/standstill.ts';
import { agentsQuery } from '../features/agents/api.ts';
import { runningCountQuery } from '../features/campaign-log/api.ts';
import { freezeQuery } from '../features/freeze/api.ts';
import { notificationsQuery } from '../features/notifications/api.ts';
import { packQuery } from '../features/profiles/api.ts';
import { waitingQuery } from '../features/support/parts/waiting.ts';

/** The data of the frame around the screens. */
export type ShellData = {
  user: User;
  subscriptionActive: boolean;
  /** Whether realtime events arrive. */
  connection: Connection;
  /** The connected ones; undefined until known, and if nothing could be sent through one. */
  agents: Agent[] | undefined;
  /** Whether an answer is about to say which those are. */
  isSettling: boolean;
  pack: { name: string; used: number | undefined; limit: number | null };
  runningCampaigns: number;
  /** The user's own tickets with a new answer, and for administrators those that wait for one. */
  tickets: { unread: number; waiting: number | null };
};

/** Gathers the shell's data and keeps it current by events. */
export function useShellData(user: User): ShellData {
  const queries = useQueryClient();
  const agents = useQuery(agentsQuery);
  const pack = useQuery(packQuery);
  const running = useQuery(runningCountQuery);
  const waiting = useQuery(waitingQuery);
  const notifications = useQuery(notificationsQuery);
  useServerEvent('ticket_update', () => queries.invalidateQueries({ queryKey: waitingQuery.queryKey }));
  useServerEvent('agent_update', () => queries.invalidateQueries({ queryKey: agentsQuery.queryKey }));
  useServerEvent('user_update', () => {
    refreshUser();
    void queries.invalidateQueries({ queryKey: freezeQuery.queryKey });
  });
  const askCampaigns = () => queries.invalidateQueries({ queryKey: runningCountQuery.queryKey });
  useServerEvent('campaign_update', askCampaigns);
  useWaitChanges(askCampaigns);
  const plan = planOf(user.pack);
  const connected = agents.data?.agents.filter((agent) => agent.connected);
  // An administrator without a profile needs no agent.
  const isMissed = user.role !== 'admin' || Boolean(pack.data?.currentProfileCount);
  return {
    user,
    subscriptionActive: useSubscriptionActive(),
    connection: useConnection(),
    agents: connected && (connected.length > 0 || isMissed) ? connected : undefined,
    isSettling: agents.isLoading || notifications.isLoading || (user.role === 'admin' && pack.isLoading),
    pack: { name: plan.name, used: pack.data?.currentProfileCount, limit: plan.maxProfiles },
    runningCampaigns: running.data ?? 0,
    tickets: waiting.data ?? { unread: 0, waiting: null },
  };
}

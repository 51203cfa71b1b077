import type { User } from '@pigeonpost/contract/calls/auth';
import { planOf } from '@pigeonpost/contract/subscription';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { useConnected, useServerEvent } from '../api/realtime.ts';
import { useSubscriptionActive } from '../api/session.ts';

/** Everything the frame around the screens shows. */
export type ShellData = {
  user: User;
  subscriptionActive: boolean;
  /** Whether realtime events arrive. */
  connected: boolean;
  /** Names of the machines whose agent is connected; undefined until known. */
  agents: string[] | undefined;
  pack: { name: string; used: number | undefined; limit: number | null };
  runningCampaigns: number;
};

/** Gathers the shell's data and keeps it current by events. */
export function useShellData(user: User): ShellData {
  const queries = useQueryClient();
  const agents = useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => call('GET /api/agents', { signal }),
  });
  const pack = useQuery({
    queryKey: ['profiles', 'pack-info'],
    queryFn: ({ signal }) => call('GET /api/profiles/pack-info', { signal }),
  });
  const running = useQuery({
    queryKey: ['campaigns', 'running-count'],
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: { status: 'running', limit: 1 }, signal }),
  });
  useServerEvent('agent_update', () => queries.invalidateQueries({ queryKey: ['agents'] }));
  useServerEvent('campaign_update', () =>
    queries.invalidateQueries({ queryKey: ['campaigns', 'running-count'] }),
  );
  const plan = planOf(user.pack);
  return {
    user,
    subscriptionActive: useSubscriptionActive(),
    connected: useConnected(),
    agents: agents.data?.agents.filter(({ connected }) => connected).map(({ machine_name }) => machine_name),
    pack: { name: plan.name, used: pack.data?.currentProfileCount, limit: plan.maxProfiles },
    runningCampaigns: running.data?.pagination.totalItems ?? 0,
  };
}

import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { runningCountQuery } from '../../campaigns/api.ts';
import { agentsQuery } from '../api.ts';

const NoAgent = lazyPart(() => import('./no-agent.tsx').then((m) => m.NoAgent));

/** Whether any agent is connected; undefined until it is known. The shell keeps it current by agent_update. */
export function useIsAgentThere(): boolean | undefined {
  return useQuery(agentsQuery).data?.agents.some(({ connected }) => connected);
}

/** The instructions to start an agent, until one is connected. */
export function NoAgentCard() {
  const agents = useQuery(agentsQuery).data?.agents;
  const running = useQuery(runningCountQuery).data ?? 0;
  if (!agents || agents.some(({ connected }) => connected)) return null;
  return <NoAgent agents={agents} runningCampaigns={running} />;
}

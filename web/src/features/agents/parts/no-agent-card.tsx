import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { runningCountQuery } from '../../campaigns/api.ts';
import { agentsQuery } from '../api.ts';

const NoAgent = lazyPart(() => import('./no-agent.tsx').then((m) => m.NoAgent));

/** Whether any agent is connected; undefined until it is known. The shell keeps it current by agent_update. */
export function useIsAgentThere(): boolean | undefined {
  return useQuery(agentsQuery).data?.agents.some(({ connected }) => connected);
}

/**
 * The instructions to start an agent, until one is connected, over what they belong to: that is shown once it is
 * known whether they stand above it, so that they push nothing away.
 */
export function NoAgentCard({ children }: { children?: ReactNode }) {
  const { data, isPending } = useQuery(agentsQuery);
  const running = useQuery(runningCountQuery).data ?? 0;
  const isMissing = data !== undefined && !data.agents.some(({ connected }) => connected);
  const isReady = useIsReady(isMissing);
  return (
    <>
      {isMissing ? <NoAgent agents={data.agents} runningCampaigns={running} /> : null}
      {children ? <div hidden={isPending || !isReady}>{children}</div> : null}
    </>
  );
}

/** Whether the instructions can be shown, where they are wanted. */
function useIsReady(isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (isWanted) void Promise.resolve(NoAgent.preload()).finally(() => setReady(true));
  }, [isWanted]);
  return isReady || !isWanted;
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { lazyPart, useIsPartReady } from '../../../ui/feedback/lazy-part.tsx';
import { Waiting } from '../../../ui/feedback/run-progress.tsx';
import { runningCountQuery } from '../../campaign-log/api.ts';
import { agentDownloadsQuery, agentsQuery } from '../api.ts';

// Lazy: with its imports it weighs 6 kB, and most visits do not show it.
const NoAgent = lazyPart(() => import('./no-agent.tsx').then((m) => m.NoAgent));

/** Whether any agent is connected; undefined until that is known. The shell keeps it current by agent_update. */
export function useIsAgentThere(): boolean | undefined {
  return useQuery(agentsQuery).data?.agents.some(({ connected }) => connected);
}

type NoAgentCardProps = {
  children?: ReactNode;
  /** The loading text until the children are shown: 'Loading profiles'. */
  loading?: string;
};

/**
 * The instructions to start an agent, above the children, which are shown once it is known whether the instructions
 * are. After that nothing shifts: once an agent is connected the instructions say so until they are hidden; if it
 * disconnects later, they come below.
 */
export function NoAgentCard({ children, loading }: NoAgentCardProps) {
  const { data, isPending } = useQuery(agentsQuery);
  const running = useQuery(runningCountQuery).data ?? 0;
  const isMissing = data !== undefined && !data.agents.some(({ connected }) => connected);
  const isReady = useIsReady(isMissing);
  const isShown = !isPending && isReady;
  const [place, setPlace] = useState<'above' | 'below' | 'hidden'>();
  if (place === undefined && data) setPlace(isMissing ? 'above' : 'hidden');
  if (place === 'hidden' && isMissing) setPlace('below');
  if (place === 'below' && !isMissing) setPlace('hidden');
  const card = data && (
    <NoAgent agents={data.agents} runningCampaigns={running} onHide={() => setPlace('hidden')} />
  );
  return (
    <>
      {place === 'above' ? card : null}
      {isShown || !loading ? null : <Waiting label={loading} />}
      {children ? <div hidden={!isShown}>{children}</div> : null}
      {place === 'below' ? card : null}
    </>
  );
}

/** Whether the instructions can be shown, where they are wanted. */
function useIsReady(isWanted: boolean): boolean {
  const hasCode = useIsPartReady(NoAgent, isWanted);
  // The same query as theirs, so that the children are shown in the same commit, and nothing shifts.
  const { isPending } = useQuery({ ...agentDownloadsQuery, enabled: isWanted });
  return !isWanted || (hasCode && !isPending);
}

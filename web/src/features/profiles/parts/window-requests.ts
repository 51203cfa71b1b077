import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../../../api/client.ts';
import { logError } from '../../../log.ts';
import { profileKeys } from '../../../query-keys.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { isUnderWay } from './under-way.ts';

const POLL_MS = 2000;
const CLEANUP_CHANCE = 0.1;

/** Requests to open and close; polled every 2 s while any is under way (docs/behaviour.md#requests). */
const windowRequestsQuery = queryOptions({
  queryKey: profileKeys.windowRequests,
  queryFn: async ({ signal }) => {
    const { requests } = await call('GET /api/profiles/requests', { signal });
    if (requests.some(isUnderWay) && Math.random() < CLEANUP_CHANCE) cleanUp();
    return requests;
  },
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
});

/** Waits until no open or close request is under way. */
export async function waitForWindows(queries: QueryClient): Promise<void> {
  for (;;) {
    const requests = await queries.fetchQuery({ ...windowRequestsQuery, staleTime: 0 });
    if (!requests.some(isUnderWay)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The requests under way by the path of their profile. Shows failures, and refetches after an end. */
export function useWindowRequests(): ReadonlyMap<string, ProfileRequest> {
  const queries = useQueryClient();
  const { data: requests } = useQuery(windowRequestsQuery);
  const seenEnded = useRef<ReadonlySet<number>>(undefined);
  useEffect(() => {
    if (!requests) return;
    const ended = requests.filter((request) => !isUnderWay(request));
    // A request may end before it was ever seen under way: an agent can be done before the press is answered.
    const news = ended.filter(({ id }) => seenEnded.current && !seenEnded.current.has(id));
    seenEnded.current = new Set(ended.map(({ id }) => id));
    for (const { status, error_message } of news) {
      if (status === 'failed') toast.error(error_message ?? 'Failed to open profile.');
    }
    if (news.length > 0) void queries.invalidateQueries({ queryKey: profileKeys.all });
  }, [requests, queries]);
  return useMemo(
    () => new Map(requests?.filter(isUnderWay).map((request) => [request.profile_path ?? '', request])),
    [requests],
  );
}

function cleanUp(): void {
  call('POST /api/profiles/requests/cleanup').catch((error: unknown) =>
    logError('The cleanup of profile requests failed', error),
  );
}

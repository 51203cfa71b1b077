import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { isUnderWay } from './parts/under-way.ts';

const POLL_MS = 3000;

/** The state of the search for Firefox profiles. */
type FirefoxList =
  | { state: 'looking' }
  | { state: 'failed'; error: string; retry: () => void }
  | { state: 'found'; request: ProfileRequest };

/** Asks a machine (null: any) for its Firefox profiles and waits for the answer. */
export function useFirefoxList(agent_id: number | null, wanted: boolean): FirefoxList {
  const asked = useQuery({
    queryKey: ['firefox-profiles', 'asked', agent_id],
    queryFn: () => call('GET /api/firefox-profiles', { query: agent_id === null ? {} : { agent_id } }),
    enabled: wanted,
    // Every opening of the dialog asks again, because folders come and go.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const request_id = asked.data?.request_id;
  const requests = useQuery({
    queryKey: ['firefox-profiles', 'requests', request_id],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/firefox-profiles/requests', { signal });
      return answer.requests.find(({ id }) => id === request_id) ?? null;
    },
    enabled: wanted && request_id !== undefined,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
    gcTime: 0,
  });
  const request = requests.data;
  const failure = asked.error ?? requests.error;
  const retry = () => asked.refetch();
  if (failure) return { state: 'failed', error: reasonOf(failure), retry };
  if (request?.status === 'failed') return { state: 'failed', error: request.error_message ?? '', retry };
  return request?.status === 'completed' ? { state: 'found', request } : { state: 'looking' };
}

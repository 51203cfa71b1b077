import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The newest unread check; null if there is none. */
export const latestCheckQuery = queryOptions({
  queryKey: ['unread-checker', 'latest'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 1 };
    return (await call('GET /api/unread-checker/requests/history', { query, signal })).requests[0] ?? null;
  },
  // Each opening of the screen fetches again.
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** Deletes every check on the server. */
export function useClearChecks() {
  return useMutation({ mutationFn: () => call('DELETE /api/unread-checker/requests/clear') });
}

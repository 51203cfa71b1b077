import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { viewKeys } from '../../query-keys.ts';

/** The user's views, the oldest first. */
export const viewsQuery = queryOptions({
  queryKey: viewKeys.all,
  queryFn: async ({ signal }) => (await call('GET /api/views', { signal })).views,
  // They change by hand; another window's change comes with the next visit.
  staleTime: 60_000,
});

import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** The site that the account writes to (docs/behaviour.md#site). */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call('GET /api/site', { signal }),
});

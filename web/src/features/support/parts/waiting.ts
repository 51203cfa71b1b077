import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** How many tickets have a new answer, and for administrators how many wait for one. Beside the key of all tickets. */
export const waitingQuery = queryOptions({
  queryKey: ['tickets', 'waiting'],
  queryFn: ({ signal }) => call('GET /api/support/waiting', { signal }),
});

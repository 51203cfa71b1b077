import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { ticketKeys } from '../../../query-keys.ts';

/**
 * The number of tickets with a new answer, and for administrators those that wait for one. Beside the key of all
 * tickets.
 */
export const waitingQuery = queryOptions({
  queryKey: [...ticketKeys.all, 'waiting'],
  queryFn: ({ signal }) => call('GET /api/support/waiting', { signal }),
});

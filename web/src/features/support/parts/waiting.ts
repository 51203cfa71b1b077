import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/**
 * The number of tickets with a new answer, and for administrators those that wait for one. Beside the key of all
 * tickets.
 */
export const waitingQuery = queryOptions({
  queryKey: ['tickets', 'waiting'],
  queryFn: ({ signal }) => call('GET /api/support/waiting', { signal }),
});

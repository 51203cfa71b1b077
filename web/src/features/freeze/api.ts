import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const REFETCH_MS = 5000;

/** Whether sending is frozen after a restore. Polled while it is, because machines report what they sent. */
export const freezeQuery = queryOptions({
  queryKey: ['freeze'],
  queryFn: ({ signal }) => call('GET /api/freeze', { signal }),
  refetchInterval: ({ state }) => (state.data?.freeze ? REFETCH_MS : false),
});

/** Whether sending is frozen now. */
export function useIsFrozen(): boolean {
  return Boolean(useQuery(freezeQuery).data?.freeze);
}

/** Continues sending. */
export function useEndFreeze() {
  return useMutation({
    mutationFn: (anyway: boolean) => call('POST /api/freeze/end', { body: { anyway } }),
    meta: {
      done: 'Sending continues.',
      failure: 'Failed to continue sending',
      refetch: [freezeQuery.queryKey],
    },
  });
}

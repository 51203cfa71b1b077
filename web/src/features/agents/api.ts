import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The machines and scripts that send. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => call('GET /api/agents', { signal }),
});

/** Ends an agent's token. */
export function useRevokeAgent() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/agents/{id}', { params: { id } }),
    onSuccess: (_answer, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: agentsQuery.queryKey }),
  });
}

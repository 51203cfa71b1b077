import type { View } from '@pigeonpost/contract/calls/views';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { recipientKeys, viewKeys } from '../../../query-keys.ts';

/**
 * How many of a list each view shows, by its id. One after the other, each shown as soon as it is known: a list of a
 * million takes a second for each.
 */
export function viewCountsQuery(list_id: number, views: readonly View[]) {
  const queryKey = [...recipientKeys.all, 'views', list_id, views.map(({ id, where }) => [id, where])];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const counts: Record<number, number> = {};
      for (const { id, where } of views) {
        const query = { where, limit: 1 };
        try {
          const { pagination } = await call('GET /api/lists/{id}/recipients', {
            params: { id: list_id },
            query,
            signal,
          });
          counts[id] = pagination.total;
          client.setQueryData(queryKey, { ...counts });
        } catch {
          // Its tab has no number; opened, the view says why.
          if (signal.aborted) break;
        }
      }
      return counts;
    },
    staleTime: 60_000,
  });
}

type Draft = { id: number | undefined; name: string; conditions: Condition[] };

/** Keeps conditions under a name, or changes the view of `id`. */
export function useSaveView() {
  return useMutation({
    mutationFn: ({ id, ...body }: Draft) =>
      id === undefined
        ? call('POST /api/views', { body })
        : call('PUT /api/views/{id}', { params: { id }, body }),
    meta: { refetch: [viewKeys.all] },
  });
}

/** Deletes a view; nobody leaves a list. */
export function useDeleteView() {
  return useMutation({
    mutationFn: ({ id }: View) => call('DELETE /api/views/{id}', { params: { id } }),
    meta: {
      done: (_answer: unknown, { name }: View) => `View ${name} deleted.`,
      failure: 'Failed to delete the view',
      refetch: [viewKeys.all],
    },
  });
}

import { type MutationMeta, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { logError } from '../../../log.ts';

const CLEANUP_CHANCE = 0.1;

/** One unread check with its results so far. */
export function checkQuery(id: number) {
  return queryOptions({
    queryKey: ['unread-checker', 'one', id],
    queryFn: async ({ signal }) => {
      if (Math.random() < CLEANUP_CHANCE) cleanUp();
      return (await call('GET /api/unread-checker/requests/{id}', { params: { id }, signal })).request;
    },
    gcTime: 0,
  });
}

/** Asks the agents to count in these profiles; `meta` has the words for it. */
export function useStartCheck(meta: MutationMeta = {}) {
  return useMutation({
    mutationFn: (profileIds: number[]) => call('POST /api/unread-checker/requests', { body: { profileIds } }),
    meta,
  });
}

function cleanUp(): void {
  call('POST /api/unread-checker/requests/cleanup').catch((error: unknown) =>
    logError('The cleanup of unread checks failed', error),
  );
}

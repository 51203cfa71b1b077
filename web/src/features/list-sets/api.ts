import type { listSetCalls } from '@pigeonpost/contract/calls/list-sets';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { call } from '../../api/client.ts';
import { retryWhileCounting } from '../../campaign-state/campaign-queries.ts';
import { campaignKeys, listKeys, recipientKeys } from '../../query-keys.ts';

/** Whose people a set takes, and how. */
export type WantedSet = z.input<(typeof listSetCalls)['POST /api/lists/from/check']['body']>;
type MadeSet = z.input<(typeof listSetCalls)['POST /api/lists/from']['body']>;

/** Who would be in the new list. Not under the keys of lists, whose events would count a million people again and again. */
export function setCountQuery(wanted: WantedSet | undefined) {
  return queryOptions({
    queryKey: ['list-set', wanted],
    queryFn: ({ signal }) => call('POST /api/lists/from/check', { body: wanted as WantedSet, signal }),
    enabled: wanted !== undefined,
    retry: retryWhileCounting,
  });
}

/** Makes the new lists, or adds the people to one. */
export function useMakeSet() {
  return useMutation({
    mutationFn: (body: MadeSet) => call('POST /api/lists/from', { body }),
    meta: { refetch: [listKeys.all, recipientKeys.all, campaignKeys.all] },
  });
}

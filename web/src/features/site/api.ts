import type { SiteChoice } from '@pigeonpost/contract/site';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import { agentKeys, campaignKeys } from '../../query-keys.ts';

/** The site that the account writes to (docs/behaviour.md#site). */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call('GET /api/site', { signal }),
});

/** Saves the choice; the machines are told by the server. */
export function useChooseSite() {
  return useMutation({
    mutationFn: (site: SiteChoice | null) => call('PUT /api/site', { body: { site } }),
    meta: {
      done: 'Site saved.',
      failure: 'Failed to save the site',
      refetch: [agentKeys.all, campaignKeys.all],
    },
    onSuccess: (answer, _site, _result, { client }) => replaceAnswer(client, siteQuery, answer),
    // It may be another window's by now.
    onError: (_error, _site, _result, { client }) =>
      void client.invalidateQueries({ queryKey: siteQuery.queryKey }),
  });
}

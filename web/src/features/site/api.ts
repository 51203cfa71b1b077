import type { SiteChoice } from '@pigeonpost/contract/account/site';
import { useMutation } from '@tanstack/react-query';
import { siteQuery } from '../../account/site.ts';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import { agentKeys, campaignKeys } from '../../query-keys.ts';

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

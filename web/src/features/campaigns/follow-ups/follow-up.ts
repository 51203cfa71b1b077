import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { retryWhileCounting } from '../../../campaign-state/campaign-queries.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { campaignKeys, listKeys, profileKeys, replyKeys } from '../../../query-keys.ts';

/** Who would get a follow-up of a campaign now, and who not and why. */
export type FollowUpCount = Answer<'GET /api/campaigns/{id}/follow-up'>;

/** Counted again after a reading of replies, and not with each message that the campaign sends. */
export function followUpQuery(id: number, days: number | undefined) {
  return queryOptions({
    queryKey: [...replyKeys.ofCampaign(id), 'follow-up', days],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/{id}/follow-up', {
        params: { id },
        query: days === undefined ? {} : { days },
        signal,
      }),
    enabled: days !== undefined,
    placeholderData: keepPreviousData,
    retry: retryWhileCounting,
  });
}

type FollowUp = { name: string; message_template_id: number; days: number; even_unread: boolean };

/** Makes the follow-up of a campaign, with a list of its own, and does not start it. */
export function useMakeFollowUp(id: number) {
  return useMutation({
    mutationFn: (body: FollowUp) => call('POST /api/campaigns/{id}/follow-up', { params: { id }, body }),
    // After a refusal people may have replied, or been written to, since they were counted.
    onError: (_error, _body, _result, { client }) =>
      void client.invalidateQueries({ queryKey: replyKeys.ofCampaign(id) }),
    meta: { refetch: [campaignKeys.all, listKeys.all, profileKeys.all] },
  });
}

/** Lets all profiles of a follow-up write to the people who wait for one of them. */
export function useGiveToOthers(id: number) {
  return useMutation({
    mutationFn: (profile_id: number) =>
      call('POST /api/campaigns/{id}/give-to-others', { params: { id }, body: { profile_id } }),
    meta: {
      done: ({ given }: Answer<'POST /api/campaigns/{id}/give-to-others'>) =>
        `All profiles of this campaign may write to ${formatNoun(given, 'person', 'people')} now.`,
      failure: 'Failed to let the others write',
      refetch: [campaignKeys.all, profileKeys.all],
    },
  });
}

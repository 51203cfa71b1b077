import type { CampaignFilter, CampaignSort, PeopleFilter, Settlement } from '@pigeonpost/contract/campaigns';
import { MAX_PAGE_SIZE, SETTLE_MAX_RECIPIENTS } from '@pigeonpost/contract/limits';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { FAULT_POLL_MS } from '../profiles/api.ts';
import { startCampaign } from './start-and-pause.ts';

type Place = {
  search: string;
  page: number;
  limit: number;
  status: CampaignFilter | undefined;
  sort_by: CampaignSort;
  /** The days on which they were created. */
  range: { start_date?: string; end_date?: string };
};

/** One page of the user's campaigns, and how many the search finds of each status. */
export function campaignsQuery({ status, range, ...place }: Place) {
  return queryOptions({
    queryKey: ['campaigns', 'list', { status, range, ...place }],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns', { query: { ...place, ...range, ...(status ? { status } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One campaign with its last log lines. Fails with 404 when it is not there. */
export function campaignQuery(id: number) {
  return queryOptions({
    queryKey: ['campaigns', 'one', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}', { params: { id }, signal })).campaign,
  });
}

type PeoplePlace = { search: string; page: number; limit: number; state: PeopleFilter };

/** The key of a campaign's people, whichever part of them. */
export const peopleKey = (id: number) => ['campaigns', 'people', id];

/** One page of a campaign's people, and how many there are of each kind. */
export function peopleQuery(id: number, place: PeoplePlace) {
  return queryOptions({
    queryKey: [...peopleKey(id), place],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/{id}/recipients', { params: { id }, query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the owner says of people whose outcome nobody knows: of these, or without ids of all in the campaign. */
type Settling = {
  outcome: Settlement;
  recipient_ids: number[] | undefined;
  /** Told how many are done, after each batch. */
  onProgress: (done: number) => void;
};

/** Settles them, a batch at a time; gives how many had not been settled meanwhile. */
export function useSettlePeople(id: number) {
  return useMutation({
    mutationFn: async ({ outcome, recipient_ids, onProgress }: Settling) => {
      const settle = (part: { recipient_ids: number[] } | { after_id: number }) =>
        call('POST /api/campaigns/{id}/recipients/settle', { params: { id }, body: { outcome, ...part } });
      let settled = 0;
      if (recipient_ids) {
        for (let at = 0; at < recipient_ids.length; at += SETTLE_MAX_RECIPIENTS) {
          const part = recipient_ids.slice(at, at + SETTLE_MAX_RECIPIENTS);
          settled += (await settle({ recipient_ids: part })).settled;
          onProgress(at + part.length);
        }
        return settled;
      }
      for (let after_id: number | null = 0; after_id !== null; ) {
        const batch: Awaited<ReturnType<typeof settle>> = await settle({ after_id });
        settled += batch.settled;
        after_id = batch.last_id;
        onProgress(settled);
      }
      return settled;
    },
    onSettled: (_answer, _error, _settling, _result, { client }) =>
      Promise.all(
        [['campaigns'], ['lists'], ['recipients']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** What each profile did in a campaign. */
export function performanceQuery(id: number) {
  return queryOptions({
    queryKey: ['campaigns', 'performance', id],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/campaigns/{id}/profile-performance', { params: { id }, signal });
      return answer.profilePerformance;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ faulted_at }) => faulted_at) ? FAULT_POLL_MS : false,
  });
}

/** The campaigns that still need their template, list and profiles: running first, then paused, then pending. */
export const campaignsAtWorkQuery = queryOptions({
  queryKey: ['campaigns', 'unfinished'],
  queryFn: async ({ signal }) => {
    const ask = (page: number) =>
      call('GET /api/campaigns', { query: { status: 'unfinished', limit: MAX_PAGE_SIZE, page }, signal });
    const { campaigns, pagination } = await ask(1);
    for (let page = 2; page <= pagination.totalPages; page++) campaigns.push(...(await ask(page)).campaigns);
    return campaigns;
  },
});

/** Starts a campaign that is not shown as a row here, such as one that was created a moment ago. */
export function useStartNow() {
  return useMutation({
    mutationFn: startCampaign,
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
}

/** What a campaign is created from. */
type CampaignDraft = {
  name: string;
  message_template_id: number;
  list_id: number;
  profiles_used: number[];
  /** An ended campaign: those whom it failed to reach become pending again. */
  retry_of?: number;
};

/** Creates a campaign. */
export function useCreateCampaign() {
  return useMutation({
    mutationFn: (body: CampaignDraft) => call('POST /api/campaigns', { body }),
    onSettled: (_answer, error, draft, _result, { client }) => {
      // A conflict tells of profiles that were taken meanwhile.
      void client.invalidateQueries({ queryKey: error ? ['profiles'] : ['campaigns'] });
      if (draft.retry_of !== undefined) void client.invalidateQueries({ queryKey: ['lists'] });
    },
  });
}

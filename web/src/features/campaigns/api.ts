import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { CampaignFilter, CampaignSort, PeopleFilter, Settlement } from '@pigeonpost/contract/campaigns';
import { SETTLE_MAX_RECIPIENTS } from '@pigeonpost/contract/limits';
import type { HourRange } from '@pigeonpost/contract/sending-hours';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { BUSY_POLL_MS, isBusy, retryWhileCounting } from '../../campaign-state/campaign-queries.ts';
import { formatNoun } from '../../format/format-number.ts';
import { formatDateTime } from '../../format/format-time.ts';
import { campaignKeys, listKeys, recipientKeys } from '../../query-keys.ts';
import { FAULT_POLL_MS } from '../profiles/api.ts';

type Place = {
  search: string;
  page: number;
  limit: number;
  status: CampaignFilter | undefined;
  sort_by: CampaignSort;
  /** The days on which they were created. */
  range: { start_date?: string; end_date?: string };
};

/** One page of the user's campaigns, and the number of each status that the search finds. */
export function campaignsQuery({ status, range, ...place }: Place) {
  return queryOptions({
    queryKey: [...campaignKeys.pages, { status, range, ...place }],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns', { query: { ...place, ...range, ...(status ? { status } : {}) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.campaigns.some(isBusy) ? BUSY_POLL_MS : false),
  });
}

type PeoplePlace = { search: string; page: number; limit: number; state: PeopleFilter };

/** One page of a campaign's people, and the number of each kind. */
export function peopleQuery(id: number, place: PeoplePlace) {
  return queryOptions({
    queryKey: [...campaignKeys.people(id), place],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/{id}/recipients', { params: { id }, query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The owner's decision about unclear deliveries: these, or without ids all of the campaign. */
type Settling = {
  outcome: Settlement;
  recipient_ids: number[] | undefined;
  /** Called with the number done, after each batch. */
  onProgress: (done: number) => void;
};

/** Settles them in batches; returns how many were not settled meanwhile. */
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
    meta: {
      failure: 'Failed to settle the unclear ones',
      refetch: [campaignKeys.all, listKeys.all, recipientKeys.all],
    },
  });
}

/** Whom a campaign writes to next, so many. */
export function nextPeopleQuery(id: number, limit: number) {
  return queryOptions({
    queryKey: [...campaignKeys.next(id), limit],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/{id}/next', { params: { id }, query: { limit }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Each profile's results in a campaign. */
export function performanceQuery(id: number) {
  return queryOptions({
    queryKey: campaignKeys.performance(id),
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/campaigns/{id}/profile-performance', { params: { id }, signal });
      return answer.profilePerformance;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ faulted_at }) => faulted_at) ? FAULT_POLL_MS : false,
  });
}

type Archiving = { campaign_ids: number[]; archived: boolean };

/** Archives ended campaigns, or restores them. `onDone` is called at once, also if the screen was left meanwhile. */
export function useArchive(onDone?: () => void) {
  return useMutation({
    mutationFn: (body: Archiving) => call('PUT /api/campaigns/archived', { body }),
    onSuccess: () => onDone?.(),
    meta: {
      done: ({ changed }: { changed: number }, { archived }: Archiving) =>
        `${formatNoun(changed, 'campaign')} ${archived ? 'archived' : 'brought back'}.`,
      failure: ({ archived }: Archiving) =>
        archived ? 'Failed to archive campaigns' : 'Failed to bring campaigns back',
      refetch: [campaignKeys.all],
    },
  });
}

type DeletingMany = {
  campaigns: Pick<Campaign, 'id' | 'total_sent' | 'total_uncertain'>[];
  /** Whether recipients that got a message keep their status in their lists. */
  keepsSent: boolean;
  /** Called with the number done, before each. */
  onProgress: (done: number) => void;
};

/** Deletes ended campaigns, one after another. */
export function useDeleteCampaigns() {
  return useMutation({
    mutationFn: async ({ campaigns, keepsSent, onProgress }: DeletingMany) => {
      for (const [done, { id, total_sent, total_uncertain }] of campaigns.entries()) {
        onProgress(done);
        const keep_sent = keepsSent && total_sent + total_uncertain > 0;
        await call('DELETE /api/campaigns/{id}', { params: { id }, body: { keep_sent } });
      }
    },
    meta: {
      done: (_answer: unknown, { campaigns }: DeletingMany) =>
        `${formatNoun(campaigns.length, 'campaign')} deleted.`,
      failure: 'Failed to delete campaign',
      refetch: [campaignKeys.all, listKeys.all],
    },
  });
}

/** Changes a campaign's message, before its first start. */
export function useChangeMessage(id: number) {
  return useMutation({
    mutationFn: (template_content: string) =>
      call('PUT /api/campaigns/{id}/message', { params: { id }, body: { template_content } }),
    meta: {
      done: 'Message changed.',
      failure: 'Failed to change the message',
      refetch: [campaignKeys.all],
    },
  });
}

/** Lets a pending campaign start by itself at a moment; null: it waits for Start again. */
export function useSchedule(id: number) {
  return useMutation({
    mutationFn: (start_at: string | null) =>
      call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } }),
    meta: {
      done: ({ campaign }: { campaign: Campaign }) =>
        campaign.start_at === null
          ? 'It waits for Start again.'
          : `Campaign scheduled for ${formatDateTime(campaign.start_at)}.`,
      // The dialog that asks for a moment says itself why it was refused.
      failure: (start_at: string | null) => (start_at === null ? 'Failed to schedule the campaign' : ''),
      refetch: [campaignKeys.all],
    },
  });
}

/** What is left out stays; null removes a limit. */
export type CampaignChange = {
  name?: string;
  message_template_id?: number;
  list_id?: number;
  profiles_used?: number[];
  leave_out?: LeaveOutInput;
  start_at?: string | null;
  hours?: HourRange[] | null;
  not_after?: string | null;
  cap_day?: number | null;
  canary?: number | null;
};

/** Changes a campaign: all of it before its start, later when and how much it may send. */
export function useChangeCampaign(id: number) {
  return useMutation({
    mutationFn: (body: CampaignChange) => call('PUT /api/campaigns/{id}', { params: { id }, body }),
    meta: { done: 'Campaign changed.', refetch: [campaignKeys.all] },
  });
}

/** Who of a list would get a template's message, who not and why, and what a forecast for these profiles takes. */
export function planQuery(wanted: {
  list_id: number;
  message_template_id: number;
  profiles_used: number[];
  leave_out?: LeaveOutInput;
  follow_up_id?: number;
}) {
  return queryOptions({
    queryKey: [...campaignKeys.plans, wanted],
    queryFn: async ({ signal }) => (await call('POST /api/campaigns/plan', { body: wanted, signal })).plan,
    placeholderData: keepPreviousData,
    retry: retryWhileCounting,
  });
}

/** Who of those who are left would get a campaign, and who not and why. */
export function campaignPlanQuery(id: number) {
  return queryOptions({
    queryKey: [...campaignKeys.plans, id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}/plan', { params: { id }, signal })).plan,
    retry: retryWhileCounting,
  });
}

import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignFilter, CampaignSort, PeopleFilter, Settlement } from '@pigeonpost/contract/campaigns';
import { MAX_PAGE_SIZE, SETTLE_MAX_RECIPIENTS } from '@pigeonpost/contract/limits';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic-update.ts';
import { formatNoun } from '../../format/format-number.ts';
import { campaignKeys, listKeys, profileKeys, recipientKeys } from '../../query-keys.ts';
import { askToNotify } from '../../ui/feedback/browser-notification.ts';
import { FAULT_POLL_MS } from '../profiles/api.ts';
import { dropCampaign, patchCampaign } from './campaign-cache.ts';

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
    queryKey: [...campaignKeys.pages, { status, range, ...place }],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns', { query: { ...place, ...range, ...(status ? { status } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One campaign with its last log lines. Fails with 404 when it is not there. */
export function campaignQuery(id: number) {
  return queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/campaigns/{id}', { params: { id }, signal })).campaign,
  });
}

type PeoplePlace = { search: string; page: number; limit: number; state: PeopleFilter };

/** One page of a campaign's people, and how many there are of each kind. */
export function peopleQuery(id: number, place: PeoplePlace) {
  return queryOptions({
    queryKey: [...campaignKeys.people(id), place],
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
    meta: {
      failure: 'Failed to settle what is unclear',
      refetch: [campaignKeys.all, listKeys.all, recipientKeys.all],
    },
  });
}

/** What each profile did in a campaign. */
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

/** The campaigns that still need their template, list and profiles: running first, then paused, then pending. */
export const campaignsAtWorkQuery = queryOptions({
  queryKey: [...campaignKeys.all, 'unfinished'],
  queryFn: async ({ signal }) => {
    const ask = (page: number) =>
      call('GET /api/campaigns', { query: { status: 'unfinished', limit: MAX_PAGE_SIZE, page }, signal });
    const { campaigns, pagination } = await ask(1);
    for (let page = 2; page <= pagination.totalPages; page++) campaigns.push(...(await ask(page)).campaigns);
    return campaigns;
  },
});

/** What an owner does with a campaign. */
export type CampaignChange = 'start' | 'pause' | 'stop' | Deletion;
export type Deletion = 'delete' | 'delete_and_keep_sent';

const START_FAILED = 'Failed to update campaign status';
const DELETE_FAILED = 'Failed to delete campaign';

/** The key of the changes of one campaign: while one is under way, its result is already shown. */
export function campaignChangeKey(id: number) {
  return [...campaignKeys.all, 'change', id];
}

/** Starts, pauses, stops or deletes a campaign. The answer is how many profiles were closed. */
export function useChangeCampaign({ id, status }: Pick<Campaign, 'id' | 'status'>) {
  return useMutation({
    // One after the other: a stop that is pressed while the start is on its way does not overtake it.
    scope: { id: `campaign ${id}` },
    mutationFn: (change: CampaignChange) => makeChange(id, change),
    meta: {
      done: (closed: number, change: CampaignChange) => {
        const done =
          isDeletion(change) && status === 'running' ? 'Campaign stopped and deleted.' : DONE[change];
        return closed > 0 ? `${done} ${formatNoun(closed, 'profile')} closed.` : done;
      },
      failure: (change: CampaignChange) => (isDeletion(change) ? DELETE_FAILED : START_FAILED),
    },
    ...optimistic<CampaignChange>({
      mutationKey: campaignChangeKey(id),
      queries: campaignKeys.all,
      show: (change) => {
        if (isDeletion(change)) dropCampaign(id);
        else patchCampaign(id, PATCHES[change]);
      },
      refetch: [campaignKeys.all],
    }),
  });
}

const DONE: Record<CampaignChange, string> = {
  start: 'Campaign started.',
  pause: 'Campaign paused.',
  stop: 'Campaign stopped.',
  delete: 'Campaign deleted.',
  delete_and_keep_sent: 'Campaign deleted.',
};

const PATCHES: Record<Exclude<CampaignChange, Deletion>, Partial<Campaign>> = {
  start: { status: 'running', paused_reason: null, standstill: null },
  pause: {
    status: 'paused',
    next_send_at: null,
    waiting_reason: null,
    standstill: { kind: 'by_you', words: 'by you' },
  },
  stop: { status: 'completed', next_send_at: null, waiting_reason: null, standstill: null },
};

async function makeChange(id: number, change: CampaignChange): Promise<number> {
  const params = { id };
  if (change === 'pause') return pauseCampaign(id);
  if (change === 'stop') {
    // The stop call ends sending at once, the status call completes it (docs/behaviour.md#campaigns).
    const { profilesClosed } = await call('POST /api/campaigns/{id}/stop', { params });
    await call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
    return profilesClosed;
  }
  if (change === 'start') {
    askToNotify();
    await startCampaign(id);
  } else await call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: change !== 'delete' } });
  return 0;
}

function isDeletion(change: CampaignChange): change is Deletion {
  return change === 'delete' || change === 'delete_and_keep_sent';
}

// The status calls that follow a pause and have no answer yet, by campaign.
const statusCalls = new Map<number, Promise<unknown>>();

/** Starts a campaign, after the status call of a pause before it: one that arrives later would pause it again. */
async function startCampaign(id: number): Promise<void> {
  await statusCalls.get(id);
  await call('POST /api/campaigns/{id}/start', { params: { id } });
}

/**
 * The stop call pauses the campaign. The status call after it repeats that: nothing waits for it, and its failure does not
 * fail the pause (docs/behaviour.md#campaigns).
 */
async function pauseCampaign(id: number): Promise<number> {
  const params = { id };
  const { profilesClosed } = await call('POST /api/campaigns/{id}/stop', { params });
  const told = call('PUT /api/campaigns/{id}/status', { params, body: { status: 'paused' } })
    .catch(() => {})
    .finally(() => {
      if (statusCalls.get(id) === told) statusCalls.delete(id);
    });
  statusCalls.set(id, told);
  return profilesClosed;
}

/** Starts a campaign that is not shown as a row here, such as one that was created a moment ago. */
export function useStartNow(done = DONE.start) {
  return useMutation({
    mutationFn: startCampaign,
    meta: { done, failure: START_FAILED },
    onSettled: (_answer, _error, _id, _result, { client }) => {
      void client.invalidateQueries({ queryKey: campaignKeys.all });
    },
  });
}

type Archiving = { campaign_ids: number[]; archived: boolean };

/** Archives campaigns that have ended, or brings them back. */
export function useArchive() {
  return useMutation({
    mutationFn: (body: Archiving) => call('PUT /api/campaigns/archived', { body }),
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
  /** Whether those who got a message stay as they are in their lists. */
  keepsSent: boolean;
  /** Told how many are done, before each. */
  onProgress: (done: number) => void;
};

/** Deletes campaigns that have ended, one after another. */
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
      failure: DELETE_FAILED,
      refetch: [campaignKeys.all, listKeys.all],
    },
  });
}

/** Changes what a campaign sends, before its first start. */
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
      void client.invalidateQueries({ queryKey: error ? profileKeys.all : campaignKeys.all });
      if (draft.retry_of !== undefined) void client.invalidateQueries({ queryKey: listKeys.all });
    },
  });
}

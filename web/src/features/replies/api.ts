import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import type { Reading } from '@pigeonpost/contract/calls/reply-readings';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import {
  campaignKeys,
  doNotContactKeys,
  needsYouKeys,
  peopleKeys,
  recipientKeys,
  replyKeys,
  searchKeys,
} from '../../query-keys.ts';

const POLL_MS = 2000;
/** How many replies that may ask for a stop stand above the others. */
const PERHAPS_SHOWN = 5;

/** One page of the replies to a campaign's messages, newest first. */
export function campaignRepliesQuery(id: number, place: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...replyKeys.ofCampaign(id), place],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/{id}/replies', { params: { id }, query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of all replies, newest first, or of those of which their owner decides. */
export function repliesQuery(place: { stop: 'perhaps' | undefined; page: number; limit: number }) {
  const { stop, ...slice } = place;
  return queryOptions({
    queryKey: [...replyKeys.all, 'list', place],
    queryFn: ({ signal }) => call('GET /api/replies', { query: { ...slice, ...(stop && { stop }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The newest replies to a campaign's messages of which its owner decides whether they ask for a stop. */
export function undecidedRepliesQuery(id: number) {
  return queryOptions({
    queryKey: [...replyKeys.ofCampaign(id), 'perhaps'],
    queryFn: ({ signal }) =>
      call('GET /api/campaigns/{id}/replies', {
        params: { id },
        query: { stop: 'perhaps', limit: PERHAPS_SHOWN },
        signal,
      }),
  });
}

/** The last reading of replies; asked every two seconds while it goes on. */
export const readingQuery = queryOptions({
  queryKey: replyKeys.reading,
  queryFn: async ({ signal }) => (await call('GET /api/replies/reading', { signal })).reading,
  refetchInterval: ({ state }) => (isReading(state.data) ? POLL_MS : false),
});

/** Whether a reading waits for a machine, or goes on. */
export function isReading(reading: Pick<Reading, 'status'> | null | undefined): boolean {
  return reading?.status === 'pending' || reading?.status === 'running';
}

/** Has the replies of these profiles read. */
export function useReadReplies() {
  return useMutation({
    mutationFn: (profile_ids: number[]) => call('POST /api/replies/read', { body: { profile_ids } }),
    meta: { failure: 'Failed to ask for a reading', refetch: [replyKeys.reading] },
  });
}

type Decision = { id: number; is_stop: boolean };

/** Decides whether a reply asks for a stop; `shown` is the name of who wrote it. */
export function useDecideReply(shown: string) {
  return useMutation({
    mutationFn: ({ id, is_stop }: Decision) =>
      call('PUT /api/replies/{id}', { params: { id }, body: { is_stop } }),
    meta: {
      done: (_answer: unknown, { is_stop }: Decision) =>
        is_stop ? `${shown} is on your do-not-contact list.` : `Noted: ${shown} did not ask you to stop.`,
      failure: 'Failed to save your decision',
      refetch: [
        replyKeys.all,
        needsYouKeys.all,
        doNotContactKeys.all,
        peopleKeys.all,
        recipientKeys.all,
        searchKeys.all,
      ],
    },
  });
}

/** Says that a machine wrote a reply, or that a person did; `shown` is the name of whose it is. */
export function useTakeReplyFor(shown: string) {
  return useMutation({
    mutationFn: ({ id, is_automatic }: { id: number; is_automatic: boolean }) =>
      call('PUT /api/replies/{id}', { params: { id }, body: { is_automatic } }),
    meta: {
      done: (_answer: unknown, { is_automatic }: { is_automatic: boolean }) =>
        is_automatic
          ? `Noted: a machine answered for ${shown}. It counts for nothing.`
          : `Noted: ${shown} wrote it. It counts as a reply.`,
      failure: 'Failed to save who wrote it',
      refetch: [replyKeys.all, campaignKeys.all, needsYouKeys.all, peopleKeys.all, recipientKeys.all],
    },
  });
}

/** How replies are read, kept and judged, and whether a machine can read them. */
export const repliesSettingsQuery = queryOptions({
  queryKey: replyKeys.settings,
  queryFn: ({ signal }) => call('GET /api/settings/replies', { signal }),
});

/** Saves the given settings of replies; the others stay as on the server. */
export function useSaveRepliesSettings() {
  return useMutation({
    mutationFn: (change: Partial<RepliesSettings>) => call('PUT /api/settings/replies', { body: change }),
    meta: { failure: 'Failed to save settings', refetch: [campaignKeys.plans] },
    onSuccess: (answer, _body, _result, { client }) => replaceAnswer(client, repliesSettingsQuery, answer),
    // It may conflict with another window's change, which is then shown.
    onError: (_error, _body, _result, { client }) =>
      void client.invalidateQueries({ queryKey: repliesSettingsQuery.queryKey }),
  });
}

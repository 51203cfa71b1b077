import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { type Answer, ApiError } from '@pigeonpost/contract/client';
import type { StatedSource } from '@pigeonpost/contract/people/sources';
import {
  AFTER_EVERYBODY,
  type RecipientBulkAction,
  type RecipientFilter,
  type RecipientSort,
  type RecipientStatus,
  type TagAction,
  VALUE_ACTION,
} from '@pigeonpost/contract/recipients';
import { keepPreviousData, type QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';
import { campaignKeys, fieldKeys, listKeys, peopleKeys, recipientKeys, tagKeys } from '../../query-keys.ts';
import { listQuery } from '../lists/api.ts';

type Page = Answer<'GET /api/lists/{id}/recipients'>;
type Place = {
  search: string;
  page: number;
  limit: number;
  status: RecipientFilter | undefined;
  sort_by: RecipientSort;
  /** The ids of the shown fields: '12,13'. Their tags come with any, so with '0' alone. */
  fields: string | undefined;
  /** Conditions; or a view that the page does not know. */
  where: string | undefined;
  view: number | undefined;
};

/** What is fetched again when recipients change. A campaign that has not started counts the present pending ones. */
export const CHANGED = [recipientKeys.all, listKeys.all, campaignKeys.all, peopleKeys.all];

const TAGGED = [recipientKeys.all, peopleKeys.all, tagKeys.all];

const VALUED = [recipientKeys.all, peopleKeys.all, fieldKeys.all];

/** One page of a list's recipients. */
export function recipientsQuery(list_id: number, { status, fields, where, view, ...place }: Place) {
  return queryOptions({
    queryKey: [...recipientKeys.pages, list_id, { status, fields, where, view, ...place }],
    queryFn: async ({ signal, client }) => {
      try {
        return await call('GET /api/lists/{id}/recipients', {
          params: { id: list_id },
          query: {
            ...place,
            ...(status ? { status } : {}),
            ...(fields ? { fields } : {}),
            ...(where ? { where } : {}),
            ...(view ? { view } : {}),
          },
          signal,
        });
      } catch (error) {
        // Another window deleted the list: its cached data is out of date.
        const { queryKey } = listQuery(list_id);
        const isGone = error instanceof ApiError && error.status === 404 && client.getQueryData(queryKey);
        if (isGone) void client.invalidateQueries({ queryKey });
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}

/** The recipients among these that a page has shown, as it showed them. */
export function seenRecipients(client: QueryClient, ids: readonly number[]): Recipient[] {
  const wanted = new Set(ids);
  const seen = new Map<number, Recipient>();
  for (const [, page] of client.getQueriesData<Page>({ queryKey: recipientKeys.pages })) {
    for (const one of page?.recipients ?? []) if (wanted.has(one.id)) seen.set(one.id, one);
  }
  return [...seen.values()];
}

/** Puts one name into a list. */
export function useAddRecipient() {
  return useMutation({
    mutationFn: (body: { recipient: string; list_id: number; source?: StatedSource }) =>
      call('POST /api/recipients', { body }),
    meta: { refetch: CHANGED },
  });
}

/** A change that is shown before its answer: of whom, and what makes its calls. */
type Change = { ids: readonly number[]; run: () => Promise<unknown> };

/** Sets the status of one or many: `run` is `putStatus`, or calls of `changeByIds`. */
export function useSetRecipientStatus() {
  return useMutation({
    mutationFn: ({ run }: Change & { status: RecipientStatus }) => run(),
    ...optimisticUpdate<Page, Change & { status: RecipientStatus }>({
      pages: recipientKeys.pages,
      update: (page, { ids, status }) => ({
        ...page,
        recipients: page.recipients.map((one) =>
          ids.includes(one.id) ? { ...one, status, unclear: one.unclear && status === 'failed' } : one,
        ),
      }),
      refetch: CHANGED,
    }),
  });
}

/** Deletes one or many: `run` is `deleteRecipient`, or calls of `changeByIds`. */
export function useDeleteRecipients() {
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    ...optimisticUpdate<Page, Change>({
      pages: recipientKeys.pages,
      update: (page, { ids }) => ({
        ...page,
        recipients: page.recipients.filter(({ id }) => !ids.includes(id)),
      }),
      refetch: CHANGED,
    }),
  });
}

/** Restores deleted recipients, with the previous status: the call is `restoreRecipient`, or calls of `restoreByIds`. */
export function useRestoreRecipients() {
  return useMutation({
    mutationFn: (run: Change['run']) => run(),
    meta: { refetch: CHANGED },
  });
}

/** What is done with a tag. */
type Tagging = { action: TagAction; tag_id: number };

/** Puts a tag on one or many, or takes it off: `run` makes calls of `tagByIds`. */
export function useTagRecipients() {
  return useMutation({
    mutationFn: ({ run }: Change & Tagging) => run(),
    ...optimisticUpdate<Page, Change & Tagging>({
      pages: recipientKeys.pages,
      update: (page, { ids, action, tag_id }) => ({
        ...page,
        recipients: page.recipients.map((one) => {
          // Without tags where nobody has asked for them.
          if (!one.tags || !ids.includes(one.id)) return one;
          const others = one.tags.filter((id) => id !== tag_id);
          return { ...one, tags: action === 'tag' ? [...others, tag_id] : others };
        }),
      }),
      refetch: TAGGED,
    }),
  });
}

/** Which value people get in which field, as the server keeps it. */
type Valued = { field_id: number; value: string };

/** Gives one or many a value, or takes it away: `run` makes calls of `setValueByIds`. */
export function useSetValues() {
  return useMutation({
    mutationFn: ({ run }: Change & Valued) => run(),
    ...optimisticUpdate<Page, Change & Valued>({
      pages: recipientKeys.pages,
      update: (page, { ids, field_id, value }) => ({
        ...page,
        recipients: page.recipients.map((one) =>
          // Without fields where nobody has asked for them.
          one.fields && ids.includes(one.id) ? { ...one, fields: { ...one.fields, [field_id]: value } } : one,
        ),
      }),
      refetch: VALUED,
    }),
  });
}

/** The call for one: 409 while a message to them is being sent. */
export function putStatus(id: number, status: RecipientStatus) {
  return call('PUT /api/recipients/{id}/status', { params: { id }, body: { status } });
}

/** The same. `restoreRecipient` brings them back for 10 minutes. */
export function deleteRecipient(id: number) {
  return call('DELETE /api/recipients/{id}', { params: { id } });
}

/** 409 if the name is in the list again, or on do-not-contact. */
export function restoreRecipient(id: number) {
  return call('POST /api/recipients/{id}/restore', { params: { id } });
}

/** Recipients of a list, at most RECIPIENT_IDS_MAX. */
type Selected = { list_id: number; ids: number[] };

/** Deletes them or sets their status; gives those whose message is being sent, who are left alone. */
export async function changeByIds({ list_id, ids, action }: Selected & { action: RecipientBulkAction }) {
  const { busy_ids } = await call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list_id },
    body: { action, ids, after_id: AFTER_EVERYBODY },
  });
  if (!busy_ids) throw new Error('The server does not know ids yet: it changed nobody.');
  return busy_ids;
}

/** Gives whose tags changed, and who has no room for another one. */
export async function tagByIds({ list_id, ...body }: Selected & Tagging) {
  const answer = await call('POST /api/lists/{id}/recipients/bulk', { params: { id: list_id }, body });
  return { changed: answer.changed_ids ?? [], full: answer.full_ids ?? [] };
}

/** Gives who was changed with the value before, and who has no room for it. */
export async function setValueByIds({ list_id, ...body }: Selected & Valued) {
  const answer = await call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list_id },
    body: { action: VALUE_ACTION, ...body },
  });
  const { changed_ids = [], values_before = [], full_ids = [] } = answer;
  return { changed: changed_ids.map((id, at) => ({ id, before: values_before[at] ?? '' })), full: full_ids };
}

/** Restores those of them that can be. */
export function restoreByIds({ list_id, ids }: Selected) {
  return call('POST /api/lists/{id}/recipients/restore', { params: { id: list_id }, body: { ids } });
}

/** All matching recipients of a list, and the change. */
type MatchingChange = {
  list_id: number;
  change: { action: RecipientBulkAction } | Tagging | ({ action: typeof VALUE_ACTION } & Valued);
  status: RecipientFilter | undefined;
  search: string;
  where: string | undefined;
  /** Called with the number done, after each batch. */
  onProgress: (done: number) => void;
};

/** Changes all matching recipients, in batches. */
export function useChangeMatching() {
  return useMutation({
    mutationFn: async ({ list_id, change, status, search, where, onProgress }: MatchingChange) => {
      let [changed, busy, full, after_id] = [0, 0, 0, 0];
      for (;;) {
        const batch = await call('POST /api/lists/{id}/recipients/bulk', {
          params: { id: list_id },
          body: {
            ...change,
            search,
            ...(status ? { status } : {}),
            ...(where ? { where, continue_after: after_id, after_id: AFTER_EVERYBODY } : { after_id }),
          },
        });
        changed += batch.changed;
        busy += batch.busy;
        full += batch.full ?? 0;
        onProgress(changed);
        if (batch.last_id === null) return { changed, busy, full };
        after_id = batch.last_id;
      }
    },
    meta: { refetch: [...CHANGED, tagKeys.all, fieldKeys.all] },
  });
}

import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';
import { doNotContactKeys, peopleKeys, recipientKeys, searchKeys } from '../../query-keys.ts';

type Page = Answer<'GET /api/do-not-contact'>;

// Recipients and people show whether their name is on the list.
const CHANGED = [doNotContactKeys.all, recipientKeys.all, peopleKeys.all, searchKeys.all];

/** One page of the names that no campaign writes to. */
export function doNotContactQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...doNotContactKeys.pages, place],
    queryFn: ({ signal }) => call('GET /api/do-not-contact', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many names are on the do-not-contact list. */
export const doNotContactCountQuery = queryOptions({
  queryKey: [...doNotContactKeys.all, 'count'],
  queryFn: async ({ signal }) => {
    const { pagination } = await call('GET /api/do-not-contact', { query: { limit: 1 }, signal });
    return pagination.totalItems;
  },
});

/** What toasts say at the end. */
type Told = { done?: string | ((answer: unknown, name: string) => string); failure?: string };

/** Puts a name on the list; an existing one is no error. */
export function useAddDoNotContact(told: Told = {}) {
  return useMutation({
    mutationFn: (recipient: string) => call('POST /api/do-not-contact', { body: { recipient } }),
    meta: { ...told, refetch: CHANGED },
  });
}

/** Puts many names on the list, and says how many were there already. */
export function useAddManyDoNotContact() {
  return useMutation({
    mutationFn: (recipients: string[]) => call('POST /api/do-not-contact/bulk', { body: { recipients } }),
    meta: { refetch: CHANGED },
  });
}

/** The reason is needed of names that asked to be left alone themselves. */
type Removal = { id: number; reason?: string };

/** Removes a name from the list. */
export function useDeleteDoNotContact(told: Told = {}) {
  return useMutation({
    mutationFn: ({ id, reason }: Removal) =>
      call('DELETE /api/do-not-contact/{id}', { params: { id }, body: { reason } }),
    meta: told,
    ...optimisticUpdate<Page, Removal>({
      pages: doNotContactKeys.pages,
      update: (page, { id }) => ({
        ...page,
        do_not_contact: page.do_not_contact.filter((entry) => entry.id !== id),
      }),
      refetch: CHANGED,
    }),
  });
}

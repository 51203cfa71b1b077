import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';

type Page = Answer<'GET /api/do-not-contact'>;

const ALL_PAGES = ['do-not-contact', 'list'];
// Recipients and people show whether their name is on the list.
const CHANGED = [['do-not-contact'], ['recipients'], ['people'], ['search']];

/** One page of the names that no campaign writes to. */
export function doNotContactQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...ALL_PAGES, place],
    queryFn: ({ signal }) => call('GET /api/do-not-contact', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many names are on the do-not-contact list. */
export const doNotContactCountQuery = queryOptions({
  queryKey: ['do-not-contact', 'count'],
  queryFn: async ({ signal }) => {
    const { pagination } = await call('GET /api/do-not-contact', { query: { limit: 1 }, signal });
    return pagination.totalItems;
  },
});

/** Puts a name on the list; an existing one is no error. */
export function useAddDoNotContact() {
  return useMutation({
    mutationFn: (recipient: string) => call('POST /api/do-not-contact', { body: { recipient } }),
    onSuccess: (_answer, _recipient, _result, { client }) =>
      Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Puts many names on the list, and says how many were there already. */
export function useAddManyDoNotContact() {
  return useMutation({
    mutationFn: (recipients: string[]) => call('POST /api/do-not-contact/bulk', { body: { recipients } }),
    onSettled: (_answer, _error, _names, _result, { client }) =>
      Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Removes a name from the list. */
export function useDeleteDoNotContact() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/do-not-contact/{id}', { params: { id } }),
    ...optimisticUpdate<Page, number>({
      pages: ALL_PAGES,
      update: (page, id) => ({
        ...page,
        do_not_contact: page.do_not_contact.filter((entry) => entry.id !== id),
      }),
      refetch: CHANGED,
    }),
  });
}

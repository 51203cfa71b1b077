import type { List } from '@pigeonpost/contract/calls/lists';
import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { changeAtOnce } from '../../api/change-at-once.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

type Page = Answer<'GET /api/lists'>;
type Names = Answer<'GET /api/do-not-contact'>;

const ALL_PAGES = ['lists', 'list'];
const ALL_NAMES = ['do-not-contact', 'list'];

/** One page of the user's recipient lists, newest first. */
export function listsQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...ALL_PAGES, place],
    queryFn: ({ signal }) => call('GET /api/lists', { query: place, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One list with its counts. Fails with 404 when it is not there. */
export function listQuery(id: number) {
  return queryOptions({
    queryKey: ['lists', 'one', id],
    queryFn: async ({ signal }) => (await call('GET /api/lists/{id}', { params: { id }, signal })).list,
  });
}

/** Makes a list, or changes name and description of the one of `id`. */
export async function saveList(list: { id?: number; name: string; description: string }): Promise<List> {
  const { id, ...body } = list;
  const saved =
    id === undefined
      ? await call('POST /api/lists', { body })
      : await call('PUT /api/lists/{id}', { params: { id }, body });
  await refetchLists();
  return saved.list;
}

/** Deletes a list: off the screen at once, back when the server refuses. */
export function deleteList(id: number): Promise<void> {
  return changeAtOnce<Page>({
    pages: ALL_PAGES,
    change: (page) => ({ ...page, lists: page.lists.filter((list) => list.id !== id) }),
    make: () => call('DELETE /api/lists/{id}', { params: { id } }),
    refetch: refetchLists,
  });
}

/** Asks the server again for every list on screen, and its counts. */
export function refetchLists(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['lists'] });
}

/** One page of the names that no campaign writes to. */
export function doNotContactQuery(place: { search: string; page: number; limit: number }) {
  return queryOptions({
    queryKey: [...ALL_NAMES, place],
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

/** Puts a name on the list; one that is there already is no error. */
export async function addDoNotContact(recipient: string): Promise<void> {
  await call('POST /api/do-not-contact', { body: { recipient } });
  await refetchDoNotContact();
}

/** Takes a name off: off the screen at once, back when the server refuses. */
export function deleteDoNotContact(id: number): Promise<void> {
  return changeAtOnce<Names>({
    pages: ALL_NAMES,
    change: (page) => ({
      ...page,
      do_not_contact: page.do_not_contact.filter((entry) => entry.id !== id),
    }),
    make: () => call('DELETE /api/do-not-contact/{id}', { params: { id } }),
    refetch: refetchDoNotContact,
  });
}

// Recipients say whether their name is on the list.
async function refetchDoNotContact(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['do-not-contact'] }),
    queryClient.invalidateQueries({ queryKey: ['recipients'] }),
  ]);
}

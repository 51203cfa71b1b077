import type { Answer } from '@pigeonpost/contract/client';
import type { ListFilter, ListSort } from '@pigeonpost/contract/lists';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { optimisticUpdate } from '../../api/optimistic-update.ts';
import { PICKER_LIMIT } from '../../api/paging.ts';
import { listKeys } from '../../query-keys.ts';

type Page = Answer<'GET /api/lists'>;

type Place = {
  search: string;
  page: number;
  limit: number;
  filter: ListFilter | undefined;
  sort_by: ListSort;
};

/** One page of the user's recipient lists. */
export function listsQuery({ filter, ...place }: Place) {
  return queryOptions({
    queryKey: [...listKeys.pages, { ...place, filter }],
    queryFn: ({ signal }) =>
      call('GET /api/lists', { query: { ...place, ...(filter ? { filter } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The first lists by name whose name contains `search`, and their number. */
export function listPickerQuery(search = '') {
  return queryOptions({
    queryKey: [...listKeys.all, 'picker', search],
    queryFn: ({ signal }) =>
      call('GET /api/lists', { query: { search, limit: PICKER_LIMIT, sort_by: 'name' }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The number of the user's lists; undefined until it is known. */
export function useListCount(): number | undefined {
  return useQuery({
    queryKey: [...listKeys.all, 'total'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/lists', { query: { limit: 1 }, signal })).pagination.totalItems,
  }).data;
}

/** Whether the user has two lists, so that a new one can be made of them. */
export function useHasTwoLists(): boolean {
  return (useListCount() ?? 0) > 1;
}

/** One list with its counts. Fails with 404 if it does not exist. */
export function listQuery(id: number) {
  return queryOptions({
    queryKey: [...listKeys.all, 'one', id],
    queryFn: async ({ signal }) => (await call('GET /api/lists/{id}', { params: { id }, signal })).list,
  });
}

/** The name for the preview of a list's message, the first in the order of its lines; undefined if it has no pending recipients. */
export function firstNameQuery(list_id: number) {
  return queryOptions({
    queryKey: [...listKeys.all, 'first-name', list_id],
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', limit: 1, sort_by: 'added_asc' } as const;
      const answer = await call('GET /api/lists/{id}/recipients', { params: { id: list_id }, query, signal });
      return answer.recipients[0]?.recipient ?? null;
    },
  });
}

type ListText = { name: string; description: string };

/** The input of a list; with an id it changes that list. */
export type ListDraft = ListText & { id?: number };

/** Creates a list, or changes the one of `id`, where left-out fields stay. */
export function useSaveList({ id, ...opened }: ListDraft) {
  return useMutation({
    mutationFn: (change: Partial<ListText>) =>
      id === undefined
        ? call('POST /api/lists', { body: { ...opened, ...change } })
        : call('PUT /api/lists/{id}', { params: { id }, body: change }),
    meta: { refetch: [listKeys.all] },
  });
}

/** Deletes a list. */
export function useDeleteList() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/lists/{id}', { params: { id } }),
    meta: { done: 'List deleted.', failure: 'Failed to delete list' },
    ...optimisticUpdate<Page, number>({
      pages: listKeys.pages,
      update: (page, id) => ({ ...page, lists: page.lists.filter((list) => list.id !== id) }),
      refetch: [listKeys.all],
    }),
  });
}

import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export type Found = Answer<'GET /api/search'>;

/** The user's own things whose name holds a text; nothing is asked for an empty one. */
export function searchQuery(search: string) {
  return queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => call('GET /api/search', { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

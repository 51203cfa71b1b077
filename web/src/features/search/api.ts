import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export type Found = Answer<'GET /api/search'>;

/** The user's own rows whose name contains a text; an empty text is not searched for. */
export function searchQuery(search: string) {
  return queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => call('GET /api/search', { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

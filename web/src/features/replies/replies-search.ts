import { type ListSearch, validateListSearch } from '../../list-search.ts';

export type RepliesSearch = ListSearch & { stop?: 'perhaps' };

/** The `validateSearch` of the page of replies: drops unknown values. */
export function validateRepliesSearch(raw: Record<string, unknown>): RepliesSearch {
  const { page, limit } = validateListSearch(raw);
  return {
    ...(page ? { page } : {}),
    ...(limit ? { limit } : {}),
    ...(raw.stop === 'perhaps' ? { stop: 'perhaps' } : {}),
  };
}

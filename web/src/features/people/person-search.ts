import { validateListSearch } from '../../list-search.ts';

/** The `validateSearch` of a person's page: the page of the history, and whether Add to list is open. */
export function validatePersonSearch(raw: Record<string, unknown>): { page?: number; add?: true } {
  const { page } = validateListSearch(raw);
  return { ...(page ? { page } : {}), ...(raw.add === true ? { add: true } : {}) };
}

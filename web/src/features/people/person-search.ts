import { validateListSearch } from '../../list-search.ts';

/** The `validateSearch` of a person's page: the page of what happened, and whether they are being added to a list. */
export function validatePersonSearch(raw: Record<string, unknown>): { page?: number; add?: true } {
  const { page } = validateListSearch(raw);
  return { ...(page ? { page } : {}), ...(raw.add === true ? { add: true } : {}) };
}

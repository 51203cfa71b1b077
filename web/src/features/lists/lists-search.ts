import {
  DEFAULT_LIST_SORT,
  LIST_FILTERS,
  LIST_SORTS,
  type ListFilter,
  type ListSort,
} from '@pigeonpost/contract/lists';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The `validateSearch` of the lists' page: drops what it does not know. */
export function validateListsSearch(
  raw: Record<string, unknown>,
): ListSearch & { filter?: ListFilter; sort_by?: ListSort } {
  const filter = LIST_FILTERS.find((one) => one === raw.filter);
  const sort_by = LIST_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_LIST_SORT);
  return { ...validateListSearch(raw), ...(filter ? { filter } : {}), ...(sort_by ? { sort_by } : {}) };
}

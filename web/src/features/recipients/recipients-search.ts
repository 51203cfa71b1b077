import {
  DEFAULT_RECIPIENT_SORT,
  RECIPIENT_FILTERS,
  RECIPIENT_SORTS,
  type RecipientFilter,
  type RecipientSort,
} from '@pigeonpost/contract/recipients';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The state of a list's page in its address. */
type RecipientsSearch = ListSearch & { status?: RecipientFilter; sort_by?: RecipientSort };

/** The `validateSearch` of a list's page: drops unknown values. */
export function validateRecipientsSearch(raw: Record<string, unknown>): RecipientsSearch {
  // 'failed' with the unclear ones is not a choice any more: an old address shows all not delivered.
  const asked = raw.status === 'failed' ? 'not_delivered' : raw.status;
  const status = RECIPIENT_FILTERS.find((one) => one === asked);
  const sort_by = RECIPIENT_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_RECIPIENT_SORT);
  return { ...validateListSearch(raw), ...(status ? { status } : {}), ...(sort_by ? { sort_by } : {}) };
}

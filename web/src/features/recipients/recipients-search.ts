import {
  DEFAULT_RECIPIENT_SORT,
  RECIPIENT_SORTS,
  RECIPIENT_STATUSES,
  type RecipientSort,
  type RecipientStatus,
} from '@pigeonpost/contract/recipients';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** What a list's page keeps in its address. */
type RecipientsSearch = ListSearch & { status?: RecipientStatus; sort_by?: RecipientSort };

/** The `validateSearch` of a list's page: drops what it does not know. */
export function validateRecipientsSearch(raw: Record<string, unknown>): RecipientsSearch {
  const status = RECIPIENT_STATUSES.find((one) => one === raw.status);
  const sort_by = RECIPIENT_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_RECIPIENT_SORT);
  return { ...validateListSearch(raw), ...(status ? { status } : {}), ...(sort_by ? { sort_by } : {}) };
}

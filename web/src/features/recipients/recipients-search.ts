import { RECIPIENT_STATUSES, type RecipientStatus } from '@pigeonpost/contract/recipients';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** What a list's page keeps in its address. */
export type RecipientsSearch = ListSearch & { status?: RecipientStatus };

/** The `validateSearch` of a list's page: drops what it does not know. */
export function validateRecipientsSearch(raw: Record<string, unknown>): RecipientsSearch {
  const status = RECIPIENT_STATUSES.find((one) => one === raw.status);
  return { ...validateListSearch(raw), ...(status ? { status } : {}) };
}

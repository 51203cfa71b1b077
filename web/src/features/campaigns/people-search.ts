import { PEOPLE_FILTERS, type PeopleFilter } from '@pigeonpost/contract/campaigns';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** Whom a campaign's people are shown of when the address does not say. */
export const DEFAULT_PEOPLE: PeopleFilter = 'tried';

/** What the people of a campaign keep in their address. */
export type PeopleSearch = ListSearch & { state?: PeopleFilter };

/** The `validateSearch` of the people's page: drops what it does not know. */
export function validatePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const state = PEOPLE_FILTERS.find((one) => one === raw.state && one !== DEFAULT_PEOPLE);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

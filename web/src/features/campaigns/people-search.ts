import { PEOPLE_FILTERS, type PeopleFilter } from '@pigeonpost/contract/campaigns';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The kind of a campaign's people without one in the address. */
export const DEFAULT_PEOPLE: PeopleFilter = 'tried';

/** The state of a campaign's people in their address. */
export type PeopleSearch = ListSearch & { state?: PeopleFilter };

/** The `validateSearch` of the people's page: drops unknown values. */
export function validatePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const state = PEOPLE_FILTERS.find((one) => one === raw.state && one !== DEFAULT_PEOPLE);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

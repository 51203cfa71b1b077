import { PEOPLE_FILTERS, type PeopleFilter } from '@pigeonpost/contract/campaigns';
import {
  DEFAULT_LIST_SORT,
  LIST_FILTERS,
  LIST_SORTS,
  type ListFilter,
  type ListSort,
} from '@pigeonpost/contract/lists';
import { PROFILE_STATES, type ProfileState } from '@pigeonpost/contract/profiles';
import {
  DEFAULT_RECIPIENT_SORT,
  RECIPIENT_FILTERS,
  RECIPIENT_SORTS,
  type RecipientFilter,
  type RecipientSort,
} from '@pigeonpost/contract/recipients';
import { type ListSearch, validateListSearch } from './list-search.ts';

/** The `validateSearch` of the lists' page: drops what it does not know. */
export function validateListsSearch(
  raw: Record<string, unknown>,
): ListSearch & { filter?: ListFilter; sort_by?: ListSort } {
  const filter = LIST_FILTERS.find((one) => one === raw.filter);
  const sort_by = LIST_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_LIST_SORT);
  return { ...validateListSearch(raw), ...(filter ? { filter } : {}), ...(sort_by ? { sort_by } : {}) };
}

/** The state of a list's page in its address. */
type RecipientsSearch = ListSearch & {
  status?: RecipientFilter;
  sort_by?: RecipientSort;
  /** The id of a view, and conditions that take the place of its own. */
  view?: number;
  where?: string;
};

/** The `validateSearch` of a list's page: drops unknown values. */
export function validateRecipientsSearch(raw: Record<string, unknown>): RecipientsSearch {
  // 'failed' with the unclear ones is not a choice any more: an old address shows all not delivered.
  const asked = raw.status === 'failed' ? 'not_delivered' : raw.status;
  const status = RECIPIENT_FILTERS.find((one) => one === asked);
  const sort_by = RECIPIENT_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_RECIPIENT_SORT);
  const { view, where } = raw;
  return {
    ...validateListSearch(raw),
    ...(status ? { status } : {}),
    ...(sort_by ? { sort_by } : {}),
    ...(typeof view === 'number' && Number.isSafeInteger(view) && view > 0 ? { view } : {}),
    ...(typeof where === 'string' && where !== '' ? { where } : {}),
  };
}

/** The `validateSearch` of a person's page: the page of the history, and whether Add to list is open. */
export function validatePersonSearch(raw: Record<string, unknown>): { page?: number; add?: true } {
  const { page } = validateListSearch(raw);
  return { ...(page ? { page } : {}), ...(raw.add === true ? { add: true } : {}) };
}

/** The `validateSearch` of the profiles' page: drops what it does not know. */
export function validateProfilesSearch(raw: Record<string, unknown>): ListSearch & { state?: ProfileState } {
  const state = PROFILE_STATES.find((one) => one === raw.state);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

/** The kind of a campaign's people without one in the address. */
export const DEFAULT_PEOPLE: PeopleFilter = 'tried';

/** The state of a campaign's people in their address. */
export type PeopleSearch = ListSearch & { state?: PeopleFilter };

/** The `validateSearch` of the people's page: drops unknown values. */
export function validatePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const state = PEOPLE_FILTERS.find((one) => one === raw.state && one !== DEFAULT_PEOPLE);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

/** The code that an agent shows, in the address that it opens. */
type PairSearch = { code?: string };

/** Drops invalid codes. */
export function validatePairSearch({ code }: Record<string, unknown>): PairSearch {
  return typeof code === 'string' && code.trim() !== '' ? { code } : {};
}

/** The address of a new campaign may name its list. */
type NewCampaignSearch = { list?: number };

/** The `validateSearch` of a new campaign's route: drops unknown values, and never throws. */
export function validateNewCampaignSearch(raw: Record<string, unknown>): NewCampaignSearch {
  const list = Number(raw.list);
  return Number.isSafeInteger(list) && list > 0 ? { list } : {};
}

/** The scheme of the gallery: one, or both beside each other; default: the system's. */
export type Scheme = 'light' | 'dark' | 'both';

/** The `validateSearch` of the gallery's route: drops unknown values. */
export function validateGallerySearch(raw: Record<string, unknown>): { scheme?: Scheme } {
  const scheme = (['light', 'dark', 'both'] as const).find((one) => one === raw.scheme);
  return scheme ? { scheme } : {};
}

/** The machine of a screen, by default the first connected one, and the search there. */
export function validateMachineSearch(raw: Record<string, unknown>): { machine?: number; search?: string } {
  const id = Number(raw.machine);
  const { search } = validateListSearch(raw);
  return { ...(Number.isInteger(id) && id > 0 ? { machine: id } : {}), ...(search ? { search } : {}) };
}

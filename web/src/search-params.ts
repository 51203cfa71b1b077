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

/** What a list's page keeps in its address. */
type RecipientsSearch = ListSearch & { status?: RecipientFilter; sort_by?: RecipientSort };

/** The `validateSearch` of a list's page: drops what it does not know. */
export function validateRecipientsSearch(raw: Record<string, unknown>): RecipientsSearch {
  // Failed and unclear together are no choice any more: an old address shows all that were not delivered to.
  const asked = raw.status === 'failed' ? 'not_delivered' : raw.status;
  const status = RECIPIENT_FILTERS.find((one) => one === asked);
  const sort_by = RECIPIENT_SORTS.find((one) => one === raw.sort_by && one !== DEFAULT_RECIPIENT_SORT);
  return { ...validateListSearch(raw), ...(status ? { status } : {}), ...(sort_by ? { sort_by } : {}) };
}

/** The `validateSearch` of a person's page: the page of what happened, and whether they are being added to a list. */
export function validatePersonSearch(raw: Record<string, unknown>): { page?: number; add?: true } {
  const { page } = validateListSearch(raw);
  return { ...(page ? { page } : {}), ...(raw.add === true ? { add: true } : {}) };
}

/** The `validateSearch` of the profiles' page: drops what it does not know. */
export function validateProfilesSearch(raw: Record<string, unknown>): ListSearch & { state?: ProfileState } {
  const state = PROFILE_STATES.find((one) => one === raw.state);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

/** Whom a campaign's people are shown of when the address does not say. */
export const DEFAULT_PEOPLE: PeopleFilter = 'tried';

/** What the people of a campaign keep in their address. */
export type PeopleSearch = ListSearch & { state?: PeopleFilter };

/** The `validateSearch` of the people's page: drops what it does not know. */
export function validatePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const state = PEOPLE_FILTERS.find((one) => one === raw.state && one !== DEFAULT_PEOPLE);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

/** The code that an agent shows, as it stands in the address that it opens. */
type PairSearch = { code?: string };

/** Leaves out whatever is no code. */
export function validatePairSearch({ code }: Record<string, unknown>): PairSearch {
  return typeof code === 'string' && code.trim() !== '' ? { code } : {};
}

/** What the address of a new campaign may name: the list to write to. */
type NewCampaignSearch = { list?: number };

/** The `validateSearch` of a new campaign's route: drops what it does not know, and never throws. */
export function validateNewCampaignSearch(raw: Record<string, unknown>): NewCampaignSearch {
  const list = Number(raw.list);
  return Number.isSafeInteger(list) && list > 0 ? { list } : {};
}

/** How the gallery is shown: in one scheme, or in both beside each other; without it as the system has it. */
export type Scheme = 'light' | 'dark' | 'both';

/** The `validateSearch` of the gallery's route: drops what it does not know. */
export function validateGallerySearch(raw: Record<string, unknown>): { scheme?: Scheme } {
  const scheme = (['light', 'dark', 'both'] as const).find((one) => one === raw.scheme);
  return scheme ? { scheme } : {};
}

/** Which machine a screen shows, without one the first that is connected; and what is searched for there. */
export function validateMachineSearch(raw: Record<string, unknown>): { machine?: number; search?: string } {
  const id = Number(raw.machine);
  const { search } = validateListSearch(raw);
  return { ...(Number.isInteger(id) && id > 0 ? { machine: id } : {}), ...(search ? { search } : {}) };
}

import { PROFILE_STATES, type ProfileState } from '@pigeonpost/contract/profiles';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The `validateSearch` of the profiles' page: drops what it does not know. */
export function validateProfilesSearch(raw: Record<string, unknown>): ListSearch & { state?: ProfileState } {
  const state = PROFILE_STATES.find((one) => one === raw.state);
  return { ...validateListSearch(raw), ...(state ? { state } : {}) };
}

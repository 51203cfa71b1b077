import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { isHiddenName } from '@pigeonpost/contract/firefox-profiles';

type ListRequest = Pick<ProfileRequest, 'results'>;

/** The Firefox profiles that a list request found. */
export function foundProfiles({ results }: ListRequest): FirefoxProfile[] {
  const found = results?.profiles;
  return Array.isArray(found) ? (found as FirefoxProfile[]) : [];
}

/** The ones that Firefox Profiles shows (docs/behaviour.md#default-profiles). */
export function shownProfiles(request: ListRequest): FirefoxProfile[] {
  return foundProfiles(request).filter(({ name, is_default }) => !is_default && !isHiddenName(name));
}

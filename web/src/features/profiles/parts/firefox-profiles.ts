import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { isHiddenName } from '@pigeonpost/contract/firefox-profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';

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

/** The Firefox profiles of a list request that can be added: no default ones, and none that is added already. */
export function firefoxChoices(request: ProfileRequest, added: ReadonlySet<string>): FirefoxProfile[] {
  return foundProfiles(request).filter(
    ({ name, path, is_default }) =>
      !is_default && !isDefaultProfile(name) && !isDefaultProfile(path) && !added.has(path),
  );
}

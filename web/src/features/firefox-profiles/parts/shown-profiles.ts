import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';

/** The Firefox profiles that a list request found, without Firefox's default ones. */
export function shownProfiles({ results }: Pick<ProfileRequest, 'results'>): FirefoxProfile[] {
  const found = results?.profiles;
  if (!Array.isArray(found)) return [];
  return (found as FirefoxProfile[]).filter(
    ({ name, directory_name, path, is_default }) =>
      !is_default && ![name, directory_name, path].some(isDefaultProfile),
  );
}

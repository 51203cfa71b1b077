import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';

/** The Firefox profiles a list request found that can be added: no default ones, none that is added already. */
export function firefoxChoices(request: ProfileRequest, added: ReadonlySet<string>): FirefoxProfile[] {
  const found = request.results?.profiles;
  if (!Array.isArray(found)) return [];
  return (found as FirefoxProfile[]).filter(
    ({ name, directory_name, path, is_default }) =>
      !is_default && ![name, directory_name, path].some(isDefaultProfile) && !added.has(path),
  );
}

import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import { foundProfiles } from '../firefox-profiles/parts/shown-profiles.ts';

/** The Firefox profiles of a list request that can be added: no default ones, and none that is added already. */
export function firefoxChoices(request: ProfileRequest, added: ReadonlySet<string>): FirefoxProfile[] {
  return foundProfiles(request).filter(
    ({ name, path, is_default }) =>
      !is_default && !isDefaultProfile(name) && !isDefaultProfile(path) && !added.has(path),
  );
}

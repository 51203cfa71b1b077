import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { shownProfiles } from '../firefox-profiles/parts/shown-profiles.ts';

/** The Firefox profiles a list request found that can be added: no default ones, none that is added already. */
export function firefoxChoices(request: ProfileRequest, added: ReadonlySet<string>): FirefoxProfile[] {
  return shownProfiles(request).filter(({ path }) => !added.has(path));
}

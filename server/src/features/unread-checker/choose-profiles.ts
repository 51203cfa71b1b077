import { badRequest, conflict, notFound } from '../../errors.ts';
import type { CheckableProfile } from './queries.ts';

/** The profiles of a check; 400, 404 and 409 with the reason (docs/behaviour.md#unread-checks). */
export function chooseProfiles(
  profiles: CheckableProfile[],
  wantedIds: number[] | undefined,
): CheckableProfile[] {
  if (wantedIds === undefined) return allFree(profiles);
  const wanted = new Set(wantedIds);
  const chosen = profiles.filter(({ profile_id }) => wanted.has(profile_id));
  if (chosen.length < wanted.size) throw notFound('Profile not found');
  const inactive = chosen.find(({ is_active }) => !is_active);
  if (inactive) {
    const error = `Profile ${inactive.profile_name} is inactive. Switch it on, or leave it out.`;
    throw badRequest(error, { fields: { profileIds: error } });
  }
  const conflicting_profiles = chosen.flatMap(({ profile_name, running_campaign }) =>
    running_campaign ? [{ name: profile_name, campaign: running_campaign.name }] : [],
  );
  if (conflicting_profiles.length > 0) {
    const names = conflicting_profiles.map(({ name, campaign }) => `${name} (${campaign})`).join(', ');
    throw conflict(`In use by running campaigns: ${names}. Leave them out.`, { conflicting_profiles });
  }
  return chosen;
}

function allFree(profiles: CheckableProfile[]): CheckableProfile[] {
  const active = profiles.filter(({ is_active }) => is_active);
  if (active.length === 0)
    throw badRequest('You need at least one active profile to check for unread messages.');
  const free = active.filter(({ running_campaign }) => running_campaign === null);
  if (free.length === 0) throw conflict('Every active profile is in use by a running campaign.');
  return free;
}

import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { PROFILE_IN_RUNNING_CAMPAIGN } from '@pigeonpost/contract/campaigns';

/** How a profile stands to a new campaign: free, or why not. */
export type ProfileChoice = { isFree: boolean; note: string; tag?: string };

/** Whether a profile can be picked, and the words of its card. */
export function profileChoice(profile: Profile): ProfileChoice {
  const { running_campaign, blocked_at, is_active, insta_username } = profile;
  if (blocked_at) return { isFree: false, note: 'Press Resume in Profiles first', tag: 'Blocked' };
  if (running_campaign) return { isFree: false, note: `Sending ${running_campaign.name}`, tag: 'In Use' };
  if (is_active === 0) return { isFree: false, note: 'Switch it on in Profiles first', tag: 'Inactive' };
  return { isFree: true, note: insta_username ? `@${insta_username.replace(/^@/, '')}` : 'No username' };
}

/** What is said when somebody presses a profile that cannot be picked (spec 1, section 5). */
export function refusal(profile: Profile): string {
  const { tag, note } = profileChoice(profile);
  return tag === 'In Use' ? PROFILE_IN_RUNNING_CAMPAIGN : `${tag}: ${note}`;
}

/** Free profiles first, each part in the order it came. */
export function freeFirst(profiles: Profile[]): Profile[] {
  const isFree = (profile: Profile) => profileChoice(profile).isFree;
  return [...profiles.filter(isFree), ...profiles.filter((profile) => !isFree(profile))];
}

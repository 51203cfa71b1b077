import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { PROFILE_IN_RUNNING_CAMPAIGN } from '@pigeonpost/contract/campaigns';
import { formatUsername } from '../profiles/parts/format-username.ts';
import { restTags } from '../profiles/parts/rest.ts';

/** Whether a profile can be picked for a new campaign, and if not, why. */
type ProfileChoice = { isFree: boolean; note: string; tags: string[] };

/** Whether a profile can be picked, and the words of its card. */
export function profileChoice(profile: Profile): ProfileChoice {
  const { running_campaign, blocked_at, signed_out_at, is_active, insta_username } = profile;
  const tags = [
    ...restTags(profile),
    ...(running_campaign ? ['In Use'] : []),
    ...(is_active === 0 ? ['Inactive'] : []),
  ];
  if (blocked_at) return { isFree: false, note: 'Press Resume in Profiles first', tags };
  if (signed_out_at) return { isFree: false, note: 'Open it in Profiles first', tags };
  if (running_campaign) return { isFree: false, note: `Sending ${running_campaign.name}`, tags };
  if (is_active === 0) return { isFree: false, note: 'Switch it on in Profiles first', tags };
  return {
    isFree: true,
    note: insta_username ? formatUsername(insta_username) : 'No username',
    tags,
  };
}

/** The message for a press on a profile that cannot be picked. */
export function refusal(profile: Profile): string {
  const { tags, note } = profileChoice(profile);
  return profile.running_campaign ? PROFILE_IN_RUNNING_CAMPAIGN : `${tags[0]}: ${note}`;
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Chosen profiles first, then the free ones, then the others; in each part shop.9 stands before shop.10. */
export function inPickingOrder(profiles: Profile[], chosen: ReadonlySet<number>): Profile[] {
  const rank = (profile: Profile) => (profileChoice(profile).isFree ? (chosen.has(profile.id) ? 0 : 1) : 2);
  return profiles.toSorted(
    (a, b) => rank(a) - rank(b) || natural.compare(a.profile_name, b.profile_name) || a.id - b.id,
  );
}

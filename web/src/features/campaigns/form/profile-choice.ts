import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { PROFILE_IN_RUNNING_CAMPAIGN } from '@pigeonpost/contract/campaigns';
import { formatUsername } from '../../profiles/parts/format-username.ts';
import type { ProfileChoice } from '../../profiles/parts/picking-order.ts';
import { restTags } from '../../profiles/parts/rest.ts';

/** Whether a profile can be picked for a new campaign, and the texts of its card. */
export function profileChoice(profile: Profile): ProfileChoice {
  const { running_campaign, blocked_at, signed_out_at, is_active, insta_username } = profile;
  const tags = [
    ...restTags(profile),
    ...(running_campaign ? ['In Use'] : []),
    ...(is_active === 0 ? ['Inactive'] : []),
  ];
  const refused = (note: string) => ({
    isFree: false,
    note,
    tags,
    refusal: running_campaign ? PROFILE_IN_RUNNING_CAMPAIGN : `${tags[0]}: ${note}`,
  });
  if (blocked_at) return refused('Press Resume in Profiles first');
  if (signed_out_at) return refused('Open it in Profiles first');
  if (running_campaign) return refused(`Sending ${running_campaign.name}`);
  if (is_active === 0) return refused('Switch it on in Profiles first');
  return {
    isFree: true,
    note: insta_username ? formatUsername(insta_username) : 'No username',
    tags,
    refusal: '',
  };
}

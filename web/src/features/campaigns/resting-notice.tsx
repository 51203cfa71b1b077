import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { profileHints, profileLabel } from '../profiles/parts/folder-hints.ts';
import { useOpenWindows, useResumeAll } from '../profiles/parts/rest-actions.ts';
import { useCampaignActions } from './campaign-actions.ts';
import css from './campaign-page.module.css';
import { joinNames } from './join-names.ts';

type RestingProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[];
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** That none of the campaign's profiles can send, and the way back: look at them in Firefox, then resume them. */
export function RestingNotice({ campaign, profiles, requests }: RestingProps) {
  const left = profiles.filter(({ deleted_at }) => !deleted_at);
  const resting = left.filter(({ blocked_at, signed_out_at }) => blocked_at || signed_out_at);
  if (resting.length > 0) {
    return <RestingProfiles {...{ campaign, left, resting, requests }} />;
  }
  return (
    <Notice
      icon={<IconAlertTriangle size={18} />}
      title={left.length === 0 ? 'No profile is left.' : `${subjectOf(left)} switched off.`}
      action={left.length === 0 ? undefined : <ButtonLink to={paths.profiles}>Open Profiles</ButtonLink>}
    >
      {left.length === 0
        ? 'The profiles of this campaign were deleted. Make a new campaign with others.'
        : 'Switch one on in Profiles, then press Start.'}
    </Notice>
  );
}

type RestingProfilesProps = Omit<RestingProps, 'profiles'> & {
  left: ProfilePerformance[];
  resting: ProfilePerformance[];
};

function RestingProfiles({ campaign, left, resting, requests }: RestingProfilesProps) {
  const { start } = useCampaignActions(campaign);
  const isActive = useSubscriptionActive();
  const paths = resting.map(({ profile_path }) => profile_path);
  const { open, underWay } = useOpenWindows(paths, requests);
  const resume = useResumeAll(
    resting.map((row) => ({ ...row, id: row.profile_id })),
    campaign.status === 'paused' ? { name: campaign.name, start } : undefined,
  );
  // Once they were opened the next thing to do is Resume.
  const [isLookedAt, setLookedAt] = useState(false);
  const offReason = isActive ? undefined : 'Renew to use profiles';
  const hints = profileHints(resting);
  const names = resting.map((row) => profileLabel(row, hints));
  const isBlocked = resting.some(({ blocked_at }) => blocked_at);
  const verb = isBlocked ? 'Look at' : 'Sign in with';
  return (
    <Notice
      icon={<IconAlertTriangle size={18} />}
      title={titleOf(left, resting)}
      action={
        <span className={css.noticeActions}>
          <ReasonButton
            variant={isLookedAt ? 'default' : 'filled'}
            reason={underWay ?? offReason}
            onClick={() => open().then((isAsked) => setLookedAt(isAsked))}
          >
            {underWay ?? `Open ${quantity(resting.length)}in Firefox`}
          </ReasonButton>
          <ReasonButton variant={isLookedAt ? 'filled' : 'default'} reason={offReason} onClick={resume}>
            Resume
          </ReasonButton>
        </span>
      }
    >
      {verb} {joinNames(names)} in Firefox, then press Resume.
    </Notice>
  );
}

function quantity(count: number): string {
  if (count === 1) return '';
  return count === 2 ? 'both ' : `all ${count} `;
}

/** 'Both profiles are blocked.', 'studio 6 is signed out.' */
function titleOf(left: ProfilePerformance[], resting: ProfilePerformance[]): string {
  const blocked = resting.filter(({ blocked_at }) => blocked_at).length;
  if (resting.length < left.length || (blocked > 0 && blocked < resting.length))
    return 'None of its profiles can send.';
  return `${subjectOf(left)} ${blocked > 0 ? 'blocked' : 'signed out'}.`;
}

function subjectOf(profiles: ProfilePerformance[]): string {
  const [first] = profiles;
  if (profiles.length === 1) return `${first?.profile_name} is`;
  return profiles.length === 2 ? 'Both profiles are' : `All ${profiles.length} profiles are`;
}

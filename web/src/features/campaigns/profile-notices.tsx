import type { CampaignDetails, OpenWindow } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle, IconBrandFirefox } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useCloseProfiles } from '../profiles/api.ts';
import { profileHints, profileLabel } from '../profiles/parts/folder-hints.ts';
import { useOpenWindows, useResumeAll } from '../profiles/parts/rest-actions.ts';
import { formatRequest } from '../profiles/parts/under-way.ts';
import { useCampaignActions } from './campaign-actions.ts';
import css from './campaign-page.module.css';
import { joinNames } from './join-names.ts';

type RestingProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[];
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** None of the campaign's profiles can send; the way back: check them in Firefox, then resume them. */
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
  const hints = profileHints(resting);
  const names = resting.map((row) => profileLabel(row, hints));
  const verb = resting.some(({ blocked_at }) => blocked_at) ? 'Look at' : 'Sign in with';
  return (
    <Notice
      icon={<IconAlertTriangle size={18} />}
      title={titleOf(left, resting)}
      action={
        <span className={css.noticeActions}>
          <RestingActions campaign={campaign} resting={resting} requests={requests} />
        </span>
      }
    >
      {verb} {joinNames(names)} in Firefox, then press Resume.
    </Notice>
  );
}

type RestingActionsProps = Omit<RestingProfilesProps, 'left'> & {
  /** The campaign goes on meanwhile. */
  isQuiet?: boolean;
};

/** Opens profiles that rest in Firefox, and resumes them. */
export function RestingActions({ campaign, resting, requests, isQuiet = false }: RestingActionsProps) {
  const { start } = useCampaignActions(campaign, { hasBar: true });
  const isActive = useSubscriptionActive();
  const paths = resting.map(({ profile_path }) => profile_path);
  const { open, underWay } = useOpenWindows(paths, requests);
  const resume = useResumeAll(
    resting.map((row) => ({ ...row, id: row.profile_id })),
    campaign.status === 'paused' ? { name: campaign.name, start } : undefined,
  );
  // After they were opened the next action is Resume.
  const [isLookedAt, setLookedAt] = useState(false);
  const offReason = isActive ? undefined : 'Renew to use profiles';
  return (
    <>
      <ReasonButton
        variant={isLookedAt || isQuiet ? 'default' : 'filled'}
        reason={underWay ?? offReason}
        onClick={() => open().then((isAsked) => setLookedAt(isAsked))}
      >
        {underWay ?? `Open ${quantity(resting.length)}in Firefox`}
      </ReasonButton>
      <ReasonButton
        variant={isLookedAt && !isQuiet ? 'filled' : 'default'}
        reason={offReason}
        onClick={resume}
      >
        Resume
      </ReasonButton>
    </>
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

type OpenWindowsProps = {
  windows: OpenWindow[];
  /** None of the campaign's profiles sends before one of them is closed. */
  isWaiting: boolean;
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** A person's open windows over profiles of the campaign, which send nothing until they are closed. */
export function OpenWindowsNotice({ windows, isWaiting, requests }: OpenWindowsProps) {
  const { mutate, isPending } = useCloseProfiles();
  const hints = profileHints(windows);
  const names = windows.map((profile) => profileLabel(profile, hints));
  const open = windows.filter(({ profile_path }) => !requests.has(profile_path));
  const [request] = windows.flatMap(({ profile_path }) => requests.get(profile_path) ?? []);
  const underWay = request && open.length === 0 ? formatRequest(request) : undefined;
  const close = () => mutate(open.map(({ profile_path }) => profile_path));
  return (
    <Notice
      icon={<IconBrandFirefox size={18} />}
      title={isWaiting ? 'Waiting.' : 'Open in Firefox.'}
      action={
        <ReasonButton
          variant={isWaiting ? 'filled' : 'default'}
          loading={isPending}
          reason={underWay}
          onClick={close}
        >
          {underWay ?? (windows.length === 1 ? 'Close' : `Close ${formatNoun(open.length, 'window')}`)}
        </ReasonButton>
      }
    >
      {isWaiting
        ? `Close ${joinNames(names, 'or')} in Firefox to continue.`
        : `${joinNames(names)} ${windows.length === 1 ? 'sends' : 'send'} nothing while a person has ${windows.length === 1 ? 'it' : 'them'} open; the other profiles go on.`}
    </Notice>
  );
}

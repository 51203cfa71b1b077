import type { WaitsFor } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { useState } from 'react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useCloseProfiles } from '../../profiles/api.ts';
import { useOpenWindows, useResumeAll, useTryAgain } from '../../profiles/parts/rest-actions.ts';
import { formatRequest } from '../../profiles/parts/under-way.ts';
import { useCampaignActions } from '../campaign-actions.ts';
import followUpCss from '../follow-ups/follow-up.module.css';
import { useGiveToOthers } from '../follow-ups/follow-up.ts';
import css from '../page/campaign-page.module.css';
import { faultedOf, restingOf } from './find-notices.ts';
import { OpenProfiles, type PressProps } from './notice-presses.tsx';
import { waitTitle } from './notice-words.tsx';

/** Opens the profiles that rest in Firefox, and resumes them. */
export const ResumeAll = ({ profiles, ...props }: PressProps) => (
  <span className={css.noticeActions}>
    <Resume {...props} resting={restingOf(profiles)} />
  </span>
);

type ResumeProps = Omit<PressProps, 'profiles'> & {
  resting: ProfilePerformance[];
  /** The campaign goes on meanwhile. */
  isQuiet?: boolean;
};

function Resume({ campaign, resting, requests, isQuiet = false }: ResumeProps) {
  const { start } = useCampaignActions(campaign, { hasBar: true });
  const isActive = useSubscriptionActive();
  const folders = resting.map(({ profile_path }) => profile_path);
  const { open, underWay } = useOpenWindows(folders, requests);
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

/** Closes a person's windows; filled where none of the profiles sends before. */
export const CloseWindows = (props: PressProps) => <Close {...props} filled />;

/** The same where the other profiles send. */
export const CloseSomeWindows = (props: PressProps) => <Close {...props} />;

function Close({ campaign: { open_windows }, requests, filled }: PressProps & { filled?: boolean }) {
  const { mutate, isPending } = useCloseProfiles();
  const open = open_windows.filter(({ profile_path }) => !requests.has(profile_path));
  const [request] = open_windows.flatMap(({ profile_path }) => requests.get(profile_path) ?? []);
  const underWay = request && open.length === 0 ? formatRequest(request) : undefined;
  return (
    <ReasonButton
      variant={filled ? 'filled' : 'default'}
      loading={isPending}
      reason={underWay}
      onClick={() => mutate(open.map(({ profile_path }) => profile_path))}
    >
      {underWay ?? (open_windows.length === 1 ? 'Close' : `Close ${formatNoun(open.length, 'window')}`)}
    </ReasonButton>
  );
}

/** Tries all of them again that their machine lists; filled where nobody sends. */
export const TryAgain = (props: PressProps) => <Try {...props} filled />;

/** The same where the other profiles send. */
export const TrySomeAgain = (props: PressProps) => <Try {...props} />;

function Try({ profiles, filled }: PressProps & { filled?: boolean }) {
  const isActive = useSubscriptionActive();
  const tried = faultedOf(profiles).filter(({ fault_until }) => fault_until !== null);
  const { tryAgain, isPending } = useTryAgain(
    tried.map(({ profile_id, profile_name }) => ({ id: profile_id, profile_name })),
  );
  if (tried.length === 0) return null;
  return (
    <ReasonButton
      variant={filled ? 'filled' : 'default'}
      loading={isPending}
      reason={isActive ? undefined : 'Renew to use profiles'}
      onClick={tryAgain}
    >
      Try again
    </ReasonButton>
  );
}

/** The two ways on for the people who wait for one profile: its own way back, or the others write to them. */
export function ForOneWaiting(props: PressProps) {
  const { id, waits_for } = props.campaign;
  return (
    <span className={css.noticeActions}>
      {wayBackOf(props)}
      {waits_for.map((one) => (
        <GiveToOthers key={one.profile_id} campaign_id={id} waits={one} />
      ))}
    </span>
  );
}

/** Of several profiles the way back; who else may write is decided for each. */
export function ForSeveralWaiting(props: PressProps) {
  const wayBack = wayBackOf(props);
  return wayBack ? <span className={css.noticeActions}>{wayBack}</span> : null;
}

function wayBackOf({ campaign, profiles, requests }: PressProps) {
  const { waits_for, profiles_able } = campaign;
  const waiting = profiles.filter(({ profile_id }) => waits_for.some((one) => one.profile_id === profile_id));
  const resting = waiting.filter(({ blocked_at, signed_out_at }) => blocked_at || signed_out_at);
  if (resting.length > 0)
    return <Resume campaign={campaign} resting={resting} requests={requests} isQuiet={profiles_able > 0} />;
  return waits_for.some(({ reason }) => reason === 'off') ? <OpenProfiles /> : null;
}

/** Whose people wait, profile by profile. */
export const WaitingPeople = ({ campaign: { id, waits_for } }: PressProps) => (
  <ul className={followUpCss.waiting}>
    {waits_for.map((one) => (
      <li key={one.profile_id}>
        <span dir="auto">{waitTitle(one)}</span>
        <GiveToOthers campaign_id={id} waits={one} />
      </li>
    ))}
  </ul>
);

function GiveToOthers({ campaign_id, waits }: { campaign_id: number; waits: WaitsFor }) {
  const isActive = useSubscriptionActive();
  const { mutate, isPending } = useGiveToOthers(campaign_id);
  const give = async () => {
    const agreed = await confirm({
      title: `Let the others write to the people of ${waits.profile_name}?`,
      body: 'They will see a message from an account that they do not know.',
      confirmLabel: 'Let the others write to them',
      harmless: true,
    });
    if (agreed) mutate(waits.profile_id);
  };
  return (
    <ReasonButton
      variant="default"
      loading={isPending}
      reason={isActive ? undefined : 'Renew to change campaigns'}
      onClick={() => void give()}
    >
      Let the others write to them
    </ReasonButton>
  );
}

import type { CampaignProfile } from '@pigeonpost/contract/calls/campaign-profiles';
import type { Campaign, CampaignDetails, Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import {
  isWaitingForTime,
  type StandstillKind,
  waitsForProfiles,
} from '@pigeonpost/contract/campaigns/standstills';
import { useConnection } from '../../../api/realtime.ts';
import { useSubscriptionActive } from '../../../api/session.ts';
import { useNow } from '../../../clock.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { Due } from '../../../ui/layout/time.tsx';
import { cappedWords } from '../../profiles/parts/capped-words.ts';
import { type Rest, restOf } from '../../profiles/parts/rest.ts';
import { useOpenWindow, useResume, useTryAgain } from '../../profiles/parts/rest-actions.ts';
import { RemovedBadge, RestBadge } from '../../profiles/parts/rest-badge.tsx';
import { useCampaignActions } from '../campaign-actions.ts';
import css from './campaign-page.module.css';

const A_MINUTE = 60;

type NextSendProps = {
  row: CampaignProfile;
  campaign: CampaignDetails;
  /** An open or close request of its window. */
  request: ProfileRequest | undefined;
};

/** When a profile sends next, or why it does not; a resting one can be resumed here. */
export function NextSend({ row, campaign, request }: NextSendProps) {
  if (row.deleted_at) return <RemovedBadge />;
  const rest = restOf(row);
  if (rest === 'blocked' || rest === 'signed-out')
    return <Resting row={row} campaign={campaign} request={request} rest={rest} />;
  if (row.is_active === 0) return <span className={css.quiet}>Inactive</span>;
  if (rest === 'faulted' || rest === 'obstructed')
    return (
      <Faulted rest={rest} row={row} isRunning={campaign.status === 'running' && !campaign.standstill} />
    );
  if (campaign.status !== 'running') return <span className={css.quiet}>–</span>;
  return <WhenNext row={row} campaign={campaign} />;
}

/** Its next turn; while it waits, the reason. */
function WhenNext({ row, campaign }: Pick<NextSendProps, 'row' | 'campaign'>) {
  const { standstill, open_windows } = campaign;
  const nowMs = useNow(A_MINUTE);
  // Data from before the connection was lost may be out of date.
  const isLost = useConnection().state === 'lost';
  if (isLost) return <span className={css.quiet}>not known</span>;
  if (open_windows.some(({ profile_id }) => profile_id === row.profile_id))
    return <span className={css.quiet}>Open in Firefox</span>;
  if (standstill && standstill.kind !== 'cap_profiles')
    return <span className={css.quiet}>{waitingText(standstill)}</span>;
  if (row.capped_until && Date.parse(row.capped_until) > nowMs)
    return <span className={css.quiet}>{cappedWords(row, { until: row.capped_until, nowMs })}</span>;
  return <DueIn at={laterOf(row.next_send_at, campaign.countdown_until)} />;
}

const laterOf = (one: string | null, other: string | null) =>
  one && other && one > other ? one : (other ?? one);

const WAITING: Partial<Record<StandstillKind, string>> = {
  agent: 'Waits for the agent',
  machine: 'Waits for its machine',
  driver: 'Waits for a site driver',
  site: 'Waits for the site',
};

/** 'Waits until 09:00' */
const waitingText = ({ kind, words }: Standstill) =>
  isWaitingForTime(kind) ? `Waits ${words}` : (WAITING[kind] ?? 'Waits');

function DueIn({ at }: { at: string | null }) {
  const nowMs = useNow();
  if (useConnection().state === 'lost') return <span className={css.quiet}>not known</span>;
  if (!at || Date.parse(at) <= nowMs) return <span className={css.quiet}>sending soon</span>;
  return (
    <span className={css.quiet}>
      <Due at={at} />
    </span>
  );
}

/** Blocked, or signed out: the profile is opened and checked first. */
function Resting({ row, campaign, request, rest }: NextSendProps & { rest: Rest }) {
  const isActive = useSubscriptionActive();
  const startAgain = useStartAgain(campaign);
  const { open, underWay } = useOpenWindow(row.profile_path, request);
  const resume = useResume({ ...row, id: row.profile_id }, startAgain);
  const offReason = isActive ? undefined : 'Renew to resume profiles';
  return (
    <span className={css.blocked}>
      <RestBadge rest={rest} />
      <ReasonButton
        variant="default"
        size="compact-sm"
        aria-label={underWay ?? `Open ${row.profile_name}`}
        reason={underWay ?? offReason}
        onClick={open}
      >
        {underWay ?? 'Open'}
      </ReasonButton>
      <ReasonButton
        variant="default"
        size="compact-sm"
        aria-label={`Resume ${row.profile_name}`}
        reason={offReason}
        onClick={resume}
      >
        Resume
      </ReasonButton>
    </span>
  );
}

/** Firefox cannot start with it; it is tried again automatically, or by a press. */
function Faulted({ row, rest, isRunning }: { row: CampaignProfile; rest: Rest; isRunning: boolean }) {
  const { profile_id, profile_name, fault_until } = row;
  const isActive = useSubscriptionActive();
  const { tryAgain, isPending } = useTryAgain([{ id: profile_id, profile_name }]);
  return (
    <span className={css.blocked}>
      <RestBadge rest={rest} />
      {fault_until ? (
        <ReasonButton
          variant="default"
          size="compact-sm"
          aria-label={`Try again with ${profile_name}`}
          loading={isPending}
          reason={isActive ? undefined : 'Renew to use profiles'}
          onClick={tryAgain}
        >
          Try again
        </ReasonButton>
      ) : null}
      {fault_until && isRunning ? <DueIn at={fault_until} /> : null}
    </span>
  );
}

/** Set if the campaign was paused because none of its profiles could send. */
function useStartAgain(campaign: Campaign) {
  const { start } = useCampaignActions(campaign, { hasBar: true });
  return waitsForProfiles(campaign) ? { name: campaign.name, start } : undefined;
}

import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { waitsForProfiles } from '@pigeonpost/contract/campaigns';
import { useConnection } from '../../api/realtime.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Countdown } from '../../ui/layout/time.tsx';
import { useIsFrozen } from '../freeze/api.ts';
import { RemovedBadge } from '../profiles/parts/removed-badge.tsx';
import { useOpenWindow, useResume } from '../profiles/parts/rest-actions.ts';
import { RestBadge } from '../profiles/parts/rest-badge.tsx';
import { useCampaignActions } from './campaign-actions.ts';
import css from './campaign-page.module.css';

type NextSendProps = {
  row: ProfilePerformance;
  campaign: Campaign;
  /** Its window is being opened or closed. */
  request: ProfileRequest | undefined;
};

/** When a profile sends next, or why it does not; one that rests can be resumed right here. */
export function NextSend({ row, campaign, request }: NextSendProps) {
  if (row.deleted_at) return <RemovedBadge />;
  if (row.blocked_at || row.signed_out_at) return <Resting row={row} campaign={campaign} request={request} />;
  if (row.is_active === 0) return <span className={css.quiet}>Inactive</span>;
  if (campaign.status !== 'running') return <span className={css.quiet}>–</span>;
  return <DueIn at={row.next_send_at} />;
}

function DueIn({ at }: { at: string | null }) {
  const nowMs = useNow();
  const isFrozen = useIsFrozen();
  if (useConnection().state === 'lost') return <span className={css.quiet}>not known</span>;
  if (isFrozen) return <span className={css.quiet}>waits</span>;
  if (!at || Date.parse(at) <= nowMs) return <span className={css.quiet}>due</span>;
  return (
    <span className={css.quiet}>
      in <Countdown until={at} />
    </span>
  );
}

/** Blocked, or signed out: then the profile is opened first. */
function Resting({ row, campaign, request }: NextSendProps) {
  const isActive = useSubscriptionActive();
  const startAgain = useStartAgain(campaign);
  const { open, underWay } = useOpenWindow(row.profile_path, request);
  const resume = useResume({ ...row, id: row.profile_id }, startAgain);
  const offReason = isActive ? undefined : 'Renew to resume profiles';
  return (
    <span className={css.blocked}>
      <RestBadge isBlocked={row.blocked_at !== null} />
      {row.blocked_at ? null : (
        <ReasonButton
          variant="default"
          size="compact-sm"
          aria-label={underWay ?? `Open ${row.profile_name}`}
          reason={underWay ?? offReason}
          onClick={open}
        >
          {underWay ?? 'Open'}
        </ReasonButton>
      )}
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

/** Given where the campaign was paused because none of its profiles could send. */
function useStartAgain(campaign: Campaign) {
  const { start } = useCampaignActions(campaign);
  return waitsForProfiles(campaign) ? { name: campaign.name, start } : undefined;
}

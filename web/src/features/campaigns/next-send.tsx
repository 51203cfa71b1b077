import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSubscriptionActive } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { Countdown } from '../../ui/time.tsx';
import { resumeProfile } from './actions.ts';
import css from './campaign-page.module.css';

type NextSendProps = { row: ProfilePerformance; isRunning: boolean };

/** When a profile sends next, or why it does not; a blocked one can be resumed right here. */
export function NextSend({ row, isRunning }: NextSendProps) {
  if (row.blocked_at) return <Blocked row={row} />;
  if (row.is_active === 0) return <span className={css.quiet}>Inactive</span>;
  if (!isRunning) return <span className={css.quiet}>–</span>;
  return <DueIn at={row.next_send_at} />;
}

function DueIn({ at }: { at: string | null }) {
  const nowMs = useNow();
  if (!at || Date.parse(at) <= nowMs) return <span className={css.quiet}>due</span>;
  return (
    <span className={css.quiet}>
      in <Countdown until={at} />
    </span>
  );
}

function Blocked({ row }: { row: ProfilePerformance }) {
  const isActive = useSubscriptionActive();
  const [busy, setBusy] = useState(false);
  const resume = async () => {
    setBusy(true);
    await resumeProfile(row);
    setBusy(false);
  };
  return (
    <span className={css.blocked}>
      <Badge tone="failed" dense icon={<IconAlertTriangle size={12} aria-hidden="true" />}>
        Blocked
      </Badge>
      <ReasonButton
        variant="default"
        size="compact-sm"
        aria-label={`Resume ${row.profile_name}`}
        reason={isActive ? undefined : 'Renew to resume profiles'}
        loading={busy}
        onClick={resume}
      >
        Resume
      </ReasonButton>
    </span>
  );
}

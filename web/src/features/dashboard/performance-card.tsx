import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SuccessRate } from '../../ui/success-rate.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './performance.module.css';

/** One profile: how much of what it tried arrived, and what it is made of. */
export const PerformanceCard = memo(function PerformanceCard({ row }: { row: ProfilePerformance }) {
  const { messages_sent: sent, messages_failed: failed } = row;
  const tried = sent + failed;
  return (
    <li className={css.card}>
      <h3 className={css.name} title={`${row.profile_name}\n${row.profile_path}`}>
        {row.profile_name}
      </h3>
      <div className={css.rate}>
        <span className={css.percent}>
          <SuccessRate percent={row.success_rate} attempts={tried} />
        </span>
        <State row={row} />
      </div>
      <ProgressBar total={tried} sent={sent} failed={failed} />
      <dl className={css.facts}>
        <Fact name="Sent">{formatCount(sent)}</Fact>
        <Fact name="Failed">{formatCount(failed)}</Fact>
        <Fact name="Campaigns">{formatCount(row.campaigns_used)}</Fact>
        <Fact name="Last action">
          <RelativeTime iso={row.last_action} />
        </Fact>
      </dl>
    </li>
  );
});

function State({ row }: { row: ProfilePerformance }) {
  if (row.blocked_at) {
    return (
      <Badge dense tone="failed" icon={<IconAlertTriangle size={12} aria-hidden="true" />}>
        Blocked
      </Badge>
    );
  }
  if (row.is_active === 0) {
    return (
      <Badge dense tone="pending" icon={<IconMinus size={12} aria-hidden="true" />}>
        Inactive
      </Badge>
    );
  }
  return <span className={css.success}>success</span>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

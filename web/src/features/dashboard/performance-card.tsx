import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { IconMinus } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { formatCount, formatPercent } from '../../format/format-number.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { DateWithAgo } from '../../ui/layout/time.tsx';
import { ProgressBar } from '../campaigns/parts/progress-bar.tsx';
import { RemovedBadge } from '../profiles/parts/removed-badge.tsx';
import { restOf } from '../profiles/parts/rest.ts';
import { RestBadge } from '../profiles/parts/rest-badge.tsx';
import { SuccessRate } from '../profiles/parts/success-rate.tsx';
import css from './performance.module.css';

/** One profile: how much of what it tried arrived, and what it is made of. */
export const PerformanceCard = memo(function PerformanceCard({ row }: { row: ProfilePerformance }) {
  const { messages_sent: sent, messages_failed: failed } = row;
  const tried = sent + failed;
  return (
    <li className={css.card}>
      <h3 className={css.name} title={`${row.profile_name}\n${row.profile_path}`} dir="auto">
        {row.profile_name}
      </h3>
      <div className={css.rate}>
        <span className={css.percent}>
          <SuccessRate percent={row.success_rate} attempts={tried} />
        </span>
        <State row={row} />
      </div>
      <ProgressBar total={tried} sent={sent} failed={failed} />
      <p className={css.sent}>
        <span>
          <b>{formatCount(sent)}</b> sent
        </span>
      </p>
      <details className={css.more}>
        <summary>More</summary>
        <dl className={css.facts}>
          <Fact name="Sent">{formatCount(sent)}</Fact>
          <Fact name="Failed">{formatCount(failed)}</Fact>
          <Fact name="Blocked">{formatCount(row.profile_blocked)}</Fact>
          <Fact name="Total actions">{formatCount(row.total_actions)}</Fact>
          <Fact name="Efficiency">{row.total_actions > 0 ? formatPercent(row.efficiency) : '–'}</Fact>
          <Fact name="Campaigns">{formatCount(row.campaigns_used)}</Fact>
          <Fact name="First action">
            <DateWithAgo iso={row.first_action} />
          </Fact>
          <Fact name="Last action">
            <DateWithAgo iso={row.last_action} />
          </Fact>
        </dl>
      </details>
    </li>
  );
});

function State({ row }: { row: ProfilePerformance }) {
  if (row.deleted_at) return <RemovedBadge />;
  const rest = restOf(row);
  if (rest) {
    return (
      <span className={css.badges}>
        <RestBadge rest={rest} />
        {row.running_campaign ? (
          <span title={`Sending ${row.running_campaign.name}`}>
            <Badge dense tone="pending">
              In Use
            </Badge>
          </span>
        ) : null}
      </span>
    );
  }
  if (row.is_active === 0) {
    return (
      <Badge dense tone="pending" icon={<IconMinus size={12} aria-hidden="true" />}>
        Inactive
      </Badge>
    );
  }
  return <span className={css.success}>{row.total_actions > 0 ? 'success' : 'Not used yet'}</span>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

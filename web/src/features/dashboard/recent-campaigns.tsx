import type { RecentCampaign } from '@pigeonpost/contract/calls/campaigns';
import { Link } from '@tanstack/react-router';
import { progressOf, wholePercent } from '../../campaign-state/progress.ts';
import { ProgressBar, ProgressCounts } from '../../campaign-state/progress-bar.tsx';
import { useIsSending } from '../../campaign-state/standstill.ts';
import { StatusBadge } from '../../campaign-state/status-badge.tsx';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import css from './recent-campaigns.module.css';

type RecentCampaignsProps = {
  /** Undefined if they could not be fetched. */
  campaigns: RecentCampaign[] | undefined;
  error: Error | null;
  onRetry: () => unknown;
};

/** The newest campaigns. */
export function RecentCampaigns({ campaigns, error, onRetry }: RecentCampaignsProps) {
  return (
    <Card
      flush
      title="Recent campaigns"
      aside={
        <Link to={paths.campaigns} className={`${css.all} dimmed`}>
          View all
        </Link>
      }
    >
      {campaigns === undefined && error ? (
        <ErrorState title="Your campaigns could not be fetched" error={error} onRetry={onRetry} />
      ) : null}
      <ul className={css.rows}>
        {campaigns?.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </ul>
    </Card>
  );
}

function CampaignRow({ campaign }: { campaign: RecentCampaign }) {
  const { id, name, status, stage, standstill } = campaign;
  const progress = progressOf(campaign);
  const isSending = useIsSending(campaign);
  return (
    <li className={css.row}>
      <div className={`${css.words} shrink`}>
        <p className="one-line medium" title={name} dir="auto">
          {name}
        </p>
        <StatusBadge status={status} stage={stage} standstill={standstill} dense />
      </div>
      <div className={`${css.progress} shrink`}>
        <ProgressBar {...progress} running={isSending} />
        <ProgressCounts {...progress} />
      </div>
      <span className={css.percent}>{wholePercent(progress)}%</span>
      <Link
        to={paths.campaign}
        params={{ id }}
        className={`${css.details} dimmed`}
        aria-label={`View details of ${name}`}
      >
        View details
      </Link>
    </li>
  );
}

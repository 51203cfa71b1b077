import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { DateTime } from '../../ui/layout/time.tsx';
import { CampaignName } from './campaign-columns.tsx';
import { CampaignRowActions } from './campaign-row-actions.tsx';
import css from './campaigns.module.css';
import { EndedWords } from './ended-columns.tsx';
import { hasEnded, useIsSending } from './parts/campaign-state.ts';
import { progressOf, wholePercent } from './parts/progress.ts';
import { ProgressBar, ProgressCounts } from './parts/progress-bar.tsx';
import { StatusBadge } from './parts/status-badge.tsx';

/** A campaign on a phone. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const progress = progressOf(campaign);
  const isSending = useIsSending(campaign);
  return (
    <>
      <div className={css.cardHead}>
        <CampaignName campaign={campaign} />
        <StatusBadge status={campaign.status} standstill={campaign.standstill} />
      </div>
      <div className={css.cardCounts}>
        <ProgressCounts {...progress} />
        <span className={css.percent}>{wholePercent(progress)}%</span>
      </div>
      <ProgressBar {...progress} running={isSending} />
      <div className={css.cardFoot}>
        <span className={css.date}>
          {hasEnded(campaign) ? <EndedWords campaign={campaign} /> : <DateTime iso={campaign.created_at} />}
        </span>
        <CampaignRowActions campaign={campaign} />
      </div>
    </>
  );
}

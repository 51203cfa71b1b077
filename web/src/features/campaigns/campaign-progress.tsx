import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { formatCount, formatNoun, formatPercent } from '../../format/format-number.ts';
import { Card } from '../../ui/layout/card.tsx';
import { type Stat, StatRow } from '../../ui/layout/stat-row.tsx';
import css from './campaign-page.module.css';
import { countEligible } from './eligible-profiles.ts';
import { Forecast } from './forecast.tsx';
import { exactPercent } from './parts/progress.ts';
import { ProgressBar } from './parts/progress-bar.tsx';
import { progressOf } from './progress-of.ts';

type CampaignProgressProps = { campaign: CampaignDetails; profiles: ProfilePerformance[] | undefined };

/** Percent, clock and forecast first; the bar, and its legend in figures. */
export function CampaignProgress({ campaign, profiles }: CampaignProgressProps) {
  const progress = progressOf(campaign);
  const { total_list, total_sent, total_failed, status } = campaign;
  return (
    <Card flush>
      <div className={css.progressHead}>
        <p className={css.done}>
          <span className={css.percent}>{exactPercent(progress)}</span>{' '}
          <span className={css.of}>
            {formatCount(total_sent + total_failed)} of {formatCount(total_list)} done
          </span>
        </p>
        <Forecast campaign={campaign} profiles={profiles} />
        <div className={css.bar}>
          <ProgressBar {...progress} running={status === 'running'} thick />
        </div>
      </div>
      <div className={css.stats}>
        <StatRow stats={statsOf(campaign, profiles)} />
      </div>
    </Card>
  );
}

function statsOf(campaign: CampaignDetails, profiles: ProfilePerformance[] | undefined): Stat[] {
  const { total_list, total_sent, total_failed, list_name } = campaign;
  return [
    {
      label: 'Total Recipients',
      value: formatCount(total_list),
      note: <span title={list_name}>{list_name}</span>,
    },
    { label: 'Messages Sent', value: formatCount(total_sent), note: sentNote(campaign), mark: 'sent' },
    { label: 'Failed', value: formatCount(total_failed), note: failedNote(campaign), mark: 'failed' },
    {
      label: 'Pending',
      value: formatCount(pendingOf(campaign)),
      note: pendingNote(campaign, profiles),
      mark: 'pending',
    },
  ];
}

function sentNote({ total_sent, total_failed }: Campaign): string {
  const attempts = total_sent + total_failed;
  return attempts > 0 ? `${formatPercent((100 * total_sent) / attempts)} of attempts` : 'No attempts yet';
}

function failedNote({ total_failed, total_not_found, total_uncertain }: Campaign): string {
  if (total_failed === 0) return 'None so far';
  const notes: string[] = [];
  if (total_not_found > 0) notes.push(`${formatNoun(total_not_found, 'name')} not found`);
  if (total_uncertain > 0) notes.push(`${formatCount(total_uncertain)} unclear`);
  return notes.join(', ') || 'Nothing was sent to them';
}

function pendingNote(
  campaign: CampaignDetails,
  profiles: ProfilePerformance[] | undefined,
): string | undefined {
  const { status, waiting_reason } = campaign;
  if (status === 'completed' || status === 'failed') {
    return pendingOf(campaign) > 0 ? 'Stay pending in the list' : 'Nobody left';
  }
  if (!profiles) return undefined;
  const verb = status !== 'running' ? 'can send' : waiting_reason ? 'waiting' : 'sending';
  return `${formatCount(countEligible(profiles))} of ${formatNoun(profiles.length, 'profile')} ${verb}`;
}

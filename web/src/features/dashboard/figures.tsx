import type { DashboardStats } from '@pigeonpost/contract/campaign-reports';
import { formatCount, formatPercent } from '../../format/format-number.ts';
import { type Stat, StatRow } from '../../ui/layout/stat-row.tsx';
import { Chart } from './chart.tsx';
import css from './dashboard.module.css';
import type { DateRange } from './parts/date-range.ts';

type FiguresProps = {
  stats: DashboardStats | undefined;
  range: DateRange;
  /** Nothing can have been sent yet: a chart would be empty. */
  isFirstDay: boolean;
};

/** The four figures and, in the same card, sent and failed day by day. */
export function Figures({ stats, range, isFirstDay }: FiguresProps) {
  const hasDates = range.start_date !== undefined || range.end_date !== undefined;
  return (
    <section className={css.figures} aria-label="Figures">
      <StatRow stats={stats ? statsOf(stats, hasDates) : UNKNOWN} />
      {isFirstDay ? null : (
        <div className={css.chart}>
          {hasDates ? null : <p className={css.chartNote}>Sent and failed a day, the last 30 days</p>}
          <Chart days={stats?.days ?? []} />
        </div>
      )}
    </section>
  );
}

const UNKNOWN: Stat[] = [
  { label: 'Total Campaigns', value: '–' },
  { label: 'Messages Sent', value: '–', mark: 'sent' },
  { label: 'Failed Messages', value: '–', mark: 'failed' },
  { label: 'Pending', value: '–', mark: 'pending' },
];

function statsOf(stats: DashboardStats, hasDates: boolean): Stat[] {
  const { campaigns, running, paused, sent, failed, pending } = stats;
  const attempts = sent + failed;
  return [
    { label: 'Total Campaigns', value: formatCount(campaigns), note: `${running} running, ${paused} paused` },
    {
      label: 'Messages Sent',
      value: formatCount(sent),
      note: attempts > 0 ? `${formatPercent((100 * sent) / attempts)} of all attempts` : 'no attempts yet',
      mark: 'sent',
    },
    {
      label: 'Failed Messages',
      value: formatCount(failed),
      note: failedNote(stats),
      mark: 'failed',
    },
    {
      label: 'Pending',
      value: formatCount(pending),
      note: hasDates ? 'now, whatever the dates' : 'still to send',
      mark: 'pending',
    },
  ];
}

/** 'not found 52, unclear 79, failed 12': what the figure above is made of. */
function failedNote({ failed, not_found, uncertain }: DashboardStats): string {
  if (failed === 0) return 'none so far';
  const certain = failed - not_found - uncertain;
  return `not found ${formatCount(not_found)}, unclear ${formatCount(uncertain)}, failed ${formatCount(certain)}`;
}

import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignMonth } from '@pigeonpost/contract/campaign-reports';
import { formatCount, formatNoun, formatPercent } from '../../format/format-number.ts';
import { formatDuration } from '../../format/format-time.ts';
import { timeParts } from '../../format/time-zone.ts';
import { DateTime } from '../../ui/layout/time.tsx';
import type { RowGroups } from '../../ui/table/row-group.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { CampaignName, Progress } from './campaign-columns.tsx';
import { CampaignRowActions } from './campaign-row-actions.tsx';
import css from './campaigns.module.css';
import { StatusBadge } from './parts/status-badge.tsx';

/** The columns of campaigns that have ended: what each reached, when it ended and how long it took. */
export const ENDED_COLUMNS: Column<Campaign>[] = [
  {
    head: 'Campaign',
    sort: ['name_asc', 'name_desc'],
    cell: (campaign) => <CampaignName campaign={campaign} withList />,
  },
  {
    head: 'Status',
    width: '120px',
    narrow: 'gone',
    cell: ({ status, standstill }) => <StatusBadge status={status} standstill={standstill} />,
  },
  {
    head: 'Progress',
    width: '21%',
    narrow: '34%',
    sort: ['sent_desc', 'sent_asc'],
    cell: (campaign) => <Progress campaign={campaign} />,
  },
  {
    head: 'Reached',
    width: '92px',
    narrow: '100px',
    align: 'right',
    sort: ['reached_desc', 'reached_asc'],
    cell: (campaign) => <span className={css.figure}>{reached(campaign)}</span>,
  },
  {
    head: 'Not found',
    width: '100px',
    narrow: 'gone',
    align: 'right',
    sort: ['not_found_desc', 'not_found_asc'],
    cell: ({ total_not_found, total_list }) => share(total_not_found, total_list),
  },
  {
    head: 'Ended',
    width: '164px',
    narrow: 'gone',
    sort: ['ended_desc', 'ended_asc'],
    cell: ({ completed_at, created_at }) => (
      <span className={css.date}>
        <DateTime iso={completed_at} />
        <span className={css.created}>
          Created <DateTime iso={created_at} />
        </span>
      </span>
    ),
  },
  {
    head: 'Took',
    width: '96px',
    narrow: 'gone',
    align: 'right',
    sort: ['took_desc', 'took_asc'],
    cell: (campaign) => <span className={css.date}>{took(campaign)}</span>,
  },
  {
    head: 'Actions',
    width: '68px',
    align: 'right',
    cell: (campaign) => <CampaignRowActions campaign={campaign} />,
  },
];

/** '94.8% reached, took 9 h 12 min, ended 22-11-2026 18:40', where there are no columns. */
export function EndedWords({ campaign }: { campaign: Campaign }) {
  return (
    <>
      {reached(campaign)} reached, took {took(campaign)}
      <span className={css.created}>
        Ended <DateTime iso={campaign.completed_at} />
      </span>
    </>
  );
}

type Totals = Pick<Campaign, 'total_sent' | 'total_list'>;

/** How many of all whom a campaign was for got its message. */
export function reached({ total_sent, total_list }: Totals): string {
  return share(total_sent, total_list);
}

function share(count: number, total: number): string {
  return total > 0 ? formatPercent((100 * count) / total) : '–';
}

function took({ started_at, completed_at }: Campaign): string {
  if (!started_at || !completed_at) return '–';
  return formatDuration((Date.parse(completed_at) - Date.parse(started_at)) / 1000);
}

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The months in which campaigns ended, each with what they did together. */
export function monthGroups(months: CampaignMonth[]): RowGroups<Campaign> {
  return {
    of: ({ completed_at }) => monthOf(completed_at),
    head: (month) => {
      const found = months.find((one) => one.month === month);
      return (
        <span className={css.month}>
          <b>{monthWords(month)}</b>
          {found ? (
            <>
              <span>{formatNoun(found.campaigns, 'campaign')}</span>
              <span>{formatCount(found.total_sent)} sent</span>
              <span>{reached(found)} reached</span>
              <span>{share(found.total_not_found, found.total_list)} not found</span>
            </>
          ) : null}
        </span>
      );
    },
  };
}

function monthOf(iso: string | null): string {
  if (!iso) return '';
  const { year, month } = timeParts(iso);
  return `${year}-${month}`;
}

function monthWords(month: string): string {
  const [year, number] = month.split('-');
  return number ? `${NAMES[Number(number) - 1]} ${year}` : 'Without an end';
}

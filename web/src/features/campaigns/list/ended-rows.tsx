import type { ListedCampaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignSort } from '@pigeonpost/contract/campaigns';
import type { CampaignMonth } from '@pigeonpost/contract/campaigns/campaign-reports';
import { tookWords } from '../../../campaign-state/campaign-state.ts';
import { progressOf, reachedPercent, sharePercent } from '../../../campaign-state/progress.ts';
import { ProgressBar } from '../../../campaign-state/progress-bar.tsx';
import { StatusBadge } from '../../../campaign-state/status-badge.tsx';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { timeParts } from '../../../format/time-zone.ts';
import { Counts } from '../../../ui/layout/counts.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import type { RowGroups } from '../../../ui/table/row-group.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import { CampaignLink, CampaignRowActions, withReplied } from './campaign-rows.tsx';
import css from './ended-rows.module.css';

const REACHED: Column<ListedCampaign> = {
  head: 'Reached',
  width: '160px',
  narrow: '128px',
  sort: ['reached_desc', 'reached_asc', 'not_found_desc'],
  cell: (campaign) => <Bar campaign={campaign} percent={reachedPercent(campaign)} />,
};

/** In the place of Reached while the rows stand in its order. */
const NOT_FOUND: Column<ListedCampaign> = {
  head: 'Not found',
  width: '160px',
  narrow: '128px',
  sort: ['not_found_desc', 'not_found_asc', 'reached_desc'],
  cell: (campaign) => (
    <Bar campaign={campaign} percent={sharePercent(campaign.total_not_found, campaign.total_list)} />
  ),
};

const columnsWith = (share: Column<ListedCampaign>): Column<ListedCampaign>[] => [
  {
    head: 'Campaign',
    sort: ['name_asc', 'name_desc'],
    cell: (campaign) => <NameAndTemplate campaign={campaign} />,
  },
  {
    head: 'List',
    width: '20%',
    narrow: '20%',
    cell: ({ list_name }) => (
      <div className={`${css.list} two-lines dimmed`} title={list_name} dir="auto">
        {list_name}
      </div>
    ),
  },
  {
    head: 'Sent',
    width: '72px',
    narrow: '68px',
    align: 'right',
    sort: ['sent_desc', 'sent_asc'],
    cell: ({ total_sent }) => formatCount(total_sent),
  },
  share,
  {
    head: 'Ended',
    width: '152px',
    align: 'right',
    sort: ['ended_desc', 'ended_asc'],
    cell: ({ completed_at }) => (
      <span className={`${css.ended} dimmed`}>
        <DateTime iso={completed_at} />
      </span>
    ),
  },
  {
    head: 'Took',
    width: '100px',
    narrow: 'gone',
    align: 'right',
    sort: ['took_desc', 'took_asc'],
    cell: (campaign) => <span className="dimmed">{tookWords(campaign) ?? '–'}</span>,
  },
  { head: '', width: '60px', align: 'right', cell: (campaign) => <CampaignRowActions campaign={campaign} /> },
];

const withAndWithoutReplies = (share: Column<ListedCampaign>) => {
  const plain = columnsWith(share);
  return { plain, replied: withReplied(plain, share.head) };
};

const BY_REACHED = withAndWithoutReplies(REACHED);
const BY_NOT_FOUND = withAndWithoutReplies(NOT_FOUND);

/** The columns of ended campaigns in an order; with one of replies once somebody has replied. */
export function endedColumns(sort_by: CampaignSort, hasReplies: boolean): Column<ListedCampaign>[] {
  const columns = NOT_FOUND.sort?.slice(0, 2).includes(sort_by) ? BY_NOT_FOUND : BY_REACHED;
  return hasReplies ? columns.replied : columns.plain;
}

type RowProps = { campaign: ListedCampaign };

/** On one line; most have completed, so that only another status is said. */
function NameAndTemplate({ campaign }: RowProps) {
  const { status, template_name } = campaign;
  return (
    <div className={css.line}>
      {status === 'completed' ? null : <StatusBadge status={status} />}
      <CampaignLink campaign={campaign} />
      <span className={`${css.template} one-line dimmed`} title={template_name} dir="auto">
        {template_name}
      </span>
    </div>
  );
}

/** Sent and failed of all; on hover also what the column does not say. */
function Bar({ campaign, percent }: RowProps & { percent: string }) {
  const { total_failed, total_not_found, total_uncertain, total_list } = campaign;
  const parts = [
    `${formatCount(total_failed)} of ${formatCount(total_list)} failed`,
    `${formatCount(total_not_found)} not found`,
    `${formatCount(total_uncertain)} unclear`,
  ];
  return (
    <div className={css.reached} title={total_failed > 0 ? parts.join(', ') : undefined}>
      <div className="grow">
        <ProgressBar {...progressOf(campaign)} />
      </div>
      <span className={css.percent}>{percent}</span>
    </div>
  );
}

/** An ended campaign on a phone. */
export function EndedCard({ campaign }: RowProps) {
  const { list_name, total_sent, total_failed, total_not_found, total_uncertain, total_replied } = campaign;
  const among = [
    ...(total_not_found > 0 ? [`${formatCount(total_not_found)} not found`] : []),
    ...(total_uncertain > 0 ? [`${formatCount(total_uncertain)} unclear`] : []),
  ];
  const counts = [
    { count: total_sent, word: 'sent' },
    ...(total_failed > 0
      ? [{ count: total_failed, word: 'failed', isBad: true, note: among.join(', ') || undefined }]
      : []),
    ...(total_replied > 0 ? [{ count: total_replied, word: 'replied' }] : []),
  ];
  return (
    <div className={css.card}>
      <div className={css.cardHead}>
        <div className="shrink">
          <NameAndTemplate campaign={campaign} />
          <p className="note two-lines" title={list_name} dir="auto">
            {list_name}
          </p>
        </div>
        <CampaignRowActions campaign={campaign} />
      </div>
      <Bar campaign={campaign} percent={reachedPercent(campaign)} />
      <Counts counts={counts} />
      <p className="note">
        Ended <DateTime iso={campaign.completed_at} />, took {tookWords(campaign) ?? '–'}
      </p>
    </div>
  );
}

/** The months in which campaigns ended, each with their totals. */
export function monthGroups(months: CampaignMonth[]): RowGroups<ListedCampaign> {
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
              <span>{reachedPercent(found)} reached</span>
              <span>{sharePercent(found.total_not_found, found.total_list)} not found</span>
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

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026' of '2026-11'. */
function monthWords(month: string): string {
  return month ? MONTH.format(new Date(month)) : 'Without an end';
}

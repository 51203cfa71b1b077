import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { CampaignRowActions } from './campaign-row-actions.tsx';
import css from './campaigns.module.css';
import { useIsSending } from './parts/campaign-state.ts';
import { progressOf, wholePercent } from './parts/progress.ts';
import { ProgressBar, ProgressCounts } from './parts/progress-bar.tsx';
import { StatusBadge } from './parts/status-badge.tsx';

/** The columns of the campaigns table. */
export const CAMPAIGN_COLUMNS: Column<Campaign>[] = [
  {
    head: 'Campaign',
    sort: ['name_asc', 'name_desc'],
    cell: (campaign) => <CampaignName campaign={campaign} />,
  },
  {
    head: 'Status',
    width: '22%',
    narrow: '30%',
    sort: ['under_way'],
    cell: ({ status, standstill }) => <StatusBadge status={status} standstill={standstill} />,
  },
  {
    head: 'Progress',
    width: '30%',
    sort: ['progress_desc', 'progress_asc'],
    cell: (campaign) => <Progress campaign={campaign} />,
  },
  {
    head: 'Created',
    width: '148px',
    narrow: 'gone',
    sort: ['created_desc', 'created_asc'],
    cell: ({ created_at }) => (
      <span className={css.date}>
        <DateTime iso={created_at} />
      </span>
    ),
  },
  {
    head: 'Actions',
    width: '104px',
    align: 'right',
    cell: (campaign) => <CampaignRowActions campaign={campaign} />,
  },
];

type NameProps = { campaign: Campaign; withList?: boolean };

/** The name, which leads to the campaign, over the template's and perhaps the list's, and the date where it has no column. */
export function CampaignName({ campaign, withList = false }: NameProps) {
  const { id, name, template_name, list_name, created_at } = campaign;
  return (
    <div className={css.names}>
      <Link to={paths.campaign} params={{ id }} className={css.name} title={name} dir="auto">
        {name}
      </Link>
      <p className={css.template} title={template_name} dir="auto">
        {template_name}
      </p>
      {withList ? (
        <p className={css.template} title={list_name} dir="auto">
          {list_name}
        </p>
      ) : null}
      <p className={css.narrowDate}>
        <DateTime iso={created_at} />
      </p>
    </div>
  );
}

/** The bar and its counts; the rest is hatched while the campaign sends. */
export function Progress({ campaign }: { campaign: Campaign }) {
  const progress = progressOf(campaign);
  const isSending = useIsSending(campaign);
  return (
    <div className={css.progress}>
      <div className={css.bar}>
        <ProgressBar {...progress} running={isSending} />
        <ProgressCounts {...progress} />
      </div>
      <span className={css.percent}>{wholePercent(progress)}%</span>
    </div>
  );
}

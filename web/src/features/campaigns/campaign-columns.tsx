import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/layout/time.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { CampaignRowActions } from './campaign-row-actions.tsx';
import css from './campaigns.module.css';
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
    width: '144px',
    narrow: '140px',
    sort: ['under_way'],
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    head: 'Progress',
    width: '35%',
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

/** The name, which leads to the campaign, over the template's, and the date where it has no column. */
export function CampaignName({ campaign: { id, name, template_name, created_at } }: { campaign: Campaign }) {
  return (
    <div className={css.names}>
      <Link to={paths.campaign} params={{ id }} className={css.name} title={name} dir="auto">
        {name}
      </Link>
      <p className={css.template} title={template_name} dir="auto">
        {template_name}
      </p>
      <p className={css.narrowDate}>
        <DateTime iso={created_at} />
      </p>
    </div>
  );
}

function Progress({ campaign }: { campaign: Campaign }) {
  const progress = progressOf(campaign);
  return (
    <div className={css.progress}>
      <div className={css.bar}>
        <ProgressBar {...progress} running={campaign.status === 'running'} />
        <ProgressCounts {...progress} />
      </div>
      <span className={css.percent}>{wholePercent(progress)}%</span>
    </div>
  );
}

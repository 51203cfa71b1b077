import type { RecentCampaign } from '@pigeonpost/contract/calls/campaigns';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { type Progress, wholePercent } from '../../ui/progress.ts';
import { ProgressBar, ProgressCounts } from '../../ui/progress-bar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { agentsQuery } from '../campaigns/api.ts';
import { allProfilesQuery } from '../profiles/api.ts';
import { allListsQuery, allTemplatesQuery } from './api.ts';
import css from './recent-campaigns.module.css';

const FirstCampaign = lazy(() =>
  import('../../ui/first-campaign.tsx').then((m) => ({ default: m.FirstCampaign })),
);

/** The newest campaigns, or the steps to the first one. Undefined when they could not be fetched. */
export function RecentCampaigns({ campaigns }: { campaigns: RecentCampaign[] | undefined }) {
  return (
    <Card
      flush
      title="Recent campaigns"
      aside={
        <Link to={paths.campaigns} className={css.all}>
          View all
        </Link>
      }
    >
      {campaigns?.length === 0 ? <FirstSteps /> : null}
      <ul className={css.rows}>
        {campaigns?.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </ul>
    </Card>
  );
}

function CampaignRow({ campaign }: { campaign: RecentCampaign }) {
  const { id, name, status, total_list, total_sent, total_failed } = campaign;
  const progress: Progress = { total: total_list, sent: total_sent, failed: total_failed };
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name} title={name}>
          {name}
        </p>
        <StatusBadge status={status} dense />
      </div>
      <div className={css.progress}>
        <ProgressBar {...progress} running={status === 'running'} />
        <ProgressCounts {...progress} />
      </div>
      <span className={css.percent}>{wholePercent(progress)}%</span>
      <Link
        to={paths.campaign(id)}
        className={css.details}
        aria-label={`View details of ${name}`}
        title="View details"
      >
        <IconArrowRight size={18} />
      </Link>
    </li>
  );
}

function FirstSteps() {
  const agents = useQuery(agentsQuery).data?.agents;
  const profiles = useQuery(allProfilesQuery).data?.profiles;
  const templates = useQuery(allTemplatesQuery).data?.templates;
  const lists = useQuery(allListsQuery).data?.lists;
  return (
    <Suspense fallback={null}>
      <FirstCampaign
        machine={agents?.find(({ connected }) => connected)?.machine_name}
        activeProfiles={profiles?.filter(({ is_active }) => is_active === 1).length}
        templates={templates?.length}
        recipients={lists?.reduce((sum, { recipient_count }) => sum + recipient_count, 0)}
      />
    </Suspense>
  );
}

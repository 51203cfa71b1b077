import { ApiError } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { SubscriptionNotice } from '../../ui/subscription-notice.tsx';
import { campaignQuery, performanceQuery } from './api.ts';
import { CampaignHeader } from './campaign-header.tsx';
import { CampaignInformation } from './campaign-information.tsx';
import { CampaignNotices } from './campaign-notices.tsx';
import css from './campaign-page.module.css';
import { CampaignPageSkeleton } from './campaign-page-skeleton.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { useLiveCampaign } from './live.ts';
import { MessageCard } from './message-card.tsx';
import { ProfilePerformanceTable } from './profile-performance-table.tsx';

/** One campaign, live: how far it is, what comes next, who sends, what is sent (spec 1, section 2). */
export function CampaignPage() {
  const { id } = useParams({ strict: false });
  const campaignId = Number(id);
  return Number.isSafeInteger(campaignId) && campaignId > 0 ? (
    <LiveCampaign key={campaignId} id={campaignId} />
  ) : (
    <CampaignNotFound />
  );
}

function LiveCampaign({ id }: { id: number }) {
  const query = useQuery(campaignQuery(id));
  const performance = useQuery(performanceQuery(id));
  useLiveCampaign(id);
  const { data: campaign, error } = query;
  if (error instanceof ApiError && error.status === 404) return <CampaignNotFound />;
  if (!campaign && error) {
    return (
      <Card>
        <ErrorState title="Failed to fetch campaign details" error={error} onRetry={query.refetch} />
      </Card>
    );
  }
  if (!campaign) return <CampaignPageSkeleton />;
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current={campaign.name} />
      <SubscriptionNotice>
        Starting waits until you renew; pausing, stopping, exporting and deleting still work.
      </SubscriptionNotice>
      <CampaignNotices campaign={campaign} />
      <CampaignHeader campaign={campaign} />
      <CampaignProgress campaign={campaign} profiles={performance.data} />
      <div className={css.columns}>
        <div className={css.wide}>
          <ProfilePerformanceTable campaign={campaign} query={performance} />
          <CampaignInformation campaign={campaign} />
        </div>
        <MessageCard campaign={campaign} />
      </div>
    </>
  );
}

function CampaignNotFound() {
  return (
    <NotFoundState
      title="Campaign not found"
      sentence="It was deleted, or it belongs to somebody else."
      section={{ label: 'Campaigns', to: paths.campaigns }}
    />
  );
}

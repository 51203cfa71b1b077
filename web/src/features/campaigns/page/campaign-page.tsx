import type { CampaignProfile } from '@pigeonpost/contract/calls/campaign-profiles';
import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { campaignQuery } from '../../../campaign-state/campaign-queries.ts';
import { hasEnded, showsReplies } from '../../../campaign-state/campaign-state.ts';
import { profilesUsed } from '../../../campaign-state/profiles-used.ts';
import { exactPercent, progressOf } from '../../../campaign-state/progress.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { formatRanges } from '../../../limits/format-ranges.ts';
import { paths } from '../../../paths.ts';
import { useDelayed } from '../../../ui/feedback/delayed.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyPart, useIsPartReady } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { Breadcrumbs } from '../../../ui/layout/breadcrumbs.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { StatRow } from '../../../ui/layout/stat-row.tsx';
import { DateTime } from '../../../ui/layout/time.tsx';
import { agentsQuery } from '../../agents/api.ts';
import { FreezeNotice } from '../../freeze/parts/freeze-notice.tsx';
import { useWindowRequests } from '../../profiles/parts/window-requests.ts';
import { SubscriptionNotice } from '../../subscription/parts/subscription-notice.tsx';
import { performanceQuery } from '../api.ts';
import { CampaignNotFound } from '../campaign-not-found.tsx';
import { FollowUpCard } from '../follow-ups/follow-up-card.tsx';
import { ChangeLimits } from '../limits/change-limits.tsx';
import { leftOutParts } from '../limits/leave-out-form.ts';
import { useLiveCampaign } from '../live.ts';
import { UndoBar } from '../notices/undo-bar.tsx';
import { useHasNotices } from '../notices/use-notice-facts.ts';
import { CampaignHeader } from './campaign-header.tsx';
import css from './campaign-page.module.css';
import { CampaignProgress } from './campaign-progress.tsx';
import { MessageCard } from './message-card.tsx';
import { NextPeople } from './next-people.tsx';
import { ProfilePerformanceTable } from './profile-performance-table.tsx';

const CampaignNotices = lazyPart(() =>
  import('../notices/campaign-notices.tsx').then((m) => m.CampaignNotices),
);

const BeforeStart = lazyPart(() => import('./before-start.tsx').then((m) => m.BeforeStart));

const CampaignReplies = lazyPart(() =>
  import('../../replies/parts/campaign-replies.tsx').then((m) => m.CampaignReplies),
);

const FollowUpDialog = lazyPart(() =>
  import('../follow-ups/follow-up-dialog.tsx').then((m) => m.FollowUpDialog),
);

const DraftPage = lazyPart(() => import('../form/draft-page.tsx').then((m) => m.DraftPage));

const route = getRouteApi('/users/campaigns/$id');

/** One campaign, live: progress, next message, profiles, message. */
export function CampaignPage() {
  const { id } = route.useParams();
  return Number.isSafeInteger(id) && id > 0 ? <LiveCampaign key={id} id={id} /> : <CampaignNotFound />;
}

function LiveCampaign({ id }: { id: number }) {
  const query = useQuery(campaignQuery(id));
  const performance = useQuery(performanceQuery(id));
  const agents = useQuery(agentsQuery);
  useLiveCampaign(id);
  const { data: campaign, error } = query;
  if (error instanceof ApiError && error.status === 404) return <CampaignNotFound />;
  if (!campaign && error) {
    return (
      <Card>
        <h1 className="visually-hidden">Campaign</h1>
        <ErrorState title="Failed to fetch campaign details" error={error} onRetry={query.refetch} />
      </Card>
    );
  }
  if (campaign?.stage === 'draft')
    return <DraftPage campaign={campaign} fallback={<CampaignPageSkeleton />} />;
  // Agents and profiles decide on a notice, which would shift the page if it came later.
  if (!campaign || agents.isPending || performance.isPending) return <CampaignPageSkeleton />;
  return <ShownCampaign campaign={campaign} performance={performance} />;
}

type ShownCampaignProps = {
  campaign: CampaignDetails;
  performance: UseQueryResult<CampaignProfile[]>;
};

function ShownCampaign({ campaign, performance }: ShownCampaignProps) {
  const { id, standstill } = campaign;
  const profiles = performance.data;
  const requests = useWindowRequests();
  const [isFollowed, setFollowed] = useKeptState(`follow-up dialog of campaign ${id}`, false);
  const [isNextOpen, setNextOpen] = useState(false);
  const hasNotices = useHasNotices(campaign, profiles);
  const isPending = campaign.status === 'pending';
  const isNoticeReady = useIsPartReady(CampaignNotices, hasNotices);
  const isReady = useIsPartReady(BeforeStart, isPending) && isNoticeReady;
  // Once the page is shown, what comes later removes nothing from it.
  const [isShown, setShown] = useState(false);
  if (isReady && !isShown) setShown(true);
  if (!isShown) return <CampaignPageSkeleton />;
  return (
    <>
      <Breadcrumbs section="Campaigns" to={paths.campaigns} current={campaign.name} />
      <SubscriptionNotice>
        Starting waits until you renew; pausing, stopping, exporting and deleting still work.
      </SubscriptionNotice>
      <CampaignHeader campaign={campaign} profiles={profiles} onFollowUp={() => setFollowed(true)} />
      <FreezeNotice filled={standstill?.kind === 'frozen'} />
      <UndoBar campaign={campaign} />
      {hasNotices ? <CampaignNotices campaign={campaign} profiles={profiles} requests={requests} /> : null}
      {isPending ? (
        <BeforeStart campaign={campaign} profiles={profiles} />
      ) : (
        <CampaignProgress
          campaign={campaign}
          profiles={profiles}
          next={{ isOpen: isNextOpen, toggle: () => setNextOpen(!isNextOpen) }}
        />
      )}
      <div className={css.columns}>
        <div className="stack shrink">
          {campaign.status === 'running' && isNextOpen ? <NextPeople campaign={campaign} /> : null}
          <ProfilePerformanceTable campaign={campaign} query={performance} requests={requests} />
          <CampaignInformation campaign={campaign} />
        </div>
        <div className={`${css.side} stack shrink`}>
          {showsReplies(campaign) ? (
            <CampaignReplies
              campaign={campaign}
              profiles={profiles}
              requests={requests}
              fallback={<Card title="Replies" />}
            />
          ) : null}
          <FollowUpCard campaign={campaign} onFollowUp={() => setFollowed(true)} />
          <MessageCard campaign={campaign} />
        </div>
      </div>
      {isFollowed ? <FollowUpDialog campaign={campaign} onClose={() => setFollowed(false)} /> : null}
    </>
  );
}

const LABELS = ['Total Recipients', 'Messages Sent', 'Failed', 'Pending'];

/** The page before its campaign is fetched, in its final size. */
function CampaignPageSkeleton() {
  const isVisible = useDelayed(true);
  return (
    <div aria-busy="true" className={isVisible ? undefined : css.notYet}>
      <h1 className={css.blankTitle} aria-label="Loading campaign" />
      <Card flush>
        <div className={css.blankHead} />
        <StatRow stats={LABELS.map((label) => ({ label, value: undefined }))} />
      </Card>
    </div>
  );
}

/** Progress, list, times and the number of profiles. */
function CampaignInformation({ campaign }: { campaign: CampaignDetails }) {
  // 'Not yet' once there is something to wait for.
  const none = campaign.status === 'pending' || hasEnded(campaign) ? '–' : 'Not yet';
  const leftOut = leftOutParts(campaign.leave_out).map(({ words }) => words);
  const { stage, start_at, hours, not_after, cap_day, canary, created_at, started_at, completed_at } =
    campaign;
  const { follows } = campaign;
  const isLimited = hours !== null || not_after !== null || cap_day !== null;
  return (
    <Card
      title="Campaign Information"
      aside={
        isLimited && !hasEnded(campaign) ? (
          <ChangeLimits campaign={campaign} label="Change limits" variant="subtle" />
        ) : undefined
      }
    >
      <DescriptionList
        columns={2}
        items={[
          ['List', <ListName key="list" campaign={campaign} />],
          ...only(
            Boolean(follows),
            'Follow-up of',
            follows ? (
              <Link to={paths.campaign} params={{ id: follows.campaign_id }} dir="auto">
                {follows.name}
              </Link>
            ) : null,
          ),
          ['Created', <DateTime key="created" iso={created_at} />],
          ['Progress', exactPercent(progressOf(campaign))],
          ['Started', <DateTime key="started" iso={started_at} none={none} />],
          ['Profiles Used', formatCount(profilesUsed(campaign).length)],
          ['Completed', <DateTime key="completed" iso={completed_at} none={none} />],
          ...only(
            start_at !== null,
            stage === 'overdue' ? 'Was to begin' : 'Begins',
            <DateTime key="begins" iso={start_at} />,
          ),
          ...only(hours !== null, 'Hours', formatRanges(hours ?? [])),
          ...only(not_after !== null, 'Nothing after', <DateTime key="last" iso={not_after} />),
          ...only(cap_day !== null, 'At most a day', formatCount(cap_day ?? 0)),
          ...only(leftOut.length > 0, 'Leaves out', <span dir="auto">{leftOut.join(', ')}</span>),
          ...only(canary !== null, 'First', `${formatNoun(canary ?? 0, 'person', 'people')}, then a look`),
        ]}
      />
    </Card>
  );
}

/** A line that is shown only where it says more than the default. */
const only = (isShown: boolean, label: string, value: ReactNode): [string, ReactNode][] =>
  isShown ? [[label, value]] : [];

function ListName({ campaign: { list_id, list_name } }: { campaign: Campaign }) {
  return list_id === null ? (
    <bdi>{list_name}</bdi>
  ) : (
    <Link to={paths.list} params={{ id: list_id }} dir="auto">
      {list_name}
    </Link>
  );
}

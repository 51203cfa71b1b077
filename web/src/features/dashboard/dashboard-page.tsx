import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useUser } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { useDelayed } from '../../ui/feedback/delayed.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { FreezeNotice } from '../freeze/parts/freeze-notice.tsx';
import { allProfilesQuery } from '../profiles/api.ts';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { allListsQuery, allTemplatesQuery, dashboardQuery } from './api.ts';
import css from './dashboard.module.css';
import { Figures } from './figures.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { useLastGood } from './last-good.ts';
import { useLiveDashboard } from './live.ts';
import { dayIn, rangeOf } from './parts/date-range.ts';
import { Performance } from './performance.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentCampaigns } from './recent-campaigns.tsx';
import { RetryLine } from './retry-line.tsx';

const route = getRouteApi('/users/dashboard');

const FirstCampaign = lazyPart(() =>
  import('../campaigns/parts/first-campaign.tsx').then((m) => m.FirstCampaign),
);

const A_MINUTE = 60;

/** The dashboard: figures, recent campaigns, profiles. */
export function DashboardPage() {
  const search = route.useSearch();
  const today = dayIn(useUser()?.time_zone ?? 'UTC', useNow(A_MINUTE));
  const range = rangeOf(search, today);
  const shown = range ?? {};
  const figures = useQuery(dashboardQuery(shown));
  const recent = useQuery(dashboardQuery({}));
  const counted = [useQuery(allProfilesQuery), useQuery(allTemplatesQuery), useQuery(allListsQuery)];
  useLiveDashboard();
  const queries = [figures, recent, ...counted];
  // What failed is pending again at each retry: the page would go away, and its parts ask anew when they come back.
  const isFirstLoad = queries.some(({ isPending, isFetched }) => isPending && !isFetched);
  const failed = queries.filter(({ isError }) => isError);
  const stats = useLastGood(figures.data?.stats);
  const isFirstDay = recent.data?.recentCampaigns?.length === 0;
  return (
    <>
      <FreezeNotice />
      <SubscriptionNotice>
        Creating and starting wait until you renew; pausing, stopping and exporting still work.
      </SubscriptionNotice>
      {isFirstLoad ? (
        <Spinner />
      ) : (
        <>
          {isFirstDay ? (
            <div className={css.first}>
              {/* As high as the screen until the steps are there: they push nothing down that is seen. */}
              <FirstCampaign fallback={<Spinner />} />
            </div>
          ) : null}
          <FilterPanel search={search} today={today} isInvalid={range === undefined} />
          {failed.length > 0 ? (
            <RetryLine onRetry={() => Promise.all(failed.map((query) => query.refetch()))}>
              The dashboard could not be brought up to date.
            </RetryLine>
          ) : null}
          <Figures stats={stats} range={shown} isFirstDay={isFirstDay} />
          <div className={css.columns}>
            {isFirstDay ? null : <RecentCampaigns campaigns={recent.data?.recentCampaigns} />}
            <QuickActions />
          </div>
        </>
      )}
      {/* Fetched meanwhile; shown below the rest, it would be pushed away by it. */}
      <div hidden={isFirstLoad}>
        <Performance range={shown} />
      </div>
    </>
  );
}

function Spinner() {
  const isLate = useDelayed(true);
  return (
    <div className={css.spinner} role="status" aria-label="Loading the dashboard">
      {isLate ? <Loader size={28} /> : null}
    </div>
  );
}

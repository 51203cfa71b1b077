import { Loader } from '@mantine/core';
import type { NeedsYou } from '@pigeonpost/contract/calls/dashboard';
import { PERFORMANCE_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { useNow } from '../../clock.ts';
import { dayIn, rangeOf } from '../../date-range.ts';
import { useListSearch } from '../../list-search.ts';
import { paths } from '../../paths.ts';
import { useDelayed } from '../../ui/feedback/delayed.ts';
import { lazyPart, useIsPartReady } from '../../ui/feedback/lazy-part.tsx';
import { DateRangeField } from '../../ui/form/dates/date-range-field.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { Toolbar } from '../../ui/table/toolbar.tsx';
import { FreezeNotice } from '../freeze/parts/freeze-notice.tsx';
import { allProfilesQuery } from '../profiles/api.ts';
import { SubscriptionNotice } from '../subscription/parts/subscription-notice.tsx';
import { allListsQuery, allTemplatesQuery, dashboardQuery, needsYouQuery, overviewQuery } from './api.ts';
import css from './dashboard.module.css';
import { type DashboardSearch, lastDays, RANGES } from './dashboard-search.ts';
import { Figures } from './figures.tsx';
import { useLiveDashboard } from './live.ts';
import { Performance } from './performance.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentCampaigns } from './recent-campaigns.tsx';
import { RetryLine, useLastGood } from './retry-line.tsx';

const route = getRouteApi('/users/dashboard');

const FirstCampaign = lazyPart(() =>
  import('../campaigns/parts/first-campaign.tsx').then((m) => m.FirstCampaign),
);

// Lazy: most visits show neither, and the dashboard is close to the limit of a screen.
const NeedsYouCard = lazyPart(() => import('./needs-you.tsx').then((m) => m.NeedsYouCard), 'background');
const Overview = lazyPart(() => import('./overview.tsx').then((m) => m.Overview));

const A_MINUTE = 60;

/** The dashboard: needs, figures, recent campaigns, profiles; for administrators all users' part first. */
export function DashboardPage() {
  const isAdmin = useUser()?.role === 'admin';
  const overview = useQuery({ ...overviewQuery, enabled: isAdmin });
  const isOverviewReady = useIsPartReady(Overview, isAdmin);
  const own = useOwnThings();
  useLiveDashboard();
  const isLoading = own.isFirstLoad || (isAdmin && overview.isLoading) || !isOverviewReady;
  // Once the page is shown, later failures remove nothing from it.
  const [hasLoaded, setLoaded] = useState(false);
  if (!isLoading && !hasLoaded) setLoaded(true);
  const isFirstLoad = isLoading && !hasLoaded;
  // An administrator without a profile and without a campaign sends nothing.
  const isOnlyAdmin = isAdmin && own.hasNothing;
  return (
    <>
      <FreezeNotice />
      <SubscriptionNotice>
        Creating and starting wait until you renew; pausing, stopping and exporting still work.
      </SubscriptionNotice>
      {isFirstLoad ? <Spinner /> : null}
      {isFirstLoad || !isAdmin ? null : (
        <Overview overview={overview.data} error={overview.error} onRetry={overview.refetch} />
      )}
      {isOnlyAdmin ? null : <OwnDashboard own={own} isHidden={isFirstLoad} />}
    </>
  );
}

type OwnThings = ReturnType<typeof useOwnThings>;

/** Everything that the user's own dashboard waits for. */
function useOwnThings() {
  const search = route.useSearch();
  const today = dayIn(useUser()?.time_zone ?? 'UTC', useNow(A_MINUTE));
  const range = rangeOf(search, today);
  const shown = range ?? {};
  const figures = useQuery(dashboardQuery(shown));
  const needs = useQuery(needsYouQuery);
  const profiles = useQuery(allProfilesQuery);
  const queries = [figures, profiles, useQuery(allTemplatesQuery), useQuery(allListsQuery)];
  const isNeedsReady = useIsPartReady(NeedsYouCard, hasNeeds(needs.data));
  const recent = useLastGood(figures.data?.recentCampaigns);
  const isFirstDay = recent?.length === 0;
  return {
    search,
    today,
    range,
    stats: useLastGood(figures.data?.stats),
    recent,
    figuresError: figures.error,
    needs,
    failed: [...queries, needs].filter(({ isError }) => isError),
    isFirstDay,
    hasNothing: isFirstDay && profiles.data?.profiles.length === 0,
    // A failed query is pending again at each retry, which would remove the page and make its parts fetch again.
    isFirstLoad:
      [...queries, needs].some(({ isPending, isFetched }) => isPending && !isFetched) || !isNeedsReady,
  };
}

/**
 * The user's needs, figures, campaigns and profiles, or the steps to the first campaign. Hidden, it fetches what it will
 * show.
 */
function OwnDashboard({ own, isHidden }: { own: OwnThings; isHidden: boolean }) {
  const { search, today, range, stats, recent, figuresError, needs, failed, isFirstDay } = own;
  const shown = range ?? {};
  const retry = () => Promise.all(failed.map((query) => query.refetch()));
  const failure =
    failed.length > 0 ? (
      <RetryLine onRetry={retry}>The dashboard could not be brought up to date.</RetryLine>
    ) : null;
  // Without a campaign every other card would be one of nothing.
  if (isFirstDay && !isHidden) {
    return (
      <>
        {failure}
        <FirstCampaign fallback={<Spinner />} />
      </>
    );
  }
  return (
    <>
      {isHidden ? null : (
        <>
          {needs.data && hasNeeds(needs.data) ? <NeedsYouCard needs={needs.data} /> : null}
          <FilterPanel search={search} today={today} isInvalid={range === undefined} />
          {failure}
          <Figures stats={stats} range={shown} />
          <div className={css.columns}>
            <RecentCampaigns campaigns={recent} error={figuresError} onRetry={retry} />
            <QuickActions />
          </div>
        </>
      )}
      {/* Fetched meanwhile; shown below the rest, it would shift. */}
      <div hidden={isHidden}>
        <Performance range={shown} />
      </div>
    </>
  );
}

/** Whether anything needs the user, or happened since the visit before. */
function hasNeeds(needs: NeedsYou | undefined): boolean {
  if (!needs) return false;
  const { standing_count, blocked_profiles, signed_out_profiles, unclear, undecided_replies, since } = needs;
  const { away_agents, replies } = needs;
  return (
    needs.subscription_end_date !== null ||
    [standing_count, blocked_profiles.count, signed_out_profiles.count, unclear.count].some(Boolean) ||
    [undecided_replies, away_agents.length, replies.count].some(Boolean) ||
    (since !== null && since.sent + since.failed + since.ended_count > 0)
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

type FilterPanelProps = { search: DashboardSearch; today: string; isInvalid: boolean };

/** The range of the figures, Reset, and the way to a new campaign. */
function FilterPanel({ search, today, isInvalid }: FilterPanelProps) {
  const { change } = useListSearch(PERFORMANCE_PAGE_SIZE);
  const isActive = useSubscriptionActive();
  const isPhone = useIsPhone();
  const { start_date, end_date, sort_by } = search;
  const isSet = start_date !== undefined || end_date !== undefined || sort_by !== undefined;
  const newCampaign = {
    label: 'New Campaign',
    to: paths.newCampaign,
    offReason: isActive ? undefined : 'Renew to create campaigns',
  };
  return (
    <Toolbar
      filters={
        <>
          <fieldset className={css.ranges} aria-label="Range">
            {RANGES.map(({ label, days }) => {
              const range = lastDays(days, today);
              return (
                <button
                  key={label}
                  type="button"
                  className={css.range}
                  aria-pressed={range.start_date === start_date && range.end_date === end_date}
                  onClick={() => change(range)}
                >
                  {label}
                </button>
              );
            })}
          </fieldset>
          <DateRangeField
            start={start_date}
            end={end_date}
            today={today}
            isInvalid={isInvalid}
            onChange={change}
          />
        </>
      }
      keepsReset
      onReset={
        isSet ? () => change({ start_date: undefined, end_date: undefined, sort_by: undefined }) : undefined
      }
      // On a phone the first quick action is the same.
      {...(isPhone ? {} : { primary: newCampaign })}
    />
  );
}

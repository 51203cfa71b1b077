import type { PerformanceSort } from '@pigeonpost/contract/calls/profiles';
import type { Answer } from '@pigeonpost/contract/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { fetchEveryPage } from '../../api/paging.ts';
import type { DateRange } from '../../date-range.ts';
import { logError } from '../../log.ts';
import { campaignKeys, listKeys, needsYouKeys, profileKeys, templateKeys } from '../../query-keys.ts';

/** The answer to the dashboard's main call. */
export type DashboardAnswer = Answer<'GET /api/campaigns/dashboard-stats'>;

/** The figures of a range, and the recent campaigns whatever the range. */
export function dashboardQuery(range: DateRange) {
  return queryOptions({
    queryKey: [...campaignKeys.dashboard, range],
    queryFn: ({ signal }) =>
      logged('Error fetching dashboard data', signal, () =>
        call('GET /api/campaigns/dashboard-stats', { query: { ...range, recent: '1' }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** All templates; the dashboard counts them. */
export const allTemplatesQuery = queryOptions({
  queryKey: [...templateKeys.all, 'all'],
  queryFn: ({ signal }) =>
    logged('Error fetching dashboard data', signal, async () => ({
      templates: await fetchEveryPage(async (query) => {
        const { templates: rows, pagination } = await call('GET /api/templates', { query, signal });
        return { rows, pagination };
      }),
    })),
});

/** All lists; the dashboard counts them and their recipients. */
export const allListsQuery = queryOptions({
  queryKey: [...listKeys.all, 'all'],
  queryFn: ({ signal }) =>
    logged('Error fetching dashboard data', signal, async () => ({
      lists: await fetchEveryPage(async (query) => {
        const { lists: rows, pagination } = await call('GET /api/lists', { query, signal });
        return { rows, pagination };
      }),
    })),
});

const NEEDS_POLL_MS = 30_000;

/** What waits for the user. Polled, because a subscription's approaching end has no event. */
export const needsYouQuery = queryOptions({
  queryKey: needsYouKeys.all,
  queryFn: ({ signal }) =>
    logged('Error fetching dashboard data', signal, () =>
      call('GET /api/dashboard/needs-you', {
        query: { here: document.visibilityState === 'visible' ? '1' : '0' },
        signal,
      }),
    ),
  refetchInterval: NEEDS_POLL_MS,
});

/** All users' part of an administrator's dashboard. Polled, because users change without an event. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) =>
    logged('Error fetching dashboard data', signal, () => call('GET /api/dashboard/overview', { signal })),
  refetchInterval: NEEDS_POLL_MS,
});

type PerformancePlace = DateRange & {
  sort_by: PerformanceSort;
  search: string;
  page: number;
  limit: number;
};

/** One page of each profile's results. */
export function performanceQuery(place: PerformancePlace) {
  return queryOptions({
    queryKey: [...profileKeys.performance, place],
    queryFn: ({ signal }) =>
      logged('Error fetching profile performance', signal, () =>
        call('GET /api/profiles/performance', { query: place, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** A failed fetch of the dashboard is only logged: its last numbers stay (docs/behaviour.md#errors). */
async function logged<T>(words: string, signal: AbortSignal, fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (!signal.aborted) logError(words, error);
    throw error;
  }
}

import type { profileCalls } from '@pigeonpost/contract/calls/profiles';
import type { Deps } from '../../deps.ts';
import { checkDateRange } from '../../http/date-range.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { listPerformance } from './performance-queries.ts';

type PerformanceCalls = Pick<typeof profileCalls, 'GET /api/profiles/performance'>;

/** What each profile did, over all campaigns (docs/behaviour.md#numbers). */
export function profilePerformanceRoutes(_deps: Deps): Routes<PerformanceCalls> {
  return {
    'GET /api/profiles/performance': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const { rows, total } = await listPerformance(tx, {
        user_id: caller.user.id,
        range: checkDateRange(query),
        search: query.search,
        sort: query.sort_by ?? 'messages_sent_desc',
        slice,
      });
      return { profilePerformance: rows, pagination: paginationOf(slice, total) };
    },
  };
}

import type { DashboardStats } from '@pigeonpost/contract/calls/campaigns';
import type { Tx } from '../../database/transaction.ts';
import { countCampaigns, countLists, countPending, type DateRange, sumResults } from './dashboard-queries.ts';

// A month where no range is asked for; ten years at most, so that a mistyped year does not answer a million days.
const DAY_COUNT = 30;
const MAX_DAYS = 3660;

/** The dashboard's figures (docs/behaviour.md#numbers). Days are days of the user's zone. */
export async function getDashboardStats(
  tx: Tx,
  { user_id, range, now }: { user_id: number; range: DateRange; now: Date },
): Promise<DashboardStats> {
  return {
    ...(await countCampaigns(tx, user_id, range)),
    pending: await countPending(tx, user_id),
    ...(await sumResults(tx, { user_id, range, now, dayCount: DAY_COUNT, maxDays: MAX_DAYS })),
    lists: await countLists(tx, user_id),
  };
}

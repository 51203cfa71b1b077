import type { DashboardStats } from '@pigeonpost/contract/calls/campaigns';
import type { Tx } from '../../database/transaction.ts';
import { countCampaigns, countLists, type DateRange, listDays, sumResults } from './dashboard-queries.ts';

// A month where no range is asked for; ten years at most, so that a mistyped year does not answer a million days.
const DAY_COUNT = 30;
const MAX_DAYS = 3660;

/** The dashboard's figures (3-decisions, Numbers). Days are days of the user's zone. */
export async function getDashboardStats(
  tx: Tx,
  { userId, range, now }: { userId: number; range: DateRange; now: Date },
): Promise<DashboardStats> {
  return {
    ...(await countCampaigns(tx, userId, range)),
    ...(await sumResults(tx, userId, range)),
    lists: await countLists(tx, userId),
    days: await listDays(tx, { userId, range, now, dayCount: DAY_COUNT, maxDays: MAX_DAYS }),
  };
}

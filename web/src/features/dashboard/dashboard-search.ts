import type { PerformanceSort } from '@pigeonpost/contract/calls/profiles';
import { type DateRange, validateDates } from '../../date-range.ts';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** The state of the dashboard in its address besides the performance list's place; dates are 'YYYY-MM-DD'. */
export type DashboardSearch = ListSearch & DateRange & { sort_by?: PerformanceSort };

const DAY_MS = 86_400_000;

export const DEFAULT_SORT = 'messages_sent_desc';

/** The sort keys and their labels. */
export const SORTS: Record<PerformanceSort, string> = {
  messages_sent_desc: 'Messages sent, most',
  messages_sent_asc: 'Messages sent, fewest',
  messages_failed_desc: 'Messages failed, most',
  messages_failed_asc: 'Messages failed, fewest',
  success_rate_desc: 'Success rate, highest',
  success_rate_asc: 'Success rate, lowest',
  total_actions_desc: 'Total actions, most',
  total_actions_asc: 'Total actions, fewest',
  campaigns_used_desc: 'Campaigns used, most',
  campaigns_used_asc: 'Campaigns used, fewest',
};

/** The `validateSearch` of the dashboard. */
export function validateDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { sort_by } = raw;
  return {
    ...validateListSearch(raw),
    ...validateDates(raw),
    ...(isSort(sort_by) && sort_by !== DEFAULT_SORT ? { sort_by } : {}),
  };
}

/** The ranges of the buttons, by their number of days; undefined is all time. */
export const RANGES: { label: string; days: number | undefined }[] = [
  { label: 'All time', days: undefined },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
];

/** The dates of the last `days` days up to today. */
export function lastDays(
  days: number | undefined,
  today: string,
): { start_date: string | undefined; end_date: string | undefined } {
  if (days === undefined) return { start_date: undefined, end_date: undefined };
  const first = new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return { start_date: first, end_date: today };
}

function isSort(value: unknown): value is PerformanceSort {
  return typeof value === 'string' && Object.hasOwn(SORTS, value);
}

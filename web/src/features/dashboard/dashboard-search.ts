import type { PerformanceSort } from '@pigeonpost/contract/calls/profiles';
import { type ListSearch, validateListSearch } from '../../list-search.ts';

/** What the dashboard keeps in its address beside the performance list's place; dates are 'YYYY-MM-DD'. */
export type DashboardSearch = ListSearch & {
  start_date?: string;
  end_date?: string;
  sort_by?: PerformanceSort;
};

/** The dates of the filter as the calls take them; one alone is an open range. */
export type DateRange = { start_date?: string; end_date?: string };

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

/** The `validateSearch` of the dashboard. A date that is none stays, so that the filter can say so. */
export function validateDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { start_date, end_date, sort_by } = raw;
  return {
    ...validateListSearch(raw),
    ...(isText(start_date) ? { start_date: String(start_date) } : {}),
    ...(isText(end_date) ? { end_date: String(end_date) } : {}),
    ...(isSort(sort_by) && sort_by !== DEFAULT_SORT ? { sort_by } : {}),
  };
}

/** The range of an address, or undefined when it is none: no date, after `today`, or its end before its start. */
export function rangeOf({ start_date, end_date }: DashboardSearch, today: string): DateRange | undefined {
  const days = [start_date, end_date].filter((day) => day !== undefined);
  if (!days.every((day) => isDay(day) && day <= today)) return undefined;
  if (start_date && end_date && end_date < start_date) return undefined;
  return { ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) };
}

/** The ranges that one press chooses, by their number of days; undefined is all time. */
export const RANGES: { label: string; days: number | undefined }[] = [
  { label: 'All time', days: undefined },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
];

/** The dates of the last so many days up to today. */
export function lastDays(
  days: number | undefined,
  today: string,
): { start_date: string | undefined; end_date: string | undefined } {
  if (days === undefined) return { start_date: undefined, end_date: undefined };
  const first = new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return { start_date: first, end_date: today };
}

/** The day it is in a zone, as 'YYYY-MM-DD'. */
export function dayIn(timeZone: string, nowMs: number): string {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', options).format(nowMs);
}

function isDay(day: string): boolean {
  const ms = Date.parse(day);
  // 31 February parses, but to another day.
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '0001' && !Number.isNaN(ms) && dayIn('UTC', ms) === day;
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isSort(value: unknown): value is PerformanceSort {
  return typeof value === 'string' && Object.hasOwn(SORTS, value);
}

import { localTime } from '@pigeonpost/contract/local-time';

/** The dates of the filter as the calls take them; one alone is an open range. */
export type DateRange = { start_date?: string; end_date?: string };

/** The dates of an address. An invalid one stays, so that the filter can say so. */
export function validateDates({ start_date, end_date }: Record<string, unknown>): DateRange {
  return {
    ...(isText(start_date) ? { start_date: String(start_date) } : {}),
    ...(isText(end_date) ? { end_date: String(end_date) } : {}),
  };
}

/** The range of an address, or undefined if it is invalid: no date, after `today`, or its end before its start. */
export function rangeOf({ start_date, end_date }: DateRange, today: string): DateRange | undefined {
  const days = [start_date, end_date].filter((day) => day !== undefined);
  if (!days.every((day) => isDay(day) && day <= today)) return undefined;
  if (start_date && end_date && end_date < start_date) return undefined;
  return { ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) };
}

/** The present day in a zone, as 'YYYY-MM-DD'. */
export function dayIn(timeZone: string, nowMs: number): string {
  return localTime(nowMs, timeZone).day;
}

function isDay(day: string): boolean {
  const ms = Date.parse(day);
  // 31 February parses, but to another day.
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '0001' && !Number.isNaN(ms) && dayIn('UTC', ms) === day;
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

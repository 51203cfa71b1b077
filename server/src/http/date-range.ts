import { badRequest } from '../errors.ts';

// The contract allows any four-digit year; PostgreSQL has no year 0.
const isDay = (date: string | undefined) => date === undefined || date >= '0001';

/** Refuses a range that ends before it starts; one date alone is an open range. */
export function checkDateRange<R extends { start_date?: string | undefined; end_date?: string | undefined }>(
  range: R,
): R {
  const { start_date, end_date } = range;
  const isBackwards = start_date !== undefined && end_date !== undefined && end_date < start_date;
  if (isBackwards || !isDay(start_date) || !isDay(end_date))
    throw badRequest('Date input not valid.', { fields: { end_date: 'Date input not valid.' } });
  return range;
}

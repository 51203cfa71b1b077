import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Days of the user's zone; undefined is open. */
export interface DateRange {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Whether a day lies in the range. */
export function inRange(day: RawBuilder<unknown>, { start_date, end_date }: DateRange): RawBuilder<SqlBool> {
  const from = start_date ? sql`and ${day} >= ${start_date}::date` : sql``;
  const to = end_date ? sql`and ${day} <= ${end_date}::date` : sql``;
  return sql<SqlBool>`true ${from} ${to}`;
}

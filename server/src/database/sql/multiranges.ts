import { QUIET_DAYS_MAX, type QuietSpan, type WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { type RawBuilder, sql } from 'kysely';

/** The minutes of an int4multirange column; null where it is null. */
export function minutesIn(column: RawBuilder<unknown>): RawBuilder<WeekMinutes | null> {
  return sql`(select json_agg(json_build_array(lower(span), upper(span)) order by span) from unnest(${column}) span)`;
}

/** The int4multirange of minutes. */
export function toMinutes(minutes: WeekMinutes | null): RawBuilder<string | null> {
  const text = minutes && `{${minutes.map(([from, to]) => `[${from},${to})`).join()}}`;
  return sql`${text}::int4multirange`;
}

/** The days of a datemultirange column as spans of at most a year each, so that they can be saved again. */
export function quietDatesIn(column: RawBuilder<unknown>): RawBuilder<QuietSpan[]> {
  const days = sql.lit(QUIET_DAYS_MAX);
  return sql`(
    select coalesce(json_agg(json_build_object('from', first, 'to', least(first + ${days}, upper(span)) - 1) order by first), '[]')
    from unnest(${column}) span, generate_series(0, (upper(span) - lower(span) - 1) / ${days}) n,
      lateral (select lower(span) + n * ${days} as first) begun)`;
}

/** The datemultirange of spans; those that touch become one. */
export function toDates(spans: readonly QuietSpan[]): RawBuilder<string> {
  return sql`${`{${spans.map(({ from, to }) => `[${from},${to}]`).join()}}`}::datemultirange`;
}

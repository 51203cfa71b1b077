import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { HALF_DAYS } from '@pigeonpost/contract/campaigns/caps';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** What a profile has begun, which caps hold it now, and until when they let it wait. */
export type Pacing = Pick<
  Profile,
  'begun_today' | 'begun_this_hour' | 'cap_now' | 'begin_slowly' | 'capped_until'
>;

/** For `profiles`: judged by the engine's own functions (docs/behaviour.md#caps). */
export function pacingAt(now: Date): RawBuilder<Pacing> {
  const moment = sql`${now}::timestamptz`;
  return sql`(
    select json_build_object(
      'begun_today', counted_on(profiles.counted_day, profiles.counted_at, here, profiles.begun_today),
      'begun_this_hour', counted_in(profiles.counted_hour, profiles.counted_at, here, profiles.begun_this_hour),
      'cap_now', json_build_object('hour', caps.hour, 'day', caps.day, 'because', caps.because),
      'begin_slowly', case when slow_day(profiles, here) <= slow_days()
        then json_build_object('day', slow_day(profiles, here)) end,
      'capped_until', case when not has_room(profiles, s, here) then
        next_open(s.hours, s.quiet_dates, below_caps_at(profiles, s, ${moment}, u.time_zone), u.time_zone) end)
    from users u join settings s on s.user_id = u.id
    cross join lateral local_time(${moment}, u.time_zone) here
    cross join lateral caps_of(profiles, s, here) caps
    where u.id = profiles.user_id)`;
}

/** What each of these profiles has begun, and its caps, by its id. */
export async function findPacing(
  tx: Tx,
  { user_id, ids, now }: { user_id: number; ids: number[]; now: Date },
): Promise<Map<number, Pacing>> {
  const rows = await tx
    .selectFrom('profiles')
    .select(['id', pacingAt(now).as('pacing')])
    .where('user_id', '=', user_id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, pacing }) => [id, toPacing(pacing)]));
}

/** As the calls answer it. */
export function toPacing(pacing: Pacing): Pacing {
  const { capped_until } = pacing;
  return { ...pacing, capped_until: capped_until && new Date(capped_until).toISOString() };
}

/** For `profiles`: until when it sends at half; null if it does not. */
export function halfUntil(now: Date): RawBuilder<string | null> {
  return sql`case when profiles.slow_until > ${now}::timestamptz then profiles.slow_until end`;
}

/** `warm_up_day` of a profile that begins slowly: it goes on, or begins if it does not or has ended. */
export function beginningSlowly({ now, time_zone }: { now: Date; time_zone: string }): RawBuilder<number> {
  return sql`case when slow_day(profiles, local_time(${now}::timestamptz, ${time_zone})) <= slow_days()
    then warm_up_day else 0 end`;
}

/** `slow_until` of a profile that is resumed: a block is followed by a week at half. */
export function halfAfterBlock(now: Date): RawBuilder<string | null> {
  const days = sql.lit(HALF_DAYS);
  return sql`case when blocked_at is not null then ${now}::timestamptz + ${days} * interval '24 hours'
    else slow_until end`;
}

/** Lets a profile send in full again after a block. False if there is no such profile. */
export async function endHalf(tx: Tx, { user_id, id }: { user_id: number; id: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ slow_until: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

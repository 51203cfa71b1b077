import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { HALF_DAYS } from '@pigeonpost/contract/campaigns/caps';
import { nextOpen } from '@pigeonpost/contract/open-hours';
import {
  begunThisHour,
  begunToday,
  belowCapsAt,
  capsOf,
  hasRoom,
  hereOf,
  slowDay,
} from '@pigeonpost/contract/rules/caps';
import type { PacedAccount, PacedProfile } from '@pigeonpost/contract/rules/facts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { getAccount } from '../../rules-facts/account-queries.ts';

/** What a profile has begun, which caps hold it now, and until when they let it wait. */
export type Pacing = Pick<
  Profile,
  'begun_today' | 'begun_this_hour' | 'cap_now' | 'begin_slowly' | 'capped_until'
>;

/** For `profiles`: what decides how much it may send. */
export const pacedProfile: RawBuilder<PacedProfile> = sql`profile_facts(profiles)`;

/** Judged as the engine judges (docs/behaviour.md#caps). */
export function pacingOf(profile: PacedProfile, account: PacedAccount, now: Date): Pacing {
  const { settings, zone } = account;
  const here = hereOf(zone, now.getTime());
  const day = slowDay(profile, here);
  return {
    begun_today: begunToday(profile, here),
    begun_this_hour: begunThisHour(profile, here),
    cap_now: capsOf(profile, settings, here),
    begin_slowly: day === null ? null : { day },
    capped_until: hasRoom(profile, settings, here) ? null : openAfterCaps(profile, account, here.moment),
  };
}

function openAfterCaps(profile: PacedProfile, account: PacedAccount, now: number): string | null {
  const { hours, quiet_dates } = account.settings;
  const opens = nextOpen({ hours, quiet_dates, time_zone: account.zone }, belowCapsAt(profile, account, now));
  return opens === undefined ? null : new Date(opens).toISOString();
}

/** What each of these profiles has begun, and its caps, by its id. */
export async function findPacing(
  tx: Tx,
  { user_id, ids, now }: { user_id: number; ids: number[]; now: Date },
): Promise<Map<number, Pacing>> {
  const rows = await tx
    .selectFrom('profiles')
    .select(['id', pacedProfile.as('paced')])
    .where('user_id', '=', user_id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const account = await getAccount(tx, user_id);
  return new Map(rows.map(({ id, paced }) => [id, pacingOf(paced, account, now)]));
}

/** For `profiles`: until when it sends at half; null if it does not. */
export function halfUntil(now: Date): RawBuilder<string | null> {
  return sql`case when profiles.slow_until > ${now}::timestamptz then profiles.slow_until end`;
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

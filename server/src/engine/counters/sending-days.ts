import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface CapOf {
  user_id: number;
  /** 0: the account. */
  campaign_id: number;
}

/**
 * Keeps how many messages of a campaign, or of the account, were begun today, because its cap a day is set: what is sending
 * counts as begun, whatever becomes of it. A removed cap forgets the count (docs/behaviour.md#caps). Needs the engine's lock.
 */
export async function countForCap(
  tx: Tx,
  { user_id, campaign_id }: CapOf,
  { cap_day, now }: { cap_day: number | null; now: Date },
): Promise<void> {
  if (cap_day === null) {
    await tx
      .deleteFrom('sending_days')
      .where('user_id', '=', user_id)
      .where('campaign_id', '=', campaign_id)
      .execute();
    return;
  }
  await sql`
    insert into sending_days (user_id, campaign_id, day, begun, counted_at)
    select u.id, ${campaign_id}, today, performed_on(u.id, ${campaign_id}, today), ${now}
    from users u cross join lateral (select wall_time(${now}, u.time_zone)::date as today) here
    where u.id = ${user_id}
    on conflict (user_id, campaign_id) do nothing`.execute(tx);
}

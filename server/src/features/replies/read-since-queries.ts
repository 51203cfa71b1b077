import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/context.ts';

/** Whether a machine of a campaign's profiles reads replies, and since when those of all its profiles have been read. */
export async function findReplyReading(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<{ reads_replies: boolean; replies_read_at: string | null }> {
  const { rows } = await sql<{ reads_replies: boolean; replies_read_at: string | null }>`
    select coalesce(bool_or(a.reads_replies), false) as reads_replies,
      case when bool_and(p.replies_read_at is not null) then min(p.replies_read_at) end as replies_read_at
    from campaign_profiles used
    join profiles p on p.user_id = used.user_id and p.id = used.profile_id and p.deleted_at is null
    left join agents a on a.user_id = p.user_id and a.id = p.agent_id and a.revoked_at is null
    where used.user_id = ${user_id} and used.campaign_id = ${campaign_id}`.execute(tx);
  return rows[0] ?? { reads_replies: false, replies_read_at: null };
}

// Replies are looked for since the oldest message of so many days, where none were read before.
const FIRST_DAYS = 60;

/** The first day of a profile’s messages, of those that may have arrived too, within so many days of the user’s zone; null without one. */
export function sentSince({ now, days }: { now: Date; days: number }): RawBuilder<string | null> {
  return sql`(
    select min(d.day) from daily_performance d
    where d.user_id = profiles.user_id and d.profile_id = profiles.id and d.sent + d.uncertain > 0
      and d.day >= wall_time(${now}, time_zone)::date - ${days}::int)`;
}

/**
 * For a query over `profiles` and `users`: the moment from which its replies are to be read; null where nobody was written
 * to who could reply. A day is read again, because sites sort late messages in.
 */
export function readSince(now: Date): RawBuilder<string | null> {
  return sql`to_json(coalesce(replies_read_at - interval '1 day',
    moment_of_wall(${sentSince({ now, days: FIRST_DAYS })}::timestamp, time_zone))) #>> '{}'`;
}

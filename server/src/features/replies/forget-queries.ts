import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/**
 * Forgets the texts of so many replies that were kept as long as their owners want, also those in the logs of campaigns;
 * gives how many there were (docs/behaviour.md#replies).
 */
export async function forgetTexts(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    with old as materialized (
      select r.user_id, r.recipient, r.id, r.campaign_id, r.read_at from replies r
      join settings s on s.user_id = r.user_id
      where r.text is not null and r.at <= ${now}::timestamptz - make_interval(days => s.reply_text_days)
      order by r.at limit ${limit}),
    -- A line has the moment at which its reply was read.
    lines as (
      update campaign_logs l set message = '' from old
      where l.user_id = old.user_id and l.campaign_id = old.campaign_id and l.action = 'replied'
        and l.recipient = old.recipient and l.created_at = old.read_at)
    update replies r set text = null from old
    where r.user_id = old.user_id and r.recipient = old.recipient and r.id = old.id
    returning 1`.execute(tx);
  return rows.length;
}

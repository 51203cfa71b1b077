import { MESSAGED_COUNTED } from '@pigeonpost/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { getSettings } from '../settings/queries.ts';

/**
 * How many of a list's pending a campaign would skip now, because they were messaged within the days of their user's
 * setting (docs/engine.md#never-the-same-person).
 */
export async function countMessaged(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
  now: Date,
): Promise<{ messaged: number; never_twice_days: number | null }> {
  const { never_twice_days } = await getSettings(tx, user_id);
  if (never_twice_days === null) return { messaged: 0, never_twice_days };
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from recipients r
      join message_ledger l on l.user_id = r.user_id and l.recipient = r.recipient
        and l.last_messaged_at > ${now}::timestamptz - make_interval(days => ${never_twice_days}::int)
      where r.user_id = ${user_id} and r.list_id = ${id} and r.status = 'pending'
      limit ${MESSAGED_COUNTED}) messaged`.execute(tx);
  return { messaged: rows[0]?.count ?? 0, never_twice_days };
}

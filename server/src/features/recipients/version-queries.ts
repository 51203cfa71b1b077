import { RECIPIENT_STATUSES } from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/**
 * A text that changes with what is known of a user's people and with who is in these lists. A list with as many
 * recipients and the same newest one has the same: ids rise, because who adds to a list holds its lock.
 */
export async function findVersion(
  tx: Tx,
  { user_id, list_ids }: { user_id: number; list_ids: number[] },
): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(';',
      (select string_agg(version::text, ',' order by version) from people_versions where user_id = ${user_id}),
      (select string_agg(concat_ws(',', id, pending + sent + failed + not_found, (
          select max(newest.id) from unnest(${[...RECIPIENT_STATUSES]}::text[]) one, lateral (
            select recipients.id from recipients
            where recipients.user_id = lists.user_id and recipients.list_id = lists.id and status = one
            order by recipients.id desc limit 1) newest)), ';' order by id)
        from lists where user_id = ${user_id} and id = any (${list_ids}::bigint[]))) as version`.execute(tx);
  return rows[0]?.version ?? '';
}

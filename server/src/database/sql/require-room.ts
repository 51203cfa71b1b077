import { CAMPAIGNS_MAX, fullText, LISTS_MAX, TEMPLATES_MAX } from '@pigeonpost/contract/limits';
import { type SqlBool, sql } from 'kysely';
import { conflict } from '../../errors.ts';
import type { Tx } from '../transaction.ts';

const ROOM = {
  lists: { max: LISTS_MAX, rows: sql`lists where deleted_at is null` },
  templates: { max: TEMPLATES_MAX, rows: sql`templates where true` },
  campaigns: { max: CAMPAIGNS_MAX, rows: sql`campaigns where deleted_at is null and not is_test(id)` },
} as const;

/**
 * 409 if the user has as many of these as there may be (docs/behaviour.md#what-a-user-may-have). Exact only under the
 * user's lock. It stands in the one function that inserts such a row, so that no way in goes around it.
 */
export async function requireRoom(tx: Tx, user_id: number, table: keyof typeof ROOM): Promise<void> {
  const { max, rows } = ROOM[table];
  const { rows: counted } = await sql<{ is_full: SqlBool }>`
    select count(*) >= ${max} as is_full
    from (select from ${rows} and user_id = ${user_id} limit ${max}) counted`.execute(tx);
  if (counted[0]?.is_full) throw conflict(fullText(table, max));
}

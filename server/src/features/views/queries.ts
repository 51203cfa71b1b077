import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** What conditions ask for by its id. */
const TABLES = { field: sql`fields`, tag: sql`tags`, list: sql`lists` };

/** How many of these ids are fields, tags or lists of the user. */
export async function countKnown(
  tx: Tx,
  { user_id, kind, ids }: { user_id: number; kind: keyof typeof TABLES; ids: number[] },
): Promise<number> {
  const { rows } = await sql`
    select from ${TABLES[kind]}
    where user_id = ${user_id} and id = any (${ids}::bigint[]) and deleted_at is null`.execute(tx);
  return rows.length;
}

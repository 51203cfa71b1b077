import { sql } from 'kysely';
import type { Database } from '../tables.ts';
import type { Tx } from '../transaction.ts';

/** Deletes at most `limit` rows of a user from a table, so that no transaction is long; gives how many it took. */
export async function deleteRows(
  tx: Tx,
  { table, user_id, limit }: { table: keyof Database; user_id: number; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where user_id = ${user_id} and ctid = any (array(
      select ctid from ${sql.table(table)} where user_id = ${user_id} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

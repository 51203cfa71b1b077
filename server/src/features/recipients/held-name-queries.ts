import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { orderedRows } from './order-queries.ts';

interface ListKey {
  user_id: number;
  list_id: number;
}

/** The next names of a list in order of their ids, a line each. */
export async function readNames(
  tx: Tx,
  list: ListKey,
  { after, limit }: { after: number; limit: number },
): Promise<{ text: string; ids: number[] }> {
  const next = orderedRows(
    { ...list, status: undefined, by: 'id' },
    { from: sql`${after + 1}::bigint`, limit, offset: 0 },
  );
  const { rows } = await sql<{ text: string; ids: number[] }>`
    select coalesce(string_agg(recipient, ${'\n'} order by id), '') as text,
      coalesce(array_agg(id order by id), '{}') as ids
    from recipients where user_id = ${list.user_id} and id = any (array(select id from (${next}) next))`.execute(
    tx,
  );
  return rows[0] ?? { text: '', ids: [] };
}

import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { mergeFields } from '../fields/merge-queries.ts';
import { oldestUndoable } from './queries.ts';

interface Key {
  user_id: number;
  id: number;
}

/** Keeps what an import replaced, which its transaction has in `import_replaced`, for its undo. */
export async function insertReplaced(tx: Tx, { user_id, id }: Key): Promise<void> {
  await sql`
    insert into replaced_values (user_id, import_id, recipient, before, after)
    select ${user_id}, ${id}, recipient, before, after from pg_temp.import_replaced order by recipient`.execute(
    tx,
  );
}

/**
 * Gives the next people of an import their values back, and says of how many it looked at the values and how many got one.
 * A value that is not the import's any more was changed since, and stays.
 */
export async function restoreReplaced(
  tx: Tx,
  { user_id, id, limit }: Key & { limit: number },
): Promise<{ looked_at: number; restored: number }> {
  const own = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(taken.before)
    where people.fields -> key = taken.after -> key)`;
  const { rows } = await sql<{ looked_at: number; restored: number }>`
    with taken as (
      delete from replaced_values where user_id = ${user_id} and import_id = ${id} and recipient = any (array(
        select recipient from replaced_values where user_id = ${user_id} and import_id = ${id}
        order by recipient limit ${limit}))
      returning recipient, before, after),
    given as (
      update people set fields = ${mergeFields({ known: sql`people.fields`, added: own, fill: 'replace' })}
      from taken
      where people.user_id = ${user_id} and people.recipient = taken.recipient and ${own} <> '{}'
      returning old.fields as before, new.fields as after)
    select (select count(*) from taken) as looked_at, (select count(*) from given where before <> after) as restored`.execute(
    tx,
  );
  return rows[0] ?? { looked_at: 0, restored: 0 };
}

/** Counts the people of a batch who have their values back. */
export async function countRestored(
  tx: Tx,
  { user_id, id, restored }: Key & { restored: number },
): Promise<void> {
  await tx
    .updateTable('recipient_imports')
    .set((one) => ({ restored: one('restored', '+', restored) }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Forgets the imports of all users that can no longer be undone, with what they replaced. */
export async function forgetImports(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('recipient_imports')
    .where('created_at', '<', oldestUndoable(now))
    .where('undone_at', 'is', null)
    .execute();
}

import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** A deleted field or tag that people may still have. */
export interface Cleanup {
  user_id: number;
  kind: 'field' | 'tag';
  id: number;
}

/** Those of all users. */
export async function findCleanups(tx: Tx): Promise<Cleanup[]> {
  const { rows } = await sql<Cleanup>`
    select user_id, 'field' as kind, id from fields where deleted_at is not null
    union all
    select user_id, 'tag', id from tags where deleted_at is not null`.execute(tx);
  return rows;
}

interface Batch {
  /** The name to continue after; null after the last batch. */
  last: string | null;
  /** How many still have it, because another transaction is changing them. */
  passed_over: number;
}

/**
 * Takes a field or tag from those of the next `limit` people who have it. It waits for nobody: an import may change many
 * people for minutes, and in another order.
 */
export async function cleanUpAfter(
  tx: Tx,
  { user_id, kind, id, after, limit }: Cleanup & { after: string; limit: number },
): Promise<Batch> {
  const [has, rest] =
    kind === 'field'
      ? [sql`fields ? ${String(id)}`, sql`fields = fields - ${String(id)}`]
      : [sql`tags @> array[${id}::bigint]`, sql`tags = array_remove(tags, ${id}::bigint)`];
  const { rows } = await sql<{ last: string | null; looked_at: number; passed_over: number }>`
    with batch as (
      select recipient, ${has} as has from people where user_id = ${user_id} and recipient > ${after}
      order by recipient limit ${limit}),
    free as (
      select recipient from people
      where user_id = ${user_id} and recipient = any (array(select recipient from batch where has))
      for update skip locked),
    cleaned as (
      update people set ${rest}
      where user_id = ${user_id} and recipient = any (array(select recipient from free))
      returning recipient)
    select max(recipient) as last, count(*) as looked_at,
      count(*) filter (where has) - (select count(*) from cleaned) as passed_over
    from batch`.execute(tx);
  const { last = null, looked_at = 0, passed_over = 0 } = rows[0] ?? {};
  return { last: looked_at < limit ? null : last, passed_over };
}

/** Deletes the row of the field or tag, once nobody has it. */
export async function endCleanup(tx: Tx, { user_id, kind, id }: Cleanup): Promise<void> {
  const table = kind === 'field' ? sql`fields` : sql`tags`;
  await sql`
    delete from ${table} where user_id = ${user_id} and id = ${id} and deleted_at is not null`.execute(tx);
}

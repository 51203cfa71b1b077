import { sql } from 'kysely';
import { caselessSql } from '../../../database/sql/caseless.ts';
import type { Tx } from '../../../database/transaction.ts';

interface OfUser {
  user_id: number;
}

interface Named {
  id: number;
  name: string;
}

/** The user's fields of these ids and names. Nobody can remove them before this transaction has ended. */
export async function holdFields(
  tx: Tx,
  { user_id, ids, names }: OfUser & { ids: readonly number[]; names: readonly string[] },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from fields
    where user_id = ${user_id} and deleted_at is null and (id = any (${ids}::bigint[]) or name = any (${names}::text[]))
    order by id for share`.execute(tx);
  return rows;
}

/** How many fields the user has. */
export async function countFields(tx: Tx, { user_id }: OfUser): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from fields where user_id = ${user_id} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Makes fields; one that somebody made meanwhile stays. */
export async function insertFields(
  tx: Tx,
  { user_id, fields, now }: OfUser & { fields: readonly { name: string; label: string }[]; now: Date },
): Promise<void> {
  await tx
    .insertInto('fields')
    .values(fields.map((field) => ({ ...field, user_id, created_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .execute();
}

/** The user's tags of these names, whatever their case. Nobody can remove them before this transaction has ended. */
export async function holdTags(
  tx: Tx,
  { user_id, names }: OfUser & { names: readonly string[] },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from tags
    where user_id = ${user_id} and deleted_at is null and ${caselessSql(sql.ref('name'))} = any (select ${caselessSql(sql`one`)} from unnest(${names}::text[]) one)
    order by id for share`.execute(tx);
  return rows;
}

/** How many tags the user has. */
export async function countTags(tx: Tx, { user_id }: OfUser): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tags where user_id = ${user_id} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Makes tags; one that somebody made meanwhile stays. */
export async function insertTags(
  tx: Tx,
  { user_id, names, now }: OfUser & { names: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into tags (user_id, name, created_at)
    select ${user_id}, name, ${now}::timestamptz from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(tx);
}

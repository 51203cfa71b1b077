import type { Field } from '@pigeonpost/contract/calls/fields';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface Key {
  user_id: number;
  id: number;
}

interface NamedField {
  id: number;
  name: string;
  label: string;
}

/** A user's fields, the oldest first. */
export async function listFields(tx: Tx, user_id: number): Promise<NamedField[]> {
  return tx
    .selectFrom('fields')
    .select(['id', 'name', 'label'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** How many people have a value in each field, and up to three examples in a list. By the ids of the fields. */
export async function countFieldPeople(
  tx: Tx,
  { user_id, list_id }: { user_id: number; list_id: number | undefined },
): Promise<Map<number, Pick<Field, 'examples'> & { people: number }>> {
  const people =
    list_id === undefined
      ? sql`select 0 as position, fields from people where user_id = ${user_id}`
      : sql`
        select r.position, p.fields from recipients r
        join people p on p.user_id = r.user_id and p.recipient = r.recipient
        where r.user_id = ${user_id} and r.list_id = ${list_id}`;
  const examples =
    list_id === undefined
      ? sql`'{}'::text[]`
      : sql`(array_agg(value order by position) filter (where nth <= ${EXAMPLES_LOOKED_AT}))[1:${EXAMPLES}]`;
  const { rows } = await sql<{ id: number; people: number; examples: string[] | null }>`
    select key::bigint as id, count(*) as people, ${examples} as examples
    from (select row_number() over () as nth, position, fields from (${people}) known) known, jsonb_each_text(fields)
    group by key`.execute(tx);
  return new Map(
    rows.map(({ id, people, examples }) => [Number(id), { people, examples: [...new Set(examples ?? [])] }]),
  );
}

const EXAMPLES = 3;
// Of a long list the first people are enough for examples.
const EXAMPLES_LOOKED_AT = 200;

/** Undefined if the user has a field of this name. */
export async function insertField(
  tx: Tx,
  field: { user_id: number; name: string; label: string; created_at: Date },
): Promise<NamedField | undefined> {
  return tx
    .insertInto('fields')
    .values(field)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(['id', 'name', 'label'])
    .executeTakeFirst();
}

/** Undefined if there is no such field. */
export async function updateField(
  tx: Tx,
  { user_id, id }: Key,
  change: { name?: string | undefined; label?: string | undefined },
): Promise<NamedField | undefined> {
  return tx
    .updateTable('fields')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name', 'label'])
    .executeTakeFirst();
}

/** Hides a field at once; `removeDeletedFields` takes its values away. False if there is no such field. */
export async function markFieldDeleted(tx: Tx, { user_id, id }: Key, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fields')
    .set({ deleted_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Fields of any user that were deleted and may still have values. */
export async function findDeletedFields(tx: Tx): Promise<Key[]> {
  return tx
    .selectFrom('fields')
    .select(['user_id', 'id'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
}

/** Takes a field's values from the next people behind a name; gives the last of them, undefined after the last batch. */
export async function dropValuesAfter(
  tx: Tx,
  { user_id, id, after, limit }: Key & { after: string; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null; count: number }>`
    with batch as (
      select recipient from people where user_id = ${user_id} and recipient > ${after}
      order by recipient limit ${limit}),
    dropped as (
      update people set fields = fields - ${String(id)}
      from batch
      where people.user_id = ${user_id} and people.recipient = batch.recipient and fields ? ${String(id)})
    select max(recipient) as last, count(*) as count from batch`.execute(tx);
  const { last = null, count = 0 } = rows[0] ?? {};
  return count === limit && last !== null ? last : undefined;
}

/** Once nobody has a value in it. */
export async function deleteField(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx.deleteFrom('fields').where('user_id', '=', user_id).where('id', '=', id).execute();
}

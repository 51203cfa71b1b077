import { sql } from 'kysely';
import { caselessSql } from '../../database/sql/caseless.ts';
import type { Tx } from '../../database/transaction.ts';

interface Key {
  user_id: number;
  id: number;
}

export interface NamedTag {
  id: number;
  name: string;
}

const columns = ['id', 'name'] as const;

/** A user's tags, by name. */
export async function listTags(tx: Tx, user_id: number): Promise<NamedTag[]> {
  return tx
    .selectFrom('tags')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** The id of the tag that has this name in any case. */
export async function findTagId(
  tx: Tx,
  { user_id, name }: { user_id: number; name: string },
): Promise<number | undefined> {
  const tag = await tx
    .selectFrom('tags')
    .select('id')
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where(caselessSql(sql.ref('name')), '=', caselessSql(sql`${name}::text`))
    .executeTakeFirst();
  return tag?.id;
}

/** A tag that cannot be renamed or deleted before this transaction has ended; undefined if there is none. */
export async function holdTag(tx: Tx, { user_id, id }: Key): Promise<NamedTag | undefined> {
  return tx
    .selectFrom('tags')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** The name must be free: a unique index refuses it otherwise. */
export async function insertTag(
  tx: Tx,
  tag: { user_id: number; name: string; created_at: Date },
): Promise<NamedTag> {
  return tx.insertInto('tags').values(tag).returning(columns).executeTakeFirstOrThrow();
}

/** Undefined if there is no such tag. People keep it, under its id. */
export async function renameTag(tx: Tx, { user_id, id }: Key, name: string): Promise<NamedTag | undefined> {
  return tx
    .updateTable('tags')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

/** Hides a tag at once; `removeFieldsAndTags` takes it from people. Returns whether there was one. */
export async function markTagDeleted(tx: Tx, { user_id, id }: Key, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tags')
    .set({ deleted_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

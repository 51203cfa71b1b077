import type { Condition } from '@pigeonpost/contract/people/conditions';
import { sql } from 'kysely';
import { caselessSql } from '../../database/sql/caseless.ts';
import { toJsonb } from '../../database/sql/jsonb.ts';
import type { Tx } from '../../database/transaction.ts';

interface Key {
  user_id: number;
  id: number;
}

export interface KeptView {
  id: number;
  name: string;
  conditions: Condition[];
}

const columns = ['id', 'name', 'conditions'] as const;

/** A user's views, the oldest first. */
export async function listViews(tx: Tx, user_id: number): Promise<KeptView[]> {
  return tx.selectFrom('views').select(columns).where('user_id', '=', user_id).orderBy('id').execute();
}

/** Undefined for one that is deleted, or another user's. */
export async function findView(tx: Tx, { user_id, id }: Key): Promise<KeptView | undefined> {
  return tx
    .selectFrom('views')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The id of the view that has this name in any case. */
export async function findViewId(
  tx: Tx,
  { user_id, name }: { user_id: number; name: string },
): Promise<number | undefined> {
  const view = await tx
    .selectFrom('views')
    .select('id')
    .where('user_id', '=', user_id)
    .where(caselessSql(sql.ref('name')), '=', caselessSql(sql`${name}::text`))
    .executeTakeFirst();
  return view?.id;
}

type Change = Omit<KeptView, 'id'>;

/** The name must be free: a unique index refuses it otherwise. */
export async function insertView(
  tx: Tx,
  { conditions, ...view }: Change & { user_id: number; created_at: Date },
): Promise<KeptView> {
  return tx
    .insertInto('views')
    .values({ ...view, conditions: toJsonb(conditions) })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The same for its new name. Undefined if there is no such view. */
export async function updateView(
  tx: Tx,
  { user_id, id }: Key,
  { name, conditions }: Change,
): Promise<KeptView | undefined> {
  return tx
    .updateTable('views')
    .set({ name, conditions: toJsonb(conditions) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns whether there was one. */
export async function deleteView(tx: Tx, { user_id, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('views')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

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

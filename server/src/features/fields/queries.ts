import type { Tx } from '../../database/transaction.ts';

interface Key {
  user_id: number;
  id: number;
}

export interface NamedField {
  id: number;
  name: string;
  label: string;
}

const columns = ['id', 'name', 'label'] as const;

/** A user's fields, the oldest first. */
export async function listFields(tx: Tx, user_id: number): Promise<NamedField[]> {
  return tx
    .selectFrom('fields')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The name must be free: a unique index refuses it otherwise. */
export async function insertField(
  tx: Tx,
  field: { user_id: number; name: string; label: string; created_at: Date },
): Promise<NamedField> {
  return tx.insertInto('fields').values(field).returning(columns).executeTakeFirstOrThrow();
}

/** Values stay, under the id of the field. */
export async function updateField(
  tx: Tx,
  { user_id, id }: Key,
  change: { name: string; label: string },
): Promise<NamedField> {
  return tx
    .updateTable('fields')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Hides a field at once, and leaves its values to `removeFieldsAndTags`. Returns whether there was one. */
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

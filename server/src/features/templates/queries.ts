import type { Template } from '@pigeonpost/contract/calls/templates';
import { countRows } from '../../database/sql/count-rows.ts';
import { requireRoom } from '../../database/sql/require-room.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';

const columns = ['id', 'name', 'content', 'is_selected', 'created_at'] as const;

interface Key {
  user_id: number;
  id: number;
}

/** One page of a user's templates, newest first, and their number. */
export async function listTemplates(
  tx: Tx,
  { user_id, search, slice }: { user_id: number; search: string | undefined; slice: Slice },
): Promise<{ templates: Template[]; total: number }> {
  let found = tx.selectFrom('templates').where('user_id', '=', user_id);
  if (search) found = found.where(({ ref }) => contains(ref('name'), search));
  const total = await countRows(found);
  const page = found.select(columns).orderBy('id', 'desc').offset(slice.offset).limit(slice.limit);
  return { templates: await page.execute(), total };
}

/** The message of a template; undefined if it is deleted or another user's. */
export async function findContent(tx: Tx, { user_id, id }: Key): Promise<string | undefined> {
  const found = await tx
    .selectFrom('templates')
    .select('content')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.content;
}

/** Makes a template that is not selected; 409 if there is no room for one more. */
export async function insertTemplate(
  tx: Tx,
  template: { user_id: number; name: string; content: string; created_at: Date },
): Promise<Template> {
  await requireRoom(tx, template.user_id, 'templates');
  return tx.insertInto('templates').values(template).returning(columns).executeTakeFirstOrThrow();
}

/**
 * Writes the given fields. Undefined if there is no such template; campaigns keep the copied message
 * (docs/behaviour.md#campaigns).
 */
export async function updateTemplate(
  tx: Tx,
  { user_id, id }: Key,
  change: { name?: string | undefined; content?: string | undefined },
): Promise<Template | undefined> {
  return tx
    .updateTable('templates')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Before another is selected: at most one is (docs/behaviour.md#templates). */
export async function unselectTemplates(tx: Tx, user_id: number): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ is_selected: false })
    .where('user_id', '=', user_id)
    .where('is_selected', '=', true)
    .execute();
}

/** Undefined if there is no such template. A unique index refuses a second selected one. */
export async function selectTemplate(tx: Tx, { user_id, id }: Key): Promise<Template | undefined> {
  return tx
    .updateTable('templates')
    .set({ is_selected: true })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns whether there was one to delete. */
export async function deleteTemplate(tx: Tx, { user_id, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('templates')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Campaigns keep the copied message and name and lose the template's id. */
export async function forgetTemplate(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ message_template_id: null })
    .where('user_id', '=', user_id)
    .where('message_template_id', '=', id)
    .execute();
}

import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** How long an import can be undone. */
export const UNDO_MINUTES = 10;

/** The places in line of one import are the numbers below this, beginning with its own. */
const PLACES = 2 ** 24;

const KEPT_CHOICES = 50;

interface Key {
  user_id: number;
  id: number;
}

interface ImportRow {
  id: number;
  list_id: number;
  position: number;
  added: number;
  created_at: string;
}

/** Notes what an import added, and forgets those that can no longer be undone. */
export async function insertImport(
  tx: Tx,
  { user_id, now, ...made }: { user_id: number; list_id: number; position: number; added: number; now: Date },
): Promise<void> {
  await tx
    .deleteFrom('recipient_imports')
    .where('user_id', '=', user_id)
    .where('created_at', '<', oldestUndoable(now))
    .execute();
  await tx
    .insertInto('recipient_imports')
    .values({ ...made, user_id, created_at: now })
    .execute();
}

/** The imports into a list that are young enough to be undone, newest first. */
export async function listImports(
  tx: Tx,
  { user_id, list_id, now }: { user_id: number; list_id: number; now: Date },
): Promise<Pick<ImportRow, 'id' | 'added' | 'created_at'>[]> {
  return tx
    .selectFrom('recipient_imports')
    .select(['id', 'added', 'created_at'])
    .where('user_id', '=', user_id)
    .where('list_id', '=', list_id)
    .where('created_at', '>=', oldestUndoable(now))
    .orderBy('id', 'desc')
    .execute();
}

/** An import of the user, whatever its age. */
export async function findImport(tx: Tx, { user_id, id }: Key): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('recipient_imports')
    .select(['id', 'list_id', 'position', 'added', 'created_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Forgets an import that was undone. */
export async function deleteImport(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx.deleteFrom('recipient_imports').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** The moment before which no import can be undone any more. */
export function oldestUndoable(now: Date): string {
  return new Date(now.getTime() - UNDO_MINUTES * 60_000).toISOString();
}

/** Whether a campaign that has started and is not over sends to the list. */
export async function hasStartedCampaign(
  tx: Tx,
  { user_id, list_id }: { user_id: number; list_id: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', '=', user_id)
    .where('list_id', '=', list_id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['running', 'paused'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the recipients of an import that are as it made them, and gives how many these were. */
export async function deleteImported(
  tx: Tx,
  { user_id, list_id, position }: { user_id: number; list_id: number; position: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from recipients
    where user_id = ${user_id} and list_id = ${list_id} and status = 'pending' and campaign_id is null
      and position >= ${position}::bigint and position < ${position}::bigint + ${PLACES}`.execute(tx);
  return Number(numAffectedRows);
}

interface Choice {
  heads: string;
  column: string;
}

/** The remembered columns, newest first. */
export async function listChoices(tx: Tx, user_id: number): Promise<(Choice & { chosen_at: string })[]> {
  return tx
    .selectFrom('import_choices')
    .select(['heads', 'name_column as column', 'chosen_at'])
    .where('user_id', '=', user_id)
    .orderBy('chosen_at', 'desc')
    .orderBy('heads')
    .execute();
}

/** Remembers a column for these heads; beyond 50 the oldest are forgotten. */
export async function saveChoice(
  tx: Tx,
  choice: Choice & { user_id: number; chosen_at: Date },
): Promise<void> {
  const { user_id, heads, column, chosen_at } = choice;
  await sql`
    insert into import_choices (user_id, heads, name_column, chosen_at)
    values (${user_id}, ${heads}, ${column}, ${chosen_at}::timestamptz)
    on conflict (user_id, heads) do update set name_column = excluded.name_column, chosen_at = excluded.chosen_at`.execute(
    tx,
  );
  await sql`
    delete from import_choices where user_id = ${user_id} and heads in (
      select heads from import_choices where user_id = ${user_id}
      order by chosen_at desc, heads offset ${KEPT_CHOICES})`.execute(tx);
}

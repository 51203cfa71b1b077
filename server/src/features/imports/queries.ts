import type { Answer } from '@pigeonpost/contract/client';
import { IMPORT_UNDO_MINUTES } from '@pigeonpost/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** The positions of one import are this many numbers, beginning with its own. */
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
  replaced: number;
  restored: number;
  created_at: string;
  /** Since when it is being undone. */
  undone_at: string | null;
}

/** Records an import, and gives its id. */
export async function insertImport(
  tx: Tx,
  {
    user_id,
    now,
    ...made
  }: {
    user_id: number;
    list_id: number;
    position: number;
    added: number;
    replaced?: number;
    source_id: number | null;
    now: Date;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('recipient_imports')
    .values({ ...made, user_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The imports into a list that can be undone, or are being undone, newest first. */
export async function listImports(
  tx: Tx,
  { user_id, list_id, now }: { user_id: number; list_id: number; now: Date },
): Promise<(Pick<ImportRow, 'id' | 'added' | 'created_at'> & { is_being_undone: boolean })[]> {
  return tx
    .selectFrom('recipient_imports')
    .select(['id', 'added', 'created_at', sql<boolean>`undone_at is not null`.as('is_being_undone')])
    .where('user_id', '=', user_id)
    .where('list_id', '=', list_id)
    .where(({ or, eb }) => or([eb('created_at', '>=', oldestUndoable(now)), eb('undone_at', 'is not', null)]))
    .orderBy('id', 'desc')
    .execute();
}

/** An import of the user, whatever its age. */
export async function findImport(tx: Tx, { user_id, id }: Key): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('recipient_imports')
    .select(['id', 'list_id', 'position', 'added', 'replaced', 'restored', 'created_at', 'undone_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Decides an undo: from here on no recipient of its list is claimed until its recipients are deleted. */
export async function markUndone(tx: Tx, { user_id, id, now }: Key & { now: Date }): Promise<void> {
  await tx
    .updateTable('recipient_imports')
    .set({ undone_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** The imports of all users that are being undone, the longest first. */
export async function findUndone(tx: Tx): Promise<Key[]> {
  return tx
    .selectFrom('recipient_imports')
    .select(['user_id', 'id'])
    .where('undone_at', 'is not', null)
    .orderBy('undone_at')
    .execute();
}

/** Whether an import into the list is being undone. */
export async function isBeingUndone(
  tx: Tx,
  { user_id, list_id }: { user_id: number; list_id: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('recipient_imports')
    .select('id')
    .where('user_id', '=', user_id)
    .where('list_id', '=', list_id)
    .where('undone_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts the removed recipients of a batch, and returns the total so far. */
export async function countRemoved(
  tx: Tx,
  { user_id, id, removed }: Key & { removed: number },
): Promise<number> {
  const row = await tx
    .updateTable('recipient_imports')
    .set((one) => ({ removed: one('removed', '+', removed) }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('removed')
    .executeTakeFirstOrThrow();
  return row.removed;
}

/** Forgets an import that was undone. */
export async function deleteImport(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx.deleteFrom('recipient_imports').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** The time before which no import can be undone any more. */
export function oldestUndoable(now: Date): string {
  return new Date(now.getTime() - IMPORT_UNDO_MINUTES * 60_000).toISOString();
}

/** Whether a started, unfinished campaign sends to the list. */
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

interface Line {
  user_id: number;
  list_id: number;
  position: number;
}

/** The number of unchanged recipients of an import. */
export async function countUntouched(tx: Tx, { user_id, list_id, position }: Line): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from recipients
    where user_id = ${user_id} and list_id = ${list_id} and status = 'pending' and campaign_id is null
      and position >= ${position}::bigint and position < ${position}::bigint + ${PLACES}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Whether a campaign has written, or may have, to a recipient of an import that was made at that time. Only those that
 * started later can: others send to no name that is added after their start.
 */
export async function hasWritten(
  tx: Tx,
  { user_id, list_id, position, created_at }: Line & { created_at: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from campaigns c
    join deliveries d on d.user_id = c.user_id and d.campaign_id = c.id and d.state in ('sending', 'sent', 'uncertain')
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id and r.list_id = c.list_id
      and r.position >= ${position}::bigint and r.position < ${position}::bigint + ${PLACES}
    where c.user_id = ${user_id} and c.list_id = ${list_id} and c.started_at >= ${created_at}::timestamptz
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes the next recipients of an import behind the position `after`, and returns how many they were and the last
 * position. One that was changed by hand since the undo was decided stays.
 */
export async function deleteImportedAfter(
  tx: Tx,
  { user_id, list_id, position, after, limit }: Line & { after: number; limit: number },
): Promise<{ removed: number; last: number | null }> {
  const { rows } = await sql<{ removed: number; last: number | null }>`
    with gone as (
      delete from recipients where user_id = ${user_id} and id = any (array(
        select id from recipients
        where user_id = ${user_id} and list_id = ${list_id} and status = 'pending' and campaign_id is null
          and position > ${after}::bigint and position < ${position}::bigint + ${PLACES}
        order by position limit ${limit}))
      returning position)
    select count(*) as removed, max(position) as last from gone`.execute(tx);
  return rows[0] ?? { removed: 0, last: null };
}

type ChosenColumns = Answer<'GET /api/import-choices'>['choices'][number]['columns'];

interface Choice {
  heads: string;
  column: string;
  columns?: ChosenColumns | undefined;
}

/** The remembered columns, newest first. */
export async function listChoices(
  tx: Tx,
  user_id: number,
): Promise<Answer<'GET /api/import-choices'>['choices']> {
  return tx
    .selectFrom('import_choices')
    .select(['heads', 'name_column as column', 'chosen_at'])
    .select(sql<ChosenColumns>`columns`.as('columns'))
    .where('user_id', '=', user_id)
    .orderBy('chosen_at', 'desc')
    .orderBy('heads')
    .execute();
}

/** Remembers columns for these heads; those of a former choice stay if none are given. Beyond 50 the oldest are forgotten. */
export async function saveChoice(
  tx: Tx,
  choice: Choice & { user_id: number; chosen_at: Date },
): Promise<void> {
  const { user_id, heads, column, columns, chosen_at } = choice;
  await sql`
    insert into import_choices (user_id, heads, name_column, columns, chosen_at)
    values (${user_id}, ${heads}, ${column}, ${columns ? JSON.stringify(columns) : null}::jsonb,
      ${chosen_at}::timestamptz)
    on conflict (user_id, heads) do update set name_column = excluded.name_column, chosen_at = excluded.chosen_at,
      columns = coalesce(excluded.columns, import_choices.columns)`.execute(tx);
  await sql`
    delete from import_choices where user_id = ${user_id} and heads in (
      select heads from import_choices where user_id = ${user_id}
      order by chosen_at desc, heads offset ${KEPT_CHOICES})`.execute(tx);
}

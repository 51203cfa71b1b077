import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';

interface Key {
  user_id: number;
  list_id: number;
}

/**
 * Copies the names of an import, rows of place and name in their order, into `import_names`, a table that this transaction
 * alone sees and that ends with it. COPY cannot go into `recipients` itself, which has row-level security.
 */
export async function copyNames(tx: Tx, rows: AsyncIterable<Uint8Array>): Promise<void> {
  await sql`
    create temporary table import_names (place integer not null, recipient text collate "C" not null)
    on commit drop`.execute(tx);
  await tx.copyIn('copy pg_temp.import_names (place, recipient) from stdin', rows);
}

/** The places of the copied names that are on do-not-contact, rising. As JSON, which is read fastest. */
export async function findBlocked(tx: Tx, { user_id }: Pick<Key, 'user_id'>): Promise<number[]> {
  const { rows } = await sql<{ places: number[] }>`
    select coalesce(json_agg(place order by place), '[]') as places from pg_temp.import_names
    join do_not_contact using (recipient) where user_id = ${user_id}`.execute(tx);
  return rows[0]?.places ?? [];
}

/** Removes the copied names that are on do-not-contact. */
export async function dropBlocked(tx: Tx, { user_id }: Pick<Key, 'user_id'>): Promise<void> {
  await sql`
    delete from pg_temp.import_names names using do_not_contact
    where user_id = ${user_id} and do_not_contact.recipient = names.recipient`.execute(tx);
}

/** How many of the copied names the list holds already, without those on do-not-contact. */
export async function countAlreadyThere(tx: Tx, { user_id, list_id }: Key): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_temp.import_names
    join recipients using (recipient) where user_id = ${user_id} and list_id = ${list_id}
      and not exists (select from do_not_contact
        where user_id = ${user_id} and recipient = import_names.recipient)`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether the list holds no name at all. */
export async function isEmpty(tx: Tx, { user_id, list_id }: Key): Promise<boolean> {
  const { rows } = await sql`
    select from recipients where user_id = ${user_id} and list_id = ${list_id} limit 1`.execute(tx);
  return rows.length === 0;
}

/**
 * Puts the copied names into the list, in line by `position` (drawn under the list lock) and their place, and
 * gives how many it put. Ids rise with the lines, so that *Added, oldest first* is the order of the file. No `on conflict`: under that lock nobody else adds a name, and without it a third fewer
 * pages are visited. `all`: the list is empty and no name is blocked, so no filter and no sort are needed; sorting a
 * million names takes half a second.
 */
export async function insertNames(
  tx: Tx,
  { user_id, list_id, position, now, all }: Key & { position: number; now: Date; all: boolean },
): Promise<number> {
  const chosen = all
    ? sql``
    : sql`
    where not exists (select from do_not_contact
        where user_id = ${user_id} and recipient = names.recipient)
      and not exists (select from recipients
        where user_id = ${user_id} and list_id = ${list_id} and recipient = names.recipient)
    order by place`;
  const { numAffectedRows } = await sql`
    insert into recipients (user_id, list_id, recipient, position, created_at)
    select ${user_id}, ${list_id}, recipient, ${position}::bigint + place, ${now}::timestamptz
    from pg_temp.import_names names ${chosen}`.execute(tx);
  return Number(numAffectedRows);
}

// Fewer are read fast whatever the planner knows of them.
const ANALYZED_FROM = 2_000;

/**
 * Tells the planner of many new recipients, whose list and user the statistics may not know. Without it every statement that finds a
 * recipient by its key may read all names of the list instead, because the planner takes a list that it does not know for
 * empty. Left out while somebody else does the same
 * (docs/decisions/0040-analyze-after-an-import.md).
 */
export async function analyzeAdded(tx: Tx, added: number): Promise<void> {
  if (added < ANALYZED_FROM) return;
  await sql`analyze (skip_locked) recipients (user_id, list_id, status)`.execute(tx);
}

import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** A name of one user. */
interface PersonKey {
  user_id: number;
  name: string;
}

/**
 * The sources that were stated of this person alone. It reads all of the user's people, so it comes before the user's lock
 * is taken.
 */
export async function findOwnSources(tx: Tx, { user_id, name }: PersonKey): Promise<number[]> {
  const { rows } = await sql<{ sources: number[] }>`
    select sources || array(select source_id from withdrawn_sources where user_id = ${user_id} and recipient = ${name})
      as sources
    from people where user_id = ${user_id} and recipient = ${name}
    union all
    select array(select source_id from withdrawn_sources where user_id = ${user_id} and recipient = ${name})`.execute(
    tx,
  );
  const stated = [...new Set(rows.flatMap(({ sources }) => sources))];
  if (stated.length === 0) return [];
  const { rows: others } = await sql<{ id: number }>`
    select distinct id from people, unnest(sources) as stated (id)
    where user_id = ${user_id} and recipient <> ${name} and sources && ${stated}::bigint[]
    union
    select source_id from withdrawn_sources
    where user_id = ${user_id} and recipient <> ${name} and source_id = any (${stated}::bigint[])`.execute(
    tx,
  );
  const shared = new Set(others.map(({ id }) => id));
  return stated.filter((id) => !shared.has(id));
}

/** The ids of the person's recipients in all lists, those of tests and deleted lists too. */
export async function findRecipientIds(tx: Tx, { user_id, name }: PersonKey): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from lists
    cross join lateral (select id from recipients
      where user_id = lists.user_id and list_id = lists.id and recipient = ${name}) r
    where lists.user_id = ${user_id} order by r.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The ids of recipients that they were before, whose rows are gone. */
export async function findFormerIds(tx: Tx, { user_id, name }: PersonKey): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deleted_recipients where user_id = ${user_id} and recipient = ${name}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether a message to this name is under way, from whichever campaign. */
export async function isBeingMessaged(
  tx: Tx,
  { user_id, name, now }: PersonKey & { now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_under_way: boolean }>`
    select is_being_messaged(${user_id}, ${name}, ${now}) as is_under_way`.execute(tx);
  return rows[0]?.is_under_way ?? false;
}

/** Deletes recipients, and gives the list and the status of each; the counts of lists are the caller's. */
export async function deleteRecipients(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: readonly number[] },
): Promise<{ list_id: number; status: RecipientStatus }[]> {
  const { rows } = await sql<{ list_id: number; status: RecipientStatus }>`
    delete from recipients where user_id = ${user_id} and id = any (${ids}::bigint[])
    returning list_id, status`.execute(tx);
  return rows;
}

/** Every other table with the name of a person; own_name is a setting. */
const TABLES_WITH_NAMES = [
  'people',
  'replaced_values',
  'person_notes',
  'withdrawn_sources',
  'replies',
  'message_ledger',
  'opt_out_links',
  'recovered_links',
  'erasure_wishes',
  'do_not_contact',
  'deleted_do_not_contact',
  'deleted_recipients',
  'deleted_deliveries',
] as const;

/** Deletes all that is known of a name, and gives the number of rows. */
export async function deleteKnown(
  tx: Tx,
  { user_id, name, source_ids }: PersonKey & { source_ids: readonly number[] },
): Promise<number> {
  let rows = 0n;
  for (const table of TABLES_WITH_NAMES)
    rows +=
      (
        await sql`delete from ${sql.table(table)} where user_id = ${user_id} and recipient = ${name}`.execute(
          tx,
        )
      ).numAffectedRows ?? 0n;
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set({ own_name: null })
    .where('user_id', '=', user_id)
    .where('own_name', '=', name)
    .executeTakeFirst();
  await sql`
    delete from sources where user_id = ${user_id} and id = any (${source_ids}::bigint[])`.execute(tx);
  return Number(rows + numUpdatedRows);
}

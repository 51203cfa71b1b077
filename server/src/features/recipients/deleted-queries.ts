import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** How long a recipient who was deleted alone, or a name that was taken off do-not-contact, can be brought back. */
export const RESTORABLE_MS = 10 * 60_000;

interface Key {
  user_id: number;
  id: number;
}

interface DeletedRecipient {
  list_id: number;
  recipient: string;
  status: RecipientStatus;
  created_at: string;
}

const inPlaceOfAnOlderOne = sql`on conflict (user_id, id) do update set list_id = excluded.list_id,
  recipient = excluded.recipient, status = excluded.status, created_at = excluded.created_at,
  restorable_until = excluded.restorable_until`;

/** Keeps what is needed to bring a recipient back. Call it before the row is deleted. */
export async function keepDeleted(tx: Tx, { user_id, id, now }: Key & { now: Date }): Promise<void> {
  await sql`
    insert into deleted_recipients (user_id, id, list_id, recipient, status, created_at, restorable_until)
    select user_id, id, list_id, recipient, status, created_at, ${new Date(now.getTime() + RESTORABLE_MS)}
    from recipients where user_id = ${user_id} and id = ${id}
    ${inPlaceOfAnOlderOne}`.execute(tx);
}

/**
 * A part of a statement that deletes the recipients `gone`: keeps the names of those whom a campaign wrote to
 * (docs/behaviour.md#a-person).
 */
export const keepNamesOfGone = sql`kept as (
  insert into deleted_recipients (user_id, id, list_id, recipient, status, created_at)
  select user_id, id, list_id, recipient, status, created_at from gone
  where exists (select from message_ledger l where l.user_id = gone.user_id and l.recipient = gone.recipient))`;

/** The same for recipients who can be brought back: keeps all of them. */
export const keepGone = (restorable_until: Date) => sql`kept as (
  insert into deleted_recipients (user_id, id, list_id, recipient, status, created_at, restorable_until)
  select user_id, id, list_id, recipient, status, created_at, ${restorable_until}::timestamptz from gone
  ${inPlaceOfAnOlderOne})`;

/**
 * Deletes up to `limit` recipients of a list whose names come after `after`, and gives the last of those names.
 * Continuing by name spares each batch the dead rows of the batches before it. The names of those written to are kept.
 */
export async function deleteRecipientsAfter(
  tx: Tx,
  { user_id, id, after, limit }: Key & { after: string; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with gone as (
      delete from recipients where user_id = ${user_id} and id = any (array(
        select id from recipients
        where user_id = ${user_id} and list_id = ${id} and recipient > ${after}
        order by recipient limit ${limit}))
      returning user_id, id, list_id, recipient, status, created_at), ${keepNamesOfGone}
    select max(recipient) as last from gone`.execute(tx);
  return rows[0]?.last ?? undefined;
}

/** A recipient who can still be brought back. */
export async function findDeleted(
  tx: Tx,
  { user_id, id, now }: Key & { now: Date },
): Promise<DeletedRecipient | undefined> {
  return tx
    .selectFrom('deleted_recipients')
    .select(['list_id', 'recipient', 'status', 'created_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('restorable_until', '>=', now.toISOString())
    .executeTakeFirst();
}

/** Inserts a recipient who was deleted as a new one; undefined where the list holds the name again. */
export async function insertDeleted(
  tx: Tx,
  { user_id, ...deleted }: DeletedRecipient & { user_id: number; position: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('recipients')
    .values({ ...deleted, user_id })
    .onConflict((conflict) => conflict.columns(['user_id', 'list_id', 'recipient']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Inserts deleted recipients of a list as new ones behind a position, in their order, and gives their statuses. Not those
 * whose name the list holds again, or who are on do-not-contact.
 */
export async function insertDeletedOnes(
  tx: Tx,
  wanted: { user_id: number; list_id: number; ids: number[]; position: number; now: Date },
): Promise<RecipientStatus[]> {
  const { user_id, list_id, ids, position, now } = wanted;
  const { rows } = await sql<{ status: RecipientStatus }>`
    insert into recipients (user_id, list_id, recipient, status, created_at, position)
    select user_id, list_id, recipient, status, created_at, ${position}::bigint + row_number() over (order by id)
    from deleted_recipients d
    where user_id = ${user_id} and list_id = ${list_id} and id = any (${ids}::bigint[]) and restorable_until >= ${now}
      and not exists (select from do_not_contact n where n.user_id = d.user_id and n.recipient = d.recipient)
    order by id
    on conflict (user_id, list_id, recipient) do nothing
    returning status`.execute(tx);
  return rows.map(({ status }) => status);
}

/**
 * Ends the time in which deleted recipients and names of do-not-contact can be brought back. Of those who were written to
 * the name stays.
 */
export async function forgetDeleted(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from deleted_recipients d where restorable_until < ${now}
      and not exists (select from message_ledger l where l.user_id = d.user_id and l.recipient = d.recipient)`.execute(
    tx,
  );
  await sql`update deleted_recipients set restorable_until = null where restorable_until < ${now}`.execute(
    tx,
  );
  const before = new Date(now.getTime() - RESTORABLE_MS);
  await sql`delete from deleted_do_not_contact where deleted_at < ${before}`.execute(tx);
}

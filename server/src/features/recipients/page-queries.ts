import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import { RECIPIENT_STATUSES, type RecipientStatus } from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

interface Slice {
  user_id: number;
  list_id: number;
  status: RecipientStatus | undefined;
  limit: number;
  offset: number;
}

/**
 * One page of a list, newest first. The index is by status and id: each status gives its newest ids in order and
 * they are merged, so that a page of a million names reads as many rows as it answers.
 */
export async function listRecipients(tx: Tx, slice: Slice): Promise<Recipient[]> {
  const statuses = slice.status ? [slice.status] : RECIPIENT_STATUSES;
  const newest = sql.join(
    statuses.map((status) => newestIds(slice, status)),
    sql` union all `,
  );
  const page = sql`select id from (${newest}) newest order by id desc limit ${slice.limit} offset ${slice.offset}`;
  const { rows } = await recipientsOf(slice.user_id, page).execute(tx);
  return rows;
}

function newestIds({ user_id, list_id, limit, offset }: Slice, status: RecipientStatus): RawBuilder<unknown> {
  return sql`(select id from recipients
    where user_id = ${user_id} and list_id = ${list_id} and status = ${status}
    order by id desc limit ${limit + offset})`;
}

/** One page of those whose name holds the text, newest first, and how many there are: one pass over the list. */
export async function searchRecipients(
  tx: Tx,
  { user_id, list_id, status, limit, offset, search }: Slice & { search: string },
): Promise<{ recipients: Recipient[]; total: number }> {
  const ofStatus = status ? sql`and status = ${status}` : sql``;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (
      select id from recipients
      where user_id = ${user_id} and list_id = ${list_id} ${ofStatus} and strpos(recipient, ${search}) > 0)
    select (select count(*) from found) as total,
      array(select id from found order by id desc limit ${limit} offset ${offset}) as ids`.execute(tx);
  const { total = 0, ids = [] } = rows[0] ?? {};
  const { rows: recipients } = await recipientsOf(user_id, sql`select unnest(${ids}::bigint[])`).execute(tx);
  return { recipients, total };
}

function recipientsOf(user_id: number, ids: RawBuilder<unknown>): RawBuilder<Recipient> {
  return sql<Recipient>`
    select id, recipient, status, created_at, list_id, exists (
      select from do_not_contact
      where user_id = recipients.user_id and recipient = recipients.recipient) as do_not_contact
    from recipients where user_id = ${user_id} and id = any (array(${ids})) order by id desc`;
}

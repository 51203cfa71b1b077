import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import {
  RECIPIENT_STATUSES,
  type RecipientSort,
  type RecipientStatus,
} from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { doNotContact, unclear } from './queries.ts';

interface Slice {
  user_id: number;
  list_id: number;
  status: RecipientStatus | undefined;
  sort_by: RecipientSort;
  limit: number;
  offset: number;
}

/** How many recipients of each status the list has. */
type Counts = Record<RecipientStatus, number>;

/**
 * One page of a list. Every order is read from an index, so that a page of a million names reads as many entries as
 * it answers and passes over.
 */
export async function listRecipients(tx: Tx, slice: Slice, counts: Counts): Promise<Recipient[]> {
  const turned = turnLatePage(slice, counts);
  const ids: number[] = [];
  for (const part of partsOf(turned ?? slice, counts)) {
    const { rows } = await sql<{ id: number }>`select id from (${part}) part`.execute(tx);
    ids.push(...rows.map(({ id }) => id));
  }
  return recipientsOf(tx, slice.user_id, turned ? ids.toReversed() : ids);
}

const OPPOSITES: Partial<Record<RecipientSort, RecipientSort>> = {
  name_asc: 'name_desc',
  name_desc: 'name_asc',
  added_asc: 'added_desc',
  added_desc: 'added_asc',
};

/** The same page of the opposite order, where it lies nearer to the end: fewer entries are passed over. */
function turnLatePage(slice: Slice, counts: Counts): Slice | undefined {
  const { sort_by, status, limit, offset } = slice;
  const opposite = OPPOSITES[sort_by];
  const asked: readonly RecipientStatus[] = status ? [status] : RECIPIENT_STATUSES;
  const total = asked.reduce<number>((sum, one) => sum + counts[one], 0);
  if (!opposite || offset <= total / 2) return undefined;
  return {
    ...slice,
    sort_by: opposite,
    limit: Math.max(0, Math.min(limit, total - offset)),
    offset: Math.max(0, total - offset - limit),
  };
}

function partsOf(slice: Slice, counts: Counts): RawBuilder<unknown>[] {
  const { sort_by, status } = slice;
  if (sort_by === 'name_asc' || sort_by === 'name_desc') return [byName(slice)];
  if (status !== undefined) return [ofStatus(slice, status)];
  return sort_by === 'added_asc' || sort_by === 'added_desc' ? [merged(slice)] : byStatus(slice, counts);
}

function byName({ user_id, list_id, status, sort_by, limit, offset }: Slice): RawBuilder<unknown> {
  const ofOne = status ? sql`and status = ${status}` : sql``;
  return sql`select id from recipients where user_id = ${user_id} and list_id = ${list_id} ${ofOne}
    order by recipient ${direction(sort_by)} limit ${limit} offset ${offset}`;
}

/** The index is by status and id: each status gives its ids in order, and they are merged. */
function merged(slice: Slice): RawBuilder<unknown> {
  const { sort_by, limit, offset } = slice;
  const each = RECIPIENT_STATUSES.map(
    (status) => sql`(${ofStatus({ ...slice, limit: limit + offset, offset: 0 }, status)})`,
  );
  return sql`select id from (${sql.join(each, sql` union all `)}) merged
    order by id ${direction(sort_by)} limit ${limit} offset ${offset}`;
}

/** One status after the other; the counts say in which of them the page lies. Within one, the newest come first. */
function byStatus(slice: Slice, counts: Counts): RawBuilder<unknown>[] {
  const order = slice.sort_by === 'status_desc' ? RECIPIENT_STATUSES.toReversed() : RECIPIENT_STATUSES;
  const parts: RawBuilder<unknown>[] = [];
  let { limit, offset } = slice;
  for (const status of order) {
    const taken = Math.max(0, Math.min(limit, counts[status] - offset));
    if (taken > 0) parts.push(ofStatus({ ...slice, limit: taken, offset }, status));
    limit -= taken;
    offset = Math.max(0, offset - counts[status]);
  }
  return parts;
}

function ofStatus(
  { user_id, list_id, sort_by, limit, offset }: Slice,
  status: RecipientStatus,
): RawBuilder<unknown> {
  return sql`select id from recipients
    where user_id = ${user_id} and list_id = ${list_id} and status = ${status}
    order by id ${sort_by === 'added_asc' ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`;
}

/** One page of those whose name holds the text, and how many there are: one pass over the list. */
export async function searchRecipients(
  tx: Tx,
  { search, ...slice }: Slice & { search: string },
): Promise<{ recipients: Recipient[]; total: number }> {
  const { user_id, list_id, status, sort_by, limit, offset } = slice;
  const ofOne = status ? sql`and status = ${status}` : sql``;
  const matches = sql`from recipients
    where user_id = ${user_id} and list_id = ${list_id} ${ofOne} and recipient like ${partOfName(search)}`;
  const part = sql`limit ${limit} offset ${offset}`;
  // Of what may be a million names, only the ids are kept where those alone decide on the order.
  const found = sort_by.startsWith('added')
    ? sql`
      select cardinality(ids) as total,
        array(select id from unnest(ids) id order by id ${direction(sort_by)} ${part}) as ids
      from (select coalesce(array_agg(id), '{}') as ids ${matches}) found`
    : sql`
      with found as materialized (select id, recipient, status ${matches})
      select (select count(*) from found) as total,
        array(select id from found order by ${foundOrder(sort_by)} ${part}) as ids`;
  const { rows } = await sql<{ total: number; ids: number[] }>`${found}`.execute(tx);
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { recipients: await recipientsOf(tx, user_id, ids), total };
}

/** A pattern for names that hold the text. It is faster than strpos on each of a million names. */
const partOfName = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function foundOrder(sort_by: RecipientSort): RawBuilder<unknown> {
  if (sort_by.startsWith('name')) return sql`recipient ${direction(sort_by)}`;
  return sql`array_position(${[...RECIPIENT_STATUSES]}::text[], status) ${direction(sort_by)}, id desc`;
}

function direction(sort_by: RecipientSort): RawBuilder<unknown> {
  return sort_by.endsWith('_asc') ? sql`asc` : sql`desc`;
}

/** Them as calls answer them, in the order of the ids. */
async function recipientsOf(tx: Tx, user_id: number, ids: number[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select recipients.id, recipient, status, created_at, list_id, ${doNotContact} as do_not_contact,
      ${unclear} as unclear
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join recipients on recipients.user_id = ${user_id} and recipients.id = page.id
    order by page.place`.execute(tx);
  return rows;
}

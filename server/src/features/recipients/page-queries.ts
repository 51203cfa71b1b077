import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import {
  RECIPIENT_STATUSES,
  type RecipientSort,
  type RecipientStatus,
} from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Milestones } from './milestones.ts';
import { type ListOrder, orderedRows } from './ordered-rows.ts';
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

/** One part of a page: recipients of one order, from one place on. */
interface Part {
  order: ListOrder;
  isDescending: boolean;
  /** How many the order has. */
  total: number;
  limit: number;
  offset: number;
}

/**
 * One page of a list. Every order is read from an index, from the nearer end or from a milestone on, so that a page of
 * a million names reads as many entries as it answers and passes over.
 */
export async function listRecipients(
  tx: Tx,
  slice: Slice,
  { counts, milestones }: { counts: Counts; milestones: Milestones },
): Promise<Recipient[]> {
  const ids: number[] = [];
  const all = sumOf(RECIPIENT_STATUSES, counts);
  for (const part of partsOf(slice, counts)) ids.push(...(await readPart(tx, part, { all, milestones })));
  return recipientsOf(tx, slice.user_id, ids);
}

const sumOf = (statuses: readonly RecipientStatus[], counts: Counts) =>
  statuses.reduce((sum, status) => sum + counts[status], 0);

function partsOf(slice: Slice, counts: Counts): Part[] {
  const { user_id, list_id, status, sort_by, limit, offset } = slice;
  if (sort_by.startsWith('status') && status === undefined) return byStatus(slice, counts);
  const by = sort_by.startsWith('name') ? 'recipient' : 'id';
  const total = sumOf(status ? [status] : RECIPIENT_STATUSES, counts);
  // Of one status, those that are sorted by status come newest first.
  const isDescending = sort_by.startsWith('status') || sort_by.endsWith('_desc');
  return [{ order: { user_id, list_id, status, by }, isDescending, total, limit, offset }];
}

/** One status after the other; the counts say in which of them the page lies. Within one, the newest come first. */
function byStatus(slice: Slice, counts: Counts): Part[] {
  const { user_id, list_id } = slice;
  const statuses = slice.sort_by === 'status_desc' ? RECIPIENT_STATUSES.toReversed() : RECIPIENT_STATUSES;
  const parts: Part[] = [];
  let { limit, offset } = slice;
  for (const status of statuses) {
    const total = counts[status];
    const taken = Math.max(0, Math.min(limit, total - offset));
    const order: ListOrder = { user_id, list_id, status, by: 'id' };
    if (taken > 0) parts.push({ order, isDescending: true, total, limit: taken, offset });
    limit -= taken;
    offset = Math.max(0, offset - total);
  }
  return parts;
}

/** Its ids. The way there is the shortest of three: from the first, from the last, from a milestone. */
async function readPart(
  tx: Tx,
  { order, isDescending, total, limit, offset }: Part,
  { all, milestones }: { all: number; milestones: Milestones },
): Promise<number[]> {
  // Counted from the first of the order, in whichever direction the page shows it.
  const end = Math.min(total, isDescending ? total - offset : offset + limit);
  const start = Math.max(0, isDescending ? end - limit : offset);
  if (start >= end) return [];
  const entriesEach = order.by === 'recipient' && order.status ? all / total : 1;
  const entries = Math.min(start, total - end) * entriesEach;
  const milestone = await milestones.before(tx, { order, place: start, entries, entriesEach });
  const isTurned = !milestone && start > total - end;
  const offsetOnTheWay = milestone ? start - milestone.place : isTurned ? total - end : start;
  const rows = orderedRows(order, {
    ...(milestone && { from: sql`${milestone.key}` }),
    isDescending: isTurned,
    limit: end - start,
    offset: offsetOnTheWay,
  });
  const found = await sql<{ id: number }>`select id from (${rows}) part`.execute(tx);
  const ids = found.rows.map(({ id }) => id);
  return isTurned === isDescending ? ids : ids.toReversed();
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

import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import {
  RECIPIENT_STATUSES,
  type RecipientSort,
  type RecipientStatus,
} from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Milestones } from './milestones.ts';
import { type ListOrder, orderedRows } from './order-queries.ts';
import { doNotContact, unclear } from './queries.ts';

export interface RecipientSlice {
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
  slice: RecipientSlice,
  { counts, milestones }: { counts: Counts; milestones: Milestones },
): Promise<Recipient[]> {
  const ids: number[] = [];
  const all = sumOf(RECIPIENT_STATUSES, counts);
  for (const part of partsOf(slice, counts)) ids.push(...(await readPart(tx, part, { all, milestones })));
  return recipientsOf(tx, slice.user_id, ids);
}

const sumOf = (statuses: readonly RecipientStatus[], counts: Counts) =>
  statuses.reduce((sum, status) => sum + counts[status], 0);

function partsOf(slice: RecipientSlice, counts: Counts): Part[] {
  const { user_id, list_id, status, sort_by, limit, offset } = slice;
  if (sort_by.startsWith('status') && status === undefined) return byStatus(slice, counts);
  const by = sort_by.startsWith('name') ? 'recipient' : 'id';
  const total = sumOf(status ? [status] : RECIPIENT_STATUSES, counts);
  // Of one status, those that are sorted by status come newest first.
  const isDescending = sort_by.startsWith('status') || sort_by.endsWith('_desc');
  return [{ order: { user_id, list_id, status, by }, isDescending, total, limit, offset }];
}

/** One status after the other; the counts say in which of them the page lies. Within one, the newest come first. */
function byStatus(slice: RecipientSlice, counts: Counts): Part[] {
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

/** Them as calls answer them, in the order of the ids. */
export async function recipientsOf(tx: Tx, user_id: number, ids: number[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select recipients.id, recipient, status, created_at, list_id, ${doNotContact} as do_not_contact,
      ${unclear} as unclear
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join recipients on recipients.user_id = ${user_id} and recipients.id = page.id
    order by page.place`.execute(tx);
  return rows;
}

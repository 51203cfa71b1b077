import type { Recipient } from '@pigeonpost/contract/calls/recipients';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import {
  RECIPIENT_STATUSES,
  type RecipientFilter,
  type RecipientSort,
  type RecipientStatus,
} from '@pigeonpost/contract/recipients';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { andMeets } from './condition-queries.ts';
import { andOfKind, statusesOf } from './filter-queries.ts';
import { doNotContact, unclear } from './queries.ts';

interface Slice<Filter> {
  user_id: number;
  list_id: number;
  status: Filter | undefined;
  sort_by: RecipientSort;
  limit: number;
  offset: number;
}

/**
 * One page of a list, or of those of one status. Every order is read from an index and from its nearer end, with the
 * entries before the page: the first and the last pages come at once, one in the middle of a million names takes a tenth
 * of a second (docs/decisions/0037-scale-machinery-judged.md).
 */
export async function listRecipients(
  tx: Tx,
  slice: Slice<RecipientStatus>,
  counts: Record<RecipientStatus, number>,
): Promise<Recipient[]> {
  const ids: number[] = [];
  for (const part of slice.sort_by.startsWith('status') ? partsByStatus(slice, counts) : [slice])
    ids.push(...(await readIds(tx, part, countOf(part.status, counts))));
  return showRecipients(tx, slice.user_id, ids);
}

function countOf(status: RecipientStatus | undefined, counts: Record<RecipientStatus, number>): number {
  if (status) return counts[status];
  return RECIPIENT_STATUSES.reduce((sum, one) => sum + counts[one], 0);
}

/** The ids of a page among so many, in its order. */
async function readIds(tx: Tx, slice: Slice<RecipientStatus>, total: number): Promise<number[]> {
  const behind = total - slice.offset - slice.limit;
  if (behind >= slice.offset) return readFromStart(tx, slice);
  const limit = Math.min(slice.limit, total - slice.offset);
  if (limit <= 0) return [];
  const sort_by = OTHER_WAY[slice.sort_by];
  return (await readFromStart(tx, { ...slice, sort_by, limit, offset: Math.max(0, behind) })).reverse();
}

const OTHER_WAY: Record<RecipientSort, RecipientSort> = {
  added_desc: 'added_asc',
  added_asc: 'added_desc',
  name_asc: 'name_desc',
  name_desc: 'name_asc',
  status_asc: 'status_desc',
  status_desc: 'status_asc',
};

async function readFromStart(tx: Tx, slice: Slice<RecipientStatus>): Promise<number[]> {
  const isMerged = slice.sort_by.startsWith('added') && !slice.status;
  const { rows } = await sql<{ id: number }>`${isMerged ? ofAllStatuses(slice) : ofStatus(slice)}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** One status after the other; the counts say in which of them the page lies. Within one, the newest come first. */
function partsByStatus(
  slice: Slice<RecipientStatus>,
  counts: Record<RecipientStatus, number>,
): Slice<RecipientStatus>[] {
  const statuses = slice.sort_by === 'status_desc' ? RECIPIENT_STATUSES.toReversed() : RECIPIENT_STATUSES;
  const parts: Slice<RecipientStatus>[] = [];
  let { limit, offset } = slice;
  for (const status of slice.status ? [slice.status] : statuses) {
    const taken = Math.max(0, Math.min(limit, counts[status] - offset));
    if (taken > 0) parts.push({ ...slice, status, sort_by: 'added_desc', limit: taken, offset });
    limit -= taken;
    offset = Math.max(0, offset - counts[status]);
  }
  return parts;
}

/**
 * From the index by status and id, or from the one by name. A range of one status keeps the status in the order, which then
 * only that index has: by the primary key, which the planner may prefer, all names that another list is being given would be
 * visited first.
 */
function ofStatus({ user_id, list_id, status, sort_by, limit, offset }: Slice<RecipientStatus>) {
  const way = direction(sort_by);
  const order = sort_by.startsWith('name') ? sql`recipient ${way}` : sql`status ${way}, id ${way}`;
  return sql`select id from recipients
    where user_id = ${user_id} and list_id = ${list_id}
      ${status ? sql`and status between ${status} and ${status}` : sql``}
    order by ${order} limit ${limit} offset ${offset}`;
}

/** So many of each status are sorted in no time. Of a page farther on the parts keep the order of ids alone, so that they need no sort. */
const SORTED_AT_MOST = 5_000;

/** No index has all of a list in order of their ids, but the one by status has those of each: they are merged. */
function ofAllStatuses({ limit, offset, ...slice }: Slice<RecipientStatus>) {
  const { user_id, list_id, sort_by } = slice;
  const most = limit + offset;
  const parts = RECIPIENT_STATUSES.map((status) =>
    most <= SORTED_AT_MOST
      ? sql`(${ofStatus({ ...slice, status, limit: most, offset: 0 })})`
      : sql`(select id from recipients
          where user_id = ${user_id} and list_id = ${list_id} and status = ${status}
          order by id ${direction(sort_by)} limit ${most})`,
  );
  return sql`select id from (${sql.join(parts, sql` union all `)}) merged
    order by id ${direction(slice.sort_by)} limit ${limit} offset ${offset}`;
}

export interface Search extends Slice<RecipientFilter> {
  search: string;
  conditions: readonly Condition[];
  now: Date;
  /** Only these, who are looked up one by one. */
  ids?: number[];
}

/**
 * One page of those whom a filter takes, whose name holds the text and who meet the conditions, and how many they are, in
 * one pass over the list: by name, a million take a fifth of a second. An index of trigrams would make every import twice
 * as long, and so would one for fields or tags.
 */
export async function searchRecipients(
  tx: Tx,
  { search, conditions, now, ids, ...slice }: Search,
): Promise<{ recipients: Recipient[]; total: number }> {
  const { user_id, list_id, status, sort_by, limit, offset } = slice;
  const matches = sql`from recipients
    where user_id = ${user_id} and list_id = ${list_id}
      ${ids ? sql`and id = any (${ids}::bigint[])` : sql``}
      ${status ? sql`and status = any (${[...statusesOf(status)]}) ${andOfKind(status)}` : sql``}
      ${search === '' ? sql`` : sql`and recipient like ${partOfName(search)}`}
      ${andMeets(conditions, { now })}`;
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
  const [page] = rows;
  return { recipients: await showRecipients(tx, user_id, page?.ids ?? []), total: page?.total ?? 0 };
}

/** The ids of all of a list who meet the conditions, in order of ids or names: one pass. */
export async function listMeeting(
  tx: Tx,
  { user_id, list_id, conditions, order, now }: Meeting,
): Promise<Float64Array> {
  const { rows } = await sql<{ ids: string }>`
    select array_to_string(array_agg(id ${order === 'recipient' ? sql`order by recipient` : sql``}), ',') as ids
    from recipients where user_id = ${user_id} and list_id = ${list_id} ${andMeets(conditions, { now })}`.execute(
    tx,
  );
  // A million numbers are read as one text, not one by one.
  const ids = Float64Array.from(JSON.parse(`[${rows[0]?.ids ?? ''}]`));
  return order === 'id' ? ids.sort() : ids;
}

interface Meeting {
  user_id: number;
  list_id: number;
  conditions: readonly Condition[];
  order: 'id' | 'recipient';
  now: Date;
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

/** The recipients with these ids, in their order. */
export async function showRecipients(tx: Tx, user_id: number, ids: number[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient & { replied_at: string | null }>`
    select recipients.id, recipient, status, created_at, list_id, ${doNotContact} as do_not_contact,
      ${unclear} as unclear, (select l.replied_at from message_ledger l
        where l.user_id = recipients.user_id and l.recipient = recipients.recipient) as replied_at
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join recipients on recipients.user_id = ${user_id} and recipients.id = page.id
    order by page.place`.execute(tx);
  return rows.map(({ replied_at, ...row }) => (replied_at === null ? row : { ...row, replied_at }));
}

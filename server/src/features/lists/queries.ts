import type { List } from '@pigeonpost/contract/calls/lists';
import { MESSAGED_COUNTED } from '@pigeonpost/contract/limits';
import { DEFAULT_LIST_SORT, type ListFilter, type ListSort } from '@pigeonpost/contract/lists';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows } from '../../database/sql/count-rows.ts';
import { inNaturalOrder } from '../../database/sql/natural-order.ts';
import { requireRoom } from '../../database/sql/require-room.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { getSettings } from '../settings/queries.ts';

// Found by the campaigns that have any, because a list may have a million names.
const unclearOfList = sql<number>`(
  select count(*) from campaigns c
  join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id and g.total_uncertain > 0
  join deliveries d on d.user_id = c.user_id and d.campaign_id = c.id and d.unsent = 'uncertain'
  join recipients r on r.user_id = d.user_id and r.id = d.recipient_id and r.status = 'failed'
    and r.campaign_id = d.campaign_id and r.list_id = c.list_id
  where c.user_id = lists.user_id and c.list_id = lists.id)`;

// The oldest if there are two.
const runningCampaignOfList: RawBuilder<{ id: number; name: string } | null> = sql`(
  select json_build_object('id', campaigns.id, 'name', campaigns.name) from campaigns
  where campaigns.user_id = lists.user_id and campaigns.list_id = lists.id
    and campaigns.status = 'running' and campaigns.deleted_at is null
  order by campaigns.id limit 1)`;

const RECIPIENTS = sql<number>`lists.pending + lists.sent + lists.failed + lists.not_found`;

const columns = [
  'lists.id',
  'lists.name',
  'lists.description',
  'lists.pending',
  'lists.sent',
  'lists.failed',
  'lists.not_found',
  unclearOfList.as('unclear'),
  'lists.created_at',
  RECIPIENTS.as('recipient_count'),
  runningCampaignOfList.as('running_campaign'),
] as const;

interface Key {
  user_id: number;
  id: number;
}

/** Recipients of a list, by status. */
type Counts = Partial<Record<RecipientStatus, number>>;

const IN_FILTER: Record<ListFilter, RawBuilder<SqlBool>> = {
  pending: sql`lists.pending > 0`,
  sending: sql`${runningCampaignOfList} is not null`,
  empty: sql`${RECIPIENTS} = 0`,
};

const ORDERS: Record<ListSort, RawBuilder<unknown>> = {
  newest: sql`lists.id desc`,
  name: inNaturalOrder(sql<string>`lists.name`),
  pending_desc: sql`lists.pending desc`,
  recipients_desc: sql`${RECIPIENTS} desc`,
};

/** One page of a user's lists, and their number. */
export async function listLists(
  tx: Tx,
  {
    user_id,
    search,
    filter,
    sort_by = DEFAULT_LIST_SORT,
    slice,
  }: {
    user_id: number;
    search: string | undefined;
    filter?: ListFilter | undefined;
    sort_by?: ListSort;
    slice: Slice;
  },
): Promise<{ lists: List[]; total: number }> {
  let found = tx.selectFrom('lists').where('user_id', '=', user_id).where('deleted_at', 'is', null);
  if (search) found = found.where(({ ref }) => contains(ref('name'), search));
  if (filter) found = found.where(IN_FILTER[filter]);
  const total = await countRows(found);
  const page = found
    .select(columns)
    .orderBy(ORDERS[sort_by])
    .orderBy('id', 'desc')
    .offset(slice.offset)
    .limit(slice.limit);
  return { lists: await page.execute(), total };
}

/** Undefined for a list that is deleted, or another user's. */
export async function findList(tx: Tx, { user_id, id }: Key): Promise<List | undefined> {
  return tx
    .selectFrom('lists')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The names of those among these lists that exist. */
export async function listNamedLists(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: number[] },
): Promise<{ id: number; name: string }[]> {
  return tx
    .selectFrom('lists')
    .select(['id', 'name'])
    .where('user_id', '=', user_id)
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Makes an empty list; 409 if there is no room for one more. */
export async function insertList(
  tx: Tx,
  list: { user_id: number; name: string; description: string; created_at: Date },
): Promise<List> {
  await requireRoom(tx, list.user_id, 'lists');
  return tx.insertInto('lists').values(list).returning(columns).executeTakeFirstOrThrow();
}

/**
 * Writes the given fields. Undefined if there is no such list; campaigns keep the copied name
 * (docs/behaviour.md#campaigns).
 */
export async function updateList(
  tx: Tx,
  { user_id, id }: Key,
  change: { name?: string | undefined; description?: string | undefined },
): Promise<List | undefined> {
  return tx
    .updateTable('lists')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

/**
 * The pending recipients that a campaign would skip now, because of a message within the days of the user's setting
 * (docs/engine.md#never-the-same-person).
 */
export async function countMessaged(
  tx: Tx,
  { user_id, id }: Key,
  now: Date,
): Promise<{ messaged: number; never_twice_days: number | null }> {
  const { never_twice_days } = await getSettings(tx, user_id);
  if (never_twice_days === null) return { messaged: 0, never_twice_days };
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from recipients r
      join message_ledger l on l.user_id = r.user_id and l.recipient = r.recipient
        and messaged_at(l, ${now}::timestamptz) > ${now}::timestamptz - make_interval(days => ${never_twice_days}::int)
      where r.user_id = ${user_id} and r.list_id = ${id} and r.status = 'pending'
      limit ${MESSAGED_COUNTED}) messaged`.execute(tx);
  return { messaged: rows[0]?.count ?? 0, never_twice_days };
}

/** Adds to a list's counts, or subtracts; false if the list is gone. Call it under the user lock. */
export async function moveCounts(tx: Tx, { user_id, id }: Key, by: Counts): Promise<boolean> {
  const { pending = 0, sent = 0, failed = 0, not_found = 0 } = by;
  const { numUpdatedRows } = await tx
    .updateTable('lists')
    .set((row) => ({
      pending: row('pending', '+', pending),
      sent: row('sent', '+', sent),
      failed: row('failed', '+', failed),
      not_found: row('not_found', '+', not_found),
    }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Hides a list at once; `removeDeletedLists` deletes its rows. False if there is no such list. */
export async function markListDeleted(tx: Tx, { user_id, id }: Key, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lists')
    .set({ deleted_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finished campaigns keep the list's name and lose its id, except those whose recipients are being requeued. */
export async function forgetList(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ list_id: null })
    .where('user_id', '=', user_id)
    .where('list_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Lists of any user that were deleted and still have rows, the longest deleted first. */
export async function findDeletedLists(tx: Tx): Promise<Key[]> {
  return tx
    .selectFrom('lists')
    .select(['user_id', 'id'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
}

/** Deletes a list that has no recipients left; false when it has some. */
export async function deleteEmptyList(tx: Tx, { user_id, id }: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('lists')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(sql<SqlBool>`not exists (select from recipients where user_id = ${user_id} and list_id = ${id})`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { RecipientBulkAction, RecipientFilter, RecipientStatus } from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { andMeets } from '../condition-queries.ts';
import { keepGone, keepNamesOfGone } from '../deleted-queries.ts';
import { andOfKind, statusesOf } from '../filter-queries.ts';

/** Whom a bulk change is for: those behind `after_id`. */
export interface Matching {
  user_id: number;
  list_id: number;
  status?: RecipientFilter | undefined;
  search: string;
  conditions: readonly Condition[];
  after_id: number;
  now: Date;
}

interface Change {
  user_id: number;
  list_id: number;
  action: RecipientBulkAction;
}

/** The next of those that match, and the id to continue after; null at the end. */
export interface Found {
  ids: number[];
  last_id: number | null;
}

/** How many recipients are looked through for a batch of those who meet conditions, so that none takes long. */
const LOOKED_THROUGH = 20_000;

/**
 * The next ids of those that match, in order; with an action only those that are not as they should be already.
 */
export async function findMatching(
  tx: Tx,
  matching: Matching & { action?: RecipientBulkAction; limit: number },
): Promise<Found> {
  const { action, conditions, now, limit } = matching;
  // An unclear one that is set to failed is unclear no more.
  const statuses = statusesOf(matching.status).filter(
    (one) => one !== action || matching.status === 'unclear',
  );
  if (statuses.length === 0) return { ids: [], last_id: null };
  if (conditions.length === 0) {
    const { rows } = await sql<{ id: number }>`${inOrder(matching, statuses, limit)}`.execute(tx);
    return { ids: rows.map(({ id }) => id), last_id: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  }
  const { rows } = await sql<Found & { looked_at: number }>`
    with part as materialized (${inOrder(matching, statuses, LOOKED_THROUGH)})
    select array(
        select id from part recipients where true ${andMeets(conditions, { now, each: true })}
        order by id limit ${limit}) as ids,
      count(*) as looked_at, max(id) as last_id
    from part`.execute(tx);
  const { ids = [], looked_at = 0, last_id = null } = rows[0] ?? {};
  if (ids.length === limit) return { ids, last_id: ids.at(-1) ?? null };
  return { ids, last_id: looked_at < LOOKED_THROUGH ? null : last_id };
}

/** Recipients of these statuses behind an id, in order: read from the index by status and id. */
function inOrder(matching: Matching, statuses: readonly RecipientStatus[], limit: number) {
  const { user_id, list_id, search, after_id } = matching;
  const holds = search ? sql`and strpos(recipient, ${search}) > 0` : sql``;
  const each = statuses.map(
    (status) => sql`(select id, user_id, recipient, status, campaign_id from recipients
      where user_id = ${user_id} and list_id = ${list_id} and status = ${status} and id > ${after_id} ${holds}
        ${andOfKind(matching.status)}
      order by id limit ${limit})`,
  );
  return sql`select * from (${sql.join(each, sql` union all `)}) matching order by id limit ${limit}`;
}

/** Those of these ids that are in the list and not as they should be already, in order. */
export async function listChangeableIds(
  tx: Tx,
  { user_id, list_id, action, ids }: Change & { ids: number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from recipients
    where user_id = ${user_id} and list_id = ${list_id} and id = any (${ids}::bigint[]) and status <> ${action}
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Ids {
  user_id: number;
  ids: number[];
}

/** How many there were of each status before. */
type Before = { status: RecipientStatus; count: number }[];

/**
 * Gives how many there were of each status, for the counts of their list. All are kept until they cannot be restored any
 * more, if a time is given; else the names of those written to.
 */
export async function deleteRecipients(
  tx: Tx,
  { user_id, ids, restorable_until }: Ids & { restorable_until: Date | undefined },
): Promise<Before> {
  const kept = restorable_until ? keepGone(restorable_until) : keepNamesOfGone;
  const { rows } = await sql<Before[number]>`
    with gone as (
      delete from recipients where user_id = ${user_id} and id = any (${ids}::bigint[])
      returning user_id, id, list_id, recipient, status, created_at), ${kept}
    select status, count(*) as count from gone group by status`.execute(tx);
  return rows;
}

/**
 * As setStatus, for many: no campaign holds them any more, and pending ones go to the end of the line in their order. The ids
 * are in order. No join with them: where statistics are older than the list, it would be read anew for each id.
 */
export async function setStatuses(
  tx: Tx,
  { user_id, ids, status, position }: Ids & { status: RecipientStatus; position: number | null },
): Promise<Before> {
  const { rows } = await sql<Before[number]>`
    with changed as (
      update recipients set status = ${status}, campaign_id = null,
        position = coalesce(${position}::bigint + width_bucket(id, ${ids}::bigint[]), position)
      where user_id = ${user_id} and id = any (${ids}::bigint[])
      returning old.status)
    select status, count(*) as count from changed group by status`.execute(tx);
  return rows;
}

import type { CampaignCounts, RecentCampaign } from '@pigeonpost/contract/calls/campaigns';
import {
  CAMPAIGN_STATUSES,
  type CampaignFilter,
  type CampaignSort,
  type CampaignStatus,
} from '@pigeonpost/contract/campaigns';
import type { CampaignMonth } from '@pigeonpost/contract/campaigns/campaign-reports';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DateRange, inRange } from '../../database/sql/date-range.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import {
  type CampaignRow,
  campaignColumns,
  campaignTables,
  isPausedByServer,
  stageOf,
  totalList,
} from './campaign-queries.ts';

/** The group of a campaign in the index campaigns_under_way: running, overdue, paused, scheduled, others. */
export const GROUP: RawBuilder<number> = sql`
  case campaigns.status when 'running' then 0 when 'paused' then 2 else
    case when campaigns.is_overdue then 1 when campaigns.start_at is null then 4 else 3 end end`;

/** The order of that index. */
const UNDER_WAY = sql`${GROUP}, campaigns.start_at, campaigns.id desc`;

const DONE_SHARE = sql`(total_sent + total_failed)::float / greatest(${totalList}, total_sent + total_failed, 1)`;

/** A share of all of the campaign's recipients. */
function shareOf(count: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${count}::float / greatest(${totalList}, 1)`;
}

const ORDERS: Record<CampaignSort, RawBuilder<unknown>> = {
  under_way: UNDER_WAY,
  name_asc: sql`lower(campaigns.name), campaigns.id`,
  name_desc: sql`lower(campaigns.name) desc, campaigns.id desc`,
  progress_asc: sql`${DONE_SHARE}, campaigns.id`,
  progress_desc: sql`${DONE_SHARE} desc, campaigns.id desc`,
  created_asc: sql`campaigns.id`,
  created_desc: sql`campaigns.id desc`,
  sent_asc: sql`total_sent, campaigns.id`,
  sent_desc: sql`total_sent desc, campaigns.id desc`,
  reached_asc: sql`${shareOf(sql`total_sent`)}, campaigns.id`,
  reached_desc: sql`${shareOf(sql`total_sent`)} desc, campaigns.id desc`,
  not_found_asc: sql`${shareOf(sql`total_not_found`)}, campaigns.id`,
  not_found_desc: sql`${shareOf(sql`total_not_found`)} desc, campaigns.id desc`,
  ended_asc: sql`completed_at nulls last, campaigns.id`,
  ended_desc: sql`completed_at desc nulls last, campaigns.id desc`,
  took_asc: sql`completed_at - started_at nulls last, campaigns.id`,
  took_desc: sql`completed_at - started_at desc nulls last, campaigns.id desc`,
};

/** Whether campaigns are sorted by their end: then their months are headings. */
export function isByEnd(sort: CampaignSort): boolean {
  return sort === 'ended_asc' || sort === 'ended_desc';
}

interface Filter {
  user_id: number;
  search: string | undefined;
  status: CampaignFilter | undefined;
  /** The days of creation. */
  range: DateRange;
  /** The running ones that wait. */
  waiting_ids: number[];
}

function found({ user_id, search, range }: Filter): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref<string>(name);
  const holds = search
    ? sql`and (${contains(column('campaigns.name'), search)} or ${contains(column('template_name'), search)}
        or ${contains(column('list_name'), search)})`
    : sql``;
  const zone = sql`(select find_zone(time_zone) from users where users.id = ${user_id})`;
  const isDated = range.start_date !== undefined || range.end_date !== undefined;
  const created = isDated
    ? sql`and ${inRange(sql`wall_time(campaigns.created_at, ${zone})::date`, range)}`
    : sql``;
  return sql`campaigns.user_id = ${user_id} and campaigns.deleted_at is null ${holds} ${created}`;
}

const ENDED: readonly CampaignStatus[] = ['completed', 'failed'];
const UNFINISHED: readonly CampaignStatus[] = ['running', 'paused', 'pending'];

/** A person is needed: the server paused it, it runs and waits, or it is too late for it to start by itself. */
const isStandingStill = (waiting_ids: number[]) => sql<SqlBool>`
  (${isPausedByServer} or campaigns.is_overdue
    or campaigns.id = any (${waiting_ids}::bigint[]))`;

function inStatus({ status, waiting_ids }: Filter): RawBuilder<SqlBool> {
  if (status === 'archived') return sql`archived_at is not null`;
  if (status === undefined) return sql`archived_at is null`;
  if (status === 'standing_still') return sql`archived_at is null and ${isStandingStill(waiting_ids)}`;
  if (status === 'draft') return sql`campaigns.is_draft`;
  if (status === 'scheduled') return sql`campaigns.start_at is not null`;
  if (status === 'unfinished')
    return sql`archived_at is null and not campaigns.is_draft and campaigns.status = any (${UNFINISHED})`;
  const statuses = status === 'ended' ? ENDED : [status];
  return sql`archived_at is null and campaigns.status = any (${statuses})`;
}

/** One page of a user's campaigns in the requested order, and the number that the search finds of each status. */
export async function listCampaigns(
  tx: Tx,
  { slice, sort_by, now, ...filter }: Filter & { slice: Slice; sort_by: CampaignSort; now: Date },
): Promise<{ rows: CampaignRow[]; counts: CampaignCounts; total: number }> {
  const counts = await countByStatus(tx, filter);
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns(now)} from ${campaignTables}
    where campaigns.user_id = ${filter.user_id} and campaigns.id in (
      -- Only these rows get their columns, not all that are sorted.
      select campaigns.id from ${campaignTables} where ${found(filter)} and ${inStatus(filter)}
      order by ${ORDERS[sort_by]} ${pageOf(slice)})
    order by ${ORDERS[sort_by]}`.execute(tx);
  return { rows, counts, total: totalOf(filter.status, counts) };
}

/** As numbers in the text of the first page: with a limit that is a parameter PostgreSQL keeps no plan. */
function pageOf({ limit, offset }: Slice): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`;
}

function totalOf(status: Filter['status'], counts: CampaignCounts): number {
  const sumOf = (statuses: readonly CampaignStatus[]) => statuses.reduce((sum, one) => sum + counts[one], 0);
  if (status === 'ended') return sumOf(ENDED);
  if (status === 'unfinished') return sumOf(UNFINISHED) - counts.draft;
  if (status !== undefined) return counts[status];
  return sumOf(CAMPAIGN_STATUSES);
}

async function countByStatus(tx: Tx, filter: Filter): Promise<CampaignCounts> {
  type Counted = {
    kind: CampaignStatus | 'archived';
    count: number;
    still: number;
    drafts: number;
    scheduled: number;
  };
  const { rows } = await sql<Counted>`
    select case when archived_at is null then status else 'archived' end as kind, count(*) as count,
      count(*) filter (where is_draft) as drafts, count(*) filter (where start_at is not null) as scheduled,
      count(*) filter (where archived_at is null and ${isStandingStill(filter.waiting_ids)}) as still
    from campaigns where ${found(filter)} group by 1`.execute(tx);
  const countOf = (kind: CampaignStatus | 'archived') => rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    pending: countOf('pending'),
    running: countOf('running'),
    paused: countOf('paused'),
    completed: countOf('completed'),
    failed: countOf('failed'),
    archived: countOf('archived'),
    draft: rows.reduce((sum, { drafts }) => sum + drafts, 0),
    scheduled: rows.reduce((sum, { scheduled }) => sum + scheduled, 0),
    standing_still: rows.reduce((sum, { still }) => sum + still, 0),
  };
}

/** The totals of the campaigns that ended in the months of these, by days of the user's zone. */
export async function listMonths(
  tx: Tx,
  filter: Filter,
  rows: { completed_at: string | null }[],
): Promise<CampaignMonth[]> {
  const ends = rows.flatMap(({ completed_at }) => completed_at ?? []);
  if (ends.length === 0) return [];
  const zone = sql`(select find_zone(time_zone) from users where users.id = ${filter.user_id})`;
  const monthOf = (moment: RawBuilder<unknown>) => sql`to_char(wall_time(${moment}, ${zone}), 'YYYY-MM')`;
  const months = await sql<CampaignMonth>`
    select ${monthOf(sql`completed_at`)} as month, count(*) as campaigns, sum(${totalList})::bigint as total_list,
      sum(total_sent)::bigint as total_sent, sum(total_not_found)::bigint as total_not_found
    from ${campaignTables} where ${found(filter)} and ${inStatus(filter)}
      and ${monthOf(sql`completed_at`)} = any (
        select ${monthOf(sql`moment`)} from unnest(${ends}::timestamptz[]) moment)
    group by 1 order by 1 desc`.execute(tx);
  return months.rows;
}

/** The user's running and paused campaigns, running ones first. */
export async function listAtWork(
  tx: Tx,
  user_id: number,
): Promise<Pick<CampaignRow, 'id' | 'name' | 'status'>[]> {
  const { rows } = await sql<Pick<CampaignRow, 'id' | 'name' | 'status'>>`
    select id, name, status from campaigns
    where user_id = ${user_id} and status in ('running', 'paused') and deleted_at is null
    order by ${UNDER_WAY}`.execute(tx);
  return rows;
}

/** A recent campaign's database row. */
export type RecentRow = Omit<RecentCampaign, 'standstill'>;

/**
 * Overdue campaigns, running and paused ones, then scheduled ones and the newest, without drafts, for the dashboard. The
 * overdue ones are found apart, so that the index orders the others.
 */
export function recentCampaigns(
  user_id: number,
  { limit, now }: { limit: number; now: Date },
): RawBuilder<RecentRow> {
  const first = (group: RawBuilder<unknown>) => sql`
    (select campaigns.id from campaigns
      where campaigns.user_id = ${user_id} and campaigns.deleted_at is null and archived_at is null
        and not is_draft and ${GROUP} ${group}
      order by ${UNDER_WAY} limit ${sql.lit(limit)})`;
  return sql`
    select campaigns.id, campaigns.name, campaigns.status, ${stageOf(now)} as stage, start_at, ${totalList} as total_list, total_sent, total_failed,
      total_uncertain
    from ${campaignTables}
    where campaigns.user_id = ${user_id} and campaigns.id in (${first(sql`= 1`)} union all ${first(sql`<> 1`)})
    order by campaigns.is_overdue desc, ${UNDER_WAY} limit ${sql.lit(limit)}`;
}

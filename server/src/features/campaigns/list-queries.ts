import type { Campaign, CampaignCounts, RecentCampaign } from '@pigeonpost/contract/calls/campaigns';
import {
  CAMPAIGN_STATUSES,
  type CampaignFilter,
  type CampaignSort,
  type CampaignStatus,
} from '@pigeonpost/contract/campaigns';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains } from '../../database/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { campaignColumns, campaignTables, totalList } from './campaign-queries.ts';

/** What runs, what is paused, then the newest: the order of the index campaigns_under_way. */
const UNDER_WAY = sql`
  case campaigns.status when 'running' then 0 when 'paused' then 1 else 2 end, campaigns.id desc`;

const DONE_SHARE = sql`(total_sent + total_failed)::float / greatest(${totalList}, total_sent + total_failed, 1)`;

const ORDERS: Record<CampaignSort, RawBuilder<unknown>> = {
  under_way: UNDER_WAY,
  name_asc: sql`lower(campaigns.name), campaigns.id`,
  name_desc: sql`lower(campaigns.name) desc, campaigns.id desc`,
  progress_asc: sql`${DONE_SHARE}, campaigns.id`,
  progress_desc: sql`${DONE_SHARE} desc, campaigns.id desc`,
  created_asc: sql`campaigns.id`,
  created_desc: sql`campaigns.id desc`,
};

interface Filter {
  user_id: number;
  search: string | undefined;
  status: CampaignFilter | undefined;
}

function found({ user_id, search }: Filter): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref<string>(name);
  const holds = search
    ? sql`and (${contains(column('campaigns.name'), search)} or ${contains(column('template_name'), search)}
        or ${contains(column('list_name'), search)})`
    : sql``;
  return sql`campaigns.user_id = ${user_id} and campaigns.deleted_at is null ${holds}`;
}

function statusesOf(status: CampaignFilter | undefined): readonly CampaignStatus[] {
  if (status === undefined) return CAMPAIGN_STATUSES;
  return status === 'ended' ? ['completed', 'failed'] : [status];
}

/** One page of a user's campaigns in the order that is asked for, and how many the search finds of each status. */
export async function listCampaigns(
  tx: Tx,
  { slice, sort_by, now, ...filter }: Filter & { slice: Slice; sort_by: CampaignSort; now: Date },
): Promise<{ campaigns: Campaign[]; counts: CampaignCounts; total: number }> {
  const counts = await countByStatus(tx, filter);
  const statuses = statusesOf(filter.status);
  const inStatus = filter.status ? sql`and campaigns.status = any (${statuses})` : sql``;
  const campaigns = await tx.prepared(sql<Campaign>`
    select ${campaignColumns(now)} from ${campaignTables} where ${found(filter)} ${inStatus}
    order by ${ORDERS[sort_by]} limit ${slice.limit} offset ${slice.offset}`);
  return { campaigns, counts, total: statuses.reduce((sum, one) => sum + counts[one], 0) };
}

async function countByStatus(tx: Tx, filter: Filter): Promise<CampaignCounts> {
  const rows = await tx.prepared(sql<{ status: CampaignStatus; count: number }>`
    select status, count(*) as count from campaigns where ${found(filter)} group by status`);
  const countOf = (status: CampaignStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    pending: countOf('pending'),
    running: countOf('running'),
    paused: countOf('paused'),
    completed: countOf('completed'),
    failed: countOf('failed'),
  };
}

/** What is under way and then the newest campaigns, for the dashboard. */
export function recentCampaigns(user_id: number, limit: number): RawBuilder<RecentCampaign> {
  return sql`
    select campaigns.id, campaigns.name, campaigns.status, ${totalList} as total_list, total_sent, total_failed,
      total_uncertain
    from ${campaignTables} where campaigns.user_id = ${user_id} and campaigns.deleted_at is null
    order by ${UNDER_WAY} limit ${sql.lit(limit)}`;
}

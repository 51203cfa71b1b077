import type { DashboardStats } from '@pigeonpost/contract/campaigns/campaign-reports';
import { type RawBuilder, sql } from 'kysely';
import { type DateRange, inRange } from '../../database/sql/date-range.ts';
import type { Tx } from '../../database/transaction.ts';
import { campaignTables, totalList } from './campaign-queries.ts';
import { type RecentRow, recentCampaigns } from './list-queries.ts';

// A month without a range; ten years at most, so that a mistyped year does not answer a million days.
const DAY_COUNT = 30;
const MAX_DAYS = 3660;
const RECENT_CAMPAIGNS = 5;

/**
 * The dashboard's figures (docs/behaviour.md#numbers), and the campaigns that it shows. Days are days of the user's
 * zone. One statement, because each additional one costs more than most of the figures.
 */
export async function getDashboard(
  tx: Tx,
  { user_id, range, now }: { user_id: number; range: DateRange; now: Date },
): Promise<{ stats: DashboardStats; recent: RecentRow[] }> {
  const {
    rows: [found],
  } = await sql<DashboardStats & { recent: RecentRow[] }>`
    select figures.*, unfinished.*, results.*, owned.*,
      (select coalesce(json_agg(recent), '[]') from (${recentCampaigns(user_id, { limit: RECENT_CAMPAIGNS, now })}) recent) as recent
    from (${countCampaigns(user_id, range)}) figures, (${countPending(user_id)}) unfinished,
      (${sumResults(user_id, range, now)}) results, (${countLists(user_id)}) owned`.execute(tx);
  if (!found) throw new Error('Aggregates gave no row.');
  const { recent, ...stats } = found;
  return { stats, recent };
}

type CampaignFigures = Pick<DashboardStats, 'campaigns' | 'recipients' | 'running' | 'paused'>;

/** Counts campaigns created in the range (docs/behaviour.md#numbers). */
function countCampaigns(user_id: number, range: DateRange): RawBuilder<CampaignFigures> {
  const zone = sql`(select find_zone(time_zone) from users where id = ${user_id})`;
  const created = inRange(sql`wall_time(campaigns.created_at, ${zone})::date`, range);
  return sql`
    select count(*) filter (where ${created}) as campaigns,
      coalesce(sum(${totalList}) filter (where ${created}), 0) as recipients,
      count(*) filter (where ${created} and campaigns.status = 'running') as running,
      count(*) filter (where ${created} and campaigns.status = 'paused') as paused
    from ${campaignTables}
    where campaigns.user_id = ${user_id} and campaigns.deleted_at is null and not campaigns.is_draft`;
}

/**
 * The number of names that the unfinished campaigns still have to write to. Of campaigns that share a list, the one
 * started last includes the names of all others; what one of them has done meanwhile is in no other's counters, so the
 * line itself is counted there.
 */
function countPending(user_id: number): RawBuilder<Pick<DashboardStats, 'pending'>> {
  return sql`
    with unfinished as (
      select campaigns.list_id, campaigns.mark, lists.pending as list_pending,
        greatest(0, ${totalList} - total_sent - total_failed) as pending
      from ${campaignTables}
      where campaigns.user_id = ${user_id} and campaigns.deleted_at is null
        and campaigns.status in ('pending', 'running', 'paused') and not campaigns.is_draft),
    lines as (
      select list_id, max(pending) as pending, count(*) as sharing, max(mark) as mark,
        max(list_pending) as list_pending, max(list_pending) filter (where mark is null) as in_list
      from unfinished where list_id is not null group by list_id
      union all
      select null, pending, 1, mark, null, null from unfinished where list_id is null)
    select coalesce(sum(case when sharing = 1 then pending else least(pending, coalesce(in_list,
      pending_in_line(${user_id}, list_id, mark, list_pending))) end), 0) as pending
    from lines`;
}

function countLists(user_id: number): RawBuilder<Pick<DashboardStats, 'lists'>> {
  return sql`select count(*) as lists from lists where user_id = ${user_id} and deleted_at is null`;
}

type Results = Pick<DashboardStats, 'sent' | 'failed' | 'not_found' | 'uncertain' | 'replied' | 'days'>;

/**
 * The results of deliveries, those of deleted campaigns too, and sent and failed for each day in the range, days
 * without any too; without a start, for the last `DAY_COUNT` days up to its end. The days are added up once for both.
 */
function sumResults(user_id: number, range: DateRange, now: Date): RawBuilder<Results> {
  return sql`
    with results as materialized (
      select day, sum(sent) as sent, sum(failed) as failed, sum(not_found) as not_found, sum(uncertain) as uncertain,
        sum(replied) as replied
      from daily_performance where user_id = ${user_id} and ${inRange(sql`day`, range)} group by day),
    bounds as (
      select coalesce(${range.end_date ?? null}::date, wall_time(${now}, time_zone)::date) as last
      from users where id = ${user_id}),
    days as (
      select generate_series(greatest(coalesce(${range.start_date ?? null}::date, last - ${DAY_COUNT}::int + 1),
        last - ${MAX_DAYS}::int + 1)::timestamp, last::timestamp, '1 day')::date as day
      from bounds)
    select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(failed), 0)::bigint as failed,
      coalesce(sum(not_found), 0)::bigint as not_found, coalesce(sum(uncertain), 0)::bigint as uncertain,
      coalesce(sum(replied), 0)::bigint as replied,
      (select coalesce(json_agg(json_build_object('day', days.day, 'sent', coalesce(of_day.sent, 0),
          'failed', coalesce(of_day.failed, 0)) order by days.day), '[]')
        from days left join results of_day on of_day.day = days.day) as days
    from results`;
}

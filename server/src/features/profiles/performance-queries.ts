import type { CampaignProfile } from '@pigeonpost/contract/calls/campaign-profiles';
import type { PerformanceSort, ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DateRange, inRange } from '../../database/sql/date-range.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { findPacing } from './pacing-queries.ts';
import { byProfileName, faultKind, restReason, sentBeforeBlock } from './queries.ts';
import { runningCampaignOfProfile } from './state-queries.ts';

const ORDERS: Record<PerformanceSort, RawBuilder<unknown>> = {
  messages_sent_desc: sql`messages_sent desc`,
  messages_sent_asc: sql`messages_sent asc`,
  messages_failed_desc: sql`messages_failed desc`,
  messages_failed_asc: sql`messages_failed asc`,
  success_rate_desc: sql`success_rate desc`,
  success_rate_asc: sql`success_rate asc`,
  total_actions_desc: sql`total_actions desc`,
  total_actions_asc: sql`total_actions asc`,
  campaigns_used_desc: sql`campaigns_used desc`,
  campaigns_used_asc: sql`campaigns_used asc`,
};

/** The profiles' results, a row each, from their daily results (docs/behaviour.md#numbers). */
function performance({ user_id, days }: { user_id: number; days: RawBuilder<SqlBool> }): RawBuilder<unknown> {
  return sql`(
    select profiles.user_id, profiles.id, profile_name, profile_path, deleted_at, blocked_at, signed_out_at,
      faulted_at, ${faultKind} as fault_kind, fault_until,
      ${restReason} as rest_reason, next_send_at,
      (is_active and deleted_at is null)::int as is_active,
      coalesce(messages_sent, 0) as messages_sent, coalesce(messages_failed, 0) as messages_failed,
      coalesce(profile_blocked, 0) as profile_blocked, coalesce(replied, 0) as replied, coalesce(campaigns_used, 0) as campaigns_used,
      coalesce(messages_sent + messages_failed + profile_blocked, 0) as total_actions,
      coalesce(round(100.0 * messages_sent / nullif(messages_sent + messages_failed, 0), 1), 0) as success_rate,
      coalesce(round(100.0 * messages_sent
        / nullif(messages_sent + messages_failed + profile_blocked, 0), 1), 0) as efficiency,
      first_action, last_action, results.profile_id is not null as has_acted
    from profiles
    left join (
      select profile_id, sum(sent) as messages_sent, sum(failed) as messages_failed,
        sum(blocked) as profile_blocked, sum(replied) as replied, count(*) as campaigns_used,
        min(first_action) as first_action, max(last_action) as last_action
      -- By campaign first: counting distinct ones would sort all days.
      from (
        select profile_id, sum(sent) as sent, sum(failed) as failed, sum(blocked) as blocked, sum(replied) as replied,
          min(first_action) as first_action, max(last_action) as last_action
        from daily_performance
        -- A result that moved to another profile leaves a row of zeros.
        where daily_performance.user_id = ${user_id} and sent + failed + blocked > 0 and ${days}
        group by profile_id, campaign_id) by_campaign
      group by profile_id) results on results.profile_id = profiles.id
    where profiles.user_id = ${user_id})`;
}

const columns = sql`id as profile_id, profile_name, profile_path, is_active, success_rate, messages_sent,
  messages_failed, replied, profile_blocked, campaigns_used, efficiency, total_actions, first_action, last_action,
  blocked_at, ${sentBeforeBlock} as sent_before_block, signed_out_at, faulted_at, fault_kind, fault_until, rest_reason,
  next_send_at, deleted_at,
  case when deleted_at is null then ${runningCampaignOfProfile} end as running_campaign`;

/** One page of each profile's results in a range of days; a deleted one is listed while it has results. */
export async function listPerformance(
  tx: Tx,
  options: {
    user_id: number;
    range: DateRange;
    search: string | undefined;
    sort: PerformanceSort;
    slice: Slice;
  },
): Promise<{ rows: ProfilePerformance[]; total: number }> {
  const { user_id, range, search, sort, slice } = options;
  const found = sql`from ${performance({ user_id, days: inRange(sql`day`, range) })} profiles
    where (deleted_at is null or has_acted)
      ${search ? sql`and ${contains(sql.ref('profile_name'), search)}` : sql``}`;
  const { rows } = await sql<ProfilePerformance & { total: number }>`
    select ${columns}, count(*) over () as total ${found}
    order by ${ORDERS[sort]}, ${byProfileName}, id
    limit ${slice.limit} offset ${slice.offset}`.execute(tx);
  const [first] = rows;
  if (first || slice.offset === 0) return { rows, total: first?.total ?? 0 };
  // A page past the end has no row with the total.
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  return { rows: [], total: counted.rows[0]?.total ?? 0 };
}

/** Each profile's results in one campaign, and its caps now: those it uses, and those that it used. */
export async function listCampaignPerformance(
  tx: Tx,
  { user_id, campaign_id }: { user_id: number; campaign_id: number },
  now: Date,
): Promise<CampaignProfile[]> {
  const { rows } = await sql<ProfilePerformance>`
    select ${columns} from ${performance({ user_id, days: sql`campaign_id = ${campaign_id}` })} profiles
    where has_acted or id in (select profile_id from campaign_profiles
      where campaign_profiles.user_id = ${user_id} and campaign_id = ${campaign_id})
    order by messages_sent desc, ${byProfileName}, id`.execute(tx);
  const ids = rows.map(({ profile_id }) => profile_id);
  const pacing = await findPacing(tx, { user_id, ids, now });
  return rows.map((row) => {
    const {
      begun_today = 0,
      begun_this_hour = 0,
      cap_now = NO_CAPS,
      capped_until = null,
    } = pacing.get(row.profile_id) ?? {};
    return { ...row, begun_today, begun_this_hour, cap_now, capped_until };
  });
}

const NO_CAPS = { hour: null, day: null, because: null };

import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStage } from '@pigeonpost/contract/campaigns';
import type { StartProblem } from '@pigeonpost/contract/campaigns/start-problems';
import type { Pause } from '@pigeonpost/contract/pauses';
import type { WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { minutesIn } from '../../database/sql/multiranges.ts';
import type { Tx } from '../../database/transaction.ts';
import { pauseColumn } from '../../engine/change-status.ts';
import type { CampaignKey } from '../../engine/context.ts';

/**
 * Before its first start a campaign's total is its list's present pending count, without those who were taken out
 * (docs/engine.md#totals).
 */
export const totalList: RawBuilder<number> = sql`case when campaigns.mark is null
  -- With the asterisk: a column of an outer query may have the name campaigns.
  then greatest(0, coalesce(lists.pending, 0) - count_taken_out(campaigns.*, progress)) else progress.total_list end`;

export const campaignTables: RawBuilder<unknown> = sql`campaigns
  join campaign_progress progress on progress.user_id = campaigns.user_id and progress.campaign_id = campaigns.id
  left join lists on lists.user_id = campaigns.user_id and lists.id = campaigns.list_id
    and lists.deleted_at is null`;

/** The profiles that a campaign may use, as counts. */
export interface UsedProfiles {
  ids: number[];
  able: number;
  blocked: number;
  signed_out: number;
  off: number;
  /** The first of them by name; null if none is left. */
  name: string | null;
}

/** A campaign's database row, from which its standstill is computed (docs/behaviour.md#standstills). */
export type CampaignRow = Omit<
  Campaign,
  | 'profiles_used'
  | 'profiles_able'
  | 'paused_reason'
  | 'start_problem'
  | 'waiting_reason'
  | 'waiting_until'
  | 'standstill'
  | 'next_send_at'
  | 'hours'
> &
  PauseFacts & { hours: WeekMinutes | null; start_refusal: StartProblem | null };

/** What decides how a paused campaign stands. */
export interface PauseFacts {
  /** Why the server paused it; null: it did not. */
  pause: Pause | null;
  used: UsedProfiles;
}

/** The columns of PauseFacts. */
export const pauseColumns: RawBuilder<unknown> = sql`${pauseColumn} as pause, (
  select json_build_object('ids', coalesce(json_agg(profile_id order by profile_id), '[]'),
    'able', count(*) filter (where is_eligible(profiles) and sends_by(campaigns.*, used)),
    'blocked', count(*) filter (where blocked_at is not null),
    'signed_out', count(*) filter (where blocked_at is null and signed_out_at is not null),
    'off', count(*) filter (where not is_active and blocked_at is null and signed_out_at is null),
    'name', min(profile_name))
  from campaign_profiles used
  join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    and profiles.deleted_at is null
  where used.user_id = campaigns.user_id and used.campaign_id = campaigns.id) as used`;

/** Whether the server paused a campaign, for a query over `campaigns`. */
export const isPausedByServer: RawBuilder<SqlBool> = sql`
  (campaigns.status = 'paused' and coalesce(pause_kind, paused_reason) is not null)`;

/** A campaign's stage, for a query over `campaigns`. */
export function stageOf(now: Date): RawBuilder<CampaignStage | null> {
  return sql`case
    when campaigns.is_draft then 'draft'
    when campaigns.is_overdue then 'overdue'
    when campaigns.start_at is not null then 'scheduled'
    when campaigns.status = 'paused' and campaigns.pause_kind = 'review' then 'review'
    when campaigns.status = 'running' and is_counting_down(campaigns.countdown_until, ${now}) then 'starting'
  end`;
}

/** The text of a draft is that of its template, if it has one. */
const ofTemplate = (column: 'name' | 'content') => sql`coalesce((
  select templates.${sql.ref(column)} from templates
  where templates.user_id = campaigns.user_id and templates.id = message_template_id), '')`;

/** The columns of a CampaignRow. */
export function campaignColumns(now: Date): RawBuilder<unknown> {
  const stage = stageOf(now);
  return sql`campaigns.id, campaigns.name, campaigns.status, ${stage} as stage,
    coalesce(start_at, draft_start_at) as start_at, start_refusal,
    case when ${stage} = 'starting' then countdown_until end as countdown_until,
    ${minutesIn(sql`campaigns.hours`)} as hours, not_after, campaigns.cap_day, canary,
    case when is_draft then ${ofTemplate('name')} else template_name end as template_name,
    case when is_draft then ${ofTemplate('content')} else template_content end as template_content,
    (select id from templates
      where templates.user_id = campaigns.user_id and templates.id = message_template_id) as message_template_id,
    lists.id as list_id, case when is_draft then coalesce(lists.name, '') else list_name end as list_name, ${pauseColumns},
    ${totalList} as total_list, total_sent, total_failed, total_not_found, total_uncertain, total_replied,
    campaigns.created_at, started_at, completed_at, archived_at`;
}

/** A campaign; undefined if it is deleted or another user's. */
export async function findCampaign(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<CampaignRow | undefined> {
  const {
    rows: [campaign],
  } = await sql<CampaignRow>`
    select ${campaignColumns(now)} from ${campaignTables}
    where campaigns.user_id = ${user_id} and campaigns.id = ${campaign_id}
      and campaigns.deleted_at is null`.execute(tx);
  return campaign;
}

/** Why campaigns were paused, and the present state of their profiles. */
export async function listPauses(
  tx: Tx,
  { user_id, campaign_ids }: { user_id: number; campaign_ids: number[] },
): Promise<(PauseFacts & { id: number })[]> {
  const { rows } = await sql<PauseFacts & { id: number }>`
    select campaigns.id, ${pauseColumns} from campaigns
    where campaigns.user_id = ${user_id} and campaigns.id = any (${campaign_ids}::bigint[])
      and campaigns.status = 'paused' and campaigns.deleted_at is null`.execute(tx);
  return rows;
}

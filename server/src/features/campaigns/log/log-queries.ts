import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import type { LogAction } from '@pigeonpost/contract/campaigns';
import { ERASED_NAME } from '@pigeonpost/contract/people/erasures';
import { type ReasonKind, readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';

/** Of `l`, a line of the log: what it says, and whether its person's name may be about to go (docs/behaviour.md#erasing-a-person). */
const saying = sql`l.recipient, l.message, l.reason_kind, l.reason_args,
  exists (select from erasures e where e.user_id = l.user_id and e.recipient = l.recipient) as is_erased`;

interface Saying extends Omit<StoredReason, 'words'> {
  recipient: string | null;
  message: string;
  is_erased: boolean;
}

/** A line with what it says as it is stored. */
type Row<Line> = Omit<Line, keyof Saying> & Saying;

// For an export this runs a million times, so PostgreSQL builds no JSON for it.
function readLine<Read extends Saying>({ reason_kind, reason_args, is_erased, ...line }: Read) {
  if (is_erased) return { ...line, recipient: ERASED_NAME, message: '', reason_kind: null };
  const { kind, words } = readReason({ reason_kind, reason_args, words: line.message || null });
  return { ...line, message: words ?? '', reason_kind: kind };
}

/** The last lines of a campaign's log, oldest first. */
export async function listLastLogs(
  tx: Tx,
  { user_id, campaign_id, limit }: CampaignKey & { limit: number },
): Promise<CampaignLog[]> {
  const lines = await sql<Row<CampaignLog>>`
    select l.id, campaign_id, campaigns.name as campaign_name, action, l.created_at, profile_name,
      ${saying}
    from campaign_logs l
    join campaigns on campaigns.user_id = l.user_id and campaigns.id = l.campaign_id
    where l.user_id = ${user_id} and campaign_id = ${campaign_id}
    order by l.id desc limit ${limit}`.execute(tx);
  return lines.rows.reverse().map(readLine);
}

/** The last lines of all running and paused campaigns of a user, oldest first. */
export async function listLastLogsAtWork(
  tx: Tx,
  { user_id, limit }: { user_id: number; limit: number },
): Promise<CampaignLog[]> {
  // The last lines of each campaign are read from the index, and merged.
  const lines = await sql<Row<CampaignLog>>`
    select last.id, campaigns.id as campaign_id, campaigns.name as campaign_name, action, last.created_at,
      profile_name, recipient, message, reason_kind, reason_args, is_erased
    from campaigns
    cross join lateral (
      select id, action, created_at, profile_name, ${saying}
      from campaign_logs l
      where user_id = ${user_id} and campaign_id = campaigns.id
      order by id desc limit ${limit}) last
    where campaigns.user_id = ${user_id} and campaigns.status in ('running', 'paused')
      and campaigns.deleted_at is null
    order by last.id desc limit ${limit}`.execute(tx);
  return lines.rows.reverse().map(readLine);
}

/** The time and profile of a campaign's last sent message. */
export async function findLastSent(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<{ at: string; profile_name: string } | null> {
  const found = await sql<{ at: string; profile_name: string }>`
    select created_at as at, coalesce(profile_name, '') as profile_name from campaign_logs
    where user_id = ${user_id} and campaign_id = ${campaign_id} and action = 'message_sent'
    order by id desc limit 1`.execute(tx);
  return found.rows[0] ?? null;
}

/** A line with its time in the user's zone. */
export interface ExportedLog {
  id: number;
  time: string;
  action: LogAction;
  profile_name: string | null;
  recipient: string | null;
  message: string;
  reason_kind: ReasonKind | null;
}

/** The next lines of a campaign's log after an id, oldest first. */
export async function listLogsAfter(
  tx: Tx,
  { user_id, campaign_id, after, limit }: CampaignKey & { after: number; limit: number },
): Promise<ExportedLog[]> {
  const { rows } = await sql<Row<ExportedLog>>`
    select l.id, to_char(wall_time(l.created_at, z), 'DD-MM-YYYY HH24:MI') as time, action,
      profile_name, ${saying}
    from campaign_logs l join users on users.id = l.user_id left join time_zones z on z.name = users.time_zone
    where l.user_id = ${user_id} and campaign_id = ${campaign_id} and l.id > ${after}
    order by l.id limit ${limit}`.execute(tx);
  return rows.map(readLine);
}

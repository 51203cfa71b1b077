import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import type { LogAction } from '@pigeonpost/contract/campaigns';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/events.ts';

/** The last lines of a campaign's log, oldest first. */
export async function listLastLogs(
  tx: Tx,
  { user_id, campaign_id, limit }: CampaignKey & { limit: number },
): Promise<CampaignLog[]> {
  const lines = await sql<CampaignLog>`
    select logs.id, campaign_id, campaigns.name as campaign_name, action, logs.created_at, profile_name,
      recipient, message
    from campaign_logs logs
    join campaigns on campaigns.user_id = logs.user_id and campaigns.id = logs.campaign_id
    where logs.user_id = ${user_id} and campaign_id = ${campaign_id}
    order by logs.id desc limit ${limit}`.execute(tx);
  return lines.rows.reverse();
}

/** The last lines of all running and paused campaigns of a user, oldest first. */
export async function listLastLogsAtWork(
  tx: Tx,
  { user_id, limit }: { user_id: number; limit: number },
): Promise<CampaignLog[]> {
  // Each campaign gives its last lines from the index, and they are merged.
  const lines = await sql<CampaignLog>`
    select last.id, campaigns.id as campaign_id, campaigns.name as campaign_name, action, last.created_at,
      profile_name, recipient, message
    from campaigns
    cross join lateral (
      select id, action, created_at, profile_name, recipient, message from campaign_logs
      where user_id = ${user_id} and campaign_id = campaigns.id
      order by id desc limit ${limit}) last
    where campaigns.user_id = ${user_id} and campaigns.status in ('running', 'paused')
      and campaigns.deleted_at is null
    order by last.id desc limit ${limit}`.execute(tx);
  return lines.rows.reverse();
}

export interface ExportedLog {
  id: number;
  /** In the user's zone, DD-MM-YYYY HH:mm. */
  time: string;
  action: LogAction;
  profile_name: string | null;
  recipient: string | null;
  message: string;
}

/** The next lines of a campaign's log after an id, oldest first. */
export async function listLogsAfter(
  tx: Tx,
  { user_id, campaign_id, after, limit }: CampaignKey & { after: number; limit: number },
): Promise<ExportedLog[]> {
  const lines = await sql<ExportedLog>`
    select logs.id, to_char(logs.created_at at time zone users.time_zone, 'DD-MM-YYYY HH24:MI') as time, action,
      profile_name, recipient, message
    from campaign_logs logs join users on users.id = logs.user_id
    where logs.user_id = ${user_id} and campaign_id = ${campaign_id} and logs.id > ${after}
    order by logs.id limit ${limit}`.execute(tx);
  return lines.rows;
}

import type { CampaignStatus, LogAction } from '@pigeonpost/contract/campaigns';
import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { type LogEvent, publishEvents } from './publish.ts';

interface Change {
  to: CampaignStatus;
  action: LogAction;
  message: string;
}

/** Writes a campaign's new status with its moment and a line of its log, and tells the browsers. */
export async function changeStatus(context: EngineContext, key: CampaignKey, change: Change): Promise<void> {
  const now = context.deps.clock.now();
  await updateStatus(context.tx, key, { status: change.to, now });
  publishEvents(context, [
    { kind: 'status', ...key, status: change.to },
    ...(await insertLog(context.tx, key, { ...change, now })),
  ]);
}

async function updateStatus(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { status, now }: { status: CampaignStatus; now: Date },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ status, paused_reason: null })
    .$if(status === 'running', (update) =>
      update.set({ started_at: sql<string>`coalesce(started_at, ${now}::timestamptz)` }),
    )
    .$if(status === 'completed', (update) => update.set({ completed_at: now }))
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .execute();
}

async function insertLog(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { action, message, now }: { action: LogAction; message: string; now: Date },
): Promise<LogEvent[]> {
  const written = await sql<LogEvent>`
    with line as (
      insert into campaign_logs (user_id, campaign_id, action, created_at, message)
      values (${user_id}, ${campaign_id}, ${action}, ${now}, ${message}) returning *)
    select 'log' as kind, line.user_id, line.campaign_id, line.id, campaigns.name as campaign_name, line.action,
      line.profile_name, line.recipient, line.message
    from line join campaigns on campaigns.user_id = line.user_id and campaigns.id = line.campaign_id`.execute(
    tx,
  );
  return written.rows;
}

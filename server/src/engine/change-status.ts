import type { CampaignStatus, LogAction } from '@pigeonpost/contract/campaigns';
import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { type LogEvent, publishEvents } from './publish.ts';

interface Change {
  to: CampaignStatus;
  action: LogAction;
  message: string;
  /** For how long its start can be undone, and what it was before. */
  countdown?: { until: Date; from: 'pending' | 'paused' } | undefined;
}

/** Writes a campaign's new status with its moment and a line of its log, and tells the browsers. */
export async function changeStatus(context: EngineContext, key: CampaignKey, change: Change): Promise<void> {
  const now = context.deps.clock.now();
  await updateStatus(context.tx, key, { ...change, now });
  await tellStatus(context, key, { status: change.to, action: change.action, message: change.message });
}

/** Writes a line of a campaign's log, and tells the browsers of it and of the status, or of what changed besides. */
export async function tellStatus(
  context: EngineContext,
  key: CampaignKey,
  { status, ...line }: { status: CampaignStatus; action: LogAction; message: string },
): Promise<void> {
  publishEvents(context, [
    { kind: 'status', ...key, status },
    ...(await insertLog(context.tx, key, { ...line, now: context.deps.clock.now() })),
  ]);
}

async function updateStatus(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  { to: status, countdown, now }: Pick<Change, 'to' | 'countdown'> & { now: Date },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      status,
      paused_reason: null,
      countdown_until: countdown?.until ?? null,
      countdown_from: countdown?.from ?? null,
      countdown_reason: countdown ? sql<string>`paused_reason` : null,
    })
    .$if(status === 'running', (update) =>
      update.set({
        started_at: sql<string>`coalesce(started_at, ${now}::timestamptz)`,
        is_canary_over: sql<boolean>`is_canary_over or coalesce(paused_reason = canary_done(canary), false)`,
        start_at: null,
        start_problem: null,
        is_overdue: false,
      }),
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

import type { CampaignStatus, LogAction } from '@pigeonpost/contract/campaigns';
import type { Pause, PauseKind } from '@pigeonpost/contract/pauses';
import type { Reason } from '@pigeonpost/contract/reasons';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { type LogEvent, publishEvents } from './publish.ts';

interface Change {
  to: CampaignStatus;
  action: LogAction;
  reason?: Reason | undefined;
  /** For how long its start can be undone, and what it was before. */
  countdown?: { until: Date; from: 'pending' | 'paused' } | undefined;
}

/** Writes a line of a campaign's log and tells the browsers. */
export async function writeLog(
  context: EngineContext,
  key: CampaignKey,
  line: { action: LogAction; reason?: Reason | undefined },
): Promise<void> {
  publishEvents(context, await insertLog(context.tx, key, { ...line, now: context.deps.clock.now() }));
}

/** Writes a campaign's new status with its moment and a line of its log, and tells the browsers. */
export async function changeStatus(context: EngineContext, key: CampaignKey, change: Change): Promise<void> {
  const now = context.deps.clock.now();
  await updateStatus(context.tx, key, { ...change, now });
  await tellStatus(context, key, { status: change.to, action: change.action, reason: change.reason });
}

/** Writes a line of a campaign's log and tells the browsers of it and of the status. */
export async function tellStatus(
  context: EngineContext,
  key: CampaignKey,
  { status, ...line }: { status: CampaignStatus; action: LogAction; reason?: Reason | undefined },
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
      pause_kind: null,
      pause_args: null,
      // Words of which no kind is known.
      paused_reason: null,
      countdown_until: countdown?.until ?? null,
      countdown_from: countdown?.from ?? null,
      countdown_kind: countdown ? sql<PauseKind>`pause_kind` : null,
      countdown_args: countdown ? sql<string>`pause_args` : null,
    })
    .$if(status === 'running', (update) =>
      update.set({
        started_at: sql<string>`coalesce(started_at, ${now}::timestamptz)`,
        is_canary_over: sql<boolean>`is_canary_over or coalesce(pause_kind = 'review', false)`,
        start_at: null,
        start_refusal: null,
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
  { action, reason, now }: { action: LogAction; reason?: Reason | undefined; now: Date },
): Promise<LogEvent[]> {
  const given = sql`${reason ? JSON.stringify(reason) : null}::jsonb`;
  const written = await sql<LogEvent>`
    with line as (
      insert into campaign_logs (user_id, campaign_id, action, created_at, reason_kind, reason_args)
      values (${user_id}, ${campaign_id}, ${action}, ${now}, ${given}->>'kind', args_of(${given})) returning *)
    select 'log' as kind, line.user_id, line.campaign_id, line.id, campaigns.name as campaign_name, line.action,
      line.profile_name, line.recipient, line.message, line.reason_kind, line.reason_args
    from line join campaigns on campaigns.user_id = line.user_id and campaigns.id = line.campaign_id`.execute(
    tx,
  );
  return written.rows;
}

/**
 * Why the server paused a campaign; null: it did not. For a query over one table of campaigns. Words without a kind are of
 * a version that this one does not know.
 */
export const pauseColumn: RawBuilder<Pause | null> = sql`
  case when pause_kind is not null then jsonb_build_object('kind', pause_kind) || coalesce(pause_args, '{}')
    when paused_reason is not null then jsonb_build_object('kind', 'told', 'words', paused_reason) end`;

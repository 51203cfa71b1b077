import { UNDO_OVER, UNDO_OVER_TEXT } from '@pigeonpost/contract/campaigns';
import type { PauseKind } from '@pigeonpost/contract/pauses';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { tellStatus } from '../change-status.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';

/**
 * Puts a campaign back as it was before its start, while that can be undone (docs/engine.md#countdown). Throws errors
 * for people.
 */
export async function undoStart(context: EngineContext, key: CampaignKey): Promise<void> {
  if (!(await undoCountdown(context, key))) throw conflict(UNDO_OVER_TEXT, { code: UNDO_OVER });
}

/** The same; false where there is nothing to undo any more. */
export async function undoCountdown(context: EngineContext, key: CampaignKey): Promise<boolean> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const started = await findStarted(tx, key, deps.clock.now());
  if (!started) throw notFound('Campaign not found');
  if (!started.can_be_undone) return false;
  await putBack(tx, key, started.from);
  await tellStatus(context, key, {
    status: started.from,
    action: 'undone',
    reason: { kind: 'start_undone' },
  });
  return true;
}

interface Started {
  from: 'pending' | 'paused';
  can_be_undone: boolean;
}

/** After a first start nobody may be in work: a server whose clock is behind must not undo what was handed out. */
async function findStarted(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<Started | undefined> {
  const { rows } = await sql<Started>`
    select countdown_from as "from", c.status = 'running' and is_counting_down(countdown_until, ${now})
      and (countdown_from = 'paused' or not exists (select from deliveries d
        where d.user_id = c.user_id and d.campaign_id = c.id and d.state <> 'skipped')) as can_be_undone
    from campaigns c
    where c.user_id = ${user_id} and c.id = ${campaign_id} and c.deleted_at is null`.execute(tx);
  return rows[0];
}

/** Without a mark its total is that of its list again, and its line is read from the beginning. */
async function putBack(tx: Tx, { user_id, campaign_id }: CampaignKey, from: Started['from']): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      status: from,
      pause_kind: sql<PauseKind>`countdown_kind`,
      pause_args: sql<string>`countdown_args`,
      countdown_until: null,
      countdown_from: null,
      countdown_kind: null,
      countdown_args: null,
      ...(from === 'pending' && { mark: null, started_at: null }),
    })
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .execute();
  if (from !== 'pending') return;
  await tx
    .updateTable('campaign_progress')
    .set({ cursor: 0, shared_cursor: 0 })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', campaign_id)
    .execute();
  await tx
    .updateTable('campaign_profiles')
    .set({ cursor: 0 })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', campaign_id)
    .where('cursor', '>', 0)
    .execute();
}

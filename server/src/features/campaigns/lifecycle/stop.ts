import { type CampaignStatus, campaignCan } from '@pigeonpost/contract/campaigns';
import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { stopRetries } from '../../../engine/by-hand/stop-retries.ts';
import { changeStatus } from '../../../engine/change-status.ts';
import type { CampaignKey, EngineContext } from '../../../engine/context.ts';
import { undoCountdown } from '../../../engine/start/undo-start.ts';
import { conflict } from '../../../errors.ts';
import { findFreeze } from '../../freeze/queries.ts';
import { queueWindowRequests, type WindowProfile } from '../../requests/queue-window-requests.ts';
import { lockStatus } from './change-campaign-queries.ts';

/**
 * Pauses a running campaign and asks the agents to close its browsers that were last reported open. Returns how many.
 * It may be repeated on a paused campaign.
 */
export async function stopCampaign(context: EngineContext, key: CampaignKey): Promise<number> {
  const status = await lockStatus(context.tx, key);
  if (!campaignCan('stop', status)) throw conflict(`This campaign is ${status}: there is nothing to stop.`);
  if (status === 'running') await pause(context, key);
  return closeBrowsers(context, key);
}

/** Makes a running or paused campaign paused or completed; repeating it changes nothing. */
export async function setStatus(context: EngineContext, key: CampaignKey, to: CampaignStatus): Promise<void> {
  const from = await lockStatus(context.tx, key);
  if (to !== 'paused' && to !== 'completed') throw conflict(`A campaign cannot be set to ${to}.`);
  if (from === to) return;
  if (to === 'paused' && campaignCan('pause', from)) return pause(context, key);
  if (to !== 'completed' || !campaignCan('stop', from))
    throw conflict(`A ${from} campaign cannot be set to ${to}.`);
  // It keeps its total: '200 of 1,000'.
  await changeStatus(context, key, { to, action: 'completed', reason: { kind: 'stopped_early' } });
  await stopRetries(context, key);
}

const MESSAGED_UNKNOWN =
  'A backup was restored, and not everybody whom this campaign messaged is known again. Continue sending first, then delete it.';

/**
 * Removes a campaign from every screen; `requeueDeletedCampaigns` does the rest (docs/behaviour.md#deletions). A
 * running one is stopped.
 */
export async function deleteCampaign(
  context: EngineContext,
  key: CampaignKey,
  { keep_sent }: { keep_sent: boolean },
): Promise<void> {
  const { tx, afterCommit, deps } = context;
  const status = await lockStatus(tx, key);
  if (keep_sent && (await findFreeze(tx, key.user_id))) throw conflict(MESSAGED_UNKNOWN);
  if (status === 'running') await closeBrowsers(context, key);
  const now = deps.clock.now();
  await tx
    .updateTable('campaigns')
    .set({
      deleted_at: now,
      keep_sent,
      ...(status === 'running' && { status: 'completed', completed_at: now }),
    })
    .where('user_id', '=', key.user_id)
    .where('id', '=', key.campaign_id)
    .execute();
  afterCommit(() =>
    deps.publish(key.user_id, 'campaign_update', { campaign_id: key.campaign_id, status: 'deleted' }),
  );
}

/** While a start can be undone, a pause undoes it: nothing was sent (docs/behaviour.md#undo-a-start). */
async function pause(context: EngineContext, key: CampaignKey): Promise<void> {
  if (await undoCountdown(context, key)) return;
  await changeStatus(context, key, { to: 'paused', action: 'paused' });
}

async function closeBrowsers(context: EngineContext, key: CampaignKey): Promise<number> {
  const profiles = await listDrivenProfiles(context.tx, key);
  await queueWindowRequests(context, { user_id: key.user_id, kind: 'close', profiles });
  return profiles.length;
}

/**
 * The campaign's profiles with a reported open browser, each with its machine, except those that another running
 * campaign uses now.
 */
async function listDrivenProfiles(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<WindowProfile[]> {
  const { rows } = await sql<WindowProfile>`
    select p.id, p.profile_name, p.profile_path, min(a.id) as agent_id
    from campaign_profiles cp
    join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id and p.deleted_at is null
    join agents a on a.user_id = cp.user_id and a.revoked_at is null and p.profile_path = any (a.driving_paths)
    where cp.user_id = ${user_id} and cp.campaign_id = ${campaign_id}
      and not exists (
        select from campaign_profiles theirs
        join campaigns other on other.user_id = theirs.user_id and other.id = theirs.campaign_id
        where theirs.user_id = ${user_id} and theirs.profile_id = p.id and theirs.campaign_id <> ${campaign_id}
          and other.status = 'running' and other.deleted_at is null)
    group by p.id, p.profile_name, p.profile_path order by p.id`.execute(tx);
  return rows;
}

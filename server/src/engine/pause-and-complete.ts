import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import { callWithin } from '../database/transactions.ts';
import { act } from './by-hand/act.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import { lockEngine } from './engine-lock.ts';
import { type EngineEvent, publishEvents } from './publish.ts';

/**
 * Pauses the running campaigns of these users that may not or cannot go on: the subscription ended, the account
 * is disabled, or no profile of theirs is eligible. The user lock must be held.
 */
export async function pauseIneligibleCampaigns(context: EngineContext, user_ids: number[]): Promise<void> {
  const now = context.deps.clock.now();
  publishEvents(context, await callWithin<EngineEvent[]>(context.tx, 'pause_ineligible', [now, user_ids]));
}

/** The same for a user who switches a profile off or deletes it, taking the lock. They know why, so nothing notifies them. */
export async function checkEligibleProfiles(context: EngineContext, user_id: number): Promise<void> {
  await lockEngine(context, { user_ids: [user_id] });
  const args = [context.deps.clock.now(), [user_id], true];
  publishEvents(context, await callWithin<EngineEvent[]>(context.tx, 'pause_ineligible', args));
}

/** Ends those of the campaigns that have nothing left to do (docs/engine.md#completing). The user lock must be held. */
export async function completeCampaigns(context: EngineContext, campaigns: CampaignKey[]): Promise<void> {
  if (campaigns.length === 0) return;
  const users = campaigns.map(({ user_id }) => user_id);
  const ids = campaigns.map(({ campaign_id }) => campaign_id);
  const now = context.deps.clock.now();
  publishEvents(
    context,
    await callWithin<EngineEvent[]>(context.tx, 'complete_campaigns', [now, users, ids]),
  );
}

/**
 * Ends the waiting of those whom a campaign was to try again when its owner stopped it
 * (docs/engine.md#stopping). The user lock must be held.
 */
export async function stopRetries(context: EngineContext, key: CampaignKey): Promise<void> {
  const { rows } = await context.tx.query<{ recipient_id: number; state: DeliveryState }>(
    `select recipient_id, state from deliveries
    where user_id = $1 and campaign_id = $2 and retry_at is not null`,
    [key.user_id, key.campaign_id],
  );
  const waiting = rows.map((row) => ({ ...key, ...row, is_over: true }));
  await act(context, waiting, () => 'stop');
}

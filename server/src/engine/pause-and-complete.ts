import { lockUser } from '../database/locks.ts';
import { callWithin } from '../database/transactions.ts';
import { askWithin } from './ask-engine.ts';
import { type CampaignKey, type EngineEvent, publishEvents, type Step } from './events.ts';

/**
 * Pauses the running campaigns of these users that may not or cannot go on: the subscription ended, the account
 * is disabled, or no profile of theirs is eligible. The user lock must be held.
 */
export async function pauseIneligibleCampaigns(step: Step, user_ids: number[]): Promise<void> {
  const now = step.deps.clock.now();
  publishEvents(step, await callWithin<EngineEvent[]>(step.tx, 'pause_ineligible', [now, user_ids]));
}

/** The same for one user, taking the lock: after a profile was switched off, deleted or blocked. */
export async function checkEligibleProfiles(step: Step, user_id: number): Promise<void> {
  await lockUser(step.tx, user_id);
  await pauseIneligibleCampaigns(step, [user_id]);
}

/** Ends those of the campaigns that have nothing left to do (docs/engine.md#completing). The user lock must be held. */
export async function completeCampaigns(step: Step, campaigns: CampaignKey[]): Promise<void> {
  if (campaigns.length === 0) return;
  const users = campaigns.map(({ user_id }) => user_id);
  const ids = campaigns.map(({ campaign_id }) => campaign_id);
  const now = step.deps.clock.now();
  publishEvents(step, await callWithin<EngineEvent[]>(step.tx, 'complete_campaigns', [now, users, ids]));
}

/**
 * Ends the waiting of those whom a campaign was to try again when its owner stopped it
 * (docs/engine.md#stopping). The user lock must be held.
 */
export async function stopRetries(step: Step, { user_id, campaign_id }: CampaignKey): Promise<void> {
  await askWithin<null>(step, 'stop_retries', [user_id, campaign_id]);
}

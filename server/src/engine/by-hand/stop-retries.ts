import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { CampaignKey, EngineContext } from '../context.ts';
import { act } from './act.ts';

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

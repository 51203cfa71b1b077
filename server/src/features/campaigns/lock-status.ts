import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/events.ts';
import { notFound } from '../../http/errors.ts';

/** The status of a campaign, which nobody else changes until the transaction ends (docs/engine.md#locks); 404 without one. */
export async function lockStatus(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<CampaignStatus> {
  await lockUser(tx, user_id);
  const campaign = await tx
    .selectFrom('campaigns')
    .select('status')
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!campaign) throw notFound('Campaign not found');
  return campaign.status;
}

import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import { findCampaign } from './campaign-queries.ts';
import type { CampaignKey } from './effects.ts';

/** A campaign as every call answers it, or 404. */
export async function getCampaign(tx: Tx, key: CampaignKey, now: Date): Promise<Campaign> {
  const campaign = await findCampaign(tx, key, now);
  if (!campaign) throw notFound('Campaign not found');
  return campaign;
}

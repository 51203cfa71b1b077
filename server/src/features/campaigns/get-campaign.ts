import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/events.ts';
import { notFound } from '../../http/errors.ts';
import { findCampaign } from './campaign-queries.ts';

/** A campaign as every call answers it, or 404. */
export async function getCampaign(tx: Tx, key: CampaignKey, now: Date): Promise<Campaign> {
  const campaign = await findCampaign(tx, key, now);
  if (!campaign) throw notFound('Campaign not found');
  return campaign;
}

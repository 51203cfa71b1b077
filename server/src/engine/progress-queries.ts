import type { Tx } from '../database/transaction.ts';
import type { CampaignKey } from './context.ts';

/** The counters of a campaign that was just made, all of them 0. */
export async function insertProgress(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<void> {
  await tx.insertInto('campaign_progress').values({ user_id, campaign_id }).execute();
}

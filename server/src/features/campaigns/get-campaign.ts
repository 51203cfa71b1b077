import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { notFound } from '../../errors.ts';
import { type CampaignRow, findCampaign } from './campaign-queries.ts';
import { describeCampaign, findWaits } from './standstill/standstill.ts';

/** A campaign as every call answers it, or 404. */
export async function getCampaign(
  tx: Tx,
  key: CampaignKey,
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<Campaign> {
  const row = await getCampaignRow(tx, key, deps.clock.now());
  return describeCampaign(row, row.status === 'running' ? await findWaits(tx, key, deps) : new Map());
}

/** A campaign without its standstill, or 404: for calls with another answer. */
export async function getCampaignRow(tx: Tx, key: CampaignKey, now: Date): Promise<CampaignRow> {
  const row = await findCampaign(tx, key, now);
  if (!row) throw notFound('Campaign not found');
  return row;
}

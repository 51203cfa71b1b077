import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { notFound } from '../../errors.ts';
import { type CampaignRow, findCampaign } from './campaign-queries.ts';
import { describeCampaign, type RunningCampaigns, readRunning } from './standstill/standstill.ts';

/** A campaign as every call answers it, or 404. */
export async function getCampaign(
  tx: Tx,
  key: CampaignKey,
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<Campaign> {
  return (await getCampaignWithNext(tx, key, deps)).campaign;
}

/** The same, with the profile whose message is due next while it runs. */
export async function getCampaignWithNext(
  tx: Tx,
  key: CampaignKey,
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<{ campaign: Campaign; next_profile_name: string | null }> {
  const row = await getCampaignRow(tx, key, deps.clock.now());
  const running = row.status === 'running' ? await readRunning(tx, key, deps) : NONE_RUNS;
  const next_profile_name = running.next.get(key.campaign_id)?.profile_name ?? null;
  return { campaign: describeCampaign(row, running), next_profile_name };
}

const NONE_RUNS: RunningCampaigns = { waits: new Map(), next: new Map() };

/** A campaign without its standstill, or 404: for calls with another answer. */
export async function getCampaignRow(tx: Tx, key: CampaignKey, now: Date): Promise<CampaignRow> {
  const row = await findCampaign(tx, key, now);
  if (!row) throw notFound('Campaign not found');
  return row;
}

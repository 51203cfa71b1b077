import {
  CAMPAIGN_HAS_STARTED,
  CAMPAIGN_NOT_ENDED,
  type CampaignStatus,
  IS_A_DRAFT,
} from '@pigeonpost/contract/campaigns';
import type { UpdateObject } from 'kysely';
import { lockUser } from '../../../database/locks.ts';
import type { Database } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey, EngineContext } from '../../../engine/context.ts';
import { readText } from '../../../engine/read-text.ts';
import { conflict, notFound } from '../../../errors.ts';
import { insertProfiles } from './create-queries.ts';

/** The status of a campaign, locked until the transaction ends (docs/engine.md#locks); 404 without one. */
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

/** Changes the message of a campaign that was never started; after a start its people got the old one. */
export async function changeMessage(
  { tx, afterCommit, deps }: EngineContext,
  { user_id, campaign_id }: CampaignKey,
  template_content: string,
): Promise<void> {
  const status = await lockStatus(tx, { user_id, campaign_id });
  if (status !== 'pending') throw conflict(CAMPAIGN_HAS_STARTED);
  const changed = await tx
    .updateTable('campaigns')
    .set(await readText(tx, { user_id, content: template_content }))
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('is_draft', '=', false)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw conflict(IS_A_DRAFT);
  afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status: 'pending' }));
}

/** Changes columns of a campaign, and its profiles if they are given. */
export async function updateCampaign(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  columns: UpdateObject<Database, 'campaigns'>,
  profile_ids: number[] | undefined,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set(columns)
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .execute();
  if (!profile_ids) return;
  await tx
    .deleteFrom('campaign_profiles')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', campaign_id)
    .execute();
  await insertProfiles(tx, { user_id, campaign_id }, profile_ids);
}

/** Archives ended campaigns, or restores them: all or none. Returns how many changed. */
export async function archiveCampaigns(
  { tx, afterCommit, deps }: EngineContext,
  user_id: number,
  { campaign_ids, archived }: { campaign_ids: number[]; archived: boolean },
): Promise<number> {
  const ids = [...new Set(campaign_ids)];
  await lockUser(tx, user_id);
  const found = await tx
    .selectFrom('campaigns')
    .select(['id', 'status'])
    .where('user_id', '=', user_id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  if (found.length < ids.length) throw notFound('Campaign not found');
  if (found.some(({ status }) => status !== 'completed' && status !== 'failed'))
    throw conflict(CAMPAIGN_NOT_ENDED);
  const changed = await tx
    .updateTable('campaigns')
    .set({ archived_at: archived ? deps.clock.now() : null })
    .where('user_id', '=', user_id)
    .where('id', 'in', ids)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .returning(['id', 'status'])
    .execute();
  afterCommit(() => {
    for (const { id, status } of changed)
      deps.publish(user_id, 'campaign_update', { campaign_id: id, status });
  });
  return changed.length;
}

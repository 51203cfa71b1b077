import { IS_A_DRAFT } from '@pigeonpost/contract/campaigns';
import { tryLockPlan } from '../../../database/locks.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { conflict, tooMany } from '../../../errors.ts';
import { findFollowed } from '../follow-ups/follow-up-queries.ts';
import { getCampaignRow } from '../get-campaign.ts';
import { findText } from '../plan/plan-queries.ts';

/**
 * A plan reads a whole list: a user has one at a time, on whatever server. Nobody waits for the end of a transaction
 * that only reads, so the next plan could still find the lock taken.
 */
export async function lockPlan(tx: Tx, user_id: number): Promise<void> {
  if (!(await tryLockPlan(tx, user_id)))
    throw tooMany('Another count of your people is under way. Try again.', 1);
}

/** A campaign that has not ended: its text as it is filled, and when it begins by itself. */
export async function getUnended(tx: Tx, key: CampaignKey, now: Date) {
  const campaign = await getCampaignRow(tx, key, now);
  const { status, stage, start_at, started_at, countdown_until, list_id } = campaign;
  if (stage === 'draft') throw conflict(IS_A_DRAFT);
  if (status === 'completed' || status === 'failed') throw conflict('This campaign has ended.');
  const starts_at = stage === 'scheduled' ? start_at : countdown_until;
  const content = campaign.template_content;
  return {
    user_id: key.user_id,
    status,
    list_id,
    starts_at,
    started_at,
    follows: (await findFollowed(tx, key))?.follows_campaign_id != null,
    content,
    fields: [],
    ...(await findText(tx, key)),
  };
}

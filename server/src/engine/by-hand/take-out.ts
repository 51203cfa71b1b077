import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { BEING_SENT_TO, NOT_PUT_BACK } from '@pigeonpost/contract/campaigns/take-out';
import type { Tx } from '../../database/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { askWithin } from '../ask-engine.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';

interface Asked {
  /** Before the step. */
  status: CampaignStatus;
  /** How many of the recipients are the campaign's. */
  known: number;
}

interface TakenOut extends Asked {
  taken_out: number;
  being_sent: number;
}

/**
 * Takes people out of a campaign that has not ended (docs/engine.md#taking-out). Those who are named each have a line in
 * the log, and it is 409 if nobody can be, because all are being sent to; a group has one line.
 */
export async function takeOut(
  context: EngineContext,
  key: CampaignKey,
  { recipient_ids, isGroup }: { recipient_ids: number[]; isGroup: boolean },
): Promise<{ taken_out: number; being_sent: number }> {
  await lockEngine(context, { user_ids: [key.user_id] });
  const found = await ask<TakenOut>(context, 'take_out', key, [recipient_ids, !isGroup]);
  if (hasEnded(found)) throw conflict('This campaign has ended.');
  const { taken_out, being_sent } = found;
  if (!isGroup && taken_out === 0 && being_sent > 0) throw conflict(BEING_SENT_TO);
  if (taken_out > 0) tellChange(context, key, found);
  return { taken_out, being_sent };
}

/** Puts people back who were taken out; 409 if that is possible for none of them. */
export async function putBack(
  context: EngineContext,
  key: CampaignKey,
  recipient_ids: number[],
): Promise<{ put_back: number }> {
  await lockEngine(context, { user_ids: [key.user_id] });
  const found = await ask<Asked & { put_back: number }>(context, 'put_back', key, [recipient_ids]);
  if (found.put_back === 0) throw conflict(NOT_PUT_BACK);
  tellChange(context, key, found);
  return { put_back: found.put_back };
}

/**
 * Forgets who was taken out of a campaign that was never started, because it gets another list. The user's lock must be
 * held (docs/engine.md#locks).
 */
export async function forgetTakenOut(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<void> {
  await tx
    .deleteFrom('deliveries')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', campaign_id)
    .execute();
  await tx
    .updateTable('campaign_progress')
    .set({ taken_out: 0 })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', campaign_id)
    .execute();
}

const hasEnded = ({ status }: Asked) => status === 'completed' || status === 'failed';

async function ask<Answer extends Asked>(
  context: EngineContext,
  name: 'take_out' | 'put_back',
  { user_id, campaign_id }: CampaignKey,
  args: unknown[],
): Promise<Answer> {
  const found = await askWithin<Answer | null>(context, name, [user_id, campaign_id, ...args]);
  if (!found) throw notFound('Campaign not found');
  if (found.known === 0) throw notFound('Recipient not found');
  return found;
}

/** A profile whose lease was revoked is free, and the screens count anew: before a start nothing else tells them. */
function tellChange(context: EngineContext, { user_id, campaign_id }: CampaignKey, { status }: Asked): void {
  const { afterCommit, deps } = context;
  deps.nudges.nudge(context, user_id);
  if (status === 'pending')
    afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status }));
}

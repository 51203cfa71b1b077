import { BEING_SENT_TO, NOT_PUT_BACK } from '@pigeonpost/contract/campaigns/take-out';
import {
  type EditedCampaign,
  isUnclaimed,
  judgePutBack,
  judgeTakeOut,
  type PersonFacts,
} from '@pigeonpost/contract/rules/take-out';
import type { Tx } from '../../database/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { writeLog } from '../change-status.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';
import { endOrPauseCampaigns } from '../pause-and-complete.ts';
import { publishEvents } from '../publish.ts';
import { type Decision, writeUntold } from '../write-changes.ts';
import { countTakenOut, forgetPeople, passOverKnown, readCampaign, readPeople } from './take-out-queries.ts';

/**
 * Takes people out of a campaign that has not ended (docs/engine.md#taking-out). Those who are named each have a line in
 * the log, and it is 409 if nobody can be, because all are being sent to; a group has one line.
 */
export async function takeOut(
  context: EngineContext,
  key: CampaignKey,
  { recipient_ids, isGroup }: { recipient_ids: number[]; isGroup: boolean },
): Promise<{ taken_out: number; being_sent: number }> {
  const { campaign, people } = await read(context, key, recipient_ids);
  if (campaign.status === 'completed' || campaign.status === 'failed')
    throw conflict('This campaign has ended.');
  let being_sent = 0;
  const out = people.flatMap(({ recipient_id, ...person }): Decision[] => {
    const change = judgeTakeOut(campaign, person);
    if (change === 'being_sent') being_sent += 1;
    if (change === null || change === 'being_sent') return [];
    return [{ ...key, recipient_id, change: isGroup ? { ...change, action: undefined } : change }];
  });
  const taken_out = out.length;
  if (!isGroup && taken_out === 0 && being_sent > 0) throw conflict(BEING_SENT_TO);
  if (taken_out > 0) await writeTakenOut(context, key, { campaign, out, isGroup });
  return { taken_out, being_sent };
}

/** Puts people back who were taken out; 409 if that is possible for none of them. */
export async function putBack(
  context: EngineContext,
  key: CampaignKey,
  recipient_ids: number[],
): Promise<{ put_back: number }> {
  const { campaign, people } = await read(context, key, recipient_ids);
  const now = context.deps.clock.now().getTime();
  const forgotten: number[] = [];
  const back: Decision[] = [];
  for (const { recipient_id, ...person } of people) {
    const change = judgePutBack(campaign, person, now);
    if (change === 'forget') forgotten.push(recipient_id);
    else if (change) back.push({ ...key, recipient_id, change });
  }
  const put_back = forgotten.length + back.length;
  if (put_back === 0) throw conflict(NOT_PUT_BACK);
  await countTakenOut(context.tx, key, -put_back);
  if (forgotten.length > 0)
    await forgetPeople(context, key, { recipient_ids: forgotten, isMarked: campaign.is_marked });
  publishEvents(context, await writeUntold(context, back));
  tellChange(context, key, campaign);
  return { put_back };
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

async function read(
  context: EngineContext,
  key: CampaignKey,
  recipient_ids: number[],
): Promise<{ campaign: EditedCampaign; people: (PersonFacts & { recipient_id: number })[] }> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const campaign = await readCampaign(tx, key, deps.clock.now());
  if (!campaign) throw notFound('Campaign not found');
  const people = await readPeople(tx, key, recipient_ids);
  if (people.length === 0) throw notFound('Recipient not found');
  return { campaign, people };
}

async function writeTakenOut(
  context: EngineContext,
  key: CampaignKey,
  { campaign, out, isGroup }: { campaign: EditedCampaign; out: Decision[]; isGroup: boolean },
): Promise<void> {
  const events = await writeUntold(context, out);
  await countTakenOut(context.tx, key, out.length);
  // Before its start a campaign's total is its list's, which its progress does not know.
  publishEvents(context, campaign.is_marked ? events : events.filter(({ kind }) => kind !== 'progress'));
  if (isGroup)
    await writeLog(context, key, { action: 'skipped', reason: { kind: 'taken_out', people: out.length } });
  if (!isUnclaimed(campaign)) {
    await passOverKnown(context.tx, key);
    await endOrPauseCampaigns(context, [key]);
  }
  tellChange(context, key, campaign);
}

/** A profile whose lease was revoked is free, and the screens count anew: before a start nothing else tells them. */
function tellChange(
  context: EngineContext,
  { user_id, campaign_id }: CampaignKey,
  { status }: EditedCampaign,
): void {
  const { afterCommit, deps } = context;
  deps.nudges.nudge(context, user_id);
  if (status === 'pending')
    afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status }));
}

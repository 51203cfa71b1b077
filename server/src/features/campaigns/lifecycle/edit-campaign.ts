import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import {
  CAMPAIGN_FIELDS_MISSING,
  type CampaignParts,
  IS_A_DRAFT,
  missingParts,
  START_AFTER_END,
  STARTED_KEEPS_PARTS,
} from '@pigeonpost/contract/campaigns';
import { FOLLOW_UP_KEEPS_PARTS } from '@pigeonpost/contract/campaigns/follow-up';
import type { Tx } from '../../../database/transaction.ts';
import { forgetTakenOut } from '../../../engine/by-hand/take-out.ts';
import type { CampaignKey, EngineContext } from '../../../engine/context.ts';
import { countForCap } from '../../../engine/counters/sending-days.ts';
import { lockEngine } from '../../../engine/engine-lock.ts';
import { scheduleCampaign } from '../../../engine/start/schedule.ts';
import { badRequest, conflict } from '../../../errors.ts';
import type { CampaignRow } from '../campaign-queries.ts';
import { findFollowed } from '../follow-ups/follow-up-queries.ts';
import { getCampaignRow } from '../get-campaign.ts';
import { findKeptLeaveOut, readLeaveOut } from '../plan/leave-out.ts';
import { readParts } from './campaign-parts.ts';
import { type CampaignTimes, readTimes } from './campaign-times.ts';
import { updateCampaign } from './change-campaign-queries.ts';

interface CampaignChange extends CampaignParts, CampaignTimes {
  start_at?: string | null | undefined;
  draft?: false | undefined;
  leave_out?: LeaveOutInput | undefined;
}

/**
 * Changes everything of a pending campaign, and finishes a draft; of one that was started only its limits
 * (docs/behaviour.md#limits-of-a-campaign). Throws errors for people.
 */
export async function editCampaign(
  context: EngineContext,
  key: CampaignKey,
  asked: CampaignChange,
): Promise<void> {
  const { tx, afterCommit, deps } = context;
  const { user_id, campaign_id } = key;
  await lockEngine(context, { user_ids: [user_id] });
  const now = deps.clock.now();
  const saved = await getCampaignRow(tx, key, now);
  const { status } = saved;
  const change = await withoutKept(tx, key, asked, saved);
  if (status === 'completed' || status === 'failed') throw conflict('This campaign has ended.');
  if (status !== 'pending' && changesParts(change)) throw conflict(STARTED_KEEPS_PARTS);
  const wasDraft = saved.stage === 'draft';
  const isDraft = wasDraft && change.draft !== false;
  const { start_at = wasDraft ? null : saved.start_at, not_after = saved.not_after } = change;
  const wanted = wantedParts(change, { ...saved, profiles_used: saved.used.ids });
  if (!isDraft) checkMissing(wanted, wasDraft);
  const kept = new Set(wasDraft ? [] : saved.used.ids);
  const parts = { user_id, wanted, kept, isDraft, isScheduled: start_at !== null };
  const { columns, profile_ids } = await readParts(tx, parts);
  const times = await readTimes(tx, { user_id, times: change, now });
  if (change.start_at === undefined && start_at !== null && not_after !== null && start_at >= not_after)
    throw badRequest(START_AFTER_END, { fields: { not_after: START_AFTER_END } });
  const list_id = wanted.list_id === undefined ? saved.list_id : wanted.list_id;
  const { leave_out = await findKeptLeaveOut(tx, key) } = change;
  const leftOut = status === 'pending' && {
    leave_out: await readLeaveOut(tx, { user_id, list_id, leave_out }),
  };
  const draft = { is_draft: isDraft, ...(wasDraft && { draft_start_at: isDraft ? change.start_at : null }) };
  await updateCampaign(tx, key, { ...columns, ...times, ...draft, ...leftOut }, profile_ids);
  if (columns.list_id !== undefined && columns.list_id !== saved.list_id) await forgetTakenOut(tx, key);
  if (change.cap_day !== undefined) await countForCap(tx, key, { cap_day: change.cap_day, now });
  if (change.start_at !== undefined && !isDraft) {
    const moment = change.start_at === null ? null : new Date(change.start_at);
    await scheduleCampaign(context, key, moment);
  }
  deps.nudges.nudge(context, user_id);
  afterCommit(() => deps.publish(user_id, 'campaign_update', { campaign_id, status }));
}

/**
 * The change, without what a follow-up keeps: it writes to its own people by the profiles that wrote first
 * (docs/behaviour.md#follow-ups). Another list or other profiles are a conflict.
 */
async function withoutKept(tx: Tx, key: CampaignKey, change: CampaignChange, saved: CampaignRow) {
  const followed = await findFollowed(tx, key);
  if (!followed || followed.follows_campaign_id === null) return change;
  const { list_id = saved.list_id, profiles_used = saved.used.ids, ...others } = change;
  const isSame = new Set(profiles_used).symmetricDifference(new Set(saved.used.ids)).size === 0;
  if (list_id !== saved.list_id || !isSame) throw conflict(FOLLOW_UP_KEEPS_PARTS);
  return others;
}

const changesParts = ({ hours, not_after, cap_day, ...others }: CampaignChange) =>
  Object.values(others).some((value) => value !== undefined);

/** Those that change; of a draft that is being finished all, because nothing of them was copied yet. */
function wantedParts(change: CampaignChange, saved: Required<CampaignParts> & { stage: string | null }) {
  const { name, message_template_id, list_id, profiles_used } = change;
  if (saved.stage !== 'draft' || change.draft !== false)
    return { name, message_template_id, list_id, profiles_used };
  return {
    name: name ?? saved.name,
    message_template_id: message_template_id === undefined ? saved.message_template_id : message_template_id,
    list_id: list_id === undefined ? saved.list_id : list_id,
    profiles_used: profiles_used ?? saved.profiles_used,
  };
}

/** A part that is left out of a change stays, but none may be emptied. */
function checkMissing(wanted: CampaignParts, finishes: boolean): void {
  const missing = missingParts(wanted).filter((part) => finishes || wanted[part] !== undefined);
  if (missing.length === 0) return;
  const error = finishes ? IS_A_DRAFT : CAMPAIGN_FIELDS_MISSING;
  throw badRequest(error, { fields: Object.fromEntries(missing.map((part) => [part, error])) });
}

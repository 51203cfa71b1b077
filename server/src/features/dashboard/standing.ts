import type { StandingCampaign } from '@pigeonpost/contract/calls/dashboard';
import { isPausedByLastMoment, PAUSED_BY_SUBSCRIPTION } from '@pigeonpost/contract/campaigns';
import { isPausedForLook } from '@pigeonpost/contract/canary';
import { isWaitingForOwnProfiles } from '@pigeonpost/contract/follow-up';
import { isWaitingForTime } from '@pigeonpost/contract/time-waits';
import type { Tx } from '../../database/transaction.ts';
import { waitOf } from '../campaigns/standstill.ts';
import { type CampaignSender, listSenders } from '../campaigns/waiting-queries.ts';
import { type HeldCampaign, listHeld, type UsedProfiles } from './standing-queries.ts';

/** The most campaigns that are examined and counted. */
const LOOKED_AT = 200;

interface Circumstances {
  now: Date;
  practiceUrl: string | undefined;
}

/** The user's campaigns that send nothing until a person acts: running ones, overdue ones, paused ones. */
export async function findStanding(
  tx: Tx,
  { user_id, isSubscribed, now, practiceUrl }: Circumstances & { user_id: number; isSubscribed: boolean },
): Promise<StandingCampaign[]> {
  const owner = user_id;
  const held = await listHeld(tx, { owner, limit: LOOKED_AT });
  const senders = held.some(({ status }) => status === 'running')
    ? await listSenders(tx, { user_id }, { now, isPractice: practiceUrl !== undefined })
    : [];
  const byCampaign = Map.groupBy(senders, ({ campaign_id }) => campaign_id);
  return held.flatMap((campaign) => {
    const standing =
      campaign.status === 'running'
        ? describeWaiting(byCampaign.get(campaign.id) ?? [], { now, practiceUrl })
        : campaign.status === 'paused'
          ? describePaused(campaign, isSubscribed)
          : describeOverdue(campaign);
    if (!standing) return [];
    const { id: campaign_id, name, status, pending, start_at } = campaign;
    return { campaign_id, name, status, pending, start_at, open_windows: [], ...standing };
  });
}

type Standing = Pick<StandingCampaign, 'reason' | 'act'> & Partial<Pick<StandingCampaign, 'open_windows'>>;

function describeWaiting(senders: CampaignSender[], circumstances: Circumstances): Standing | undefined {
  const wait = waitOf(senders, circumstances);
  if (!wait || isWaitingForTime(wait.kind)) return undefined;
  const { kind, reason } = wait;
  if (kind === 'agent' || kind === 'machine') return { reason, act: 'start_agent' };
  if (kind !== 'window') return { reason, act: 'look' };
  const open = senders.filter(
    ({ is_connected, can_deliver, is_open }) => is_connected && can_deliver && is_open,
  );
  const windows = new Map(open.map((sender) => [sender.profile_id, sender]));
  return {
    reason,
    act: 'close_windows',
    open_windows: [...windows.values()].map(({ profile_id, profile_name, profile_path }) => ({
      profile_id,
      profile_name,
      profile_path,
    })),
  };
}

function describePaused({ paused_reason, used }: HeldCampaign, isSubscribed: boolean): Standing | undefined {
  if (paused_reason === PAUSED_BY_SUBSCRIPTION) {
    // After the end, the notice at the top says so once.
    return isSubscribed ? { reason: 'It was paused when your subscription ended.', act: 'start' } : undefined;
  }
  if (paused_reason !== null && (isPausedForLook(paused_reason) || isPausedByLastMoment(paused_reason)))
    return { reason: `${paused_reason}.`, act: 'look' };
  if (used.able === 0 && paused_reason !== null && isWaitingForOwnProfiles(paused_reason))
    return { reason: `${paused_reason}.`, act: 'look_at_profiles' };
  if (used.able === 0) return { reason: restText(used), act: used.total > 0 ? 'look_at_profiles' : 'look' };
  return {
    reason:
      used.able === 1 ? 'A profile of it can send again.' : `${used.able} profiles of it can send again.`,
    act: 'start',
  };
}

function describeOverdue({ start_problem }: HeldCampaign): Standing {
  const reason = start_problem ?? 'The server was off at that moment.';
  return { reason: /[.!?]$/.test(reason) ? reason : `${reason}.`, act: 'look' };
}

/** 'Both profiles are blocked.', or the counts by state. */
function restText({ total, blocked, signed_out, off }: UsedProfiles): string {
  if (total === 0) return 'None of its profiles is left.';
  const kinds = [
    [blocked, 'blocked'],
    [signed_out, 'signed out'],
    [off, 'switched off'],
  ] as const;
  const present = kinds.filter(([count]) => count > 0);
  const [only] = present;
  if (only && present.length === 1 && only[0] === total) {
    if (total === 1) return `Its profile is ${only[1]}.`;
    return `${total === 2 ? 'Both' : `All ${total}`} profiles are ${only[1]}.`;
  }
  return `${present.map(([count, word]) => `${count} ${word}`).join(', ')}: no profile can send.`;
}

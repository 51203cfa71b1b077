import type { StartProblem } from '../campaigns/start-problems.ts';
import type { Pause } from '../pauses.ts';
import type { Ms } from '../rules/change.ts';
import { isTest } from '../tests.ts';
import type { NotificationKind } from './kinds.ts';

// What a user is told of, and what is one notification with an earlier one (docs/behaviour.md#notifications).

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface ProfileValues {
  profile_id: number;
  profile_name: string;
}

interface CampaignValues {
  campaign_id: number;
  campaign_name: string;
}

/** The values of each kind of notification. */
export interface NotificationValues {
  profile_blocked: ProfileValues;
  profile_signed_out: ProfileValues;
  profile_resting: ProfileValues;
  agent_away: { agent_id: number; machine_name: string };
  campaign_paused: CampaignValues & { pause: Pause };
  /** So many people were reached first. */
  campaign_review: CampaignValues & { people: number };
  /** What kept it; without: the server was off. */
  campaign_overdue: CampaignValues & { problem?: StartProblem };
  campaign_ended: { campaigns: (CampaignValues & { sent: number; failed: number })[] };
  wishes: { count: number };
  replied: CampaignValues & { count: number };
  ticket_answered: { ticket_id: number; subject: string };
  new_sign_in: { user_agent: string; address: string };
  subscription_ends: { end_date: string; days: number };
  ticket_waits: { ticket_id: number; subject: string; username: string };
  /** So many, the last of them at that moment. */
  reset_requested: { count: number; until: string };
  mail_lost: { count: number };
  /** When the last one was taken; without: none was. */
  backup_late: { last?: string };
}

/** What a user is told: a kind with its values. */
export type Told = {
  [Kind in NotificationKind]: { kind: Kind; args: NotificationValues[Kind] };
}[NotificationKind];

/** What a user is told, and with which of their notifications that is one; null: with none. */
export type Notice = Told & { joins: Joins | null };

/** The notification that another one is one with: the newest of the same kind that all of this is true of. */
export interface Joins {
  /** It was told at this moment or later; null: whenever. */
  since: Ms | null;
  /** It has these values. */
  values: object;
  /** It was neither read nor mailed. */
  is_unseen: boolean;
  /** Its value that grows: a count by the other's, a list by the other's items. Null: nothing is told a second time. */
  grows: 'count' | 'campaigns' | null;
}

const often = (since: Ms, values: object = {}): Joins => ({
  since,
  values,
  is_unseen: false,
  grows: 'count',
});

/** A campaign that is paused by itself. Who has no subscription is told of its end, and nobody is told of a disabled account. */
export function noticeOfPause(campaign: CampaignValues, pause: Pause): Notice | null {
  if (isTest(campaign.campaign_id) || pause.kind === 'subscription' || pause.kind === 'account') return null;
  if (pause.kind === 'review')
    return { kind: 'campaign_review', args: { ...campaign, people: pause.people }, joins: null };
  return { kind: 'campaign_paused', args: { ...campaign, pause }, joins: null };
}

/** A campaign that has ended: ends within ten minutes are one, unless that was read or mailed. */
export function noticeOfEnd(
  campaign: NotificationValues['campaign_ended']['campaigns'][number],
  now: Ms,
): Notice | null {
  if (isTest(campaign.campaign_id)) return null;
  const joins: Joins = { since: now - 10 * MINUTE_MS, values: {}, is_unseen: true, grows: 'campaigns' };
  return { kind: 'campaign_ended', args: { campaigns: [campaign] }, joins };
}

/** A profile that the site limits. */
export const noticeOfBlock = ({ profile_id, profile_name }: ProfileValues): Notice => ({
  kind: 'profile_blocked',
  args: { profile_id, profile_name },
  joins: null,
});

/** A profile that is signed out or rests by itself, once until it sends again: `granted` counts what it has begun. */
export function noticeOfRest(
  kind: 'profile_signed_out' | 'profile_resting',
  { profile_id, profile_name, granted }: ProfileValues & { granted: number },
): Notice {
  const values = { profile_id, granted };
  return {
    kind,
    args: { profile_name, ...values },
    joins: { since: null, values, is_unseen: false, grows: null },
  };
}

/** A reply that waits for a decision: one notification a day. */
export const noticeOfWish = (now: Ms): Notice => ({
  kind: 'wishes',
  args: { count: 1 },
  joins: often(now - DAY_MS),
});

/** A reply to a campaign: one notification an hour for each. */
export const noticeOfReply = (campaign: CampaignValues, now: Ms): Notice => ({
  kind: 'replied',
  args: { ...campaign, count: 1 },
  joins: often(now - HOUR_MS, { campaign_id: campaign.campaign_id }),
});

/** A mail that was given up: one notification a day. */
export const noticeOfLostMail = (now: Ms): Notice => ({
  kind: 'mail_lost',
  args: { count: 1 },
  joins: often(now - DAY_MS),
});

export const CAMPAIGN_STATUSES = ['pending', 'running', 'paused', 'completed', 'failed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/**
 * Filters of campaigns: one status, ended (completed and failed), not ended, standing still and in need of a person, or
 * archived, which no other filter shows.
 */
export const CAMPAIGN_FILTERS = [
  ...CAMPAIGN_STATUSES,
  'ended',
  'unfinished',
  'standing_still',
  'archived',
] as const;
export type CampaignFilter = (typeof CAMPAIGN_FILTERS)[number];

/** The sort orders of campaigns; `under_way`: running ones, then paused ones, then the newest. */
export const CAMPAIGN_SORTS = [
  'under_way',
  'name_asc',
  'name_desc',
  'progress_asc',
  'progress_desc',
  'created_asc',
  'created_desc',
  'sent_asc',
  'sent_desc',
  'reached_asc',
  'reached_desc',
  'not_found_asc',
  'not_found_desc',
  'ended_asc',
  'ended_desc',
  'took_asc',
  'took_desc',
] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];
export const DEFAULT_CAMPAIGN_SORT: CampaignSort = 'under_way';

/**
 * Why a running or paused campaign sends nothing (docs/behaviour.md#standstills): its owner paused it (by_you), a
 * person is needed, or it continues by itself (site).
 */
export const STANDSTILLS = [
  'by_you',
  'subscription',
  'account',
  'last_moment',
  'profiles',
  'ready',
  'frozen',
  'agent',
  'machine',
  'driver',
  'window',
  'fault',
  'site',
] as const;
export type StandstillKind = (typeof STANDSTILLS)[number];

export const DELIVERY_STATES = [
  'leased',
  'sending',
  'waiting',
  'sent',
  'failed',
  'not_found',
  'uncertain',
  'stopped',
  'skipped',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Filters of a campaign's people; `failed` is all not delivered: unclear, not found and certainly failed. */
export const PEOPLE_FILTERS = [
  'tried',
  'sent',
  'failed',
  'not_found',
  'uncertain',
  'certainly_failed',
  'pending',
  'skipped',
] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

/** An owner's decision about unclear deliveries: the message arrived, or it did not. */
export const SETTLEMENTS = ['sent', 'not_sent'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export const LOG_ACTIONS = [
  'started',
  'message_sent',
  'message_failed',
  'retry',
  'skipped',
  'profile_blocked',
  'paused',
  'completed',
  'failed',
] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];

/** The reason of a pause that its profiles did not cause. */
export const PAUSED_BY_SUBSCRIPTION = 'Your subscription has expired';
export const PAUSED_BY_ACCOUNT = 'This account is disabled';
/** Around the moment, as the screens show it. */
export const LAST_MOMENT_PASSED = ['Its last moment, ', ', has passed'] as const;
export const LAST_MOMENT_HAS_PASSED = 'Its last moment has passed. Change or remove it first.';

/** Whether a campaign was paused because nothing may be sent after its last moment. */
export const isPausedByLastMoment = (reason: string) =>
  reason.startsWith(LAST_MOMENT_PASSED[0]) && reason.endsWith(LAST_MOMENT_PASSED[1]);

/** Whether a campaign was paused because none of its profiles could send (docs/behaviour.md#profiles). */
export function waitsForProfiles({
  status,
  paused_reason,
}: {
  status: CampaignStatus;
  paused_reason: string | null;
}): boolean {
  if (status !== 'paused' || paused_reason === null) return false;
  return (
    paused_reason !== PAUSED_BY_SUBSCRIPTION &&
    paused_reason !== PAUSED_BY_ACCOUNT &&
    !isPausedByLastMoment(paused_reason)
  );
}

/** The reason text of an unclear outcome. */
export const OUTCOME_UNKNOWN = 'Outcome unknown: not sent again';

/** The reason text of a try while the site does not answer. */
export const SITE_UNREACHABLE = 'The site does not answer: trying again later';

/**
 * The beginning of the reason for recipients that are skipped because of an earlier message
 * (docs/engine.md#never-the-same-person).
 */
export const RECENTLY_MESSAGED = 'Messaged already';

/** The beginning of the reason for recipients without a value that the text needs; the blank's name follows, quoted. */
export const NOTHING_FOR = 'Nothing for ';

/** Whether a log line is about an unclear outcome (docs/behaviour.md#unclear-outcomes). */
export function isUnclear({ action, message }: { action: LogAction; message: string }): boolean {
  return action === 'message_failed' && message === OUTCOME_UNKNOWN;
}

/** The end of the log line of a signed-out profile: it stopped, but the site did not block it. */
export const SIGNED_OUT_STOPS = 'This profile stopped: open it, sign in and press Resume.';

/** Whether a log line is about a signed-out profile; its action is profile_blocked. */
export function isSigningOut({ action, message }: { action: LogAction; message: string }): boolean {
  return action === 'profile_blocked' && message.endsWith(SIGNED_OUT_STOPS);
}

/** The end of the log line of a profile with which Firefox could not start: it needs nobody, but a person may help. */
export const FAULT_WAITS =
  'This profile waits: it is tried again every ten minutes, and at once when you press Try again.';

/** The same for a profile whose folder Firefox does not list on its machine. */
export const UNLISTED_WAITS = 'This profile waits until it does.';

/** Whether a log line is about such a profile; its action is profile_blocked. */
export function isFaulting({ action, message }: { action: LogAction; message: string }): boolean {
  return action === 'profile_blocked' && (message.endsWith(FAULT_WAITS) || message.endsWith(UNLISTED_WAITS));
}

export const CAMPAIGN_NAME_MAX = 10;
export const CAMPAIGN_NAME_TOO_LONG = 'Campaign name must not exceed 10 characters';
export const CAMPAIGN_FIELDS_MISSING = 'Please fill in all required fields';
export const CAMPAIGN_NOT_ENDED = 'Only campaigns that have ended can be archived';
export const CAMPAIGN_HAS_STARTED = 'The message of a campaign can only be changed before its first start';
export const NOBODY_PENDING = 'This list has no pending recipients';
export const PROFILE_IN_RUNNING_CAMPAIGN = 'This profile is currently being used in a running campaign';

export type CampaignAction = 'start' | 'pause' | 'stop' | 'delete';

const ALLOWED_FROM: Record<CampaignAction, readonly CampaignStatus[]> = {
  start: ['pending', 'paused'],
  pause: ['running'],
  stop: ['running', 'paused'],
  delete: CAMPAIGN_STATUSES,
};

/** Whether an action is offered, and accepted, from a status (docs/behaviour.md#campaigns). */
export function campaignCan(action: CampaignAction, status: CampaignStatus): boolean {
  return ALLOWED_FROM[action].includes(status);
}

/** The number of recipients without a result. */
export function pendingOf(counts: { total_list: number; total_sent: number; total_failed: number }): number {
  return Math.max(0, counts.total_list - counts.total_sent - counts.total_failed);
}

/** The sentence for profiles that a running campaign uses. */
export function conflictText(
  conflicts: { name: string; campaign: string }[],
  verb: 'create' | 'start' = 'create',
): string {
  const names = conflicts.map(({ name }) => name).join(', ');
  const campaigns = [...new Set(conflicts.map(({ campaign }) => campaign))].join(', ');
  return `Cannot ${verb} campaign: Profiles ${names} are already being used in running campaigns (${campaigns})`;
}

import { isPausedForLook } from './canary.ts';

export const CAMPAIGN_STATUSES = ['pending', 'running', 'paused', 'completed', 'failed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/**
 * What a campaign is besides its status. Pending: a draft, scheduled, or overdue, which means that its start is too late to
 * happen by itself. Running: starting, while its start can be undone, and waiting, for hours or caps. Paused: review, once
 * its canary is done.
 */
export const CAMPAIGN_STAGES = ['draft', 'scheduled', 'overdue', 'starting', 'waiting', 'review'] as const;
export type CampaignStage = (typeof CAMPAIGN_STAGES)[number];

/**
 * Filters of campaigns: one status, drafts, scheduled ones with the overdue, ended (completed and failed), not ended,
 * which drafts are not, standing still and in need of a person, or archived, which no other filter shows.
 */
export const CAMPAIGN_FILTERS = [
  ...CAMPAIGN_STATUSES,
  'draft',
  'scheduled',
  'ended',
  'unfinished',
  'standing_still',
  'archived',
] as const;
export type CampaignFilter = (typeof CAMPAIGN_FILTERS)[number];

/**
 * The sort orders of campaigns; `under_way`: running ones, overdue ones, paused ones, those that are scheduled by their
 * moment, then the newest.
 */
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
  'review',
  'profiles',
  'ready',
  'frozen',
  'agent',
  'machine',
  'driver',
  'window',
  'fault',
  'site',
  'never',
  'hours',
  'quiet_date',
  'cap_account',
  'cap_campaign',
  'cap_profiles',
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
  'replied',
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
  'scheduled',
  'undone',
  'put_back',
  'replied',
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
    !isPausedByLastMoment(paused_reason) &&
    !isPausedForLook(paused_reason)
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

/** The beginning of the log line of a start that is too late to happen by itself; its action is scheduled. */
export const WAS_TO_START = 'Was to start ';

/** Whether a log line says that a campaign is overdue. */
export function isOverdue({ action, message }: { action: LogAction; message: string }): boolean {
  return action === 'scheduled' && message.startsWith(WAS_TO_START);
}

/** For how long after its moment a scheduled start is tried again (docs/behaviour.md#scheduled-campaigns). */
export const START_TRIED_MINUTES = 15;
/** How far ahead a start can be scheduled. */
export const SCHEDULE_MIN_MINUTES = 1;
export const SCHEDULE_MAX_DAYS = 366;
export const START_TOO_SOON = 'The start must be at least a minute ahead';
export const START_TOO_FAR = 'The start must be within a year';
export const START_AFTER_END = 'The start must be before its last moment';
export const NOT_SCHEDULABLE = 'Only a campaign that has not started can be scheduled.';

/** The error of a start at this moment; undefined if a campaign can be scheduled for it. All in milliseconds. */
export function startError(startAt: number, { now, notAfter }: { now: number; notAfter: number | null }) {
  if (startAt < now + SCHEDULE_MIN_MINUTES * 60_000) return START_TOO_SOON;
  if (startAt > now + SCHEDULE_MAX_DAYS * 86_400_000) return START_TOO_FAR;
  return notAfter !== null && startAt >= notAfter ? START_AFTER_END : undefined;
}

/** For how many seconds a start can be undone, at most. */
/** For how long a start that is pressed on a screen can be undone (docs/behaviour.md#undo-a-start). */
export const UNDO_SECONDS = 20;
/** The same on a server for the practice inbox. */
export const PRACTICE_UNDO_SECONDS = 5;
export const UNDO_SECONDS_MAX = 60;
export const UNDO_SECONDS_ERROR = 'Undo seconds must be from 0 to 60';
/** The code of a refusal to undo a start. */
export const UNDO_OVER = 'undo_over';
export const UNDO_OVER_TEXT = 'The first message may be on its way: pause it instead.';
export const START_UNDONE = 'Start undone: nothing was sent';

/** The parts without which a campaign is only a draft. */
export interface CampaignParts {
  name?: string | undefined;
  message_template_id?: number | null | undefined;
  list_id?: number | null | undefined;
  profiles_used?: number[] | undefined;
}

/** The parts that a draft lacks (docs/behaviour.md#drafts-of-campaigns). */
export function missingParts(parts: CampaignParts): (keyof CampaignParts)[] {
  const { name, message_template_id, list_id, profiles_used } = parts;
  const missing = {
    name: !name,
    message_template_id: message_template_id == null,
    list_id: list_id == null,
    profiles_used: !profiles_used?.length,
  };
  return (Object.keys(missing) as (keyof CampaignParts)[]).filter((part) => missing[part]);
}

export const DRAFT_RETRIES_NOBODY = 'A draft tries nobody again';
export const LAST_MOMENT_TOO_SOON = 'The last moment must be ahead';
export const DRAFTS_MAX = 50;
export const TOO_MANY_DRAFTS = `You have ${DRAFTS_MAX} drafts. Finish or delete one first.`;
export const IS_A_DRAFT = 'This is a draft. Choose a template, a list and at least one profile first.';

export const CAMPAIGN_NAME_MAX = 10;
export const CAMPAIGN_NAME_TOO_LONG = 'Campaign name must not exceed 10 characters';
export const CAMPAIGN_FIELDS_MISSING = 'Please fill in all required fields';
export const CAMPAIGN_NOT_ENDED = 'Only a campaign that has ended can be archived.';
export const STARTED_KEEPS_PARTS =
  'A campaign that has started keeps its list, its message and its profiles.';
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

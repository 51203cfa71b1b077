import { isVisible } from './text/visible-text.ts';

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

export const LAST_MOMENT_HAS_PASSED = 'Its last moment has passed. Change or remove it first.';

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
    name: !name || !isVisible(name),
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

/** A profile that a running campaign uses. */
export interface UsedProfile {
  name: string;
  campaign: string;
}

/** The sentence for them where a campaign is to be created or started. */
export function conflictText(conflicts: UsedProfile[], verb: 'create' | 'start' = 'create'): string {
  return `Cannot ${verb} campaign: ${usedText(conflicts)}`;
}

/** The same without what was to be done. */
export function usedText(conflicts: UsedProfile[]): string {
  const names = conflicts.map(({ name }) => name).join(', ');
  const campaigns = [...new Set(conflicts.map(({ campaign }) => campaign))].join(', ');
  return `Profiles ${names} are already being used in running campaigns (${campaigns})`;
}

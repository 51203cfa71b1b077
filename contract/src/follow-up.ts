import type { LogAction } from './campaigns.ts';

/** Days between a message and its follow-up (docs/behaviour.md#follow-ups). */
export const FOLLOW_UP_DAYS_MIN = 1;
export const FOLLOW_UP_DAYS_MAX = 60;
export const FOLLOW_UP_DAYS = 4;
export const FOLLOW_UP_DAYS_ERROR = `Days must be from ${FOLLOW_UP_DAYS_MIN} to ${FOLLOW_UP_DAYS_MAX}`;

/** The codes of refusals to make a follow-up, and their words. */
export const REPLIES_UNREAD = 'replies_unread';
export const REPLIES_UNREAD_TEXT =
  'Replies were not read after the last of these messages: people who replied may be asked again.';
export const NOBODY_READY = 'nobody_ready';
export const NOBODY_READY_TEXT = 'Nobody is ready for a follow-up.';
export const SECOND_FOLLOW_UP = 'second_follow_up';
export const SECOND_FOLLOW_UP_TEXT = 'This is the second follow-up already.';

/** A follow-up is sent to its own people, each from the profile that wrote first. */
export const FOLLOW_UP_KEEPS_PARTS = 'A follow-up keeps its list and its profiles.';
export const NOT_A_FOLLOW_UP = 'This campaign is not a follow-up.';

/** The beginning of the reason for people who got another campaign's message after the one that is followed. */
export const MESSAGED_MEANWHILE = 'Messaged meanwhile';

/** Around the names of the profiles for which all people wait who are left in a follow-up. */
export const WAITS_FOR_PROFILES = ['Its people wait for ', ', which cannot send'] as const;
/** Whether a follow-up was paused because of them. */
export const isWaitingForOwnProfiles = (reason: string) =>
  reason.startsWith(WAITS_FOR_PROFILES[0]) && reason.endsWith(WAITS_FOR_PROFILES[1]);

/** Why people of a follow-up wait for their profile. */
export const WAITS_FOR_REASONS = ['blocked', 'signed_out', 'off', 'removed', 'resting'] as const;

/** The end of the log line that one profile's people were given to all. */
export const GIVEN_TO_ALL = ' may get it from every profile of this campaign now';
/** Whether a log line says so. Its action is put_back: a server of the version before knows of no action for it. */
export const isGivenToAll = ({ action, message }: { action: LogAction; message: string }) =>
  action === 'put_back' && message.endsWith(GIVEN_TO_ALL);

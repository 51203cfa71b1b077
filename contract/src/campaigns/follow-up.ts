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

/** Why people of a follow-up wait for their profile. */
export const WAITS_FOR_REASONS = ['blocked', 'signed_out', 'off', 'removed', 'resting'] as const;

/** What a user is told of (docs/behaviour.md#notifications), in the order of Settings. */
export const NOTIFICATION_KINDS = [
  'profile_blocked',
  'profile_signed_out',
  'profile_resting',
  'agent_away',
  'campaign_paused',
  'campaign_review',
  'campaign_overdue',
  'campaign_ended',
  'wishes',
  'replied',
  'ticket_answered',
  'new_sign_in',
  'subscription_ends',
  'ticket_waits',
  'reset_requested',
  'mail_lost',
  'backup_late',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds that only administrators are told of. */
const ADMIN_KINDS: readonly NotificationKind[] = [
  'ticket_waits',
  'reset_requested',
  'mail_lost',
  'backup_late',
];

/** Kinds that are off until the user switches them on. */
export const KINDS_OFF: readonly NotificationKind[] = ['replied'];

/** Kinds that are not mailed until the user switches that on. */
const ONLY_IN_APP: readonly NotificationKind[] = ['campaign_ended', 'mail_lost'];

/** A kind that is mailed at once and whatever the user chose, because it may be somebody else who signed in. */
export const ALWAYS_MAILED: NotificationKind = 'new_sign_in';

/** Where a user is told of a kind. */
export interface NotificationChoice {
  in_app: boolean;
  by_mail: boolean;
}

/** Where a user is told of a kind as long as they have chosen nothing. */
export function defaultChoice(kind: NotificationKind): NotificationChoice {
  const in_app = !KINDS_OFF.includes(kind);
  return { in_app, by_mail: in_app && !ONLY_IN_APP.includes(kind) };
}

/** The kinds that a user can choose. */
export function kindsOf(role: 'user' | 'admin'): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => role === 'admin' || !ADMIN_KINDS.includes(kind));
}

/** How long notifications wait for others before they are mailed as one. */
export const COLLECT_TIMES = ['half_hour', 'two_hours', 'daily'] as const;
export type CollectTime = (typeof COLLECT_TIMES)[number];

/** The most notifications that the bell shows, the newest. */
export const NOTIFICATIONS_SHOWN = 20;

export const CONFIRM_FIRST = 'Confirm your address first.';

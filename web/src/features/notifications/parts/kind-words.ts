import type { NotificationKind } from '@pigeonpost/contract/notifications/kinds';

/** The kinds of notifications as Settings name them, by what they are about. */
export const KIND_GROUPS: { title: string; kinds: Partial<Record<NotificationKind, KindWords>> }[] = [
  {
    title: 'When sending stops',
    kinds: {
      profile_blocked: { label: 'A profile is blocked' },
      profile_signed_out: { label: 'A profile is signed out' },
      profile_resting: { label: 'A profile rests', note: 'It could not go on' },
      agent_away: { label: 'No agent for 10 minutes', note: 'Only while a campaign runs' },
      campaign_paused: { label: 'A campaign pauses by itself' },
      campaign_review: { label: 'A campaign waits for a look', note: 'The first people were reached' },
      campaign_overdue: { label: 'A campaign has not started', note: 'Its moment was missed' },
    },
  },
  {
    title: 'What was done',
    kinds: {
      campaign_ended: { label: 'A campaign has ended', note: 'With its numbers' },
      wishes: { label: 'A reply may ask you to stop', note: 'Once a day' },
      replied: { label: 'Somebody replied', note: 'Once an hour for each campaign' },
    },
  },
  {
    title: 'Your account',
    kinds: {
      ticket_answered: { label: 'Your ticket was answered' },
      new_sign_in: { label: 'A new browser signs in', note: 'Told at once' },
      subscription_ends: { label: 'Your subscription ends', note: '7 days and 1 day before' },
    },
  },
  {
    title: 'For administrators',
    kinds: {
      ticket_waits: { label: 'A ticket waits for a day' },
      reset_requested: { label: 'A password was forgotten' },
      mail_lost: { label: 'A mail was given up' },
      backup_late: { label: 'A backup is due', note: 'Where BACKUP_EVERY_HOURS is set' },
    },
  },
];

interface KindWords {
  label: string;
  note?: string;
}

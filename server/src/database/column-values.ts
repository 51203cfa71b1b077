import type { SiteChoice } from '@pigeonpost/contract/account/site';
import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import type { TicketCategory, TicketPriority, TicketStatus } from '@pigeonpost/contract/account/support';
import type { RequestKind, RequestStatus } from '@pigeonpost/contract/agent';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { Firefox } from '@pigeonpost/contract/calls/agents';
import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { CampaignStatus, DeliveryState, LogAction } from '@pigeonpost/contract/campaigns';
import type { StartProblem } from '@pigeonpost/contract/campaigns/start-problems';
import type { CollectTime, NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import type { PauseKind } from '@pigeonpost/contract/pauses';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { ReplyAutomatic, ReplyStop } from '@pigeonpost/contract/people/replies';
import type { DoNotContactHow } from '@pigeonpost/contract/people/stop-link';
import type { NameKind, RecipientStatus } from '@pigeonpost/contract/recipients';
import type { StopLanguage } from '@pigeonpost/contract/stop-words/languages';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';

/**
 * What a column holds, where its type in the database says less: one word of several in a text, the shape of a JSON.
 * tables.ts is made with it (`node server/src/testing/write-schema.ts`).
 */
export interface ColumnValues {
  'agents.firefox': Firefox;
  'agents.firefox_profiles': FirefoxProfile[];
  'agents.site': Record<string, string>;
  'campaign_logs.action': LogAction;
  'campaign_logs.reason_args': object;
  'campaigns.countdown_args': object;
  'campaigns.countdown_from': 'pending' | 'paused';
  'campaigns.countdown_kind': PauseKind;
  'campaigns.leave_out': NonNullable<LeaveOutInput>;
  'campaigns.parts': CampaignPart[];
  'campaigns.pause_args': object;
  'campaigns.pause_kind': PauseKind;
  'campaigns.start_refusal': StartProblem;
  'campaigns.status': CampaignStatus;
  'deleted_recipients.status': RecipientStatus;
  'deliveries.blanks': Record<string, string>;
  'deliveries.reason_args': object;
  'deliveries.state': DeliveryState;
  'do_not_contact.how': DoNotContactHow;
  'mailed_links.kind': MailedLinkKind;
  'message_ledger.begun': Record<string, { at: number; unclear?: true }>;
  /** By campaign, in seconds since 1970. */
  'message_ledger.without_reply': Record<string, number>;
  'notification_choices.kind': NotificationKind;
  'notifications.args': object;
  'notifications.kind': NotificationKind;
  'pairings.state': 'waiting' | 'approved' | 'refused';
  /** By the ids of their fields. */
  'people.fields': Record<string, string>;
  'profiles.fault_kind': 'machine' | 'obstacle';
  'recipients.status': RecipientStatus;
  'replaced_values.after': Record<string, string>;
  /** Of the replaced fields alone, by their ids. */
  'replaced_values.before': Record<string, string>;
  'replies.automatic': ReplyAutomatic;
  'replies.stop': ReplyStop;
  'replies.via': 'thread' | 'reading';
  'requests.kind': RequestKind;
  'requests.payload': Record<string, unknown>;
  'requests.results': Record<string, unknown>;
  'requests.status': RequestStatus;
  'security_events.kind': SecurityEventKind;
  'sessions.kind': 'login' | 'agent';
  'settings.collect_mail': CollectTime;
  'settings.names': NameKind;
  'settings.site': SiteChoice;
  'settings.stop_languages': StopLanguage[];
  'tickets.category': TicketCategory;
  'tickets.priority': TicketPriority;
  'tickets.status': TicketStatus;
  'users.pack': Pack;
  'users.role': Role;
  'views.conditions': Condition[];
}

export type MailedLinkKind = 'confirm_email' | 'password_reset';

export type SecurityEventKind =
  | 'registered'
  | 'registration_failed'
  | 'registration_throttled'
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_throttled'
  | 'sign_in_disabled'
  | 'sign_out'
  | 'password_changed'
  | 'password_change_failed'
  | 'password_change_throttled'
  | 'reset_requested'
  | 'reset_link_made'
  | 'email_asked'
  | 'email_changed'
  | 'email_removed'
  | 'email_change_failed'
  | 'email_change_throttled'
  | 'password_reset'
  | 'password_set'
  | 'user_created'
  | 'user_changed'
  | 'user_deleted'
  | 'agent_enrolled'
  | 'agent_revoked'
  | 'pairing_approved'
  | 'pairing_refused'
  | 'pairing_failed'
  | 'pairing_throttled'
  | 'token_disabled'
  | 'forbidden'
  | 'admin_refused';

// Every table in one place, to be read beside server/schema.sql: splitting it would only scatter the columns.

import type { SiteChoice } from '@pigeonpost/contract/account/site';
import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import type { TicketCategory, TicketPriority, TicketStatus } from '@pigeonpost/contract/account/support';
import type { RequestKind, RequestStatus } from '@pigeonpost/contract/agent';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import type { Firefox } from '@pigeonpost/contract/calls/agents';
import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { CampaignStatus, DeliveryState, LogAction } from '@pigeonpost/contract/campaigns';
import type { CollectTime, NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import type { PauseKind } from '@pigeonpost/contract/pauses';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { ReplyAutomatic, ReplyStop } from '@pigeonpost/contract/people/replies';
import type { DoNotContactHow } from '@pigeonpost/contract/people/stop-link';
import type { NameKind, RecipientStatus } from '@pigeonpost/contract/recipients';
import type { StopLanguage } from '@pigeonpost/contract/stop-words/languages';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CampaignPart } from '../engine/message.ts';

/** A time: read as ISO 8601 in UTC, written as a Date (or such a text). */
type Moment = ColumnType<string, Date | string, Date | string>;
type MaybeMoment = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
/** Read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface Database {
  server_identity: ServerIdentityTable;
  users: UsersTable;
  deleted_users: DeletedUsersTable;
  password_resets: PasswordResetsTable;
  mails: MailsTable;
  email_addresses: EmailAddressesTable;
  mailed_links: MailedLinksTable;
  reset_wishes: ResetWishesTable;
  freezes: FreezesTable;
  agents: AgentsTable;
  agent_grants: AgentGrantsTable;
  visits: VisitsTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  pairings: PairingsTable;
  known_addresses: KnownAddressesTable;
  security_events: SecurityEventsTable;
  recipient_imports: RecipientImportsTable;
  replaced_values: ReplacedValuesTable;
  import_choices: ImportChoicesTable;
  settings: SettingsTable;
  templates: TemplatesTable;
  profiles: ProfilesTable;
  lists: ListsTable;
  recipients: RecipientsTable;
  deleted_recipients: DeletedRecipientsTable;
  fields: FieldsTable;
  tags: TagsTable;
  views: ViewsTable;
  notifications: NotificationsTable;
  notification_choices: NotificationChoicesTable;
  people: PeopleTable;
  people_versions: PeopleVersionsTable;
  person_notes: PersonNotesTable;
  sources: SourcesTable;
  withdrawn_sources: WithdrawnSourcesTable;
  replies: RepliesTable;
  opt_out_links: OptOutLinksTable;
  recovered_links: RecoveredLinksTable;
  link_recoveries: LinkRecoveriesTable;
  erased_people: ErasedPeopleTable;
  erasure_wishes: ErasureWishesTable;
  erasures: ErasuresTable;
  do_not_contact: DoNotContactTable;
  deleted_do_not_contact: DeletedDoNotContactTable;
  message_ledger: MessageLedgerTable;
  deleted_deliveries: DeletedDeliveriesTable;
  campaigns: CampaignsTable;
  campaign_progress: CampaignProgressTable;
  sending_days: SendingDaysTable;
  campaign_profiles: CampaignProfilesTable;
  deliveries: DeliveriesTable;
  campaign_logs: CampaignLogsTable;
  daily_performance: DailyPerformanceTable;
  requests: RequestsTable;
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
}

interface ServerIdentityTable {
  id: Generated<string>;
  epoch: Generated<number>;
  address: Generated<string>;
  is_public: Generated<boolean>;
}

interface UsersTable {
  id: GeneratedAlways<number>;
  username: string;
  password_hash: string;
  role: Role;
  pack: Pack;
  subscription_end_date: MaybeMoment;
  is_active: Generated<boolean>;
  time_zone: Generated<string>;
  password_reset_requested_at: MaybeMoment;
  created_at: Moment;
  last_login: MaybeMoment;
  frozen_at: MaybeMoment;
  epoch: Generated<number>;
}

interface FreezesTable {
  user_id: number;
  backup_at: MaybeMoment;
  sent: Generated<number>;
  uncertain: Generated<number>;
  known_until: MaybeMoment;
  by_name: Generated<number>;
}

interface AgentGrantsTable {
  user_id: number;
  agent_id: number;
  granted: number;
  granted_at: Moment;
}

interface VisitsTable {
  user_id: number;
  here_at: Moment;
  sent: number;
  failed: number;
  before_at: Moment | null;
  before_sent: number | null;
  before_failed: number | null;
}

interface RecipientImportsTable {
  user_id: number;
  id: Generated<number>;
  list_id: number;
  position: number;
  added: number;
  created_at: Moment;
  undone_at: MaybeMoment;
  removed: Generated<number>;
  source_id: number | null;
  replaced: Generated<number>;
  restored: Generated<number>;
}

interface ReplacedValuesTable {
  user_id: number;
  import_id: number;
  recipient: string;
  /** Of the replaced fields alone, by their ids. */
  before: Json<Record<string, string>>;
  after: Json<Record<string, string>>;
}

interface ImportChoicesTable {
  user_id: number;
  heads: string;
  name_column: string;
  chosen_at: Moment;
  columns: MaybeJson<unknown>;
}

interface DeletedUsersTable {
  id: number;
  deleted_at: Moment;
}

interface PasswordResetsTable {
  user_id: number;
  token_hash: Buffer;
  made_by: number | null;
  created_at: Moment;
  expires_at: Moment;
}

interface MailsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  to_address: string;
  kind: string;
  values: Json<unknown>;
  message_id: string;
  epoch: number;
  created_at: Moment;
  due_at: Moment;
  tries: Generated<number>;
  sending_until: MaybeMoment;
  sent_at: MaybeMoment;
  gave_up_at: MaybeMoment;
  error: string | null;
}

interface EmailAddressesTable {
  user_id: number;
  address: string | null;
  confirmed_at: MaybeMoment;
  waiting_address: string | null;
  waiting_since: MaybeMoment;
}

interface MailedLinksTable {
  user_id: number;
  kind: MailedLinkKind;
  token_hash: Buffer;
  to_address: string;
  created_at: Moment;
  expires_at: Moment;
}

interface ResetWishesTable {
  id: GeneratedAlways<number>;
  username: string;
  wished_at: Moment;
}

interface AgentsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  machine_name: string;
  platform: string;
  agent_version: string;
  firefox: MaybeJson<Firefox>;
  firefox_profiles: ColumnType<FirefoxProfile[], string | undefined, string>;
  open_paths: Generated<string[]>;
  driving_paths: Generated<string[]>;
  drivers: Generated<string[]>;
  counts_unread: Generated<boolean>;
  reads_replies: Generated<boolean>;
  takes_site: Generated<boolean>;
  site: MaybeJson<Record<string, string>>;
  site_error: string | null;
  site_origins: string | null;
  created_at: Moment;
  last_seen_at: MaybeMoment;
  revoked_at: MaybeMoment;
  is_script: Generated<boolean>;
  said_connected: Generated<boolean>;
  merged_epoch: number | null;
}

interface SessionsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'login' | 'agent';
  agent_id: number | null;
  token_hash: Buffer;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: MaybeMoment;
  address: ColumnType<string | null, string | null | undefined, never>;
  user_agent: ColumnType<string | null, string | null | undefined, never>;
}

interface LoginFailuresTable {
  id: GeneratedAlways<number>;
  username: string | null;
  address: string;
  failed_at: Moment;
  is_pending: Generated<boolean>;
}

interface PairingsTable {
  device_code_hash: Buffer;
  user_code: string;
  machine_name: string;
  platform: string;
  agent_version: string;
  address: string;
  state: Generated<'waiting' | 'approved' | 'refused'>;
  user_id: number | null;
  session_id: number | null;
  agent_id: number | null;
  created_at: Moment;
  expires_at: Moment;
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

interface SecurityEventsTable {
  id: GeneratedAlways<number>;
  user_id: number | null;
  username: string | null;
  kind: SecurityEventKind;
  detail: Generated<string>;
  address: string;
  user_agent: string;
  created_at: Moment;
}

interface KnownAddressesTable {
  user_id: number;
  address: string;
  last_used_at: Moment;
  browsers: string[] | null;
}

interface SettingsTable {
  user_id: number;
  max_retries: number;
  delay_start: number;
  delay_end: number;
  never_twice_days: ColumnType<number | null, number | null | undefined, number | null>;
  names: ColumnType<NameKind, NameKind | undefined, NameKind>;
  hours: string | null;
  quiet_dates: Generated<string>;
  profile_cap_hour: number | null;
  profile_cap_day: number | null;
  cap_day: number | null;
  own_name: string | null;
  sender_name: string | null;
  site: MaybeJson<SiteChoice>;
  quiet_days: Generated<number>;
  budget: ColumnType<number | null, number | null | undefined, number | null>;
  read_replies_hours: number | null;
  reply_text_days: Generated<number>;
  stop_languages: Generated<StopLanguage[]>;
  stop_words: Generated<string[]>;
  hears_replies: Generated<boolean>;
  require_source: Generated<boolean>;
  collect_mail: Generated<CollectTime>;
}

interface TemplatesTable {
  user_id: number;
  id: GeneratedAlways<number>;
  name: string;
  content: string;
  is_selected: Generated<boolean>;
  created_at: Moment;
}

interface ProfilesTable {
  user_id: number;
  id: GeneratedAlways<number>;
  profile_name: string;
  profile_path: string;
  insta_username: string | null;
  insta_password: Buffer | null;
  password_lost: Generated<boolean>;
  password_origins: string | null;
  is_active: Generated<boolean>;
  agent_id: number | null;
  created_at: Moment;
  deleted_at: MaybeMoment;
  blocked_at: MaybeMoment;
  blocked_reason: string | null;
  signed_out_at: MaybeMoment;
  signed_out_reason: string | null;
  faulted_at: MaybeMoment;
  fault_reason: string | null;
  fault_until: MaybeMoment;
  fault_kind: 'machine' | 'obstacle' | null;
  obstacle: string | null;
  obstructed: Generated<unknown>;
  next_send_at: MaybeMoment;
  lease_until: MaybeMoment;
  lease_token: string | null;
  lease_campaign_id: number | null;
  lease_recipient_id: number | null;
  lease_agent_id: number | null;
  granted: Generated<number>;
  cap_hour: number | null;
  cap_day: number | null;
  warm_up_day: number | null;
  slow_until: MaybeMoment;
  counted_day: string | null;
  begun_today: Generated<number>;
  /** The local time at which its hour began, without a zone. */
  counted_hour: string | null;
  begun_this_hour: Generated<number>;
  counted_at: MaybeMoment;
  replies_read_at: MaybeMoment;
  replies_asked_at: MaybeMoment;
}

interface ListsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  pending: Generated<number>;
  sent: Generated<number>;
  failed: Generated<number>;
  not_found: Generated<number>;
  created_at: Moment;
  deleted_at: MaybeMoment;
}

interface RecipientsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  list_id: number;
  recipient: string;
  status: Generated<RecipientStatus>;
  position: number;
  campaign_id: number | null;
  created_at: Moment;
  profile_id: number | null;
  follows_at: MaybeMoment;
}

interface DeletedRecipientsTable {
  user_id: number;
  id: number;
  list_id: number;
  recipient: string;
  status: RecipientStatus;
  created_at: Moment;
  restorable_until: MaybeMoment;
}

interface DeletedDoNotContactTable {
  user_id: number;
  recipient: string;
  deleted_at: Moment;
}

interface FieldsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  name: string;
  label: string;
  created_at: Moment;
  deleted_at: MaybeMoment;
}

interface TagsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  name: string;
  created_at: Moment;
  deleted_at: MaybeMoment;
}

interface PeopleTable {
  user_id: number;
  recipient: string;
  /** Values by the ids of their fields. */
  fields: Json<Record<string, string>>;
  tags: number[];
  /** The newest last. */
  sources: Generated<number[]>;
}

interface SourcesTable {
  user_id: number;
  id: GeneratedAlways<number>;
  text: string;
  stated_on: string;
  list_name: string | null;
  created_at: Moment;
  withdrawn_at: MaybeMoment;
}

interface WithdrawnSourcesTable {
  user_id: number;
  recipient: string;
  source_id: number;
  reason: string;
  withdrawn_at: Moment;
}

interface ViewsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  name: string;
  conditions: Json<Condition[]>;
  created_at: Moment;
}

interface NotificationsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  kind: NotificationKind;
  args: Json<object>;
  created_at: Moment;
  read_at: MaybeMoment;
  settled_at: MaybeMoment;
  mailed_at: MaybeMoment;
}

interface NotificationChoicesTable {
  user_id: number;
  kind: NotificationKind;
  in_app: boolean;
  by_mail: boolean;
}

interface PeopleVersionsTable {
  user_id: number;
  version: GeneratedAlways<number>;
}

interface PersonNotesTable {
  user_id: number;
  recipient: string;
  id: GeneratedAlways<number>;
  text: string;
  author_name: string;
  created_at: Moment;
}

interface RepliesTable {
  user_id: number;
  recipient: string;
  id: GeneratedAlways<number>;
  profile_id: number;
  campaign_id: number | null;
  recipient_id: number | null;
  site_id: string;
  text: string | null;
  told_at: MaybeMoment;
  at: Moment;
  read_at: Moment;
  via: 'thread' | 'reading';
  stop: Generated<ReplyStop>;
  automatic: Generated<ReplyAutomatic>;
}

interface OptOutLinksTable {
  code: string;
  user_id: number;
  recipient: string;
  created_at: Moment;
}

interface RecoveredLinksTable {
  code: string;
  user_id: number;
  recipient: string;
}

interface LinkRecoveriesTable {
  user_id: number;
  epoch: number;
  reported: number;
  recipient_id: number;
}

interface ErasureWishesTable {
  user_id: number;
  recipient: string;
  wished_at: Moment;
}

interface ErasedPeopleTable {
  user_id: number;
  id: Generated<number>;
  hash: Buffer;
  erased_at: Moment;
}

interface ErasuresTable {
  user_id: number;
  recipient: string;
  campaign_id: Generated<number>;
}

interface DoNotContactTable {
  user_id: number;
  id: GeneratedAlways<number>;
  recipient: string;
  created_at: Moment;
  how: Generated<DoNotContactHow>;
  campaign_id: number | null;
  profile_id: number | null;
}

interface MessageLedgerTable {
  user_id: number;
  recipient: string;
  last_messaged_at: MaybeMoment;
  not_found_at: MaybeMoment;
  begun: Generated<Record<string, { at: number; unclear?: true }>>;
  first_messaged_at: MaybeMoment;
  replied_at: MaybeMoment;
  /** By campaign, in seconds since 1970. */
  without_reply: Generated<Record<string, number>>;
  /** The number of them. */
  unreplied: GeneratedAlways<number>;
  waived_at: MaybeMoment;
  waived_reason: string | null;
}

interface DeletedDeliveriesTable {
  user_id: number;
  campaign_id: number;
  recipient_id: number;
  recipient: string;
  token: string | null;
  settled_token: string | null;
  begun_at: Moment;
  deleted_at: Moment;
}

interface CampaignsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  name: string;
  status: Generated<CampaignStatus>;
  message_template_id: number | null;
  template_name: string;
  template_content: string;
  list_id: number | null;
  list_name: string;
  mark: number | null;
  /** Of a version that knows no kinds; a trigger keeps it and the kind alike. */
  paused_reason: string | null;
  created_at: Moment;
  started_at: MaybeMoment;
  completed_at: MaybeMoment;
  deleted_at: MaybeMoment;
  keep_sent: Generated<boolean>;
  retries_of: number | null;
  archived_at: MaybeMoment;
  parts: MaybeJson<CampaignPart[]>;
  leave_out: MaybeJson<NonNullable<LeaveOutInput>>;
  text_hash: string | null;
  hours: string | null;
  not_after: MaybeMoment;
  cap_day: number | null;
  is_draft: Generated<boolean>;
  start_at: MaybeMoment;
  draft_start_at: MaybeMoment;
  start_problem: string | null;
  is_overdue: Generated<boolean>;
  countdown_until: MaybeMoment;
  countdown_from: 'pending' | 'paused' | null;
  countdown_reason: string | null;
  countdown_kind: PauseKind | null;
  countdown_args: MaybeJson<object>;
  pause_kind: PauseKind | null;
  pause_args: MaybeJson<object>;
  canary: number | null;
  is_canary_over: Generated<boolean>;
  follows_campaign_id: number | null;
  nth_follow_up: number | null;
}

interface CampaignProgressTable {
  user_id: number;
  campaign_id: number;
  cursor: Generated<number>;
  passed: Generated<boolean>;
  total_list: Generated<number>;
  total_sent: Generated<number>;
  total_failed: Generated<number>;
  total_not_found: Generated<number>;
  total_uncertain: Generated<number>;
  total_replied: Generated<number>;
  in_work: Generated<number>;
  taken_out: Generated<number>;
  sweep_at: MaybeMoment;
  shared_cursor: Generated<number>;
}

interface SendingDaysTable {
  user_id: number;
  campaign_id: number;
  day: string;
  begun: number;
  counted_at: MaybeMoment;
}

interface CampaignProfilesTable {
  user_id: number;
  campaign_id: number;
  profile_id: number;
  cursor: Generated<number>;
}

interface DeliveriesTable {
  user_id: number;
  campaign_id: number;
  recipient_id: number;
  profile_id: number | null;
  token: string | null;
  state: DeliveryState;
  failures: Generated<number>;
  /** Words that a version before wrote. */
  reason: string | null;
  reason_kind: string | null;
  reason_args: MaybeJson<object>;
  begun_at: MaybeMoment;
  ended_at: MaybeMoment;
  day: ColumnType<string | null, string | null | undefined, string | null>;
  retry_at: MaybeMoment;
  lapsed_token: string | null;
  recipient: string | null;
  unsent: GeneratedAlways<string | null>;
  is_taken_out: Generated<boolean>;
  skipped_at: MaybeMoment;
  blanks: MaybeJson<Record<string, string>>;
  is_heard: Generated<boolean>;
  replied_at: MaybeMoment;
}

interface CampaignLogsTable {
  user_id: number;
  campaign_id: number;
  id: GeneratedAlways<number>;
  action: LogAction;
  created_at: Moment;
  profile_name: string | null;
  recipient: string | null;
  message: Generated<string>;
  reason_kind: ColumnType<string | null, string | undefined>;
  reason_args: MaybeJson<object>;
}

interface DailyPerformanceTable {
  user_id: number;
  day: string;
  campaign_id: number;
  profile_id: number;
  sent: Generated<number>;
  failed: Generated<number>;
  not_found: Generated<number>;
  uncertain: Generated<number>;
  blocked: Generated<number>;
  replied: Generated<number>;
  first_action: Moment;
  last_action: Moment;
}

interface RequestsTable {
  user_id: number;
  id: GeneratedAlways<number>;
  kind: RequestKind;
  agent_id: number | null;
  profile_path: string | null;
  payload: Json<Record<string, unknown>>;
  status: Generated<RequestStatus>;
  results: MaybeJson<Record<string, unknown>>;
  error_message: string | null;
  created_at: Moment;
  last_sign_at: MaybeMoment;
  completed_at: MaybeMoment;
}

interface TicketsTable {
  user_id: number;
  id: number;
  ticket_number: string;
  subject: string;
  description: string;
  status: Generated<TicketStatus>;
  priority: TicketPriority;
  category: TicketCategory;
  message_count: Generated<number>;
  assigned_to: number | null;
  created_at: Moment;
  /** The time of the last message, and its author. */
  last_message_at: Moment;
  last_author_id: number;
  last_author_name: string;
  /** The number of its messages that its user has read. */
  read_count: Generated<number>;
}

interface TicketMessagesTable {
  user_id: number;
  ticket_id: number;
  id: number;
  account_id: number;
  author_name: string;
  message: string;
  created_at: Moment;
}

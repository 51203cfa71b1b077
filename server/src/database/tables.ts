// The tables of server/schema.sql as TypeScript, all in one file: never changed by hand. After a migration:
// node server/src/testing/write-schema.ts

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnValues } from './column-values.ts';

/** A time: read as ISO 8601 in UTC, written as a Date (or such a text). */
type Moment = ColumnType<string, Date | string, Date | string>;
type MaybeMoment = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
/** Read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;

export interface Database {
  agent_grants: {
    user_id: number;
    agent_id: number;
    granted: number;
    granted_at: Moment;
  };
  agents: {
    id: GeneratedAlways<number>;
    user_id: number;
    machine_name: string;
    platform: string;
    agent_version: string;
    firefox: MaybeJson<ColumnValues['agents.firefox']>;
    firefox_profiles: DefaultJson<ColumnValues['agents.firefox_profiles']>;
    open_paths: Generated<string[]>;
    drivers: Generated<string[]>;
    created_at: Moment;
    last_seen_at: MaybeMoment;
    revoked_at: MaybeMoment;
    is_script: Generated<boolean>;
    said_connected: Generated<boolean>;
    driving_paths: Generated<string[]>;
    merged_epoch: number | null;
    counts_unread: Generated<boolean>;
    takes_site: Generated<boolean>;
    site: MaybeJson<ColumnValues['agents.site']>;
    site_error: string | null;
    reads_replies: Generated<boolean>;
    site_origins: string | null;
  };
  audit_heads: {
    user_id: number;
    id: number;
    hash: Buffer;
  };
  audit_key: {
    is_only: Generated<boolean>;
    inner_pad: Buffer;
    outer_pad: Buffer;
  };
  audit_log: {
    user_id: number;
    id: number;
    actor_id: number | null;
    actor_name: string | null;
    kind: string;
    action: string;
    subject_id: number | null;
    subject_name: string | null;
    before: MaybeJson<unknown>;
    after: MaybeJson<unknown>;
    address: string | null;
    created_at: Moment;
    hash: Buffer;
  };
  campaign_logs: {
    user_id: number;
    campaign_id: number;
    id: GeneratedAlways<number>;
    action: ColumnValues['campaign_logs.action'];
    created_at: Moment;
    profile_name: string | null;
    recipient: string | null;
    message: Generated<string>;
    reason_kind: string | null;
    reason_args: MaybeJson<ColumnValues['campaign_logs.reason_args']>;
  };
  campaign_profiles: {
    user_id: number;
    campaign_id: number;
    profile_id: number;
    cursor: Generated<number>;
  };
  campaign_progress: {
    user_id: number;
    campaign_id: number;
    cursor: Generated<number>;
    passed: Generated<boolean>;
    total_list: Generated<number>;
    total_sent: Generated<number>;
    total_failed: Generated<number>;
    total_not_found: Generated<number>;
    total_uncertain: Generated<number>;
    in_work: Generated<number>;
    sweep_at: MaybeMoment;
    taken_out: Generated<number>;
    total_replied: Generated<number>;
    shared_cursor: Generated<number>;
  };
  campaigns: {
    user_id: number;
    id: GeneratedAlways<number>;
    name: string;
    status: Generated<ColumnValues['campaigns.status']>;
    message_template_id: number | null;
    template_name: string;
    template_content: string;
    list_id: number | null;
    list_name: string;
    mark: number | null;
    paused_reason: string | null;
    created_at: Moment;
    started_at: MaybeMoment;
    completed_at: MaybeMoment;
    deleted_at: MaybeMoment;
    keep_sent: Generated<boolean>;
    retries_of: number | null;
    archived_at: MaybeMoment;
    parts: MaybeJson<ColumnValues['campaigns.parts']>;
    text_hash: string | null;
    hours: string | null;
    not_after: MaybeMoment;
    cap_day: number | null;
    is_draft: Generated<boolean>;
    start_at: MaybeMoment;
    start_problem: string | null;
    is_overdue: Generated<boolean>;
    countdown_until: MaybeMoment;
    countdown_from: ColumnValues['campaigns.countdown_from'] | null;
    countdown_reason: string | null;
    canary: number | null;
    is_canary_over: Generated<boolean>;
    draft_start_at: MaybeMoment;
    leave_out: MaybeJson<ColumnValues['campaigns.leave_out']>;
    follows_campaign_id: number | null;
    nth_follow_up: number | null;
    pause_kind: ColumnValues['campaigns.pause_kind'] | null;
    pause_args: MaybeJson<ColumnValues['campaigns.pause_args']>;
    countdown_kind: ColumnValues['campaigns.countdown_kind'] | null;
    countdown_args: MaybeJson<ColumnValues['campaigns.countdown_args']>;
    start_refusal: MaybeJson<ColumnValues['campaigns.start_refusal']>;
    needs_version: number | null;
  };
  daily_performance: {
    user_id: number;
    day: string;
    campaign_id: number;
    profile_id: number;
    sent: Generated<number>;
    failed: Generated<number>;
    not_found: Generated<number>;
    blocked: Generated<number>;
    first_action: Moment;
    last_action: Moment;
    uncertain: Generated<number>;
    replied: Generated<number>;
  };
  deleted_deliveries: {
    user_id: number;
    campaign_id: number;
    recipient_id: number;
    recipient: string;
    token: string | null;
    settled_token: string | null;
    begun_at: Moment;
    deleted_at: Moment;
  };
  deleted_do_not_contact: {
    user_id: number;
    recipient: string;
    deleted_at: Moment;
  };
  deleted_recipients: {
    user_id: number;
    id: number;
    list_id: number;
    recipient: string;
    status: ColumnValues['deleted_recipients.status'];
    created_at: Moment;
    restorable_until: MaybeMoment;
  };
  deleted_users: {
    id: number;
    deleted_at: Moment;
  };
  deliveries: {
    user_id: number;
    campaign_id: number;
    recipient_id: number;
    profile_id: number | null;
    token: string | null;
    state: ColumnValues['deliveries.state'];
    failures: Generated<number>;
    reason: string | null;
    begun_at: MaybeMoment;
    ended_at: MaybeMoment;
    day: string | null;
    retry_at: MaybeMoment;
    lapsed_token: string | null;
    unsent: GeneratedAlways<string | null>;
    settled_token: string | null;
    recipient: string | null;
    blanks: MaybeJson<ColumnValues['deliveries.blanks']>;
    is_taken_out: Generated<boolean>;
    is_heard: Generated<boolean>;
    replied_at: MaybeMoment;
    skipped_at: MaybeMoment;
    reason_kind: string | null;
    reason_args: MaybeJson<ColumnValues['deliveries.reason_args']>;
  };
  do_not_contact: {
    user_id: number;
    id: GeneratedAlways<number>;
    recipient: string;
    created_at: Moment;
    how: Generated<ColumnValues['do_not_contact.how']>;
    campaign_id: number | null;
    profile_id: number | null;
  };
  email_addresses: {
    user_id: number;
    address: string | null;
    confirmed_at: MaybeMoment;
    waiting_address: string | null;
    waiting_since: MaybeMoment;
  };
  erased_people: {
    user_id: number;
    id: Generated<number>;
    hash: Buffer;
    erased_at: Moment;
  };
  erasure_key: {
    sealed: Buffer;
  };
  erasure_wishes: {
    user_id: number;
    recipient: string;
    wished_at: Moment;
  };
  erasures: {
    user_id: number;
    recipient: string;
    campaign_id: Generated<number>;
  };
  fields: {
    user_id: number;
    id: GeneratedAlways<number>;
    name: string;
    label: string;
    created_at: Moment;
    deleted_at: MaybeMoment;
  };
  freezes: {
    user_id: number;
    backup_at: MaybeMoment;
    sent: Generated<number>;
    uncertain: Generated<number>;
    known_until: MaybeMoment;
    by_name: Generated<number>;
  };
  import_choices: {
    user_id: number;
    heads: string;
    name_column: string;
    chosen_at: Moment;
    columns: MaybeJson<unknown>;
  };
  known_addresses: {
    user_id: number;
    address: string;
    last_used_at: Moment;
    browsers: string[] | null;
  };
  link_recoveries: {
    user_id: number;
    epoch: number;
    reported: number;
    recipient_id: number;
  };
  lists: {
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
  };
  login_failures: {
    id: GeneratedAlways<number>;
    username: string | null;
    address: string;
    failed_at: Moment;
    is_pending: Generated<boolean>;
  };
  mailed_links: {
    user_id: number;
    kind: ColumnValues['mailed_links.kind'];
    token_hash: Buffer;
    to_address: string;
    created_at: Moment;
    expires_at: Moment;
  };
  mails: {
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
  };
  message_ledger: {
    user_id: number;
    recipient: string;
    last_messaged_at: MaybeMoment;
    begun: DefaultJson<ColumnValues['message_ledger.begun']>;
    not_found_at: MaybeMoment;
    first_messaged_at: MaybeMoment;
    replied_at: MaybeMoment;
    without_reply: DefaultJson<ColumnValues['message_ledger.without_reply']>;
    unreplied: GeneratedAlways<number | null>;
    waived_at: MaybeMoment;
    waived_reason: string | null;
  };
  notification_choices: {
    user_id: number;
    kind: ColumnValues['notification_choices.kind'];
    in_app: boolean;
    by_mail: boolean;
  };
  notifications: {
    user_id: number;
    id: GeneratedAlways<number>;
    kind: ColumnValues['notifications.kind'];
    args: Json<ColumnValues['notifications.args']>;
    created_at: Moment;
    read_at: MaybeMoment;
    settled_at: MaybeMoment;
    mailed_at: MaybeMoment;
  };
  opt_out_links: {
    code: string;
    user_id: number;
    recipient: string;
    created_at: Moment;
  };
  pairings: {
    device_code_hash: Buffer;
    user_code: string;
    machine_name: string;
    platform: string;
    agent_version: string;
    address: string;
    state: Generated<ColumnValues['pairings.state']>;
    user_id: number | null;
    session_id: number | null;
    agent_id: number | null;
    created_at: Moment;
    expires_at: Moment;
  };
  password_resets: {
    user_id: number;
    token_hash: Buffer;
    created_at: Moment;
    expires_at: Moment;
    made_by: number | null;
  };
  people: {
    user_id: number;
    recipient: string;
    fields: DefaultJson<ColumnValues['people.fields']>;
    tags: Generated<number[]>;
    sources: Generated<number[]>;
  };
  people_versions: {
    user_id: number;
    version: GeneratedAlways<number>;
  };
  person_notes: {
    user_id: number;
    recipient: string;
    id: GeneratedAlways<number>;
    text: string;
    author_name: string;
    created_at: Moment;
  };
  profiles: {
    user_id: number;
    id: GeneratedAlways<number>;
    profile_name: string;
    profile_path: string;
    insta_username: string | null;
    insta_password: Buffer | null;
    is_active: Generated<boolean>;
    agent_id: number | null;
    created_at: Moment;
    deleted_at: MaybeMoment;
    blocked_at: MaybeMoment;
    blocked_reason: string | null;
    next_send_at: MaybeMoment;
    lease_until: MaybeMoment;
    lease_token: string | null;
    lease_campaign_id: number | null;
    lease_recipient_id: number | null;
    lease_agent_id: number | null;
    signed_out_at: MaybeMoment;
    signed_out_reason: string | null;
    granted: Generated<number>;
    password_lost: Generated<boolean>;
    faulted_at: MaybeMoment;
    fault_reason: string | null;
    fault_until: MaybeMoment;
    cap_hour: number | null;
    cap_day: number | null;
    warm_up_day: number | null;
    slow_until: MaybeMoment;
    counted_day: string | null;
    begun_today: Generated<number>;
    counted_hour: string | null;
    begun_this_hour: Generated<number>;
    counted_at: MaybeMoment;
    replies_read_at: MaybeMoment;
    replies_asked_at: MaybeMoment;
    password_origins: string | null;
    obstacle: string | null;
    obstructed: DefaultJson<unknown>;
    fault_kind: ColumnValues['profiles.fault_kind'] | null;
  };
  recipient_imports: {
    user_id: number;
    id: GeneratedAlways<number>;
    list_id: number;
    position: number;
    added: number;
    created_at: Moment;
    undone_at: MaybeMoment;
    removed: Generated<number>;
    source_id: number | null;
    replaced: Generated<number>;
    restored: Generated<number>;
  };
  recipients: {
    user_id: number;
    id: GeneratedAlways<number>;
    list_id: number;
    recipient: string;
    status: Generated<ColumnValues['recipients.status']>;
    position: number;
    campaign_id: number | null;
    created_at: Moment;
    profile_id: number | null;
    follows_at: MaybeMoment;
  };
  recovered_links: {
    code: string;
    user_id: number;
    recipient: string;
  };
  replaced_values: {
    user_id: number;
    import_id: number;
    recipient: string;
    before: Json<ColumnValues['replaced_values.before']>;
    after: Json<ColumnValues['replaced_values.after']>;
  };
  replies: {
    user_id: number;
    recipient: string;
    id: GeneratedAlways<number>;
    profile_id: number;
    campaign_id: number | null;
    recipient_id: number | null;
    site_id: string;
    text: string | null;
    at: Moment;
    read_at: Moment;
    via: ColumnValues['replies.via'];
    stop: Generated<ColumnValues['replies.stop']>;
    automatic: Generated<ColumnValues['replies.automatic']>;
    told_at: MaybeMoment;
  };
  requests: {
    user_id: number;
    id: GeneratedAlways<number>;
    kind: ColumnValues['requests.kind'];
    agent_id: number | null;
    profile_path: string | null;
    payload: DefaultJson<ColumnValues['requests.payload']>;
    status: Generated<ColumnValues['requests.status']>;
    results: MaybeJson<ColumnValues['requests.results']>;
    error_message: string | null;
    created_at: Moment;
    last_sign_at: MaybeMoment;
    completed_at: MaybeMoment;
  };
  reset_wishes: {
    id: GeneratedAlways<number>;
    username: string;
    wished_at: Moment;
  };
  schema_versions: {
    version: number;
    name: string;
    applied_at: Moment;
  };
  security_events: {
    id: GeneratedAlways<number>;
    user_id: number | null;
    username: string | null;
    kind: ColumnValues['security_events.kind'];
    detail: Generated<string>;
    address: string;
    user_agent: string;
    created_at: Moment;
  };
  sending_days: {
    user_id: number;
    campaign_id: number;
    day: string;
    begun: number;
    counted_at: MaybeMoment;
  };
  server_identity: {
    id: Generated<string>;
    epoch: Generated<number>;
    address: Generated<string>;
    is_public: Generated<boolean>;
    last_backup_at: MaybeMoment;
  };
  sessions: {
    id: GeneratedAlways<number>;
    user_id: number;
    kind: ColumnValues['sessions.kind'];
    agent_id: number | null;
    token_hash: Buffer;
    created_at: Moment;
    last_used_at: Moment;
    expires_at: MaybeMoment;
    address: string | null;
    user_agent: string | null;
  };
  settings: {
    user_id: number;
    max_retries: number;
    delay_start: number;
    delay_end: number;
    never_twice_days: number | null;
    names: Generated<ColumnValues['settings.names']>;
    hours: string | null;
    quiet_dates: Generated<string>;
    profile_cap_hour: number | null;
    profile_cap_day: number | null;
    cap_day: number | null;
    own_name: string | null;
    site: MaybeJson<ColumnValues['settings.site']>;
    quiet_days: Generated<number>;
    budget: Generated<number | null>;
    read_replies_hours: number | null;
    reply_text_days: Generated<number>;
    stop_languages: Generated<ColumnValues['settings.stop_languages']>;
    stop_words: Generated<string[]>;
    hears_replies: Generated<boolean>;
    sender_name: string | null;
    require_source: Generated<boolean>;
    collect_mail: Generated<ColumnValues['settings.collect_mail']>;
  };
  sources: {
    user_id: number;
    id: GeneratedAlways<number>;
    text: string;
    stated_on: string;
    list_name: string | null;
    created_at: Moment;
    withdrawn_at: MaybeMoment;
  };
  tags: {
    user_id: number;
    id: GeneratedAlways<number>;
    name: string;
    created_at: Moment;
    deleted_at: MaybeMoment;
  };
  templates: {
    user_id: number;
    id: GeneratedAlways<number>;
    name: string;
    content: string;
    is_selected: Generated<boolean>;
    created_at: Moment;
  };
  ticket_messages: {
    user_id: number;
    ticket_id: number;
    id: number;
    account_id: number;
    author_name: string;
    message: string;
    created_at: Moment;
  };
  tickets: {
    user_id: number;
    id: number;
    ticket_number: string;
    subject: string;
    description: string;
    status: Generated<ColumnValues['tickets.status']>;
    priority: ColumnValues['tickets.priority'];
    category: ColumnValues['tickets.category'];
    message_count: Generated<number>;
    assigned_to: number | null;
    created_at: Moment;
    last_message_at: Moment;
    last_author_id: number;
    last_author_name: string;
    read_count: Generated<number>;
  };
  time_zones: {
    name: string;
    ahead: string[];
    version: string;
    known_until: Moment;
  };
  users: {
    id: GeneratedAlways<number>;
    username: string;
    password_hash: string;
    role: ColumnValues['users.role'];
    pack: ColumnValues['users.pack'];
    subscription_end_date: MaybeMoment;
    is_active: Generated<boolean>;
    time_zone: Generated<string>;
    password_reset_requested_at: MaybeMoment;
    created_at: Moment;
    last_login: MaybeMoment;
    frozen_at: MaybeMoment;
    epoch: Generated<number>;
  };
  views: {
    user_id: number;
    id: GeneratedAlways<number>;
    name: string;
    conditions: Json<ColumnValues['views.conditions']>;
    created_at: Moment;
  };
  visits: {
    user_id: number;
    here_at: Moment;
    sent: number;
    failed: number;
    before_at: MaybeMoment;
    before_sent: number | null;
    before_failed: number | null;
  };
  withdrawn_sources: {
    user_id: number;
    recipient: string;
    source_id: number;
    reason: string;
    withdrawn_at: Moment;
  };
}

-- The role of every transaction that belongs to one user: it sees that user's rows only.
do $$ begin
  if not exists (select from pg_roles where rolname = 'pigeonpost_user') then
    create role pigeonpost_user nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster came first
end $$;
grant pigeonpost_user to current_user;

-- '' after a commit, so that a bare cast would fail.
create function app_user_id() returns bigint language sql stable
  return nullif(current_setting('app.user_id', true), '')::bigint;

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'admin')),
  pack text not null check (pack in ('starter', 'pro')),
  subscription_end_date timestamptz,
  is_active boolean not null default true,
  time_zone text not null default 'UTC',
  password_reset_requested_at timestamptz,
  created_at timestamptz not null,
  last_login timestamptz
);
create unique index users_username_key on users (lower(username));

create table agents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  machine_name text not null,
  platform text not null,
  agent_version text not null,
  firefox jsonb,
  firefox_profiles jsonb not null default '[]',
  open_paths text[] not null default '{}',
  drivers text[] not null default '{}',
  created_at timestamptz not null,
  last_seen_at timestamptz,
  revoked_at timestamptz,
  -- A script of the user's own that works with a login token: it never enrolled.
  is_script boolean not null default false,
  -- What browsers were last told; whether it is connected follows from last_seen_at.
  said_connected boolean not null default false
);
create index agents_user on agents (user_id, id);
create unique index agents_script on agents (user_id) where is_script;
create index agents_said_connected on agents (id) where said_connected;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('login', 'agent')),
  agent_id bigint references agents on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz,
  check ((kind = 'agent') = (agent_id is not null))
);
create index sessions_user on sessions (user_id, id);

-- Failed sign-ins of the last minutes, by name and by address.
create table login_failures (
  id bigint generated always as identity primary key,
  username text not null,
  address text not null,
  failed_at timestamptz not null
);
create index login_failures_username on login_failures (username, failed_at);
create index login_failures_address on login_failures (address, failed_at);

create table settings (
  user_id bigint primary key references users on delete cascade,
  max_retries integer not null,
  delay_start integer not null,
  delay_end integer not null check (delay_end >= delay_start)
);

create table templates (
  user_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  content text not null,
  is_selected boolean not null default false,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index templates_selected on templates (user_id) where is_selected;

-- The lease of a profile's one delivery lies on its row; only the key is indexed, so that updates stay HOT.
create table profiles (
  user_id bigint not null,
  id bigint generated always as identity,
  profile_name text not null,
  profile_path text not null,
  insta_username text,
  insta_password bytea,
  is_active boolean not null default true,
  agent_id bigint,
  created_at timestamptz not null,
  deleted_at timestamptz,
  blocked_at timestamptz,
  blocked_reason text,
  next_send_at timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  lease_campaign_id bigint,
  lease_recipient_id bigint,
  lease_agent_id bigint,
  primary key (user_id, id)
) with (fillfactor = 50);
create unique index profiles_path on profiles (user_id, profile_path) where deleted_at is null;

-- The counts are kept in the transaction that changes a recipient.
create table lists (
  user_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  pending integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  not_found integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (user_id, id)
) with (fillfactor = 50);
create index lists_deleted on lists (deleted_at) where deleted_at is not null;

-- A recipient's place in line: (nextval << 24) + line, given anew whenever the name becomes pending.
create sequence recipient_position;

create table recipients (
  user_id bigint not null,
  id bigint generated always as identity,
  list_id bigint not null,
  recipient text collate "C" not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'not_found')),
  position bigint not null,
  -- Who holds a pending name, or gave it its final status; null: free, or set by hand.
  campaign_id bigint,
  created_at timestamptz not null,
  primary key (user_id, id)
) with (fillfactor = 90);
create unique index recipients_name on recipients (user_id, list_id, recipient);
create index recipients_line on recipients (user_id, list_id, position) where status = 'pending';
-- A page of a list, newest first, of one status or of all four merged: a list may hold a million names.
create index recipients_newest on recipients (user_id, list_id, status, id);
create statistics recipients_list (ndistinct, dependencies) on user_id, list_id from recipients;

create table do_not_contact (
  user_id bigint not null,
  id bigint generated always as identity,
  recipient text collate "C" not null,
  created_at timestamptz not null,
  primary key (user_id, recipient)
);
create unique index do_not_contact_id on do_not_contact (user_id, id);

create table campaigns (
  user_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'paused', 'completed', 'failed')),
  message_template_id bigint,
  template_name text not null,
  template_content text not null,
  list_id bigint,
  list_name text not null,
  -- The last place in the list's line that belongs to this campaign; null before its first start.
  mark bigint,
  paused_reason text,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  deleted_at timestamptz,
  primary key (user_id, id)
);
create index campaigns_running on campaigns (user_id) where status = 'running';
create index campaigns_list on campaigns (user_id, list_id);
create index campaigns_deleted on campaigns (deleted_at) where deleted_at is not null;

-- Hot, and so apart from the campaign's own row.
create table campaign_progress (
  user_id bigint not null,
  campaign_id bigint not null,
  cursor bigint not null default 0,
  passed boolean not null default false,
  total_list integer not null default 0,
  total_sent integer not null default 0,
  -- failed, not_found and uncertain together; the next two are parts of it.
  total_failed integer not null default 0,
  total_not_found integer not null default 0,
  total_uncertain integer not null default 0,
  in_work integer not null default 0,
  primary key (user_id, campaign_id)
) with (fillfactor = 40);

create table campaign_profiles (
  user_id bigint not null,
  campaign_id bigint not null,
  profile_id bigint not null,
  primary key (user_id, campaign_id, profile_id)
);
create index campaign_profiles_profile on campaign_profiles (user_id, profile_id);

-- One row per campaign and recipient, written when it is claimed: the law of never twice. `state` is in no index.
create table deliveries (
  user_id bigint not null,
  campaign_id bigint not null,
  recipient_id bigint not null,
  profile_id bigint,
  token uuid,
  state text not null,
  failures integer not null default 0,
  reason text,
  begun_at timestamptz,
  ended_at timestamptz,
  -- The daily row that counts it.
  day date,
  retry_at timestamptz,
  primary key (user_id, campaign_id, recipient_id)
) with (fillfactor = 80);
create index deliveries_retry on deliveries (user_id, campaign_id, retry_at) where retry_at is not null;
create statistics deliveries_campaign (ndistinct, dependencies) on user_id, campaign_id from deliveries;

create table campaign_logs (
  user_id bigint not null,
  campaign_id bigint not null,
  id bigint generated always as identity,
  action text not null,
  created_at timestamptz not null,
  profile_name text,
  recipient text,
  message text not null default '',
  primary key (user_id, campaign_id, id)
);
create statistics campaign_logs_campaign (ndistinct, dependencies) on user_id, campaign_id from campaign_logs;

-- What a profile did for a campaign on a day of its user's zone; `failed` counts not_found and uncertain too.
create table daily_performance (
  user_id bigint not null,
  day date not null,
  campaign_id bigint not null,
  profile_id bigint not null,
  sent integer not null default 0,
  failed integer not null default 0,
  not_found integer not null default 0,
  blocked integer not null default 0,
  first_action timestamptz not null,
  last_action timestamptz not null,
  primary key (user_id, day, campaign_id, profile_id)
) with (fillfactor = 60);
create index daily_performance_campaign on daily_performance (user_id, campaign_id);

-- Everything queued for an agent.
create table requests (
  user_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('open', 'close', 'list', 'create', 'delete', 'test', 'unread')),
  -- The machine it is meant for; null: any of the user's.
  agent_id bigint,
  profile_path text,
  payload jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed')),
  results jsonb,
  error_message text,
  created_at timestamptz not null,
  last_sign_at timestamptz,
  completed_at timestamptz,
  primary key (user_id, id)
);
create index requests_open on requests (created_at) where status in ('pending', 'running');
create index requests_waiting on requests (user_id) where status = 'pending';
create unique index requests_profile_once on requests (user_id, kind, profile_path)
  where kind in ('open', 'close') and status in ('pending', 'running');

-- The wall behind the queries.
do $$
declare t text;
begin
  foreach t in array array['agents', 'sessions', 'settings', 'templates', 'profiles', 'lists', 'recipients',
    'do_not_contact', 'campaigns', 'campaign_progress', 'campaign_profiles', 'deliveries', 'campaign_logs',
    'daily_performance', 'requests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', t);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user', t);
  end loop;
end $$;
alter table users enable row level security;
create policy own_row on users to pigeonpost_user using (id = app_user_id());
-- Not the role, the pack or the end date: those are an administrator's.
grant select, update (password_hash, time_zone, last_login) on users to pigeonpost_user;
grant usage on all sequences in schema public to pigeonpost_user;

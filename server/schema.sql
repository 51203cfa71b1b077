-- The whole schema as the migrations leave it, to be read. Nothing runs this file: write a new migration, then
-- node server/src/testing/write-schema.ts

create table agent_grants (
  user_id bigint not null,
  agent_id bigint not null,
  granted bigint not null,
  granted_at timestamp with time zone not null,
  constraint agent_grants_pkey PRIMARY KEY (user_id, agent_id),
  constraint agent_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=50);
alter table agent_grants enable row level security;
create policy every_row on agent_grants as permissive for all to pigeonpost_system using (true);
create policy own_rows on agent_grants as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on agent_grants to pigeonpost_system;
grant select on agent_grants to pigeonpost_user;

create table agents (
  id bigint not null generated always as identity,
  user_id bigint not null,
  machine_name text not null,
  platform text not null,
  agent_version text not null,
  firefox jsonb,
  firefox_profiles jsonb not null default '[]'::jsonb,
  open_paths text[] not null default '{}'::text[],
  drivers text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  revoked_at timestamp with time zone,
  is_script boolean not null default false,
  said_connected boolean not null default false,
  driving_paths text[] not null default '{}'::text[],
  merged_epoch bigint,
  counts_unread boolean not null default true,
  takes_site boolean not null default false,
  site jsonb,
  site_error text,
  reads_replies boolean not null default false,
  site_origins text,
  constraint agents_pkey PRIMARY KEY (id),
  constraint agents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX agents_said_connected ON agents USING btree (id) WHERE said_connected;
CREATE UNIQUE INDEX agents_script ON agents USING btree (user_id) WHERE is_script;
CREATE INDEX agents_user ON agents USING btree (user_id, id);
CREATE TRIGGER audited AFTER DELETE OR UPDATE OF user_id, id, machine_name, platform, revoked_at ON agents FOR EACH ROW EXECUTE FUNCTION audit_change('agent', 'machine_name platform', 'machine_name');
CREATE TRIGGER audited_script AFTER INSERT ON agents FOR EACH ROW WHEN (new.is_script) EXECUTE FUNCTION audit_change('agent', 'machine_name platform', 'machine_name');
CREATE TRIGGER passwords_of_origins AFTER UPDATE OF site, site_origins ON agents FOR EACH ROW EXECUTE FUNCTION keep_passwords_at_origins();
alter table agents enable row level security;
create policy every_row on agents as permissive for all to pigeonpost_system using (true);
create policy own_rows on agents as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on agents to pigeonpost_system;
grant delete, insert, select, update on agents to pigeonpost_user;

create table audit_heads (
  user_id bigint not null,
  id bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (user_id)
) with (fillfactor=50);
grant select on audit_heads to pigeonpost_system;

create table audit_key (
  is_only boolean not null default true,
  inner_pad bytea not null,
  outer_pad bytea not null,
  constraint audit_key_pkey PRIMARY KEY (is_only),
  constraint audit_key_is_only_check CHECK (is_only)
);

create table audit_log (
  user_id bigint not null,
  id bigint not null,
  actor_id bigint,
  actor_name text,
  kind text not null,
  action text not null,
  subject_id bigint,
  subject_name text,
  before jsonb,
  after jsonb,
  address text,
  created_at timestamp with time zone not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (user_id, id),
  constraint audit_log_action_check CHECK ((action = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text])))
);
CREATE INDEX audit_log_newest ON audit_log USING btree (created_at, user_id, id);
CREATE CONSTRAINT TRIGGER head_kept AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_head();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
alter table audit_log enable row level security;
create policy every_row on audit_log as permissive for all to pigeonpost_system using (true);
create policy own_rows on audit_log as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant select on audit_log to pigeonpost_system;
grant select on audit_log to pigeonpost_user;

create table campaign_logs (
  user_id bigint not null,
  campaign_id bigint not null,
  id bigint not null generated always as identity,
  action text not null,
  created_at timestamp with time zone not null,
  profile_name text,
  recipient text,
  message text not null default ''::text,
  reason_kind text,
  reason_args jsonb,
  constraint campaign_logs_pkey PRIMARY KEY (user_id, campaign_id, id)
);
CREATE STATISTICS campaign_logs_campaign (ndistinct, dependencies) ON user_id, campaign_id FROM campaign_logs;
alter table campaign_logs enable row level security;
create policy every_row on campaign_logs as permissive for all to pigeonpost_system using (true);
create policy own_rows on campaign_logs as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on campaign_logs to pigeonpost_system;
grant delete, insert, select, update on campaign_logs to pigeonpost_user;

create table campaign_profiles (
  user_id bigint not null,
  campaign_id bigint not null,
  profile_id bigint not null,
  cursor bigint not null default 0,
  constraint campaign_profiles_pkey PRIMARY KEY (user_id, campaign_id, profile_id)
);
CREATE INDEX campaign_profiles_profile ON campaign_profiles USING btree (user_id, profile_id);
alter table campaign_profiles enable row level security;
create policy every_row on campaign_profiles as permissive for all to pigeonpost_system using (true);
create policy own_rows on campaign_profiles as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on campaign_profiles to pigeonpost_system;
grant delete, insert, select, update on campaign_profiles to pigeonpost_user;

create table campaign_progress (
  user_id bigint not null,
  campaign_id bigint not null,
  cursor bigint not null default 0,
  passed boolean not null default false,
  total_list integer not null default 0,
  total_sent integer not null default 0,
  total_failed integer not null default 0,
  total_not_found integer not null default 0,
  total_uncertain integer not null default 0,
  in_work integer not null default 0,
  sweep_at timestamp with time zone,
  taken_out integer not null default 0,
  total_replied integer not null default 0,
  shared_cursor bigint not null default 0,
  constraint campaign_progress_pkey PRIMARY KEY (user_id, campaign_id)
) with (fillfactor=40);
CREATE INDEX campaign_progress_due ON campaign_progress USING btree (sweep_at) WHERE (sweep_at IS NOT NULL);
CREATE TRIGGER sweep_next_turn AFTER INSERT OR UPDATE OF in_work ON campaign_progress FOR EACH ROW WHEN (((new.in_work > 0) AND (new.sweep_at IS NULL))) EXECUTE FUNCTION sweep_next_turn();
alter table campaign_progress enable row level security;
create policy every_row on campaign_progress as permissive for all to pigeonpost_system using (true);
create policy own_rows on campaign_progress as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on campaign_progress to pigeonpost_system;
grant delete, insert, select, update on campaign_progress to pigeonpost_user;

create table campaigns (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  status text not null default 'pending'::text,
  message_template_id bigint,
  template_name text not null,
  template_content text not null,
  list_id bigint,
  list_name text not null,
  mark bigint,
  paused_reason text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  keep_sent boolean not null default false,
  retries_of bigint,
  archived_at timestamp with time zone,
  parts jsonb,
  text_hash text,
  hours int4multirange,
  not_after timestamp with time zone,
  cap_day integer,
  is_draft boolean not null default false,
  start_at timestamp with time zone,
  start_problem text,
  is_overdue boolean not null default false,
  countdown_until timestamp with time zone,
  countdown_from text,
  countdown_reason text,
  canary integer,
  is_canary_over boolean not null default false,
  draft_start_at timestamp with time zone,
  leave_out jsonb,
  follows_campaign_id bigint,
  nth_follow_up smallint,
  pause_kind text,
  pause_args jsonb,
  countdown_kind text,
  countdown_args jsonb,
  start_refusal jsonb,
  needs_version integer,
  constraint campaigns_pkey PRIMARY KEY (user_id, id),
  constraint campaigns_canary_check CHECK (((canary >= 1) AND (canary <= 500))),
  constraint campaigns_cap_day_check CHECK (((cap_day >= 1) AND (cap_day <= 100000))),
  constraint campaigns_countdown_from_check CHECK ((countdown_from = ANY (ARRAY['pending'::text, 'paused'::text]))),
  constraint campaigns_follow_up CHECK (((follows_campaign_id IS NULL) = (nth_follow_up IS NULL))),
  constraint campaigns_hours_check CHECK (((hours <@ '{[0,10080)}'::int4multirange) AND (NOT isempty(hours)))),
  constraint campaigns_nth_follow_up_check CHECK (((nth_follow_up >= 1) AND (nth_follow_up <= 2))),
  constraint campaigns_pause_kind_check CHECK ((pause_kind = ANY (ARRAY['subscription'::text, 'account'::text, 'last_moment'::text, 'stop_link'::text, 'review'::text, 'signed_out'::text, 'profiles'::text, 'own_profiles'::text]))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'paused'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX campaigns_deleted ON campaigns USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX campaigns_follow ON campaigns USING btree (user_id, follows_campaign_id) WHERE (follows_campaign_id IS NOT NULL);
CREATE INDEX campaigns_last_moment ON campaigns USING btree (not_after) WHERE ((status = 'running'::text) AND (not_after IS NOT NULL));
CREATE INDEX campaigns_list ON campaigns USING btree (user_id, list_id);
CREATE INDEX campaigns_retrying ON campaigns USING btree (user_id) WHERE (retries_of IS NOT NULL);
CREATE INDEX campaigns_running ON campaigns USING btree (user_id) WHERE (status = 'running'::text);
CREATE INDEX campaigns_scheduled ON campaigns USING btree (start_at) WHERE ((start_at IS NOT NULL) AND (status = 'pending'::text) AND (NOT is_overdue) AND (deleted_at IS NULL));
CREATE INDEX campaigns_under_way ON campaigns USING btree (user_id, (
CASE status
    WHEN 'running'::text THEN 0
    WHEN 'paused'::text THEN 2
    ELSE
    CASE
        WHEN is_overdue THEN 1
        WHEN (start_at IS NULL) THEN 4
        ELSE 3
    END
END), start_at, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, name, status, list_name, template_name, template_content, is_draft, start_at, hours, not_after, cap_day, canary, leave_out, deleted_at, archived_at ON campaigns FOR EACH ROW EXECUTE FUNCTION audit_change('campaign', 'name status list_name template_name template_content* is_draft start_at hours not_after cap_day canary leave_out archived_at', 'name');
CREATE TRIGGER cap_is_new AFTER UPDATE OF cap_day ON campaigns FOR EACH ROW WHEN (((old.cap_day IS NULL) <> (new.cap_day IS NULL))) EXECUTE FUNCTION forget_sending_day();
CREATE TRIGGER keep_pause_words BEFORE UPDATE OF paused_reason, pause_kind, pause_args, countdown_reason, countdown_kind, countdown_args ON campaigns FOR EACH ROW EXECUTE FUNCTION keep_pause_words();
CREATE TRIGGER keep_start_problem_kind BEFORE UPDATE OF start_refusal ON campaigns FOR EACH ROW EXECUTE FUNCTION keep_start_problem('kind');
CREATE TRIGGER keep_start_problem_words BEFORE UPDATE OF start_problem ON campaigns FOR EACH ROW EXECUTE FUNCTION keep_start_problem('words');
CREATE TRIGGER text_is_read BEFORE INSERT OR UPDATE OF template_content ON campaigns FOR EACH ROW EXECUTE FUNCTION refuse_unread_text();
alter table campaigns enable row level security;
create policy every_row on campaigns as permissive for all to pigeonpost_system using ((((NOT is_test(id)) OR shows_tests_to_system()) AND ((needs_version IS NULL) OR (needs_version <= (COALESCE(NULLIF(current_setting('app.version'::text, true), ''::text), '0'::text))::integer))));
create policy own_rows on campaigns as permissive for all to pigeonpost_user using (((user_id = app_user_id()) AND ((NOT is_test(id)) OR shows_tests_to_user())));
grant delete, insert, select, update on campaigns to pigeonpost_system;
grant delete, insert, select, update on campaigns to pigeonpost_user;

create table daily_performance (
  user_id bigint not null,
  day date not null,
  campaign_id bigint not null,
  profile_id bigint not null,
  sent integer not null default 0,
  failed integer not null default 0,
  not_found integer not null default 0,
  blocked integer not null default 0,
  first_action timestamp with time zone not null,
  last_action timestamp with time zone not null,
  uncertain integer not null default 0,
  replied integer not null default 0,
  constraint daily_performance_pkey PRIMARY KEY (user_id, day, campaign_id, profile_id)
) with (fillfactor=60);
CREATE INDEX daily_performance_campaign ON daily_performance USING btree (user_id, campaign_id);
alter table daily_performance enable row level security;
create policy every_row on daily_performance as permissive for all to pigeonpost_system using (((NOT is_test(campaign_id)) OR shows_tests_to_system()));
create policy own_rows on daily_performance as permissive for all to pigeonpost_user using (((user_id = app_user_id()) AND ((NOT is_test(campaign_id)) OR shows_tests_to_user())));
grant delete, insert, select, update on daily_performance to pigeonpost_system;
grant delete, insert, select, update on daily_performance to pigeonpost_user;

create table deleted_deliveries (
  user_id bigint not null,
  campaign_id bigint not null,
  recipient_id bigint not null,
  recipient text collate "C" not null,
  token uuid,
  settled_token uuid,
  begun_at timestamp with time zone not null,
  deleted_at timestamp with time zone not null,
  constraint deleted_deliveries_pkey PRIMARY KEY (user_id, campaign_id, recipient_id)
);
CREATE INDEX deleted_deliveries_deleted ON deleted_deliveries USING btree (deleted_at);
alter table deleted_deliveries enable row level security;
create policy every_row on deleted_deliveries as permissive for all to pigeonpost_system using (true);
create policy own_rows on deleted_deliveries as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on deleted_deliveries to pigeonpost_system;
grant delete, insert, select, update on deleted_deliveries to pigeonpost_user;

create table deleted_do_not_contact (
  user_id bigint not null,
  recipient text collate "C" not null,
  deleted_at timestamp with time zone not null,
  constraint deleted_do_not_contact_pkey PRIMARY KEY (user_id, recipient)
);
alter table deleted_do_not_contact enable row level security;
create policy every_row on deleted_do_not_contact as permissive for all to pigeonpost_system using (true);
create policy own_rows on deleted_do_not_contact as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on deleted_do_not_contact to pigeonpost_system;
grant delete, insert, select, update on deleted_do_not_contact to pigeonpost_user;

create table deleted_recipients (
  user_id bigint not null,
  id bigint not null,
  list_id bigint not null,
  recipient text collate "C" not null,
  status text not null,
  created_at timestamp with time zone not null,
  restorable_until timestamp with time zone,
  constraint deleted_recipients_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX deleted_recipients_by_name ON deleted_recipients USING btree (user_id, recipient);
CREATE INDEX deleted_recipients_restorable ON deleted_recipients USING btree (restorable_until) WHERE (restorable_until IS NOT NULL);
alter table deleted_recipients enable row level security;
create policy every_row on deleted_recipients as permissive for all to pigeonpost_system using (true);
create policy own_rows on deleted_recipients as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on deleted_recipients to pigeonpost_system;
grant delete, insert, select, update on deleted_recipients to pigeonpost_user;

create table deleted_users (
  id bigint not null,
  deleted_at timestamp with time zone not null,
  constraint deleted_users_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on deleted_users to pigeonpost_system;

create table deliveries (
  user_id bigint not null,
  campaign_id bigint not null,
  recipient_id bigint not null,
  profile_id bigint,
  token uuid,
  state text not null,
  failures integer not null default 0,
  reason text,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  day date,
  retry_at timestamp with time zone,
  lapsed_token uuid,
  unsent text generated always as (
CASE
    WHEN (state = ANY (ARRAY['failed'::text, 'not_found'::text, 'uncertain'::text, 'skipped'::text])) THEN state
    ELSE NULL::text
END) stored,
  settled_token uuid,
  recipient text collate "C",
  blanks jsonb,
  is_taken_out boolean not null default false,
  is_heard boolean not null default false,
  replied_at timestamp with time zone,
  skipped_at timestamp with time zone,
  reason_kind text,
  reason_args jsonb,
  constraint deliveries_pkey PRIMARY KEY (user_id, campaign_id, recipient_id)
) with (fillfactor=80);
CREATE INDEX deliveries_replied ON deliveries USING btree (user_id, campaign_id, recipient_id) WHERE (replied_at IS NOT NULL);
CREATE INDEX deliveries_retry ON deliveries USING btree (user_id, campaign_id, retry_at) WHERE (retry_at IS NOT NULL);
CREATE INDEX deliveries_unsent ON deliveries USING btree (user_id, campaign_id, unsent, recipient_id) WHERE (unsent IS NOT NULL);
CREATE STATISTICS deliveries_campaign (ndistinct, dependencies) ON user_id, campaign_id FROM deliveries;
alter table deliveries enable row level security;
create policy every_row on deliveries as permissive for all to pigeonpost_system using (true);
create policy own_rows on deliveries as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on deliveries to pigeonpost_system;
grant delete, insert, select, update on deliveries to pigeonpost_user;

create table do_not_contact (
  user_id bigint not null,
  id bigint not null generated always as identity,
  recipient text collate "C" not null,
  created_at timestamp with time zone not null,
  how text not null default 'hand'::text,
  campaign_id bigint,
  profile_id bigint,
  constraint do_not_contact_pkey PRIMARY KEY (user_id, recipient),
  constraint do_not_contact_how_check CHECK ((how = ANY (ARRAY['hand'::text, 'reply'::text, 'link'::text])))
);
CREATE UNIQUE INDEX do_not_contact_id ON do_not_contact USING btree (user_id, id);
CREATE TRIGGER audited_added AFTER INSERT ON do_not_contact REFERENCING NEW TABLE AS names FOR EACH STATEMENT EXECUTE FUNCTION audit_names();
CREATE TRIGGER audited_removed AFTER DELETE ON do_not_contact REFERENCING OLD TABLE AS names FOR EACH STATEMENT EXECUTE FUNCTION audit_names();
alter table do_not_contact enable row level security;
create policy every_row on do_not_contact as permissive for all to pigeonpost_system using (true);
create policy own_rows on do_not_contact as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on do_not_contact to pigeonpost_system;
grant delete, insert, select, update on do_not_contact to pigeonpost_user;

create table email_addresses (
  user_id bigint not null,
  address text,
  confirmed_at timestamp with time zone,
  waiting_address text,
  waiting_since timestamp with time zone,
  constraint email_addresses_pkey PRIMARY KEY (user_id),
  constraint email_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_addresses_address_check CHECK ((length(address) <= 254)),
  constraint email_addresses_check CHECK (((address IS NULL) = (confirmed_at IS NULL))),
  constraint email_addresses_check1 CHECK (((waiting_address IS NULL) = (waiting_since IS NULL))),
  constraint email_addresses_waiting_address_check CHECK ((length(waiting_address) <= 254))
);
CREATE TRIGGER audited AFTER UPDATE OF address ON email_addresses FOR EACH ROW WHEN ((old.address IS DISTINCT FROM new.address)) EXECUTE FUNCTION audit_change('email_address', 'address*', '');
alter table email_addresses enable row level security;
create policy every_row on email_addresses as permissive for all to pigeonpost_system using (true);
create policy own_rows on email_addresses as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on email_addresses to pigeonpost_system;
grant insert, select, update on email_addresses to pigeonpost_user;

create table erased_people (
  user_id bigint not null,
  id bigint not null default nextval('do_not_contact_id_seq'::regclass),
  hash bytea not null,
  erased_at timestamp with time zone not null,
  constraint erased_people_pkey PRIMARY KEY (user_id, hash),
  constraint erased_people_hash_check CHECK ((length(hash) = 32))
);
CREATE UNIQUE INDEX erased_people_id ON erased_people USING btree (user_id, id);
alter table erased_people enable row level security;
create policy every_row on erased_people as permissive for all to pigeonpost_system using (true);
create policy own_rows on erased_people as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on erased_people to pigeonpost_system;
grant delete, insert, select, update on erased_people to pigeonpost_user;

create table erasure_key (
  sealed bytea not null
);
CREATE UNIQUE INDEX erasure_key_once ON erasure_key USING btree ((true));

create table erasure_wishes (
  user_id bigint not null,
  recipient text collate "C" not null,
  wished_at timestamp with time zone not null,
  constraint erasure_wishes_pkey PRIMARY KEY (user_id, recipient)
);
alter table erasure_wishes enable row level security;
create policy every_row on erasure_wishes as permissive for all to pigeonpost_system using (true);
create policy own_rows on erasure_wishes as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on erasure_wishes to pigeonpost_system;
grant delete, insert, select, update on erasure_wishes to pigeonpost_user;

create table erasures (
  user_id bigint not null,
  recipient text collate "C" not null,
  campaign_id bigint not null default 0,
  constraint erasures_pkey PRIMARY KEY (user_id, recipient)
);
alter table erasures enable row level security;
create policy every_row on erasures as permissive for all to pigeonpost_system using (true);
create policy own_rows on erasures as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on erasures to pigeonpost_system;
grant delete, insert, select, update on erasures to pigeonpost_user;

create table fields (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  label text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint fields_pkey PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX fields_by_name ON fields USING btree (user_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX fields_deleted ON fields USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, name, label, deleted_at ON fields FOR EACH ROW EXECUTE FUNCTION audit_change('field', 'name label', 'name');
alter table fields enable row level security;
create policy every_row on fields as permissive for all to pigeonpost_system using (true);
create policy own_rows on fields as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on fields to pigeonpost_system;
grant delete, insert, select, update on fields to pigeonpost_user;

create table freezes (
  user_id bigint not null,
  backup_at timestamp with time zone,
  sent integer not null default 0,
  uncertain integer not null default 0,
  known_until timestamp with time zone,
  by_name integer not null default 0,
  constraint freezes_pkey PRIMARY KEY (user_id),
  constraint freezes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table freezes enable row level security;
create policy every_row on freezes as permissive for all to pigeonpost_system using (true);
create policy own_rows on freezes as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on freezes to pigeonpost_system;
grant delete, insert, select, update on freezes to pigeonpost_user;

create table import_choices (
  user_id bigint not null,
  heads text collate "C" not null,
  name_column text not null,
  chosen_at timestamp with time zone not null,
  columns jsonb,
  constraint import_choices_pkey PRIMARY KEY (user_id, heads),
  constraint import_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table import_choices enable row level security;
create policy every_row on import_choices as permissive for all to pigeonpost_system using (true);
create policy own_rows on import_choices as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on import_choices to pigeonpost_system;
grant delete, insert, select, update on import_choices to pigeonpost_user;

create table known_addresses (
  user_id bigint not null,
  address text not null,
  last_used_at timestamp with time zone not null,
  browsers text[],
  constraint known_addresses_pkey PRIMARY KEY (user_id, address),
  constraint known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_addresses_last_used ON known_addresses USING btree (last_used_at);
alter table known_addresses enable row level security;
create policy every_row on known_addresses as permissive for all to pigeonpost_system using (true);
create policy own_rows on known_addresses as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on known_addresses to pigeonpost_system;
grant delete, insert, select, update on known_addresses to pigeonpost_user;

create table link_recoveries (
  user_id bigint not null,
  epoch bigint not null,
  reported integer not null,
  recipient_id bigint not null,
  constraint link_recoveries_pkey PRIMARY KEY (user_id)
);
alter table link_recoveries enable row level security;
create policy every_row on link_recoveries as permissive for all to pigeonpost_system using (true);
create policy own_rows on link_recoveries as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on link_recoveries to pigeonpost_system;
grant delete, insert, select, update on link_recoveries to pigeonpost_user;

create table lists (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  description text not null default ''::text,
  pending integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  not_found integer not null default 0,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint lists_pkey PRIMARY KEY (user_id, id)
) with (fillfactor=50);
CREATE INDEX lists_deleted ON lists USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, name, description, deleted_at ON lists FOR EACH ROW EXECUTE FUNCTION audit_change('list', 'name description', 'name');
alter table lists enable row level security;
create policy every_row on lists as permissive for all to pigeonpost_system using (((NOT is_test(id)) OR shows_tests_to_system()));
create policy own_rows on lists as permissive for all to pigeonpost_user using (((user_id = app_user_id()) AND ((NOT is_test(id)) OR shows_tests_to_user())));
grant delete, insert, select, update on lists to pigeonpost_system;
grant delete, insert, select, update on lists to pigeonpost_user;

create table login_failures (
  id bigint not null generated always as identity,
  username text,
  address text not null,
  failed_at timestamp with time zone not null,
  is_pending boolean not null default false,
  constraint login_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX login_failures_address ON login_failures USING btree (address, failed_at);
CREATE INDEX login_failures_username ON login_failures USING btree (username, failed_at);
grant delete, insert, select, update on login_failures to pigeonpost_system;

create table mailed_links (
  user_id bigint not null,
  kind text not null,
  token_hash bytea not null,
  to_address text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mailed_links_pkey PRIMARY KEY (user_id, kind),
  constraint mailed_links_token_hash_key UNIQUE (token_hash),
  constraint mailed_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mailed_links_kind_check CHECK ((kind = ANY (ARRAY['confirm_email'::text, 'password_reset'::text])))
);
CREATE TRIGGER audited_end AFTER DELETE ON mailed_links FOR EACH ROW WHEN ((old.kind = 'password_reset'::text)) EXECUTE FUNCTION audit_change('reset_link', 'created_at expires_at token_hash*', '');
CREATE TRIGGER audited_made AFTER INSERT OR UPDATE OF token_hash ON mailed_links FOR EACH ROW WHEN ((new.kind = 'password_reset'::text)) EXECUTE FUNCTION audit_change('reset_link', 'created_at expires_at token_hash*', '');
alter table mailed_links enable row level security;
create policy every_row on mailed_links as permissive for all to pigeonpost_system using (true);
create policy own_rows on mailed_links as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on mailed_links to pigeonpost_system;
grant delete, insert on mailed_links to pigeonpost_user;
grant select (user_id, kind, to_address, created_at, expires_at) on mailed_links to pigeonpost_user;
grant update (token_hash, to_address, created_at, expires_at) on mailed_links to pigeonpost_user;

create table mails (
  id bigint not null generated always as identity,
  user_id bigint not null,
  to_address text not null,
  kind text not null,
  "values" jsonb not null,
  message_id uuid not null,
  epoch bigint not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tries integer not null default 0,
  sending_until timestamp with time zone,
  sent_at timestamp with time zone,
  gave_up_at timestamp with time zone,
  error text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_message_id_key UNIQUE (message_id),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mails_address ON mails USING btree (lower(to_address), created_at) WHERE (kind = 'confirm_email'::text);
CREATE INDEX mails_created ON mails USING btree (created_at);
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE ((sent_at IS NULL) AND (gave_up_at IS NULL));
CREATE INDEX mails_user ON mails USING btree (user_id, kind, created_at);
alter table mails enable row level security;
create policy every_row on mails as permissive for all to pigeonpost_system using (true);
create policy own_rows on mails as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on mails to pigeonpost_system;
grant insert on mails to pigeonpost_user;
grant select (id, user_id, to_address, kind, created_at) on mails to pigeonpost_user;

create table message_ledger (
  user_id bigint not null,
  recipient text collate "C" not null,
  last_messaged_at timestamp with time zone,
  begun jsonb not null default '{}'::jsonb,
  not_found_at timestamp with time zone,
  first_messaged_at timestamp with time zone,
  replied_at timestamp with time zone,
  without_reply jsonb not null default '{}'::jsonb,
  unreplied integer generated always as (jsonb_array_length(jsonb_path_query_array(without_reply, '$.*'::jsonpath))) virtual,
  waived_at timestamp with time zone,
  waived_reason text,
  constraint message_ledger_pkey PRIMARY KEY (user_id, recipient),
  constraint message_ledger_waived_reason_check CHECK (((length(waived_reason) >= 3) AND (length(waived_reason) <= 200)))
) with (fillfactor=80);
CREATE INDEX message_ledger_not_found ON message_ledger USING btree (user_id) WHERE (not_found_at IS NOT NULL);
alter table message_ledger enable row level security;
create policy every_row on message_ledger as permissive for all to pigeonpost_system using (true);
create policy own_rows on message_ledger as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on message_ledger to pigeonpost_system;
grant delete, insert, select, update on message_ledger to pigeonpost_user;

create table notification_choices (
  user_id bigint not null,
  kind text not null,
  in_app boolean not null,
  by_mail boolean not null,
  constraint notification_choices_pkey PRIMARY KEY (user_id, kind),
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table notification_choices enable row level security;
create policy every_row on notification_choices as permissive for all to pigeonpost_system using (true);
create policy own_rows on notification_choices as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on notification_choices to pigeonpost_system;
grant delete, insert, select, update on notification_choices to pigeonpost_user;

create table notifications (
  user_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  args jsonb not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  settled_at timestamp with time zone,
  mailed_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (user_id, id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_unsettled ON notifications USING btree (created_at) WHERE ((settled_at IS NULL) AND (read_at IS NULL));
alter table notifications enable row level security;
create policy every_row on notifications as permissive for all to pigeonpost_system using (true);
create policy own_rows on notifications as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on notifications to pigeonpost_system;
grant delete, insert, select, update on notifications to pigeonpost_user;

create table opt_out_links (
  code text collate "C" not null,
  user_id bigint not null,
  recipient text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint opt_out_links_pkey PRIMARY KEY (code)
);
CREATE UNIQUE INDEX opt_out_links_person ON opt_out_links USING btree (user_id, recipient);
alter table opt_out_links enable row level security;
create policy every_row on opt_out_links as permissive for all to pigeonpost_system using (true);
create policy own_rows on opt_out_links as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on opt_out_links to pigeonpost_system;
grant delete, insert, select, update on opt_out_links to pigeonpost_user;

create table pairings (
  device_code_hash bytea not null,
  user_code text not null,
  machine_name text not null,
  platform text not null,
  agent_version text not null,
  address text not null,
  state text not null default 'waiting'::text,
  user_id bigint,
  session_id bigint,
  agent_id bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pairings_pkey PRIMARY KEY (device_code_hash),
  constraint pairings_user_code_key UNIQUE (user_code),
  constraint pairings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint pairings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text])))
);
CREATE INDEX pairings_address ON pairings USING btree (address, expires_at);
alter table pairings enable row level security;
create policy every_row on pairings as permissive for all to pigeonpost_system using (true);
create policy own_rows on pairings as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on pairings to pigeonpost_system;
grant select (user_code, machine_name, platform, agent_version, state, user_id, session_id, agent_id, created_at, expires_at) on pairings to pigeonpost_user;
grant update (state, expires_at) on pairings to pigeonpost_user;

create table password_resets (
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  made_by bigint,
  constraint password_resets_pkey PRIMARY KEY (user_id),
  constraint password_resets_token_hash_key UNIQUE (token_hash),
  constraint password_resets_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_made_by ON password_resets USING btree (made_by);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON password_resets FOR EACH ROW EXECUTE FUNCTION audit_change('reset_link', 'created_at expires_at token_hash*', '');
alter table password_resets enable row level security;
create policy every_row on password_resets as permissive for all to pigeonpost_system using (true);
create policy own_rows on password_resets as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on password_resets to pigeonpost_system;
grant delete on password_resets to pigeonpost_user;
grant select (user_id) on password_resets to pigeonpost_user;

create table people (
  user_id bigint not null,
  recipient text collate "C" not null,
  fields jsonb not null default '{}'::jsonb,
  tags bigint[] not null default '{}'::bigint[],
  sources bigint[] not null default '{}'::bigint[],
  constraint people_pkey PRIMARY KEY (user_id, recipient)
) with (fillfactor=90, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE TRIGGER version_raised AFTER INSERT OR DELETE OR UPDATE ON people FOR EACH STATEMENT EXECUTE FUNCTION raise_people_version();
alter table people enable row level security;
create policy every_row on people as permissive for all to pigeonpost_system using (true);
create policy own_rows on people as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on people to pigeonpost_system;
grant delete, insert, select, update on people to pigeonpost_user;

create table people_versions (
  user_id bigint not null,
  version bigint not null generated always as identity,
  constraint people_versions_pkey PRIMARY KEY (user_id, version)
);
alter table people_versions enable row level security;
create policy every_row on people_versions as permissive for all to pigeonpost_system using (true);
create policy own_rows on people_versions as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on people_versions to pigeonpost_system;
grant delete, insert, select, update on people_versions to pigeonpost_user;

create table person_notes (
  user_id bigint not null,
  recipient text collate "C" not null,
  id bigint not null generated always as identity,
  text text not null,
  author_name text not null,
  created_at timestamp with time zone not null,
  constraint person_notes_pkey PRIMARY KEY (user_id, recipient, id)
);
alter table person_notes enable row level security;
create policy every_row on person_notes as permissive for all to pigeonpost_system using (true);
create policy own_rows on person_notes as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on person_notes to pigeonpost_system;
grant delete, insert, select, update on person_notes to pigeonpost_user;

create table profiles (
  user_id bigint not null,
  id bigint not null generated always as identity,
  profile_name text not null,
  profile_path text not null,
  insta_username text,
  insta_password bytea,
  is_active boolean not null default true,
  agent_id bigint,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  blocked_at timestamp with time zone,
  blocked_reason text,
  next_send_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  lease_campaign_id bigint,
  lease_recipient_id bigint,
  lease_agent_id bigint,
  signed_out_at timestamp with time zone,
  signed_out_reason text,
  granted bigint not null default 0,
  password_lost boolean not null default false,
  faulted_at timestamp with time zone,
  fault_reason text,
  fault_until timestamp with time zone,
  cap_hour integer,
  cap_day integer,
  warm_up_day integer,
  slow_until timestamp with time zone,
  counted_day date,
  begun_today integer not null default 0,
  counted_hour timestamp without time zone,
  begun_this_hour integer not null default 0,
  counted_at timestamp with time zone,
  replies_read_at timestamp with time zone,
  replies_asked_at timestamp with time zone,
  password_origins text,
  obstacle text,
  obstructed jsonb not null default '[]'::jsonb,
  fault_kind text,
  constraint profiles_pkey PRIMARY KEY (user_id, id),
  constraint profiles_cap_day_check CHECK (((cap_day >= 1) AND (cap_day <= 1000))),
  constraint profiles_cap_hour_check CHECK (((cap_hour >= 1) AND (cap_hour <= 120))),
  constraint profiles_fault_kind_check CHECK ((fault_kind = ANY (ARRAY['machine'::text, 'obstacle'::text])))
) with (fillfactor=50);
CREATE UNIQUE INDEX profiles_path ON profiles USING btree (user_id, profile_path) WHERE (deleted_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, profile_name, profile_path, insta_username, insta_password, is_active, agent_id, cap_hour, cap_day, deleted_at ON profiles FOR EACH ROW EXECUTE FUNCTION audit_change('profile', 'profile_name profile_path insta_username insta_password* is_active agent_id cap_hour cap_day', 'profile_name');
CREATE TRIGGER password_of_machine BEFORE INSERT OR UPDATE OF agent_id, insta_username, insta_password ON profiles FOR EACH ROW EXECUTE FUNCTION keep_password_at_machine();
alter table profiles enable row level security;
create policy every_row on profiles as permissive for all to pigeonpost_system using (true);
create policy own_rows on profiles as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on profiles to pigeonpost_system;
grant delete, insert, select, update on profiles to pigeonpost_user;

create table recipient_imports (
  user_id bigint not null,
  id bigint not null generated always as identity,
  list_id bigint not null,
  "position" bigint not null,
  added integer not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  removed integer not null default 0,
  source_id bigint,
  replaced integer not null default 0,
  restored integer not null default 0,
  constraint recipient_imports_pkey PRIMARY KEY (user_id, id),
  constraint recipient_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table recipient_imports enable row level security;
create policy every_row on recipient_imports as permissive for all to pigeonpost_system using (true);
create policy own_rows on recipient_imports as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on recipient_imports to pigeonpost_system;
grant delete, insert, select, update on recipient_imports to pigeonpost_user;

create table recipients (
  user_id bigint not null,
  id bigint not null generated always as identity,
  list_id bigint not null,
  recipient text collate "C" not null,
  status text not null default 'pending'::text,
  "position" bigint not null,
  campaign_id bigint,
  created_at timestamp with time zone not null,
  profile_id bigint,
  follows_at timestamp with time zone,
  constraint recipients_pkey PRIMARY KEY (user_id, id),
  constraint recipients_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'not_found'::text])))
) with (fillfactor=90, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE UNIQUE INDEX recipients_by_name ON recipients USING btree (user_id, list_id, recipient) INCLUDE (id, status);
CREATE INDEX recipients_line ON recipients USING btree (user_id, list_id, "position") WHERE (status = 'pending'::text);
CREATE INDEX recipients_newest ON recipients USING btree (user_id, list_id, status, id);
CREATE INDEX recipients_own_line ON recipients USING btree (user_id, list_id, profile_id, "position") WHERE ((status = 'pending'::text) AND (profile_id IS NOT NULL));
CREATE STATISTICS recipients_list (ndistinct, dependencies) ON user_id, list_id FROM recipients;
CREATE TRIGGER keeps_erased BEFORE INSERT ON recipients FOR EACH STATEMENT EXECUTE FUNCTION refuse_unlooked();
alter table recipients enable row level security;
create policy every_row on recipients as permissive for all to pigeonpost_system using (true);
create policy own_rows on recipients as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on recipients to pigeonpost_system;
grant delete, insert, maintain, select, update on recipients to pigeonpost_user;

create table recovered_links (
  code text collate "C" not null,
  user_id bigint not null,
  recipient text collate "C" not null,
  constraint recovered_links_pkey PRIMARY KEY (code)
);
CREATE INDEX recovered_links_person ON recovered_links USING btree (user_id, recipient);
alter table recovered_links enable row level security;
create policy every_row on recovered_links as permissive for all to pigeonpost_system using (true);
create policy own_rows on recovered_links as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on recovered_links to pigeonpost_system;
grant delete, insert, select, update on recovered_links to pigeonpost_user;

create table replaced_values (
  user_id bigint not null,
  import_id bigint not null,
  recipient text collate "C" not null,
  before jsonb not null,
  after jsonb not null,
  constraint replaced_values_pkey PRIMARY KEY (user_id, import_id, recipient),
  constraint replaced_values_user_id_import_id_fkey FOREIGN KEY (user_id, import_id) REFERENCES recipient_imports(user_id, id) ON DELETE CASCADE
);
alter table replaced_values enable row level security;
create policy every_row on replaced_values as permissive for all to pigeonpost_system using (true);
create policy own_rows on replaced_values as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on replaced_values to pigeonpost_system;
grant delete, insert, select, update on replaced_values to pigeonpost_user;

create table replies (
  user_id bigint not null,
  recipient text collate "C" not null,
  id bigint not null generated always as identity,
  profile_id bigint not null,
  campaign_id bigint,
  recipient_id bigint,
  site_id text not null,
  text text,
  at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  via text not null,
  stop text not null default 'no'::text,
  automatic text not null default 'no'::text,
  told_at timestamp with time zone,
  constraint replies_pkey PRIMARY KEY (user_id, recipient, id),
  constraint replies_automatic_check CHECK ((automatic = ANY (ARRAY['no'::text, 'sure'::text, 'owner_no'::text, 'owner_yes'::text]))),
  constraint replies_stop_check CHECK ((stop = ANY (ARRAY['no'::text, 'sure'::text, 'perhaps'::text, 'owner_no'::text, 'owner_yes'::text]))),
  constraint replies_via_check CHECK ((via = ANY (ARRAY['thread'::text, 'reading'::text])))
);
CREATE UNIQUE INDEX replies_by_id ON replies USING btree (user_id, id);
CREATE INDEX replies_campaign ON replies USING btree (user_id, campaign_id, id DESC);
CREATE INDEX replies_old ON replies USING btree (at) WHERE (text IS NOT NULL);
CREATE UNIQUE INDEX replies_once ON replies USING btree (user_id, profile_id, recipient, site_id);
CREATE INDEX replies_perhaps ON replies USING btree (user_id, id) WHERE (stop = 'perhaps'::text);
CREATE INDEX replies_undecided ON replies USING btree (user_id, recipient) WHERE ((stop = 'perhaps'::text) AND (automatic = ANY (ARRAY['no'::text, 'owner_no'::text])));
alter table replies enable row level security;
create policy every_row on replies as permissive for all to pigeonpost_system using (true);
create policy own_rows on replies as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on replies to pigeonpost_system;
grant delete, insert, select, update on replies to pigeonpost_user;

create table requests (
  user_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  agent_id bigint,
  profile_path text,
  payload jsonb not null default '{}'::jsonb,
  status text not null default 'pending'::text,
  results jsonb,
  error_message text,
  created_at timestamp with time zone not null,
  last_sign_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint requests_pkey PRIMARY KEY (user_id, id),
  constraint requests_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'close'::text, 'list'::text, 'create'::text, 'delete'::text, 'test'::text, 'unread'::text, 'site'::text, 'replies'::text]))),
  constraint requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX requests_open ON requests USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE UNIQUE INDEX requests_profile_once ON requests USING btree (user_id, kind, profile_path) WHERE ((kind = ANY (ARRAY['open'::text, 'close'::text])) AND (status = ANY (ARRAY['pending'::text, 'running'::text])));
CREATE INDEX requests_waiting ON requests USING btree (user_id) WHERE (status = 'pending'::text);
alter table requests enable row level security;
create policy every_row on requests as permissive for all to pigeonpost_system using (true);
create policy own_rows on requests as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on requests to pigeonpost_system;
grant delete, insert, select, update on requests to pigeonpost_user;

create table reset_wishes (
  id bigint not null generated always as identity,
  username text not null,
  wished_at timestamp with time zone not null,
  constraint reset_wishes_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on reset_wishes to pigeonpost_system;

create table schema_versions (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null,
  constraint schema_versions_pkey PRIMARY KEY (version)
);

create table security_events (
  id bigint not null generated always as identity,
  user_id bigint,
  username text,
  kind text not null,
  detail text not null default ''::text,
  address text not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  constraint security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_created ON security_events USING btree (created_at);
alter table security_events enable row level security;
create policy every_row on security_events as permissive for all to pigeonpost_system using (true);
create policy own_insert on security_events as permissive for insert to pigeonpost_user with check ((user_id = app_user_id()));
grant delete, insert, select on security_events to pigeonpost_system;
grant insert on security_events to pigeonpost_user;

create table sending_days (
  user_id bigint not null,
  campaign_id bigint not null,
  day date not null,
  begun integer not null,
  counted_at timestamp with time zone,
  constraint sending_days_pkey PRIMARY KEY (user_id, campaign_id)
) with (fillfactor=50);
alter table sending_days enable row level security;
create policy every_row on sending_days as permissive for all to pigeonpost_system using (true);
create policy own_rows on sending_days as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on sending_days to pigeonpost_system;
grant delete, insert, select, update on sending_days to pigeonpost_user;

create table server_identity (
  id uuid not null default gen_random_uuid(),
  epoch bigint not null default 1,
  address text not null default ''::text,
  is_public boolean not null default false,
  last_backup_at timestamp with time zone,
  constraint server_identity_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX server_identity_once ON server_identity USING btree ((true));
grant select on server_identity to pigeonpost_system;
grant update (address, is_public) on server_identity to pigeonpost_system;

create table sessions (
  id bigint not null generated always as identity,
  user_id bigint not null,
  kind text not null,
  agent_id bigint,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  address text,
  user_agent text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_check CHECK (((kind = 'agent'::text) = (agent_id IS NOT NULL))),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'agent'::text])))
);
CREATE INDEX sessions_user ON sessions USING btree (user_id, id);
CREATE TRIGGER audited_end AFTER DELETE ON sessions FOR EACH ROW WHEN ((old.kind = 'login'::text)) EXECUTE FUNCTION audit_change('session', '', '');
CREATE TRIGGER audited_exchange AFTER UPDATE OF user_id, id, kind, agent_id, token_hash ON sessions FOR EACH ROW EXECUTE FUNCTION audit_change('session', 'kind agent_id token_hash*', '');
CREATE TRIGGER audited_start AFTER INSERT ON sessions FOR EACH ROW WHEN ((new.kind = 'login'::text)) EXECUTE FUNCTION audit_change('session', '', '');
CREATE TRIGGER audited_token AFTER INSERT ON sessions FOR EACH ROW WHEN ((new.kind = 'agent'::text)) EXECUTE FUNCTION audit_token();
alter table sessions enable row level security;
create policy every_row on sessions as permissive for all to pigeonpost_system using (true);
create policy every_session on sessions as permissive for all to pigeonpost_token using (true);
create policy own_rows on sessions as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on sessions to pigeonpost_system;
grant select on sessions to pigeonpost_token;
grant update (last_used_at, expires_at) on sessions to pigeonpost_token;
grant delete, insert, select, update on sessions to pigeonpost_user;

create table settings (
  user_id bigint not null,
  max_retries integer not null,
  delay_start integer not null,
  delay_end integer not null,
  never_twice_days integer,
  names text not null default 'instagram'::text,
  hours int4multirange,
  quiet_dates datemultirange not null default '{}'::datemultirange,
  profile_cap_hour integer,
  profile_cap_day integer,
  cap_day integer,
  own_name text,
  site jsonb,
  quiet_days integer not null default 3,
  budget integer default 5,
  read_replies_hours integer,
  reply_text_days integer not null default 90,
  stop_languages text[] not null default '{en}'::text[],
  stop_words text[] not null default '{}'::text[],
  hears_replies boolean not null default false,
  sender_name text,
  require_source boolean not null default false,
  collect_mail text not null default 'half_hour'::text,
  constraint settings_pkey PRIMARY KEY (user_id),
  constraint settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint settings_budget_check CHECK (((budget >= 1) AND (budget <= 50))),
  constraint settings_cap_day_check CHECK (((cap_day >= 1) AND (cap_day <= 100000))),
  constraint settings_check CHECK ((delay_end >= delay_start)),
  constraint settings_collect_mail_check CHECK ((collect_mail = ANY (ARRAY['half_hour'::text, 'two_hours'::text, 'daily'::text]))),
  constraint settings_hours_check CHECK (((hours <@ '{[0,10080)}'::int4multirange) AND (NOT isempty(hours)))),
  constraint settings_names_check CHECK ((names = ANY (ARRAY['instagram'::text, 'address'::text]))),
  constraint settings_never_twice_days_check CHECK (((never_twice_days >= 1) AND (never_twice_days <= 3650))),
  constraint settings_own_name_check CHECK (((length(own_name) >= 1) AND (length(own_name) <= 255))),
  constraint settings_profile_cap_day_check CHECK (((profile_cap_day >= 1) AND (profile_cap_day <= 1000))),
  constraint settings_profile_cap_hour_check CHECK (((profile_cap_hour >= 1) AND (profile_cap_hour <= 120))),
  constraint settings_quiet_days_check CHECK (((quiet_days >= 0) AND (quiet_days <= 90))),
  constraint settings_read_replies_hours_check CHECK ((read_replies_hours = ANY (ARRAY[1, 2, 4, 8, 24]))),
  constraint settings_reply_text_days_check CHECK (((reply_text_days >= 0) AND (reply_text_days <= 365))),
  constraint settings_sender_name_check CHECK (((length(sender_name) >= 1) AND (length(sender_name) <= 60)))
);
CREATE TRIGGER audited AFTER DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION audit_change('settings', 'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name* site quiet_days budget read_replies_hours reply_text_days stop_languages stop_words sender_name require_source', '');
CREATE TRIGGER cap_is_new AFTER UPDATE OF cap_day ON settings FOR EACH ROW WHEN (((old.cap_day IS NULL) <> (new.cap_day IS NULL))) EXECUTE FUNCTION forget_sending_day();
CREATE TRIGGER passwords_of_site AFTER UPDATE OF site ON settings FOR EACH ROW WHEN ((password_place(old.site) IS DISTINCT FROM password_place(new.site))) EXECUTE FUNCTION forget_passwords_of_site();
alter table settings enable row level security;
create policy every_row on settings as permissive for all to pigeonpost_system using (true);
create policy own_rows on settings as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on settings to pigeonpost_system;
grant delete, insert, select, update on settings to pigeonpost_user;

create table sources (
  user_id bigint not null,
  id bigint not null generated always as identity,
  text text not null,
  stated_on date not null,
  list_name text,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint sources_pkey PRIMARY KEY (user_id, id),
  constraint sources_text_check CHECK (((length(text) >= 1) AND (length(text) <= 200)))
);
CREATE TRIGGER version_raised AFTER INSERT OR DELETE OR UPDATE ON sources FOR EACH STATEMENT EXECUTE FUNCTION raise_people_version();
alter table sources enable row level security;
create policy every_row on sources as permissive for all to pigeonpost_system using (true);
create policy own_rows on sources as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on sources to pigeonpost_system;
grant delete, insert, select, update on sources to pigeonpost_user;

create table tags (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint tags_pkey PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX tags_by_name ON tags USING btree (user_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX tags_deleted ON tags USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, name, deleted_at ON tags FOR EACH ROW EXECUTE FUNCTION audit_change('tag', 'name', 'name');
alter table tags enable row level security;
create policy every_row on tags as permissive for all to pigeonpost_system using (true);
create policy own_rows on tags as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on tags to pigeonpost_system;
grant delete, insert, select, update on tags to pigeonpost_user;

create table templates (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  content text not null,
  is_selected boolean not null default false,
  created_at timestamp with time zone not null,
  constraint templates_pkey PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX templates_selected ON templates USING btree (user_id) WHERE is_selected;
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, name, content ON templates FOR EACH ROW EXECUTE FUNCTION audit_change('template', 'name content*', 'name');
alter table templates enable row level security;
create policy every_row on templates as permissive for all to pigeonpost_system using (true);
create policy own_rows on templates as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on templates to pigeonpost_system;
grant delete, insert, select, update on templates to pigeonpost_user;

create table ticket_messages (
  user_id bigint not null,
  ticket_id bigint not null,
  id integer not null,
  account_id bigint not null,
  author_name text not null,
  message text not null,
  created_at timestamp with time zone not null,
  constraint ticket_messages_pkey PRIMARY KEY (user_id, ticket_id, id)
);
CREATE INDEX ticket_messages_newest ON ticket_messages USING btree (user_id, created_at);
alter table ticket_messages enable row level security;
create policy every_row on ticket_messages as permissive for all to pigeonpost_system using (true);
create policy own_rows on ticket_messages as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on ticket_messages to pigeonpost_system;
grant insert, select on ticket_messages to pigeonpost_user;

create table tickets (
  user_id bigint not null,
  id bigint not null,
  ticket_number text not null,
  subject text not null,
  description text not null,
  status text not null default 'open'::text,
  priority text not null,
  category text not null,
  message_count integer not null default 0,
  assigned_to bigint,
  created_at timestamp with time zone not null,
  last_message_at timestamp with time zone not null,
  last_author_id bigint not null,
  last_author_name text not null,
  read_count integer not null default 0,
  constraint tickets_pkey PRIMARY KEY (user_id, id),
  constraint tickets_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL,
  constraint tickets_category_check CHECK ((category = ANY (ARRAY['general'::text, 'technical'::text, 'billing'::text, 'feature_request'::text, 'bug_report'::text]))),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'resolved'::text, 'closed'::text])))
);
CREATE INDEX tickets_assigned ON tickets USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX tickets_by_last_message ON tickets USING btree (last_message_at, id);
CREATE UNIQUE INDEX tickets_id ON tickets USING btree (id);
CREATE INDEX tickets_newest ON tickets USING btree (created_at, id);
CREATE INDEX tickets_user_by_last_message ON tickets USING btree (user_id, last_message_at, id);
CREATE INDEX tickets_user_newest ON tickets USING btree (user_id, created_at, id);
CREATE TRIGGER ticket_opens_again BEFORE UPDATE OF message_count ON tickets FOR EACH ROW EXECUTE FUNCTION ticket_opens_again();
alter table tickets enable row level security;
create policy every_row on tickets as permissive for all to pigeonpost_system using (true);
create policy own_rows on tickets as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on tickets to pigeonpost_system;
grant insert, select on tickets to pigeonpost_user;
grant update (message_count, last_message_at, last_author_id, last_author_name, read_count) on tickets to pigeonpost_user;

create table time_zones (
  name text not null,
  changes timestamp with time zone[] not null,
  ahead interval[] not null,
  version text not null,
  known_until timestamp with time zone not null,
  constraint time_zones_pkey PRIMARY KEY (name),
  constraint time_zones_check CHECK ((cardinality(ahead) = (cardinality(changes) + 1)))
);
grant select on time_zones to pigeonpost_system;
grant select on time_zones to pigeonpost_user;

create table users (
  id bigint not null generated always as identity,
  username text not null,
  password_hash text not null,
  role text not null,
  pack text not null,
  subscription_end_date timestamp with time zone,
  is_active boolean not null default true,
  time_zone text not null default 'UTC'::text,
  password_reset_requested_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_login timestamp with time zone,
  frozen_at timestamp with time zone,
  epoch bigint not null default 0,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_pack_check CHECK ((pack = ANY (ARRAY['starter'::text, 'pro'::text]))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))
);
CREATE INDEX users_subscription_end ON users USING btree (subscription_end_date) WHERE (subscription_end_date IS NOT NULL);
CREATE UNIQUE INDEX users_username_key ON users USING btree (lower(username));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF username, role, is_active, time_zone, pack, subscription_end_date, password_hash ON users FOR EACH ROW EXECUTE FUNCTION audit_user();
alter table users enable row level security;
create policy every_holder on users as permissive for select to pigeonpost_token using (true);
create policy every_row on users as permissive for all to pigeonpost_system using (true);
create policy own_row on users as permissive for all to pigeonpost_user using ((id = app_user_id()));
grant delete, insert, select, update on users to pigeonpost_system;
grant select (id, username, role, pack, subscription_end_date, is_active, time_zone, created_at, last_login) on users to pigeonpost_token;
grant select on users to pigeonpost_user;
grant update (password_hash, time_zone, password_reset_requested_at, last_login, frozen_at, epoch) on users to pigeonpost_user;

create table views (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  conditions jsonb not null,
  created_at timestamp with time zone not null,
  constraint views_pkey PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX views_by_name ON views USING btree (user_id, lower(name));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF user_id, id, name, conditions ON views FOR EACH ROW EXECUTE FUNCTION audit_change('view', 'name conditions*', 'name');
alter table views enable row level security;
create policy every_row on views as permissive for all to pigeonpost_system using (true);
create policy own_rows on views as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on views to pigeonpost_system;
grant delete, insert, select, update on views to pigeonpost_user;

create table visits (
  user_id bigint not null,
  here_at timestamp with time zone not null,
  sent bigint not null,
  failed bigint not null,
  before_at timestamp with time zone,
  before_sent bigint,
  before_failed bigint,
  constraint visits_pkey PRIMARY KEY (user_id),
  constraint visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=50);
alter table visits enable row level security;
create policy every_row on visits as permissive for all to pigeonpost_system using (true);
create policy own_rows on visits as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on visits to pigeonpost_system;
grant delete, insert, select, update on visits to pigeonpost_user;

create table withdrawn_sources (
  user_id bigint not null,
  recipient text collate "C" not null,
  source_id bigint not null,
  reason text not null,
  withdrawn_at timestamp with time zone not null,
  constraint withdrawn_sources_pkey PRIMARY KEY (user_id, recipient, source_id),
  constraint withdrawn_sources_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 200)))
);
alter table withdrawn_sources enable row level security;
create policy every_row on withdrawn_sources as permissive for all to pigeonpost_system using (true);
create policy own_rows on withdrawn_sources as permissive for all to pigeonpost_user using ((user_id = app_user_id()));
grant delete, insert, select, update on withdrawn_sources to pigeonpost_system;
grant delete, insert, select, update on withdrawn_sources to pigeonpost_user;

create sequence recipient_position; grant usage on sequence recipient_position to pigeonpost_system; grant usage on sequence recipient_position to pigeonpost_user;

create sequence test_ids; grant usage on sequence test_ids to pigeonpost_system; grant usage on sequence test_ids to pigeonpost_user;

CREATE OR REPLACE FUNCTION account_server(username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN lower("substring"(username, '^@?[^@]*@(.+)$'::text));

CREATE OR REPLACE FUNCTION app_user_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::bigint;

CREATE OR REPLACE FUNCTION audit_actor()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  caller name := case current_setting('role') when 'none' then session_user else current_setting('role')::name end;
  told text := coalesce(current_setting('app.actor', true), '');
  of_user text := coalesce(current_setting('app.user_id', true), '');
  proof text := coalesce(current_setting('app.actor_proof', true), '');
begin
  if pg_has_role(caller, current_user, 'usage') then return null; end if;
  if audit_mac(concat_ws(E'\n', 'actor', caller, of_user, told)) is distinct from proof then
    return jsonb_build_object('username', '(unknown)', 'is_unknown', true);
  end if;
  return nullif(told, '')::jsonb;
end $function$;

CREATE OR REPLACE FUNCTION audit_append(of_user bigint, kind text, action text, subject_id bigint, subject_name text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  actor jsonb := audit_actor();
  head audit_heads;
  last_line audit_log;
  line audit_log;
begin
  loop
    select h.* into head from audit_heads h where h.user_id = of_user for update;
    exit when found;
    insert into audit_heads (user_id, id, hash) values (of_user, 0, '') on conflict (user_id) do nothing;
  end loop;
  select l.* into last_line from audit_log l where l.user_id = of_user order by l.id desc limit 1;
  -- A line that is missing behind the others stays missing: the chain never goes back behind its head.
  if last_line.id > head.id then
    head.id := last_line.id;
    head.hash := last_line.hash;
  end if;
  line.user_id := of_user;
  line.id := head.id + 1;
  if actor is not null then
    line.actor_id := case when actor->'is_unknown' is null then coalesce((actor->>'user_id')::bigint, of_user) end;
    line.actor_name := coalesce(actor->>'username', (select u.username from users u where u.id = of_user));
    line.address := actor->>'address';
  end if;
  line.kind := kind;
  line.action := action;
  line.subject_id := subject_id;
  line.subject_name := subject_name;
  line.before := before;
  line.after := after;
  line.created_at := coalesce((actor->>'at')::timestamptz, clock_timestamp());
  line.hash := audit_hash(head.hash, line);
  insert into audit_log select line.*;
end $function$;

CREATE OR REPLACE FUNCTION audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  fields text[] := string_to_array(tg_argv[1], ' ');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if coalesce(was->>'deleted_at', was->>'revoked_at') is not null then was := null; end if;
  if coalesce(is_now->>'deleted_at', is_now->>'revoked_at') is not null then is_now := null; end if;
  if was->'user_id' = is_now->'user_id' and was->'id' is not distinct from is_now->'id' then
    if audit_differences(was, is_now, fields) is not null then
      perform audit_row(tg_argv[0], 'changed', is_now, tg_argv[2], audit_differences(was, is_now, fields),
        audit_differences(is_now, was, fields));
    end if;
    return null;
  end if;
  if was is not null then
    perform audit_row(tg_argv[0], 'deleted', was, tg_argv[2], audit_differences(was, null, fields), null);
  end if;
  if is_now is not null then
    perform audit_row(tg_argv[0], 'created', is_now, tg_argv[2], null, audit_differences(is_now, null, fields));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION audit_differences(one jsonb, other jsonb, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT jsonb_object_agg(rtrim(field.field, '*'::text), CASE WHEN (field.field ~~ '%*'::text) THEN to_jsonb('…'::text) ELSE (audit_differences.one -> field.field) END) AS jsonb_object_agg FROM unnest(audit_differences.fields) field(field) WHERE ((audit_differences.one IS NOT NULL) AND (((audit_differences.other IS NULL) AND (field.field !~~ '%*'::text)) OR ((audit_differences.other IS NOT NULL) AND ((audit_differences.one -> rtrim(field.field, '*'::text)) IS DISTINCT FROM (audit_differences.other -> rtrim(field.field, '*'::text)))))));

CREATE OR REPLACE FUNCTION audit_hash(previous bytea, e audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256((previous || convert_to((jsonb_build_array((e).user_id, (e).id, (e).actor_id, (e).actor_name, (e).kind, (e).action, (e).subject_id, (e).subject_name, (e).before, (e).after, (e).address, EXTRACT(epoch FROM (e).created_at)))::text, 'UTF8'::name)));

CREATE OR REPLACE FUNCTION audit_head()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update audit_heads h set (id, hash) = (
    select l.id, l.hash from audit_log l where l.user_id = new.user_id order by l.id desc limit 1)
  where h.user_id = new.user_id and h.id < new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION audit_mac(message text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT encode(sha256((audit_key.outer_pad || sha256((audit_key.inner_pad || convert_to(audit_mac.message, 'UTF8'::name))))), 'hex'::text) AS encode FROM audit_key);

CREATE OR REPLACE FUNCTION audit_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  x record;
  told jsonb;
  hashes text[] := regexp_split_to_array(nullif(current_setting('app.name_hashes', true), ''), ' ');
begin
  for x in
    select n.user_id, count(*) as count from names n join users u on u.id = n.user_id group by n.user_id
  loop
    told := jsonb_build_object('names', x.count);
    if cardinality(hashes) between 1 and least(x.count, 20) and ' ' || array_to_string(hashes, ' ') ~ '^( [0-9a-f]{8})+$' then
      told := told || jsonb_build_object('hashes', hashes);
    end if;
    if tg_op = 'DELETE' and exists (select from erased_people e where e.user_id = x.user_id and e.xmin = pg_current_xact_id()::xid) then
      told := told || '{"erased": true}';
    end if;
    perform audit_append(x.user_id, 'do_not_contact', case tg_op when 'INSERT' then 'created' else 'deleted' end, null, null,
      case tg_op when 'DELETE' then told end, case tg_op when 'INSERT' then told end);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION audit_note(told text, proof text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  line jsonb;
begin
  if audit_mac(concat_ws(E'\n', 'line', pg_current_xact_id()::text, told)) is distinct from proof then
    raise exception 'Only the server adds a line to the audit log.' using errcode = 'insufficient_privilege';
  end if;
  line := told::jsonb;
  perform audit_append((line->>'user_id')::bigint, line->>'kind', 'changed', (line->>'subject_id')::bigint,
    line->>'subject_name', null, line->'after');
end $function$;

CREATE OR REPLACE FUNCTION audit_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The audit log is only added to.' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION audit_row(kind text, action text, subject jsonb, name_field text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if kind in ('campaign', 'list') and is_test((subject->>'id')::bigint) then return; end if;
  if exists (select from users where id = (subject->>'user_id')::bigint) then
    perform audit_append((subject->>'user_id')::bigint, kind, action, (subject->>'id')::bigint, subject->>name_field,
      before, after);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION audit_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  machine jsonb := (select to_jsonb(a) from agents a where a.id = new.agent_id);
begin
  perform audit_row('agent', 'created', machine || jsonb_build_object('user_id', new.user_id), 'machine_name', null,
    audit_differences(machine, null, array['machine_name', 'platform']));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION audit_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(is_now, was);
  account text[] := array['username', 'role', 'is_active', 'time_zone'];
  subscription text[] := array['pack', 'subscription_end_date'];
begin
  if tg_op <> 'UPDATE' then
    perform audit_append((whole->>'id')::bigint, 'user', case tg_op when 'INSERT' then 'created' else 'deleted' end,
      (whole->>'id')::bigint, whole->>'username', audit_differences(was, is_now, account || subscription),
      audit_differences(is_now, was, account || subscription));
    return null;
  end if;
  if audit_differences(was, is_now, account) is not null then
    perform audit_append(new.id, 'user', 'changed', new.id, new.username, audit_differences(was, is_now, account),
      audit_differences(is_now, was, account));
  end if;
  if audit_differences(was, is_now, subscription) is not null then
    perform audit_append(new.id, 'subscription', 'changed', new.id, new.username,
      audit_differences(was, is_now, subscription), audit_differences(is_now, was, subscription));
  end if;
  if old.password_hash <> new.password_hash then
    perform audit_append(new.id, 'password', 'changed', new.id, new.username, null, null);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_passwords_of_site()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update profiles set insta_password = null, password_lost = true
  where user_id = new.user_id and insta_password is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_sending_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from sending_days
  where user_id = new.user_id and campaign_id = case tg_table_name when 'settings' then 0 else (to_jsonb(new)->>'id')::bigint end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION is_test(id bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (id > 1000000000);

CREATE OR REPLACE FUNCTION join_people()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  create temp table person as
    select user_id, was as name, becomes from renamed
    union all select distinct user_id, becomes, becomes from renamed;
  create unique index on person (user_id, name);
  analyze person;

  -- Of each list one row stays: the one that is being sent to, or that tells most, and of those the first.
  create temp table joining as
    select r.user_id, r.list_id, r.id, r.status, r.recipient, r.created_at, n.becomes, row_number() over (
      partition by r.user_id, r.list_id, n.becomes order by
        case
          when d.state = 'sending' then 0
          when r.status = 'sent' then 1
          when r.status = 'failed' and exists (select from message_ledger l
            where l.user_id = r.user_id and l.recipient = r.recipient and l.begun <> '{}') then 2
          when d.state = 'leased' then 3
          when r.status = 'pending' then 4
          when r.status = 'failed' then 5
          else 6
        end, r.id) as nth,
      d.campaign_id as leased_by
    from person n
    join recipients r on r.user_id = n.user_id and r.recipient = n.name
    left join profiles p on p.user_id = r.user_id and p.lease_recipient_id = r.id
    left join deliveries d on d.user_id = r.user_id and d.campaign_id = p.lease_campaign_id and d.recipient_id = r.id
      and d.token = p.lease_token;
  -- Who was only handed out leaves the campaign, as a deleted recipient does.
  with skipped as (
    update deliveries d set state = 'skipped', reason = null, reason_kind = 'other_name', reason_args = null
    from joining j
    where j.nth > 1 and d.user_id = j.user_id and d.campaign_id = j.leased_by and d.recipient_id = j.id and d.state = 'leased'
    returning d.user_id, d.campaign_id, d.token),
  ended as (
    update profiles p set lease_until = null, lease_token = null, lease_campaign_id = null, lease_recipient_id = null,
      lease_agent_id = null
    from skipped s where p.user_id = s.user_id and p.lease_token = s.token)
  update campaign_progress g set in_work = g.in_work - s.people,
    total_list = greatest(g.total_list - s.people, g.total_sent + g.total_failed)
  from (select user_id, campaign_id, count(*)::integer as people from skipped group by user_id, campaign_id) s
  where g.user_id = s.user_id and g.campaign_id = s.campaign_id;
  delete from recipients r using joining j where j.nth > 1 and r.user_id = j.user_id and r.id = j.id;
  update lists l set pending = l.pending - j.pending, sent = l.sent - j.sent, failed = l.failed - j.failed,
    not_found = l.not_found - j.not_found
  from (select user_id, list_id, count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'not_found') as not_found
    from joining where nth > 1 group by user_id, list_id) j
  where l.user_id = j.user_id and l.id = j.list_id;
  update recipients r set recipient = j.becomes
  from joining j where j.nth = 1 and j.recipient <> j.becomes and r.user_id = j.user_id and r.id = j.id;

  create temp table of_ledger as
    select l.*, n.becomes from person n join message_ledger l on l.user_id = n.user_id and l.recipient = n.name;
  create index on of_ledger (user_id, becomes);
  delete from message_ledger l using of_ledger o where l.user_id = o.user_id and l.recipient = o.recipient;
  insert into message_ledger (user_id, recipient, last_messaged_at, first_messaged_at, not_found_at, replied_at, waived_at,
    waived_reason, begun, without_reply)
  select o.*, coalesce(b.begun, '{}'), coalesce(w.without_reply, '{}')
  from (
    select user_id, becomes, max(last_messaged_at), min(coalesce(first_messaged_at, last_messaged_at)),
      -- Whom the site knows under one spelling it knows.
      case when max(last_messaged_at) is null then max(not_found_at) end,
      max(replied_at) as replied_at, max(waived_at) as waived_at,
      (array_agg(waived_reason order by waived_at desc nulls last))[1]
    from of_ledger group by user_id, becomes) o
  left join (
    select user_id, becomes, jsonb_object_agg(entry.key, entry.value order by (entry.value->>'at')::float8) as begun
    from of_ledger, jsonb_each(of_ledger.begun) entry group by user_id, becomes) b
    on b.user_id = o.user_id and b.becomes = o.becomes
  left join lateral (
    select jsonb_object_agg(entry.key, entry.value) as without_reply
    from of_ledger l, jsonb_each(l.without_reply) entry
    where l.user_id = o.user_id and l.becomes = o.becomes and l.without_reply <> '{}'
      and (greatest(o.replied_at, o.waived_at) is null
        or entry.value::numeric > extract(epoch from greatest(o.replied_at, o.waived_at)))) w on true;

  -- The names of people who were written to are kept with the ids that they had.
  insert into deleted_recipients (user_id, id, list_id, recipient, status, created_at)
  select j.user_id, j.id, j.list_id, j.becomes, j.status, j.created_at from joining j
  join message_ledger l on l.user_id = j.user_id and l.recipient = j.becomes
  where j.nth > 1 on conflict do nothing;

  -- The person's own word counts more than the owner's hand, and of several the first.
  delete from do_not_contact x using (
    select d.user_id, d.recipient, row_number() over (partition by d.user_id, n.becomes order by d.how = 'hand', d.created_at,
      d.id) as nth
    from person n join do_not_contact d on d.user_id = n.user_id and d.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;
  update do_not_contact x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  delete from deleted_do_not_contact x using (
    select d.user_id, d.recipient, row_number() over (partition by d.user_id, n.becomes order by d.deleted_at desc) as nth
    from person n join deleted_do_not_contact d on d.user_id = n.user_id and d.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;

  create temp table of_people as
    select p.*, n.becomes, row_number() over (partition by p.user_id, n.becomes order by p.recipient <> n.becomes, p.recipient)
      as nth
    from person n join people p on p.user_id = n.user_id and p.recipient = n.name;
  create index on of_people (user_id, becomes);
  analyze of_ledger;
  analyze of_people;
  delete from people p using of_people o where p.user_id = o.user_id and p.recipient = o.recipient;
  -- As many tags and sources as a person has at most: the first tags, the newest sources.
  insert into people (user_id, recipient, fields, tags, sources)
  select o.user_id, o.becomes, coalesce(f.fields, '{}'),
    array(select tag from (select tag, min(of_people.nth) as first from of_people, unnest(of_people.tags) tag
      where of_people.user_id = o.user_id and of_people.becomes = o.becomes group by tag order by first, tag limit 20) t
      order by tag),
    array(select source from (select distinct source from of_people, unnest(of_people.sources) source
      where of_people.user_id = o.user_id and of_people.becomes = o.becomes order by source desc limit 20) s order by source)
  from (select distinct user_id, becomes from of_people) o
  left join (
    select user_id, becomes, jsonb_object_agg(field.key, field.value order by nth desc) as fields
    from of_people, jsonb_each(of_people.fields) field group by user_id, becomes) f
    on f.user_id = o.user_id and f.becomes = o.becomes;

  delete from withdrawn_sources x using (
    select w.user_id, w.recipient, w.source_id, row_number() over (partition by w.user_id, n.becomes, w.source_id
      order by w.withdrawn_at) as nth
    from person n join withdrawn_sources w on w.user_id = n.user_id and w.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient and x.source_id = j.source_id;
  delete from replies x using (
    select r.user_id, r.id, row_number() over (partition by r.user_id, r.profile_id, n.becomes, r.site_id order by r.id) as nth
    from person n join replies r on r.user_id = n.user_id and r.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.id = j.id;
  -- Every code goes on: a person has one of their own, the others are known as those after a restore.
  with gone as (
    delete from opt_out_links x using (
      select o.code, n.becomes, row_number() over (partition by o.user_id, n.becomes order by o.created_at, o.code) as nth
      from person n join opt_out_links o on o.user_id = n.user_id and o.recipient = n.name) j
    where j.nth > 1 and x.code = j.code returning x.code, x.user_id, j.becomes)
  insert into recovered_links (code, user_id, recipient) select code, user_id, becomes from gone on conflict do nothing;
  delete from erasure_wishes x using (
    select w.user_id, w.recipient, row_number() over (partition by w.user_id, n.becomes order by w.wished_at) as nth
    from person n join erasure_wishes w on w.user_id = n.user_id and w.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;
  delete from erasures x using (
    select e.user_id, e.recipient, row_number() over (partition by e.user_id, n.becomes order by e.campaign_id) as nth
    from person n join erasures e on e.user_id = n.user_id and e.recipient = n.name) j
  where j.nth > 1 and x.user_id = j.user_id and x.recipient = j.recipient;

  update deleted_do_not_contact x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update deleted_recipients x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update deleted_deliveries x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update person_notes x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update withdrawn_sources x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update replies x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update opt_out_links x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update recovered_links x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update erasure_wishes x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update erasures x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update deliveries x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update campaign_logs x set recipient = n.becomes from renamed n where x.user_id = n.user_id and x.recipient = n.was;
  update settings x set own_name = n.becomes from renamed n where x.user_id = n.user_id and x.own_name = n.was;
  drop table person, joining, of_ledger, of_people;
end $function$;

CREATE OR REPLACE FUNCTION keep_password_at_machine()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.insta_password is not null then
      new.password_origins := origins_of_agent(new.user_id, new.agent_id);
    end if;
  elsif new.insta_password is distinct from old.insta_password then
    new.password_lost := new.insta_password is null and new.password_lost;
    new.password_origins := case when new.insta_password is not null then origins_of_agent(new.user_id, new.agent_id) end;
  elsif old.insta_password is not null and (new.agent_id is distinct from old.agent_id
    or account_server(new.insta_username) is distinct from account_server(old.insta_username)) then
    new.insta_password := null;
    new.password_lost := true;
    new.password_origins := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_passwords_at_origins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told text := origins_of_agent(new.user_id, new.id);
begin
  if told is null then return null; end if;
  update profiles set insta_password = null, password_lost = true
  where user_id = new.user_id and agent_id = new.id and insta_password is not null and password_origins <> told;
  update profiles set password_origins = told
  where user_id = new.user_id and agent_id = new.id and insta_password is not null and password_origins is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_pause_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.pause_kind, new.pause_args) is distinct from (old.pause_kind, old.pause_args) then
    new.paused_reason := public.pause_words(new.pause_kind, new.pause_args);
  elsif new.paused_reason is distinct from old.paused_reason then
    select kind, args into new.pause_kind, new.pause_args from public.read_pause(new.paused_reason);
  end if;
  if (new.countdown_kind, new.countdown_args) is distinct from (old.countdown_kind, old.countdown_args) then
    new.countdown_reason := public.pause_words(new.countdown_kind, new.countdown_args);
  elsif new.countdown_reason is distinct from old.countdown_reason then
    select kind, args into new.countdown_kind, new.countdown_args from public.read_pause(new.countdown_reason);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_start_problem()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_argv[0] = 'words' then
    new.start_refusal := case when new.start_problem is not null
      then jsonb_build_object('kind', 'told', 'words', new.start_problem) end;
  else
    new.start_problem := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION kept_name_key(drawn bytea DEFAULT NULL::bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if drawn is not null then insert into erasure_key (sealed) values (drawn) on conflict do nothing; end if;
  return (select sealed from erasure_key);
end $function$;

CREATE OR REPLACE FUNCTION origins_of_agent(of_user bigint, agent bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT a.site_origins FROM (agents a JOIN settings s ON ((s.user_id = a.user_id))) WHERE ((a.user_id = origins_of_agent.of_user) AND (a.id = origins_of_agent.agent) AND (NOT (a.site IS DISTINCT FROM s.site))));

CREATE OR REPLACE FUNCTION password_place(site jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (site ? 'address'::text) THEN jsonb_set(site, '{address}'::text[], to_jsonb(COALESCE(lower("substring"((site ->> 'address'::text), '^[A-Za-z]+://[^/?#\\]+'::text)), (site ->> 'address'::text)))) ELSE site END;

CREATE OR REPLACE FUNCTION pause_words(kind text, args jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  profiles text[] := array(select jsonb_array_elements_text(args -> 'profiles'));
begin
  return case kind
    when 'subscription' then 'Your subscription has expired'
    when 'account' then 'This account is disabled'
    when 'last_moment' then 'Its last moment, ' || (args ->> 'moment') || ', has passed'
    when 'stop_link' then 'The stop link cannot be opened: this server has no public address'
    when 'review' then 'The first ' || case args ->> 'people' when '1' then 'one is' else (args ->> 'people') || ' are' end
      || ' done: have a look, then press Start'
    when 'signed_out' then 'Signed out: open ' || array_to_string(profiles, ', ') || ' and sign in'
    when 'profiles' then 'No profile of this campaign is able to send'
    when 'own_profiles' then 'Its people wait for '
      || concat_ws(' and ', nullif(array_to_string(trim_array(profiles, 1), ', '), ''), profiles[cardinality(profiles)])
      || ', which cannot send'
  end;
end $function$;

CREATE OR REPLACE FUNCTION raise_people_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Without a user it is the server that removes one.
  if app_user_id() is null then return null; end if;
  delete from people_versions
  where user_id = app_user_id() and version = any (array(
    select version from people_versions where user_id = app_user_id() order by version limit 100
    for update skip locked));
  insert into people_versions (user_id) values (app_user_id());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION read_pause(words text, OUT kind text, OUT args jsonb)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  moment text := (regexp_match(words, '^Its last moment, (.*), has passed$'))[1];
  people text := (regexp_match(words, '^The first (one is|[0-9]+ are) done: have a look, then press Start$'))[1];
  signed_out text := (regexp_match(words, '^Signed out: open (.*) and sign in$'))[1];
  waited_for text := (regexp_match(words, '^Its people wait for (.*), which cannot send$'))[1];
  two text[] := regexp_match(waited_for, '^(.*) and (.*)$');
begin
  kind := case
    when words = 'Your subscription has expired' then 'subscription'
    when words = 'This account is disabled' then 'account'
    when words = 'The stop link cannot be opened: this server has no public address' then 'stop_link'
    when words = 'No profile of this campaign is able to send' then 'profiles'
    when moment is not null then 'last_moment'
    when people is not null then 'review'
    when signed_out is not null then 'signed_out'
    when waited_for is not null then 'own_profiles'
  end;
  args := case kind
    when 'last_moment' then jsonb_build_object('moment', moment)
    when 'review' then jsonb_build_object('people', case people when 'one is' then 1 else split_part(people, ' ', 1)::integer end)
    when 'signed_out' then jsonb_build_object('profiles', string_to_array(signed_out, ', '))
    when 'own_profiles' then jsonb_build_object('profiles',
      case when two is null then array[waited_for] else string_to_array(two[1], ', ') || two[2] end)
  end;
end $function$;

CREATE OR REPLACE FUNCTION refuse_unlooked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('app.keeps_erased', true) is distinct from 'on'
      and exists (select from erased_people where user_id = app_user_id()) then
    raise exception 'This version of the server knows nothing of erased people. Use the newer one.';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_unread_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.text_hash is distinct from md5(new.template_content)
      and (new.parts is not null or replace(new.template_content, '{username}', '') ~ '\{\s*[^\s0-9{}]|\{\{') then
    raise exception 'This text has blanks, which this version of Pigeonpost does not fill.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION server_address(OUT address text, OUT is_public boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$select address, is_public from server_identity$function$;

CREATE OR REPLACE FUNCTION shows_tests_to_system()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (current_setting('app.shows_tests'::text, true) IS DISTINCT FROM 'off'::text);

CREATE OR REPLACE FUNCTION shows_tests_to_user()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((current_setting('app.shows_tests'::text, true) = 'on'::text), false);

CREATE OR REPLACE FUNCTION sweep_next_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update campaign_progress set sweep_at = '-infinity'
  where user_id = new.user_id and campaign_id = new.campaign_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ticket_opens_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.message_count > old.message_count and new.status in ('resolved', 'closed') then
    new.status := 'open';
  end if;
  return new;
end $function$;

-- What people wrote back (docs/behaviour.md#replies). profile_id is the profile that they wrote to; campaign_id and
-- recipient_id are the delivery that they replied to, null where it is gone. A reply outlives its campaign.
create table replies (
  user_id bigint not null,
  recipient text collate "C" not null,
  id bigint not null generated always as identity,
  profile_id bigint not null,
  campaign_id bigint,
  recipient_id bigint,
  -- The site's id of the message, or a hash of its text where the site has none.
  site_id text not null,
  -- Null once it was kept for as long as its owner wants.
  text text,
  at timestamptz not null,
  read_at timestamptz not null,
  -- Told when the thread was opened to send, or by a reading of the profile's messages.
  via text not null check (via in ('thread', 'reading')),
  -- Whether it asks to be left alone: by its words, or by its owner's word.
  stop text not null default 'no' check (stop in ('no', 'sure', 'perhaps', 'owner_no', 'owner_yes')),
  primary key (user_id, recipient, id)
);
create unique index replies_once on replies (user_id, profile_id, recipient, site_id);
create unique index replies_by_id on replies (user_id, id);
create index replies_campaign on replies (user_id, campaign_id, id desc);
create index replies_perhaps on replies (user_id, id) where stop = 'perhaps';
-- The timer that forgets texts.
create index replies_old on replies (at) where text is not null;
alter table replies enable row level security;
create policy own_rows on replies to pigeonpost_user using (user_id = app_user_id());
create policy every_row on replies to pigeonpost_system using (true);
grant select, insert, update, delete on replies to pigeonpost_user, pigeonpost_system;

-- When the person last replied, and the messages since then by campaign: {"12": seconds since 1970}. Only those count that
-- were sent by a machine that can read replies. A waived budget leaves none.
alter table message_ledger
  -- When a message first reached the person; null: before this column, or never.
  add first_messaged_at timestamptz,
  add replied_at timestamptz,
  add without_reply jsonb not null default '{}',
  -- Their number. Virtual, so that the table is not rewritten.
  add unreplied integer generated always as (
    jsonb_array_length(jsonb_path_query_array(without_reply, '$.*'))) virtual,
  add waived_at timestamptz,
  add waived_reason text check (length(waived_reason) between 3 and 200);

-- Begun by a machine that can read replies; when its person replied.
alter table deliveries
  add is_heard boolean not null default false,
  add replied_at timestamptz;
create index deliveries_replied on deliveries (user_id, campaign_id, recipient_id) where replied_at is not null;
alter table campaign_progress add total_replied integer not null default 0;
-- Of the messages of that day.
alter table daily_performance add replied integer not null default 0;

-- How a name came there: by its owner's hand, by a reply, or by the stop link; and whose message it answered.
alter table do_not_contact
  add how text not null default 'hand' check (how in ('hand', 'reply', 'link')),
  add campaign_id bigint,
  add profile_id bigint;

alter table agents add reads_replies boolean not null default false;
-- Up to when a profile's replies were read, and when a machine was last asked to read them.
alter table profiles
  add replies_read_at timestamptz,
  add replies_asked_at timestamptz;

alter table requests drop constraint requests_kind_check;
alter table requests add constraint requests_kind_check
  check (kind in ('open', 'close', 'list', 'create', 'delete', 'test', 'unread', 'site', 'replies'));

alter table settings
  add quiet_days integer not null default 3 check (quiet_days between 0 and 90),
  -- Off for users who exist.
  add budget integer check (budget between 1 and 50),
  -- Null: replies are not read by themselves.
  add read_replies_hours integer check (read_replies_hours in (1, 2, 4, 8, 24)),
  add reply_text_days integer not null default 90 check (reply_text_days between 0 and 365),
  add stop_languages text[] not null default '{en}',
  add stop_words text[] not null default '{}',
  -- True since the first of the user's machines could read replies: before, a claim looks nothing up for them.
  add hears_replies boolean not null default false;
alter table settings alter budget set default 5;
drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings',
  'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name site '
  'quiet_days budget read_replies_hours reply_text_days stop_languages stop_words', '');

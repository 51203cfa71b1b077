-- When and how much may be sent. Null is at any time, and no cap.
-- Hours are minutes of the week from Monday 00:00 of the user's zone.
alter table settings
  add column hours int4multirange check (hours <@ '{[0,10080)}' and not isempty(hours)),
  add column quiet_dates datemultirange not null default '{}',
  add column profile_cap_hour integer check (profile_cap_hour between 1 and 120),
  add column profile_cap_day integer check (profile_cap_day between 1 and 1000),
  add column cap_day integer check (cap_day between 1 and 100000),
  -- To whom the user's own tests go.
  add column own_name text check (length(own_name) between 1 and 255);

-- counted_day and counted_hour are the day and the clock hour, in the user's zone, to which the counters belong.
alter table profiles
  add column cap_hour integer check (cap_hour between 1 and 120),
  add column cap_day integer check (cap_day between 1 and 1000),
  -- On how many days it has sent since it began slowly; null: it does not.
  add column warm_up_day integer,
  -- It sends at half until then, because it was blocked.
  add column slow_until timestamptz,
  add column counted_day date,
  add column begun_today integer not null default 0,
  add column counted_hour timestamp,
  add column begun_this_hour integer not null default 0;

alter table campaigns
  add column hours int4multirange check (hours <@ '{[0,10080)}' and not isempty(hours)),
  add column not_after timestamptz,
  add column cap_day integer check (cap_day between 1 and 100000),
  -- Parts of it may be missing.
  add column is_draft boolean not null default false,
  -- When it starts by itself, what refused the start so far, and whether it is too late for that.
  add column start_at timestamptz,
  add column start_problem text,
  add column is_overdue boolean not null default false,
  -- Nothing is sent before this moment, because the start can be undone; and what the campaign was before the start.
  add column countdown_until timestamptz,
  add column countdown_from text check (countdown_from in ('pending', 'paused')),
  add column countdown_reason text,
  -- It pauses for a look after so many people, until it was started again from there.
  add column canary integer check (canary between 1 and 500),
  add column is_canary_over boolean not null default false;
create index campaigns_scheduled on campaigns (start_at)
  where start_at is not null and status = 'pending' and not is_overdue and deleted_at is null;

-- Running campaigns, overdue ones, paused ones, those that are scheduled by their moment, then the newest.
drop index campaigns_under_way;
create index campaigns_under_way on campaigns (user_id, (case status when 'running' then 0 when 'paused' then 2 else
  case when is_overdue then 1 when start_at is null then 4 else 3 end end), start_at, id desc) where deleted_at is null;

-- The sweep pauses those whose last moment has passed.
create index campaigns_last_moment on campaigns (not_after) where status = 'running' and not_after is not null;

-- Taken out of its campaign by its owner, so that it may be put back; and for how many that is so, at least: counting them
-- is left out where it is 0.
alter table deliveries add column is_taken_out boolean not null default false;
alter table campaign_progress add column taken_out integer not null default 0;

-- When the site said that it does not know the name, unless somebody reached it since.
alter table message_ledger add column not_found_at timestamptz;
-- Whether an account has such names at all, before a plan looks for them.
create index message_ledger_not_found on message_ledger (user_id) where not_found_at is not null;

-- How many were begun on a day: of a campaign, and as campaign 0 of the account. There is a row only where such a cap is set.
create table sending_days (
  user_id bigint not null,
  campaign_id bigint not null,
  day date not null,
  begun integer not null,
  primary key (user_id, campaign_id)
) with (fillfactor = 50);
alter table sending_days enable row level security;
create policy own_rows on sending_days to pigeonpost_user using (user_id = app_user_id());
create policy every_row on sending_days to pigeonpost_system using (true);
grant select, insert, update, delete on sending_days to pigeonpost_user, pigeonpost_system;

-- A cap that is set again begins with what its day's numbers know, as the first one did.
create function forget_sending_day() returns trigger language plpgsql as $$
begin
  delete from sending_days
  where user_id = new.user_id and campaign_id = case tg_table_name when 'settings' then 0 else (to_jsonb(new)->>'id')::bigint end;
  return null;
end $$;
create trigger cap_is_new after update of cap_day on settings
for each row when ((old.cap_day is null) <> (new.cap_day is null)) execute function forget_sending_day();
create trigger cap_is_new after update of cap_day on campaigns
for each row when ((old.cap_day is null) <> (new.cap_day is null)) execute function forget_sending_day();

-- A cap that is set today knows what was sent today: the counters begin with each profile's last day. A past day counts for
-- nothing.
update profiles p set counted_day = d.day, begun_today = d.begun
from (
  select distinct on (user_id, profile_id) user_id, profile_id, day,
    sum(sent + failed + not_found + uncertain)::integer as begun
  from daily_performance where profile_id <> 0
  group by user_id, profile_id, day order by user_id, profile_id, day desc) d
where p.user_id = d.user_id and p.id = d.profile_id;

-- A test is a campaign with a list of one name that no screen shows. Both have an id of this sequence, so that each row that
-- names its campaign or list says by itself whether it is a test's (docs/engine.md#tests).
create sequence test_ids minvalue 1000000001;
grant usage on test_ids to pigeonpost_user, pigeonpost_system;
alter table campaigns alter column id set maxvalue 1000000000;
alter table lists alter column id set maxvalue 1000000000;
create function is_test(id bigint) returns boolean language sql immutable return id > 1000000000;
create function shows_tests_to_user() returns boolean language sql stable
return coalesce(current_setting('app.shows_tests', true) = 'on', false);
create function shows_tests_to_system() returns boolean language sql stable
return current_setting('app.shows_tests', true) is distinct from 'off';

-- Tests leave no line in the audit log: they come and go by themselves.
create or replace function audit_row(kind text, action text, subject jsonb, name_field text, before jsonb, after jsonb)
returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if kind in ('campaign', 'list') and is_test((subject->>'id')::bigint) then return; end if;
  if exists (select from users where id = (subject->>'user_id')::bigint) then
    perform audit_append((subject->>'user_id')::bigint, kind, action, (subject->>'id')::bigint, subject->>name_field,
      before, after);
  end if;
end $$;

drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings',
  'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name', '');
drop trigger audited on profiles;
create trigger audited after insert or delete or update of user_id, id, profile_name, profile_path, insta_username,
  insta_password, is_active, agent_id, cap_hour, cap_day, deleted_at on profiles
for each row execute function audit_change('profile',
  'profile_name profile_path insta_username insta_password* is_active agent_id cap_hour cap_day', 'profile_name');
drop trigger audited on campaigns;
create trigger audited after insert or delete or update of user_id, id, name, status, list_name, template_name,
  template_content, is_draft, start_at, hours, not_after, cap_day, canary, deleted_at, archived_at on campaigns
for each row execute function audit_change('campaign',
  'name status list_name template_name template_content* is_draft start_at hours not_after cap_day canary archived_at', 'name');

-- A version that knows nothing of all this may run beside a newer one, or be started again. Its claim, by the name that the
-- claim had, passes over what is limited (docs/engine.md#versions-side-by-side).
create function is_limited(of_user bigint, of_campaign bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from settings where user_id = of_user
      and (hours is not null or not isempty(quiet_dates)
        or num_nonnulls(profile_cap_hour, profile_cap_day, cap_day) > 0))
    or exists (select from campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
      where cp.user_id = of_user and cp.campaign_id = of_campaign
        and num_nonnulls(p.cap_hour, p.cap_day, p.warm_up_day, p.slow_until) > 0);
end $$;
drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system using (
  (not is_test(id) or shows_tests_to_system()) and (position('_work(' in current_query()) = 0
    or (parts is null or position('claim_work(' in current_query()) = 0)
      and num_nonnulls(hours, not_after, cap_day) = 0 and (canary is null or is_canary_over)
      and not is_limited(user_id, id)));

-- The others that hide tests; the claim of an older version passes over them by their last moments. Whatever else a test has is found by its campaign or its list.
drop policy own_rows on campaigns;
create policy own_rows on campaigns to pigeonpost_user
  using (user_id = app_user_id() and (not is_test(id) or shows_tests_to_user()));
drop policy own_rows on lists;
create policy own_rows on lists to pigeonpost_user
  using (user_id = app_user_id() and (not is_test(id) or shows_tests_to_user()));
drop policy every_row on lists;
create policy every_row on lists to pigeonpost_system using (not is_test(id) or shows_tests_to_system());
drop policy own_rows on daily_performance;
create policy own_rows on daily_performance to pigeonpost_user
  using (user_id = app_user_id() and (not is_test(campaign_id) or shows_tests_to_user()));
drop policy every_row on daily_performance;
create policy every_row on daily_performance to pigeonpost_system
  using (not is_test(campaign_id) or shows_tests_to_system());

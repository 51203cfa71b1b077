-- Where people are from, in their owner's words (docs/behaviour.md#sources): a row for each import that says it, and for
-- each statement by hand. It is never changed; one whose import was undone is withdrawn.
create table sources (
  user_id bigint not null,
  id bigint not null generated always as identity,
  text text not null check (length(text) between 1 and 200),
  stated_on date not null,
  -- Null: stated by hand. The list may be gone.
  list_name text,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (user_id, id)
);
-- The newest last.
alter table people add column sources bigint[] not null default '{}';
-- A source that was taken off one person, and why.
create table withdrawn_sources (
  user_id bigint not null,
  recipient text collate "C" not null,
  source_id bigint not null,
  reason text not null check (length(reason) between 3 and 200),
  withdrawn_at timestamptz not null,
  primary key (user_id, recipient, source_id)
);
do $$
declare
  name text;
begin
  foreach name in array array['sources', 'withdrawn_sources'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;
alter table recipient_imports add column source_id bigint;
-- What filters found may differ (docs/behaviour.md#views).
create trigger version_raised after insert or update or delete on sources
for each statement execute function raise_people_version();

-- Whether campaigns write only to people of whom it is stated where they are from.
alter table settings add column require_source boolean not null default false;
drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings',
  'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name site '
  'quiet_days budget read_replies_hours reply_text_days stop_languages stop_words sender_name require_source', '');

-- A version that does not ask for sources may run beside a newer one, or be started again. Its claim passes over the
-- campaigns of whoever requires them (docs/engine.md#versions-side-by-side).
create function requires_source(of_user bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from settings where user_id = of_user and require_source);
end $$;
drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system using (
  (not is_test(id) or shows_tests_to_system()) and (position('_work(' in current_query()) = 0
    or (parts is null or position('claim_work(' in current_query()) = 0)
      and num_nonnulls(hours, not_after, cap_day, leave_out) = 0 and (canary is null or is_canary_over)
      and not is_limited(user_id, id) and not requires_source(user_id))
  and (position('claim_for_agents(' in current_query()) = 0
    or leave_out is null and (parts is null or not parts @> '[{"field": "optout"}]') and not requires_source(user_id)));

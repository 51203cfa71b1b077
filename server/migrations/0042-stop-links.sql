-- A person's stop link: one for each person and user, the same in every message, whatever becomes of lists and campaigns
-- (docs/behaviour.md#the-stop-link). The code is a capability and stands nowhere else.
create table opt_out_links (
  code text collate "C" primary key,
  user_id bigint not null,
  recipient text collate "C" not null,
  created_at timestamptz not null
);
create unique index opt_out_links_person on opt_out_links (user_id, recipient);
-- Who asked on the page of their link to be erased.
create table erasure_wishes (
  user_id bigint not null,
  recipient text collate "C" not null,
  wished_at timestamptz not null,
  primary key (user_id, recipient)
);
do $$
declare
  name text;
begin
  foreach name in array array['opt_out_links', 'erasure_wishes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

-- Who writes, as the page of a stop link says it.
alter table settings add column sender_name text check (length(sender_name) between 1 and 60);

-- Where people reach this server, as its settings said at its last start, and whether anybody outside can.
alter table server_identity add column address text not null default '', add column is_public boolean not null default false;
grant update (address, is_public) on server_identity to pigeonpost_system;
-- What users may know of it.
create function server_address(out address text, out is_public boolean) language sql stable security definer
  set search_path = public, pg_temp as 'select address, is_public from server_identity';

-- A version before stop links claims by claim_for_agents and would skip everybody for want of a value
-- (docs/engine.md#versions-side-by-side).
drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system using (
  (not is_test(id) or shows_tests_to_system()) and (position('_work(' in current_query()) = 0
    or (parts is null or position('claim_work(' in current_query()) = 0)
      and num_nonnulls(hours, not_after, cap_day) = 0 and (canary is null or is_canary_over)
      and not is_limited(user_id, id))
  and (parts is null or position('claim_for_agents(' in current_query()) = 0 or not parts @> '[{"field": "optout"}]'));
drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings',
  'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name site '
  'quiet_days budget read_replies_hours reply_text_days stop_languages stop_words sender_name', '');

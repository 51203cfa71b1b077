-- People who were erased (docs/behaviour.md#erasing-a-person): a keyed hash of the name and the day, so that nobody of this
-- name comes back. A table of its own, because the engine and older versions read a name from each row of do_not_contact
-- (docs/decisions/0042-erased-people-have-a-table.md).
create table erased_people (
  user_id bigint not null,
  -- One number for each entry of do-not-contact, whichever table has it.
  id bigint not null default nextval('do_not_contact_id_seq'),
  hash bytea not null check (length(hash) = 32),
  erased_at timestamptz not null,
  primary key (user_id, hash)
);
create unique index erased_people_id on erased_people (user_id, id);
-- Erasures whose names still stand in lines of logs. A timer replaces them there, campaign by campaign, and then forgets the
-- name; screens hide it meanwhile.
create table erasures (
  user_id bigint not null,
  recipient text collate "C" not null,
  -- Campaigns up to this one are done.
  campaign_id bigint not null default 0,
  primary key (user_id, recipient)
);
do $$
declare
  name text;
begin
  foreach name in array array['erased_people', 'erasures'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

-- The key of these hashes, 32 bytes that a server draws once, sealed with the secret key as passwords of profiles are.
create table erasure_key (
  sealed bytea not null
);
create unique index erasure_key_once on erasure_key ((true));
-- The sealed key. Where there is none yet, the given one is kept; of two that are drawn at once the first.
create function kept_name_key(drawn bytea default null) returns bytea
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if drawn is not null then insert into erasure_key (sealed) values (drawn) on conflict do nothing; end if;
  return (select sealed from erasure_key);
end $$;

-- A version that knows nothing of erased people would put them into lists again. Beside it an import or a new recipient of
-- somebody who erased a person is refused until it has ended; this version says in app.keeps_erased that it looks.
create function refuse_unlooked() returns trigger language plpgsql as $$
begin
  if current_setting('app.keeps_erased', true) is distinct from 'on'
      and exists (select from erased_people where user_id = app_user_id()) then
    raise exception 'This version of the server knows nothing of erased people. Use the newer one.';
  end if;
  return null;
end $$;
create trigger keeps_erased before insert on recipients for each statement execute function refuse_unlooked();

-- The names of do-not-contact stand in the log no more: their number, and the beginnings of the hashes of up to 20 of them,
-- which the server says in app.name_hashes. Who goes because of an erasure is said to be erased.
create or replace function audit_names() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
-- The name to which tests go is only said to have changed.
drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings',
  'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name* site '
  'quiet_days budget read_replies_hours reply_text_days stop_languages stop_words sender_name require_source', '');

-- Who did what to what, before and after (docs/behaviour.md#audit-log). Triggers write it, in the transaction of the
-- change and whoever makes it; no role of the server may write it by itself, and nobody may change or delete a line.
-- Each user's lines are a chain of their own: one chain for all would make every change in the product wait for every
-- other. A line's hash holds the one before, and audit_heads the last, so that what is missing at the end shows too.
create table audit_log (
  -- Whose thing it is; it stays when the user is deleted.
  user_id bigint not null,
  id bigint not null,
  -- Who did it. Null: the server by itself, or somebody in the database by hand.
  actor_id bigint,
  actor_name text,
  kind text not null,
  action text not null check (action in ('created', 'changed', 'deleted')),
  subject_id bigint,
  subject_name text,
  before jsonb,
  after jsonb,
  address text,
  created_at timestamptz not null,
  hash bytea not null,
  primary key (user_id, id)
);
create index audit_log_newest on audit_log (created_at, user_id, id);
create table audit_heads (
  user_id bigint primary key,
  id bigint not null,
  hash bytea not null
) with (fillfactor = 50);

alter table audit_log enable row level security;
create policy own_rows on audit_log to pigeonpost_user using (user_id = app_user_id());
create policy every_row on audit_log to pigeonpost_system using (true);
grant select on audit_log to pigeonpost_user, pigeonpost_system;
grant select on audit_heads to pigeonpost_system;

create function audit_hash(previous bytea, e audit_log) returns bytea language sql immutable
return sha256(previous || convert_to(jsonb_build_array(e.user_id, e.id, e.actor_id, e.actor_name, e.kind, e.action,
  e.subject_id, e.subject_name, e.before, e.after, e.address, extract(epoch from e.created_at))::text, 'UTF8'));

-- Adds a line. Who does it stands in app.actor while a call is answered; a call without a caller is its user's own.
create function audit_append(of_user bigint, kind text, action text, subject_id bigint, subject_name text,
  before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  previous bytea;
  line audit_log;
begin
  -- A restore brings the lines back with everything else.
  if current_setting('app.restoring', true) = 'on' then return; end if;
  insert into audit_heads as h (user_id, id, hash) values (of_user, 1, '')
  on conflict (user_id) do update set id = h.id + 1 returning h.id, h.hash into line.id, previous;
  line.user_id := of_user;
  if actor is not null then
    line.actor_id := coalesce((actor->>'user_id')::bigint, of_user);
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
  line.hash := audit_hash(previous, line);
  insert into audit_log select line.*;
  update audit_heads h set hash = line.hash where h.user_id = of_user;
end $$;

-- Those of the fields that differ, as they are in the first. A field that ends in * is only said to have changed.
create function audit_differences(one jsonb, other jsonb, fields text[]) returns jsonb language sql immutable
return (
  select jsonb_object_agg(rtrim(field, '*'), case when field like '%*' then to_jsonb('…'::text) else one->field end)
  from unnest(fields) field
  where one is not null and (other is null and field not like '%*'
    or other is not null and one->rtrim(field, '*') is distinct from other->rtrim(field, '*')));

-- Of any table with an id: its kind, the fields that are told, and the one that names it. What goes because its user was
-- deleted is told once, of the user.
create function audit_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fields text[] := string_to_array(tg_argv[1], ' ');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(is_now, was);
  of_user bigint := (whole->>'user_id')::bigint;
  done text := case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'changed' end;
begin
  if not exists (select from users where id = of_user) then return null; end if;
  if was->>'deleted_at' is null and is_now->>'deleted_at' is not null
      or was->>'revoked_at' is null and is_now->>'revoked_at' is not null then
    done := 'deleted';
    is_now := null;
  end if;
  if done = 'changed' and audit_differences(was, is_now, fields) is null then return null; end if;
  perform audit_append(of_user, tg_argv[0], done, (whole->>'id')::bigint, whole->>tg_argv[2],
    audit_differences(was, is_now, fields), audit_differences(is_now, was, fields));
  return null;
end $$;

create trigger audited after insert or update of name, status, deleted_at on campaigns
for each row execute function audit_change('campaign', 'name status list_name template_name', 'name');
create trigger audited after insert or update of name, description, deleted_at on lists
for each row execute function audit_change('list', 'name description', 'name');
create trigger audited after insert or update of name, content or delete on templates
for each row execute function audit_change('template', 'name content*', 'name');
create trigger audited after insert or update of profile_name, profile_path, insta_username, insta_password, is_active,
  agent_id, deleted_at on profiles
for each row execute function audit_change('profile',
  'profile_name profile_path insta_username insta_password* is_active agent_id', 'profile_name');
create trigger audited after insert or update of revoked_at on agents
for each row execute function audit_change('agent', 'machine_name platform', 'machine_name');
create trigger audited after update on settings
for each row execute function audit_change('settings', 'max_retries delay_start delay_end never_twice_days names', '');
create trigger audited_start after insert on sessions
for each row when (new.kind = 'login') execute function audit_change('session', '', '');
create trigger audited_end after delete on sessions
for each row when (old.kind = 'login') execute function audit_change('session', '', '');
create trigger audited after insert or update on password_resets
for each row execute function audit_change('reset_link', 'created_at expires_at', '');

create function audit_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger audited after insert or delete
  or update of username, role, is_active, time_zone, pack, subscription_end_date, password_hash on users
for each row execute function audit_user();

-- Names are many at once: one line for all, with the first of them.
create function audit_names() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  x record;
  told jsonb;
begin
  for x in
    select n.user_id, count(*) as count, (array_agg(n.recipient order by n.recipient))[1:20] as first
    from names n join users u on u.id = n.user_id group by n.user_id
  loop
    told := jsonb_build_object('names', x.count, 'first', to_jsonb(x.first));
    perform audit_append(x.user_id, 'do_not_contact', case tg_op when 'INSERT' then 'created' else 'deleted' end, null,
      case when x.count = 1 then x.first[1] end, case tg_op when 'DELETE' then told end,
      case tg_op when 'INSERT' then told end);
  end loop;
  return null;
end $$;
create trigger audited_added after insert on do_not_contact referencing new table as names
for each statement execute function audit_names();
create trigger audited_removed after delete on do_not_contact referencing old table as names
for each statement execute function audit_names();

create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only added to.' using errcode = 'insufficient_privilege';
end $$;
create trigger kept before update or delete on audit_log
for each statement execute function audit_refuse();

-- Where a session was opened, to be told apart from others.
alter table sessions add address text, add user_agent text;

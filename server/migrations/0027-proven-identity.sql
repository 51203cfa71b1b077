-- A server of the version before writes lines without a proof: they name nobody, and its imports, changes of many
-- recipients and settling are refused until it is replaced.
--
-- Who makes a change is what the server signed, not what a setting says: a role can set any setting. The key is made at
-- the first start of a server and read by the owner of the database only (docs/behaviour.md#audit-log).
create table audit_key (
  is_only boolean primary key default true check (is_only),
  -- The key of HMAC-SHA256 as its two pads.
  inner_pad bytea not null,
  outer_pad bytea not null
);
create function audit_mac(message text) returns text language sql stable
return (select encode(sha256(outer_pad || sha256(inner_pad || convert_to(message, 'UTF8'))), 'hex') from audit_key);

-- Who makes this change; null for the server by itself and for the owner of the database by hand. What a role cannot
-- prove names nobody: parentheses are in no username. `role` is who called, also inside of a security definer function.
create function audit_actor() returns jsonb language plpgsql stable set search_path = public, pg_temp as $$
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
end $$;

create or replace function audit_append(of_user bigint, kind text, action text, subject_id bigint, subject_name text,
  before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
  previous bytea;
  line audit_log;
begin
  insert into audit_heads as h (user_id, id, hash) values (of_user, 1, '')
  on conflict (user_id) do update set id = h.id + 1 returning h.id, h.hash into line.id, previous;
  line.user_id := of_user;
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
  line.hash := audit_hash(previous, line);
  insert into audit_log select line.*;
  update audit_heads h set hash = line.hash where h.user_id = of_user;
end $$;

-- A change of many rows, which no trigger tells row by row. The server signs the line for this transaction only, so that
-- a role that calls this adds nothing of its own.
create function audit_note(told text, proof text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line jsonb;
begin
  if audit_mac(concat_ws(E'\n', 'line', pg_current_xact_id()::text, told)) is distinct from proof then
    raise exception 'Only the server adds a line to the audit log.' using errcode = 'insufficient_privilege';
  end if;
  line := told::jsonb;
  perform audit_append((line->>'user_id')::bigint, line->>'kind', 'changed', (line->>'subject_id')::bigint,
    line->>'subject_name', null, line->'after');
end $$;

-- A row that is deleted, marked as deleted or given to another user is gone from where it was; one that is no longer
-- marked is there again. What goes because its user was deleted is told once, of the user.
create or replace function audit_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create function audit_row(kind text, action text, subject jsonb, name_field text, before jsonb, after jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from users where id = (subject->>'user_id')::bigint) then
    perform audit_append((subject->>'user_id')::bigint, kind, action, (subject->>'id')::bigint, subject->>name_field,
      before, after);
  end if;
end $$;

-- The token of a machine: the machine is told when it gets one, so that a second token is told as well.
create function audit_token() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  machine jsonb := (select to_jsonb(a) from agents a where a.id = new.agent_id);
begin
  perform audit_row('agent', 'created', machine || jsonb_build_object('user_id', new.user_id), 'machine_name', null,
    audit_differences(machine, null, array['machine_name', 'platform']));
  return null;
end $$;

-- Whatever takes a row away or gives it another key is told too, though the product only marks rows.
drop trigger audited on campaigns;
create trigger audited after insert or delete or update of user_id, id, name, status, list_name, template_name,
  template_content, deleted_at on campaigns
for each row execute function audit_change('campaign', 'name status list_name template_name template_content*', 'name');
drop trigger audited on lists;
create trigger audited after insert or delete or update of user_id, id, name, description, deleted_at on lists
for each row execute function audit_change('list', 'name description', 'name');
drop trigger audited on templates;
create trigger audited after insert or delete or update of user_id, id, name, content on templates
for each row execute function audit_change('template', 'name content*', 'name');
drop trigger audited on profiles;
create trigger audited after insert or delete or update of user_id, id, profile_name, profile_path, insta_username,
  insta_password, is_active, agent_id, deleted_at on profiles
for each row execute function audit_change('profile',
  'profile_name profile_path insta_username insta_password* is_active agent_id', 'profile_name');
drop trigger audited on agents;
create trigger audited after delete or update of user_id, id, machine_name, platform, revoked_at on agents
for each row execute function audit_change('agent', 'machine_name platform', 'machine_name');
create trigger audited_script after insert on agents
for each row when (new.is_script) execute function audit_change('agent', 'machine_name platform', 'machine_name');
drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings', 'max_retries delay_start delay_end never_twice_days names', '');
create trigger audited_token after insert on sessions
for each row when (new.kind = 'agent') execute function audit_token();
create trigger audited_exchange after update of user_id, id, kind, agent_id, token_hash on sessions
for each row execute function audit_change('session', 'kind agent_id token_hash*', '');
create trigger kept_whole before truncate on audit_log for each statement execute function audit_refuse();

-- Who may execute a trigger's function may hang it on a table of their own, and so write any line.
revoke execute on function audit_mac, audit_actor, audit_append, audit_row, audit_note, audit_change, audit_token,
  audit_user, audit_names from public;
grant execute on function audit_note to pigeonpost_user, pigeonpost_system;

-- A link that sets a password is worth what its maker is: it holds while they are an administrator. A link from before
-- names nobody and is void.
alter table password_resets add made_by bigint references users on delete cascade;
create index password_resets_made_by on password_resets (made_by);
drop trigger audited on password_resets;
create trigger audited after insert or delete or update on password_resets
for each row execute function audit_change('reset_link', 'created_at expires_at token_hash*', '');
-- What a disabled account had ends for good; until now it slept.
delete from sessions s using users u where u.id = s.user_id and not u.is_active;

-- A password leaves to the machine whose profile it was when it was typed, and to no other: whatever gives the profile to
-- another machine, or to none, takes it away, and the form asks for it again.
alter table profiles add password_lost boolean not null default false;
create function keep_password_at_machine() returns trigger language plpgsql as $$
begin
  if new.insta_password is distinct from old.insta_password then
    new.password_lost := false;
  elsif new.agent_id is distinct from old.agent_id and old.insta_password is not null then
    new.insta_password := null;
    new.password_lost := true;
  end if;
  return new;
end $$;
create trigger password_of_machine before update of agent_id, insta_password on profiles
for each row execute function keep_password_at_machine();

-- A user sees the machines that were approved and ends their pairings; codes stay unread.
alter table pairings enable row level security;
create policy own_rows on pairings to pigeonpost_user using (user_id = app_user_id());
create policy every_row on pairings to pigeonpost_system using (true);
grant select (user_code, machine_name, platform, agent_version, state, user_id, session_id, agent_id, created_at,
  expires_at), update (state, expires_at) on pairings to pigeonpost_user;

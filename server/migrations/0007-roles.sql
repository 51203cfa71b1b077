-- The roles of the server's own work: one for what spans users, one for looking tokens up. Neither can change
-- the schema, become another role, or reach outside the database.
do $$ begin
  if not exists (select from pg_roles where rolname = 'pigeonpost_system') then
    create role pigeonpost_system nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster came first
end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = 'pigeonpost_token') then
    create role pigeonpost_token nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant pigeonpost_system, pigeonpost_token to current_user;

do $$
declare t text;
begin
  for t in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity loop
    execute format('create policy every_row on %I to pigeonpost_system using (true)', t);
  end loop;
end $$;
grant select, insert, update, delete on all tables in schema public to pigeonpost_system;
revoke all on schema_versions from pigeonpost_system;
revoke insert, update, delete on server_identity from pigeonpost_system;
-- What was written down stays as it was written.
revoke update on security_events from pigeonpost_system;
grant usage on all sequences in schema public to pigeonpost_system;

create policy every_session on sessions to pigeonpost_token using (true);
create policy every_holder on users for select to pigeonpost_token using (true);
grant select, update (last_used_at, expires_at) on sessions to pigeonpost_token;
grant select (id, username, role, pack, subscription_end_date, is_active, time_zone, created_at, last_login)
  on users to pigeonpost_token;

-- Conditions that a user keeps under a name, on every list (docs/behaviour.md#views).
create table views (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  conditions jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index views_by_name on views (user_id, lower(name));

-- Which state a user's people are in: the versions that there are, together. Each statement that writes people adds one
-- and takes the older ones away that no other transaction is taking away too. It changes no row that others may change,
-- so that who writes people waits for nobody but for those who write the same ones.
create table people_versions (
  user_id bigint not null,
  version bigint not null generated always as identity,
  primary key (user_id, version)
);
create function raise_people_version() returns trigger language plpgsql as $$
begin
  -- Without a user it is the server that removes one.
  if app_user_id() is null then return null; end if;
  delete from people_versions
  where user_id = app_user_id() and version = any (array(
    select version from people_versions where user_id = app_user_id() order by version limit 100
    for update skip locked));
  insert into people_versions (user_id) values (app_user_id());
  return null;
end $$;
create trigger version_raised after insert or update or delete on people
for each statement execute function raise_people_version();

do $$
declare
  name text;
begin
  foreach name in array array['views', 'people_versions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

create trigger audited after insert or delete or update of user_id, id, name, conditions on views
for each row execute function audit_change('view', 'name conditions*', 'name');

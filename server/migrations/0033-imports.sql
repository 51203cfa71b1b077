-- What an import added, for as long as it can be undone (docs/behaviour.md#undo-an-import): its recipients have places in
-- line that begin with `position` and no other recipient has.
create table recipient_imports (
  user_id bigint not null references users on delete cascade,
  id bigint not null generated always as identity,
  list_id bigint not null,
  position bigint not null,
  added integer not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
-- Which column of a table had the names, by its heads (docs/behaviour.md#what-a-file-is); 50 for a user.
create table import_choices (
  user_id bigint not null references users on delete cascade,
  heads text collate "C" not null,
  name_column text not null,
  chosen_at timestamptz not null,
  primary key (user_id, heads)
);
do $$
declare
  name text;
begin
  foreach name in array array['recipient_imports', 'import_choices'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

-- The values that an import replaced, for as long as it can be undone (docs/behaviour.md#undo-an-import): of each person what
-- the replaced fields were, and what the import made of them. They go with their import.
create table replaced_values (
  user_id bigint not null,
  import_id bigint not null,
  recipient text collate "C" not null,
  before jsonb not null,
  after jsonb not null,
  primary key (user_id, import_id, recipient),
  foreign key (user_id, import_id) references recipient_imports on delete cascade
);
-- Of how many people an import replaced values, and of how many an undo has brought them back.
alter table recipient_imports
  add column replaced integer not null default 0,
  add column restored integer not null default 0;
alter table replaced_values enable row level security;
create policy own_rows on replaced_values to pigeonpost_user using (user_id = app_user_id());
create policy every_row on replaced_values to pigeonpost_system using (true);
grant select, insert, update, delete on replaced_values to pigeonpost_user, pigeonpost_system;

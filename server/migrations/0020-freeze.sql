-- A restored database has forgotten what was sent since its backup, so that nothing is sent until the agents have told
-- it again (docs/engine.md#restore). The epoch is the second of the restore: it never comes twice.
alter table server_identity alter epoch type bigint;
alter table users
  add frozen_at timestamptz,
  -- Later than the database's where a restore was noticed that nobody had announced.
  add epoch bigint not null default 0;
grant update (frozen_at, epoch) on users to pigeonpost_user;
-- The epoch for which an agent has repeated its journal.
alter table agents add merged_epoch bigint;
-- How many sendings were ever granted to the profile: an agent that knows of more proves a restore.
alter table profiles add granted bigint not null default 0;

-- What the owner of frozen data is told.
create table freezes (
  user_id bigint primary key references users on delete cascade,
  -- When the backup was taken; null where nobody announced the restore.
  backup_at timestamptz,
  -- What the agents told of since.
  sent integer not null default 0,
  uncertain integer not null default 0
);
alter table freezes enable row level security;
create policy own_rows on freezes to pigeonpost_user using (user_id = app_user_id());
create policy every_row on freezes to pigeonpost_system using (true);
grant select, insert, update, delete on freezes to pigeonpost_user, pigeonpost_system;

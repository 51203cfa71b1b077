-- Whose word an agent's journal is: the id stays with the database for good, the epoch changes with each restore.
create table server_identity (
  id uuid primary key default gen_random_uuid(),
  epoch integer not null default 1
);
create unique index server_identity_once on server_identity ((true));
insert into server_identity default values;

-- Browsers that the agent drives hidden; open_paths holds the windows that a person sees.
alter table agents add column driving_paths text[] not null default '{}';

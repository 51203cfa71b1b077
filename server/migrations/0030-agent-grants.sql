-- How many sendings were granted to each machine of a user, and when the last one was. Their sum is the user's high-water
-- mark, which only grows: a database that has a lower one than an agent was told is a copy (docs/engine.md#high-water-mark).
create table agent_grants (
  user_id bigint not null references users on delete cascade,
  agent_id bigint not null,
  granted bigint not null,
  granted_at timestamptz not null,
  primary key (user_id, agent_id)
) with (fillfactor = 50);
alter table agent_grants enable row level security;
create policy own_rows on agent_grants to pigeonpost_user using (user_id = app_user_id());
create policy every_row on agent_grants to pigeonpost_system using (true);
grant select on agent_grants to pigeonpost_user;
grant select, insert, update, delete on agent_grants to pigeonpost_system;

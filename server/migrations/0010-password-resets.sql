-- The one link of a user that sets a new password, once. One that has expired is kept for a while, to be told from
-- one that never was.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
alter table password_resets enable row level security;
create policy own_rows on password_resets to pigeonpost_user using (user_id = app_user_id());
create policy every_row on password_resets to pigeonpost_system using (true);
-- Whoever changes their own password ends the link; only the server makes and reads one.
grant select (user_id), delete on password_resets to pigeonpost_user;
grant select, insert, update, delete on password_resets to pigeonpost_system;

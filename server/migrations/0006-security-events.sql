-- Who signed in, failed to, was refused, and what was made, changed or revoked. It names users without a
-- reference to them, because it stays when they are deleted.
create table security_events (
  id bigint generated always as identity primary key,
  user_id bigint,
  username text,
  kind text not null,
  -- The call that was refused, or the machine whose token was made or revoked.
  detail text not null default '',
  address text not null,
  user_agent text not null,
  created_at timestamptz not null
);
create index security_events_created on security_events (created_at);
-- A user's transaction adds what it does and reads nothing.
alter table security_events enable row level security;
create policy own_insert on security_events for insert to pigeonpost_user with check (user_id = app_user_id());
grant insert on security_events to pigeonpost_user;

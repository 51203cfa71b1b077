-- Machines that ask to be connected, before anybody has said whose they are. Found by a code of theirs, so that
-- only the server itself touches them.
create table pairings (
  device_code_hash bytea primary key,
  user_code text not null unique,
  machine_name text not null,
  platform text not null,
  agent_version text not null,
  address text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  -- Who approved or refused it, and in which session: an approval holds for as long as that does.
  user_id bigint references users on delete cascade,
  session_id bigint,
  -- Set once the agent has fetched its token.
  agent_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pairings_address on pairings (address, expires_at);
grant select, insert, update, delete on pairings to pigeonpost_system;

-- A try counts as a failure from before its password is looked at until that has proved right. A failed
-- registration counts for its address only.
alter table login_failures alter column username drop not null;
alter table login_failures add column is_pending boolean not null default false;

-- Where a user has signed in before: strangers who guess elsewhere cannot shut the owner out there.
create table known_addresses (
  user_id bigint not null references users on delete cascade,
  address text not null,
  last_used_at timestamptz not null,
  primary key (user_id, address)
);
create index known_addresses_last_used on known_addresses (last_used_at);
alter table known_addresses enable row level security;
create policy own_rows on known_addresses to pigeonpost_user using (user_id = app_user_id());
grant select, insert, update, delete on known_addresses to pigeonpost_user;

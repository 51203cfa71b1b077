-- Mail of this server, if it sends any (docs/behaviour.md#mail). Reads and changes no row that exists.
create table mails (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  to_address text not null,
  kind text not null,
  values jsonb not null,
  -- The same at every try.
  message_id uuid not null unique,
  -- The database's epoch when it was written: what is older than a restore is not sent.
  epoch bigint not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  -- Until then one server sends it.
  sending_until timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  error text
);
create index mails_due on mails (due_at) where sent_at is null and gave_up_at is null;
create index mails_user on mails (user_id, kind, created_at);
create index mails_address on mails (lower(to_address), created_at) where kind = 'confirm_email';
create index mails_created on mails (created_at);

-- Where a user's mail goes: an address counts once it is confirmed, and the one before holds until then.
create table email_addresses (
  user_id bigint primary key references users on delete cascade,
  address text check (length(address) <= 254),
  confirmed_at timestamptz,
  waiting_address text check (length(waiting_address) <= 254),
  waiting_since timestamptz,
  check ((address is null) = (confirmed_at is null)),
  check ((waiting_address is null) = (waiting_since is null))
);

-- The one link of a kind that was mailed to a user last. Its token follows from the mail and the server's key.
create table mailed_links (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('confirm_email', 'password_reset')),
  token_hash bytea not null unique,
  to_address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

-- Who asked for a new password, by the name that was typed, until a server with mail has looked whether there is
-- somebody to mail a link to.
create table reset_wishes (
  id bigint generated always as identity primary key,
  username text not null,
  wished_at timestamptz not null
);

do $$
declare
  name text;
begin
  foreach name in array array['mails', 'email_addresses', 'mailed_links'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
  end loop;
  foreach name in array array['mails', 'email_addresses', 'mailed_links', 'reset_wishes'] loop
    execute format('grant select, insert, update, delete on %I to pigeonpost_system', name);
  end loop;
  foreach name in array array['mails', 'email_addresses', 'mailed_links'] loop
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
  end loop;
end $$;
-- Only the server sends mail, and only it finds somebody by a token.
grant select (id, user_id, kind, to_address, created_at), insert on mails to pigeonpost_user;
grant select, insert, update on email_addresses to pigeonpost_user;
grant select (user_id, kind, to_address, created_at, expires_at), insert, delete,
  update (token_hash, to_address, created_at, expires_at) on mailed_links to pigeonpost_user;

create trigger audited after update of address on email_addresses
for each row when (old.address is distinct from new.address)
execute function audit_change('email_address', 'address*', '');
create trigger audited_made after insert or update of token_hash on mailed_links
for each row when (new.kind = 'password_reset')
execute function audit_change('reset_link', 'created_at expires_at token_hash*', '');
create trigger audited_end after delete on mailed_links
for each row when (old.kind = 'password_reset')
execute function audit_change('reset_link', 'created_at expires_at token_hash*', '');

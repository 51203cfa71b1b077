-- What a user is told of (docs/behaviour.md#notifications): a kind with its values, written in the transaction of its fact.
create table notifications (
  user_id bigint not null references users (id) on delete cascade,
  id bigint not null generated always as identity,
  kind text not null,
  args jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- When it was decided whether it is mailed, and when it was put into a mail.
  settled_at timestamptz,
  mailed_at timestamptz,
  primary key (user_id, id)
);
create index notifications_unsettled on notifications (created_at) where settled_at is null and read_at is null;

-- Where a user wants to be told of a kind. Without a row it is as contract/src/notifications.ts has it.
create table notification_choices (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  in_app boolean not null,
  by_mail boolean not null,
  primary key (user_id, kind)
);

alter table settings add column collect_mail text not null default 'half_hour'
  check (collect_mail in ('half_hour', 'two_hours', 'daily'));

do $$
declare
  name text;
begin
  foreach name in array array['notifications', 'notification_choices'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

-- Which browsers signed in from an address, in words; null: it is not known of that time.
alter table known_addresses add column browsers text[];

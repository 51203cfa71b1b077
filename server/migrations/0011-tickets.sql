-- The id is drawn at random and the number is its readable form, so that neither tells how many tickets there are.
create table tickets (
  user_id bigint not null,
  id bigint not null,
  ticket_number text not null,
  subject text not null,
  description text not null,
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  category text not null check (category in ('general', 'technical', 'billing', 'feature_request', 'bug_report')),
  message_count integer not null default 0,
  assigned_to bigint references users on delete set null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index tickets_id on tickets (id);
create index tickets_newest on tickets (created_at, id);
create index tickets_user_newest on tickets (user_id, created_at, id);
create index tickets_assigned on tickets (assigned_to) where assigned_to is not null;

-- Numbered within their ticket. The author keeps a name when the account is gone.
create table ticket_messages (
  user_id bigint not null,
  ticket_id bigint not null,
  id integer not null,
  account_id bigint not null,
  author_name text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (user_id, ticket_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['tickets', 'ticket_messages'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', t);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', t);
    execute format('grant select, insert, update, delete on %I to pigeonpost_system', t);
    execute format('grant select, insert on %I to pigeonpost_user', t);
  end loop;
end $$;
-- Status, priority and assignment are an administrator's.
grant update (message_count) on tickets to pigeonpost_user;

-- Who wrote last says whose turn a ticket is, and how much of it its user has read says whether an answer is new.
alter table tickets
  add column last_message_at timestamptz,
  add column last_author_id bigint,
  add column last_author_name text,
  add column read_count integer not null default 0;
-- Nothing that was there before counts as new.
update tickets t set
  last_message_at = m.created_at,
  last_author_id = m.account_id,
  last_author_name = m.author_name,
  read_count = t.message_count
from ticket_messages m
where m.user_id = t.user_id and m.ticket_id = t.id and m.id = t.message_count;
-- A description that was deleted by hand leaves a ticket of its user's.
update tickets t set last_message_at = t.created_at, last_author_id = t.user_id, last_author_name = ''
where last_message_at is null;
alter table tickets
  alter column last_message_at set not null,
  alter column last_author_id set not null,
  alter column last_author_name set not null;
grant update (last_message_at, last_author_id, last_author_name, read_count) on tickets to pigeonpost_user;
-- A message opens its ticket again. A user may not set a status, so that the table does it.
create function ticket_opens_again() returns trigger language plpgsql as $$
begin
  if new.message_count > old.message_count and new.status in ('resolved', 'closed') then
    new.status := 'open';
  end if;
  return new;
end $$;
create trigger ticket_opens_again before update of message_count on tickets
  for each row execute function ticket_opens_again();
-- The administrators' queue, and the newest of a user.
create index tickets_by_last_message on tickets (last_message_at, id);
create index tickets_user_by_last_message on tickets (user_id, last_message_at, id);
-- Who is no administrator any more, or is disabled, works on no ticket.
update tickets set assigned_to = null
where assigned_to not in (select id from users where role = 'admin' and is_active);

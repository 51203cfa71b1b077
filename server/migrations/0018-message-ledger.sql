-- Whom a user's campaigns messaged last, and when: it outlasts campaigns, lists and recipients.
create table message_ledger (
  user_id bigint not null,
  recipient text collate "C" not null,
  last_messaged_at timestamptz not null,
  primary key (user_id, recipient)
) with (fillfactor = 90);
alter table message_ledger enable row level security;
create policy own_rows on message_ledger to pigeonpost_user using (user_id = app_user_id());
create policy every_row on message_ledger to pigeonpost_system using (true);
grant select, insert, update, delete on message_ledger to pigeonpost_user, pigeonpost_system;

insert into message_ledger (user_id, recipient, last_messaged_at)
select d.user_id, r.recipient, max(coalesce(d.begun_at, d.ended_at, d.day::timestamptz))
from deliveries d join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
where d.state = 'sent' group by d.user_id, r.recipient;

-- For how many days after a message nobody writes to the same person again; null: never mind.
alter table settings add never_twice_days integer check (never_twice_days between 1 and 3650);

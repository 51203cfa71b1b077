-- When a user last looked at the dashboard, with all that had been sent and failed by then, and the same of the visit
-- before: what happened meanwhile is the difference, however much that is.
create table visits (
  user_id bigint primary key references users on delete cascade,
  here_at timestamptz not null,
  sent bigint not null,
  failed bigint not null,
  before_at timestamptz,
  before_sent bigint,
  before_failed bigint
) with (fillfactor = 50);
alter table visits enable row level security;
create policy own_rows on visits to pigeonpost_user using (user_id = app_user_id());
create policy every_row on visits to pigeonpost_system using (true);
grant select, insert, update, delete on visits to pigeonpost_user, pigeonpost_system;

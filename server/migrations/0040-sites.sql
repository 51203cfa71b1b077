-- The site that an account writes to (docs/behaviour.md#site); null: each agent takes what lies in its folder.
alter table settings add column site jsonb;

-- Whether an agent takes its site from the app, which one it took, and why it cannot use it.
alter table agents
  add column takes_site boolean not null default false,
  add column site jsonb,
  add column site_error text;

alter table requests drop constraint requests_kind_check;
alter table requests add constraint requests_kind_check
  check (kind in ('open', 'close', 'list', 'create', 'delete', 'test', 'unread', 'site'));

drop trigger audited on settings;
create trigger audited after update or delete on settings
for each row execute function audit_change('settings',
  'max_retries delay_start delay_end never_twice_days names hours quiet_dates profile_cap_hour profile_cap_day cap_day own_name site', '');

-- The start that is chosen in a draft: its form is filled with it, and nothing starts by it.
alter table campaigns add column draft_start_at timestamptz;

-- An import tells the planner of its names (docs/decisions/0040-analyze-after-an-import.md).
grant maintain on recipients to pigeonpost_user;

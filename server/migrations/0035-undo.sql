-- Since when an import is being undone, and how many of its recipients are gone (docs/behaviour.md#undo-an-import).
alter table recipient_imports
  add column undone_at timestamptz,
  add column removed integer not null default 0;

-- Recipients who were deleted, so that they can be brought back (docs/behaviour.md#undo); of those who were written to
-- the name stays, so that what campaigns did for them is still found by it (docs/behaviour.md#a-person).
create table deleted_recipients (
  user_id bigint not null,
  id bigint not null,
  list_id bigint not null,
  recipient text collate "C" not null,
  status text not null,
  created_at timestamptz not null,
  -- null: gone for good.
  restorable_until timestamptz,
  primary key (user_id, id)
);
create index deleted_recipients_by_name on deleted_recipients (user_id, recipient);
create index deleted_recipients_restorable on deleted_recipients (restorable_until) where restorable_until is not null;

-- Names that were taken off do-not-contact lately, so that each can be put back, whatever today's rule for names says.
create table deleted_do_not_contact (
  user_id bigint not null,
  recipient text collate "C" not null,
  deleted_at timestamptz not null,
  primary key (user_id, recipient)
);
do $$
declare
  name text;
begin
  foreach name in array array['deleted_recipients', 'deleted_do_not_contact'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

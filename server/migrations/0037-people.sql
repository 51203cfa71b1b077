-- What a user's people have: fields by name, such as city, and tags (docs/behaviour.md#fields).
create table fields (
  user_id bigint not null,
  id bigint not null generated always as identity,
  -- In its normal form, which blanks use; the label is the head of the column that it came from.
  name text not null,
  label text not null,
  created_at timestamptz not null,
  -- It is gone for its user; its values go in batches, and then its row.
  deleted_at timestamptz,
  primary key (user_id, id)
);
create unique index fields_by_name on fields (user_id, name) where deleted_at is null;
create index fields_deleted on fields (deleted_at) where deleted_at is not null;
create table tags (
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
create unique index tags_by_name on tags (user_id, lower(name)) where deleted_at is null;
create index tags_deleted on tags (deleted_at) where deleted_at is not null;

-- A person is a name in all of a user's lists. There is a row only where something is known, so that bare names cost
-- nothing. Values stand under the ids of their fields: a renamed field is one changed row. Tags rise.
create table people (
  user_id bigint not null,
  recipient text collate "C" not null,
  fields jsonb not null default '{}',
  tags bigint[] not null default '{}',
  primary key (user_id, recipient)
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02);
create table person_notes (
  user_id bigint not null,
  recipient text collate "C" not null,
  id bigint not null generated always as identity,
  text text not null,
  author_name text not null,
  created_at timestamptz not null,
  primary key (user_id, recipient, id)
);
do $$
declare
  name text;
begin
  foreach name in array array['fields', 'tags', 'people', 'person_notes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

-- The audit log tells of fields and tags, never of what people have.
create trigger audited after insert or delete or update of user_id, id, name, label, deleted_at on fields
for each row execute function audit_change('field', 'name label', 'name');
create trigger audited after insert or delete or update of user_id, id, name, deleted_at on tags
for each row execute function audit_change('tag', 'name', 'name');

-- What each other column of a table became, by its head; null: only the column of names was chosen.
alter table import_choices add column columns jsonb;

-- The parsed text of a campaign; null where no blank but {username} is filled. The values that a delivery was claimed
-- with, by field, so that what somebody was sent can be read whatever a field becomes (docs/behaviour.md#blanks).
alter table campaigns add column parts jsonb;
alter table deliveries add column blanks jsonb;

-- A version that fills {username} alone may run beside a newer one, or be started again. Its claim passes over campaigns
-- with parts (docs/engine.md#versions-side-by-side).
drop policy every_row on campaigns;
create policy every_row on campaigns to pigeonpost_system
  using (parts is null or position('claim_work(' in current_query()) = 0);

-- Such a version must neither make a campaign whose text has blanks nor change the text of one. Who has read a text for
-- its blanks writes its hash.
alter table campaigns add column text_hash text;
create function refuse_unread_text() returns trigger language plpgsql as $$
begin
  if new.text_hash is distinct from md5(new.template_content)
      and (new.parts is not null or replace(new.template_content, '{username}', '') ~ '\{\s*[^\s0-9{}]|\{\{') then
    raise exception 'This text has blanks, which this version of Pigeonpost does not fill.';
  end if;
  return new;
end $$;
create trigger text_is_read before insert or update of template_content on campaigns
  for each row execute function refuse_unread_text();

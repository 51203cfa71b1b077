-- Stop links that messages after a backup may have, of the people whom a restored copy knows
-- (docs/behaviour.md#the-stop-link). A person may have one for each key that the server knows.
create table recovered_links (
  code text collate "C" primary key,
  user_id bigint not null,
  recipient text collate "C" not null
);
create index recovered_links_person on recovered_links (user_id, recipient);
-- For whom that is done: in which epoch, with how many messages that agents reported after the restore (-1: the freeze is
-- over), and up to which recipient.
create table link_recoveries (
  user_id bigint primary key,
  epoch bigint not null,
  reported integer not null,
  recipient_id bigint not null
);
do $$
declare
  name text;
begin
  foreach name in array array['recovered_links', 'link_recoveries'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I to pigeonpost_user using (user_id = app_user_id())', name);
    execute format('create policy every_row on %I to pigeonpost_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to pigeonpost_user, pigeonpost_system', name);
  end loop;
end $$;

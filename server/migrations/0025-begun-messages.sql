-- Messages to a person that were begun and may have arrived, by campaign: {"12": {"at": seconds since 1970}}, with
-- "unclear": true where the message ended and nobody knows whether it arrived.
alter table message_ledger
  alter last_messaged_at drop not null,
  add begun jsonb not null default '{}';
alter table message_ledger set (fillfactor = 80);

-- The person's name when the message began: recipients, lists and campaigns may be deleted before its outcome is known.
alter table deliveries add recipient text collate "C";

update deliveries d set recipient = r.recipient
from recipients r
where d.state in ('sending', 'uncertain') and r.user_id = d.user_id and r.id = d.recipient_id;

insert into message_ledger (user_id, recipient, begun)
select user_id, recipient, jsonb_object_agg(campaign_id, entry)
from (
  select user_id, recipient, campaign_id,
    jsonb_strip_nulls(jsonb_build_object('at', extract(epoch from coalesce(begun_at, ended_at, day::timestamptz)),
      'unclear', case when state = 'uncertain' then true end)) as entry
  from deliveries where state in ('sending', 'uncertain') and recipient is not null) open
group by user_id, recipient
on conflict on constraint message_ledger_pkey do update set begun = excluded.begun;

-- Messages of deleted campaigns whose outcome may still be told (docs/engine.md#after-a-campaign-is-deleted).
create table deleted_deliveries (
  user_id bigint not null,
  campaign_id bigint not null,
  recipient_id bigint not null,
  recipient text collate "C" not null,
  token uuid,
  settled_token uuid,
  begun_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (user_id, campaign_id, recipient_id)
);
create index deleted_deliveries_deleted on deleted_deliveries (deleted_at);
alter table deleted_deliveries enable row level security;
create policy own_rows on deleted_deliveries to pigeonpost_user using (user_id = app_user_id());
create policy every_row on deleted_deliveries to pigeonpost_system using (true);
grant select, insert, update, delete on deleted_deliveries to pigeonpost_user, pigeonpost_system;

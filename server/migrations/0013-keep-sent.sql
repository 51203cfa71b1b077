-- Of a deleted campaign: whether those that it messaged, or perhaps did, keep their status.
alter table campaigns add keep_sent boolean not null default false;

-- The ended campaign whose failed names are being made pending again for this one; null when they all are.
alter table campaigns add retries_of bigint;
create index campaigns_retrying on campaigns (user_id) where retries_of is not null;

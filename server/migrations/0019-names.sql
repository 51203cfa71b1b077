-- How a user's recipients are named, as the site has it that is written to.
alter table settings add names text not null default 'instagram' check (names in ('instagram', 'address'));

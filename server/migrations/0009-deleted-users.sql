-- Users whose own row is gone and whose other rows go in batches. Ids are never given twice.
create table deleted_users (
  id bigint primary key,
  deleted_at timestamptz not null
);
grant select, insert, update, delete on deleted_users to pigeonpost_system;
-- A user who signs in, or takes a new password, needs none any more.
grant update (password_reset_requested_at) on users to pigeonpost_user;

-- Begins a transaction of the engine: one user's steps are serial (docs/engine.md#locks). Each later statement of the
-- function sees what the previous holder committed. Gives the moment of the step: the one that is given, in tests, else
-- that of after the wait.
create function lock_users(users bigint[], given_moment timestamptz) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1, id::int) from (select distinct id from unnest(users) id order by id) ordered;
  return coalesce(given_moment, clock_timestamp());
end $$;

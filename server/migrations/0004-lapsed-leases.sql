-- The token of a delivery's first lease that ended before begin: it counts as a try only if its agent says so,
-- and every later one counts at once.
alter table deliveries add column lapsed_token uuid;

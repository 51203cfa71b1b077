-- The one database of time zones (docs/engine.md#time-zones): a starting server fills it with what its Node knows.
create table time_zones (
  name text primary key,
  -- When its clocks are changed, and by how much they are ahead of UTC before the first change and after each.
  changes timestamptz[] not null,
  ahead interval[] not null check (cardinality(ahead) = cardinality(changes) + 1),
  -- The version of the IANA's data that it is from, and until when the changes are known.
  version text not null,
  known_until timestamptz not null
);
grant select on time_zones to pigeonpost_user, pigeonpost_system;

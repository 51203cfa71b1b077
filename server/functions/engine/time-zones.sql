-- What the clocks of a zone show (docs/engine.md#time-zones). Nothing else judges a zone, so that the engine, the server and
-- the pages agree. A zone that the table lacks, which is null here, is UTC.

create function wall_time(moment timestamptz, z time_zones) returns timestamp language sql immutable parallel safe
return (moment at time zone 'UTC') + coalesce(z.ahead[width_bucket(moment, z.changes) + 1], '0');

-- The moment at which they show it: the first of two, and in a gap the one that the clock before the gap would give.
create function moment_of_wall(wall timestamp, z time_zones) returns timestamptz language sql immutable parallel safe
return (
  select (wall - coalesce(case
    when (wall - greatest(z.ahead[place], z.ahead[place + 1])) at time zone 'UTC' < z.changes[place] then z.ahead[place]
    else z.ahead[place + 1] end, '0')) at time zone 'UTC'
  -- The last change within a day: no two are so near to each other.
  from (select width_bucket((wall + interval '1 day') at time zone 'UTC', z.changes) as place) near);

-- The same by a look-up, which costs ten times as much: what asks for many moments, or has read the user, joins the zone.
create function find_zone(zone text) returns time_zones language plpgsql stable parallel safe as $$
declare
  z time_zones;
begin
  select * into z from time_zones where name = zone;
  return z;
end $$;
create function wall_time(moment timestamptz, zone text) returns timestamp language plpgsql stable parallel safe as $$
declare
  z time_zones := find_zone(zone);
begin
  return wall_time(moment, z);
end $$;
create function moment_of_wall(wall timestamp, zone text) returns timestamptz language plpgsql stable parallel safe as $$
declare
  z time_zones := find_zone(zone);
begin
  return moment_of_wall(wall, z);
end $$;

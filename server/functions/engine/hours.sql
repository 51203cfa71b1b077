-- What a user's clock shows at a moment; when a message may go is judged by contract/src/rules/time.ts
-- (docs/engine.md#sending-hours).

create function local_time_of(wall timestamp, moment timestamptz) returns local_time language sql immutable
return row(wall::date, date_trunc('hour', wall), moment)::local_time;

create function local_time(moment timestamptz, z time_zones) returns local_time language sql immutable
return local_time_of(wall_time(moment, z), moment);
create function local_time(moment timestamptz, zone text) returns local_time language plpgsql stable as $$
declare
  z time_zones := find_zone(zone);
begin
  return local_time(moment, z);
end $$;

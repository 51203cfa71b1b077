-- When a message may go (docs/engine.md#sending-hours). Hours are minutes of the week from Monday 00:00, null: at any time.
-- A moment is judged by what the user's clock shows then, and no local time is ever made a moment, because it may not
-- exist, or come twice.

create function local_time_of(wall timestamp, moment timestamptz) returns local_time language sql immutable
return row(wall::date,
  extract(isodow from wall)::integer * 1440 - 1440
    + extract(hour from wall)::integer * 60 + extract(minute from wall)::integer,
  date_trunc('hour', wall), moment)::local_time;

create function local_time(moment timestamptz, z time_zones) returns local_time language sql immutable
return local_time_of(wall_time(moment, z), moment);
create function local_time(moment timestamptz, zone text) returns local_time language plpgsql stable as $$
declare
  z time_zones := find_zone(zone);
begin
  return local_time(moment, z);
end $$;

create function is_open_at(hours int4multirange, quiet_dates datemultirange, here local_time) returns boolean
language sql immutable
return coalesce(hours @> here.minute, true) and not coalesce(quiet_dates @> here.day, false);

-- Whether it is open at the moment and that many seconds later.
create function stays_open(hours int4multirange, quiet_dates datemultirange, here local_time, seconds integer, zone text)
returns boolean language sql stable
return case when hours is null and coalesce(isempty(quiet_dates), true) then true
  else is_open_at(hours, quiet_dates, here)
    and is_open_at(hours, quiet_dates, local_time(here.moment + make_interval(secs => seconds), zone)) end;

-- For a claim it must be open until the lease and a grant are over, so that what is handed out can be begun; for begin until
-- the grant is over, so that no click follows the end.
create function claimed_seconds() returns integer language sql immutable return lease_seconds() + grant_seconds();
create function may_claim_at(hours int4multirange, quiet_dates datemultirange, here local_time, zone text)
returns boolean language sql stable
return stays_open(hours, quiet_dates, here, claimed_seconds(), zone);

-- Whether so many seconds later the last moment of a campaign is still ahead.
create function is_before_last(c campaigns, moment timestamptz, seconds integer) returns boolean language sql stable
return coalesce(c.not_after > moment + make_interval(secs => seconds), true);

-- The hours of a campaign lie within those of its account.
create function common_hours(of_account int4multirange, of_campaign int4multirange) returns int4multirange
language sql immutable
return coalesce(of_account * of_campaign, of_account, of_campaign);

-- Those that hold a campaign. A test is held by none: its sender sits in front of it (docs/engine.md#tests).
create function hours_of(c campaigns, s settings) returns int4multirange language sql immutable
return case when not is_test(c.id) then common_hours(s.hours, c.hours) end;
create function quiet_dates_of(c campaigns, s settings) returns datemultirange language sql immutable
return case when not is_test(c.id) then s.quiet_dates end;

-- The earliest moment at which a claim is possible: this one or a later whole minute; null: none within 400 days.
create function next_open(hours int4multirange, quiet_dates datemultirange, moment timestamptz, zone text)
returns timestamptz language plpgsql stable as $$
declare
  z time_zones;
  today date;
  opens timestamptz;
begin
  if hours is null and coalesce(isempty(quiet_dates), true) then return moment; end if;
  z := find_zone(zone);
  if may_claim_at(hours, quiet_dates, local_time(moment, z), zone) then return moment; end if;
  today := wall_time(moment, z)::date;
  if isempty(hours) then return null; end if;
  for days in 0..400 loop
    continue when quiet_dates @> (today + days);
    select min(at) into opens from possible_openings(hours, today + days, z) as at
    -- The change of the clock on the next day is no opening of this one: that day may open before it.
    where at > moment and wall_time(at, z)::date <= today + days
      and may_claim_at(hours, quiet_dates, local_time(at, z), zone);
    if opens is not null then return opens; end if;
  end loop;
  return null;
end $$;

-- The moments of a day at which a claim may become possible, and some at which it does not: where a range begins, or the
-- last one that a claim reaches, by each offset that the zone has around that day, and where the clock is changed.
create function possible_openings(hours int4multirange, of_day date, z time_zones) returns setof timestamptz
language sql stable as $$
  with noons as (select moment_of_wall(of_day + time '12:00', z) + make_interval(hours => 24 * n) as at from generate_series(-1, 1) n),
  offsets as (select distinct wall_time(at, z) - (at at time zone 'UTC') as ahead from noons),
  days as (select extract(isodow from of_day)::integer * 1440 - 1440 as first_minute),
  starts as (
    select (of_day + make_interval(mins => lower(open) - first_minute) - ahead) at time zone 'UTC' as at
    from days, offsets, unnest(coalesce(hours, '{[0,10080)}') * int4multirange(int4range(first_minute, first_minute + 1440))) open),
  changes as (
    select at from (select min(at) as first, max(at) as last from noons) around,
      generate_series(first, last, '15 minutes') at
    where (select count(*) from offsets) > 1
      and wall_time(at, z) - wall_time(at - interval '15 minutes', z) <> interval '15 minutes')
  select at - make_interval(secs => early)
  from (select at from starts union all select at from changes) found, unnest(array[0, claimed_seconds()]) early
$$;

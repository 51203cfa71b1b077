-- How much may be sent (docs/engine.md#caps). Only grants are counted, each once, in the day and the clock hour of the user's
-- zone.

-- Whether it was counted by then, as far as two servers' clocks agree. Without a moment it was.
create function is_counted_before(counted_at timestamptz, moment timestamptz) returns boolean language sql immutable
return coalesce(counted_at <= moment + make_interval(secs => slack_seconds()), true);

-- The day, or hour, to which a counter belongs now. It is a new one once the clock shows a later one. An earlier one, because
-- the zone was moved west, goes on with the counter, unless that was counted at a moment that lies ahead: the clock was wrong.
create function counted_as(counted date, counted_at timestamptz, here local_time) returns date language sql immutable
return case when counted = here.day + 1 and is_counted_before(counted_at, here.moment) then counted else here.day end;
create function counted_as(counted timestamp, counted_at timestamptz, here local_time) returns timestamp
language sql immutable
return case when counted > here.hour and counted <= here.hour + interval '1 day' and is_counted_before(counted_at, here.moment)
  then counted else here.hour end;

-- What was begun in them.
create function counted_on(counted date, counted_at timestamptz, here local_time, begun integer) returns integer
language sql immutable
return case when counted = counted_as(counted, counted_at, here) then begun else 0 end;
create function counted_in(counted timestamp, counted_at timestamptz, here local_time, begun integer) returns integer
language sql immutable
return case when counted = counted_as(counted, counted_at, here) then begun else 0 end;

create function is_capped(p profiles, s settings) returns boolean language sql immutable
return num_nonnulls(p.cap_hour, p.cap_day, p.warm_up_day, s.profile_cap_hour, s.profile_cap_day) > 0;

-- Which of its sending days it is for a profile that begins slowly; null: it does not.
create function slow_day(p profiles, here local_time) returns integer language sql immutable
return p.warm_up_day + (p.warm_up_day = 0 or counted_on(p.counted_day, p.counted_at, here, p.begun_today) = 0)::integer;

-- The caps that apply to a profile: the smallest of each kind, halved after a block.
create function caps_of(p profiles, s settings, here local_time) returns profile_caps
language plpgsql stable as $$
declare
  slow integer := case when slow_day(p, here) <= slow_days() then slow_first() + slow_more() * (slow_day(p, here) - 1) end;
  caps profile_caps := row(least(p.cap_hour, s.profile_cap_hour), least(p.cap_day, s.profile_cap_day, slow));
begin
  if p.slow_until > here.moment then
    caps.hour := (caps.hour + 1) / 2;
    caps.day := (caps.day + 1) / 2;
  end if;
  return caps;
end $$;

create function is_below_caps(p profiles, s settings, here local_time) returns boolean language plpgsql stable as $$
declare
  caps profile_caps := caps_of(p, s, here);
begin
  return coalesce(counted_on(p.counted_day, p.counted_at, here, p.begun_today) < caps.day, true)
    and coalesce(counted_in(p.counted_hour, p.counted_at, here, p.begun_this_hour) < caps.hour, true);
end $$;

create function has_room(p profiles, s settings, here local_time) returns boolean language sql stable
return not is_capped(p, s) or is_below_caps(p, s, here);

-- From when on the caps of a profile let it send: the moment, or a later one.
create function below_caps_at(p profiles, s settings, moment timestamptz, zone text) returns timestamptz
language plpgsql stable as $$
declare
  here local_time := local_time(moment, zone);
  caps profile_caps;
  ends timestamptz;
begin
  if has_room(p, s, here) then return moment; end if;
  caps := caps_of(p, s, here);
  ends := greatest(
    case when counted_on(p.counted_day, p.counted_at, here, p.begun_today) >= caps.day then first_moment_after(p.counted_day, zone) end,
    case when counted_in(p.counted_hour, p.counted_at, here, p.begun_this_hour) >= caps.hour
      then first_moment_after(p.counted_hour, zone) end);
  if p.slow_until > moment and p.slow_until < ends and has_room(p, s, local_time(p.slow_until, zone)) then return p.slow_until; end if;
  return ends;
end $$;

-- The first moment at which a zone's clock shows a later hour, or day. A clock is changed by quarters of an hour.
create function first_moment_after(hour timestamp, zone text) returns timestamptz language sql stable
return (
  select min(at) from (select find_zone(zone) as z offset 0) here,
    lateral (select moment_of_wall(hour + interval '1 hour', z) as about offset 0) next,
    generate_series(-12, 12) n, lateral (select about + n * interval '15 minutes' as at) near
  where date_trunc('hour', wall_time(at, z)) > hour);
create function first_moment_after(day date, zone text) returns timestamptz language sql stable
return first_moment_after(day + time '23:00', zone);

-- How many were begun today, of a campaign or, as campaign 0, of the account. A cap that was set since begins with what the
-- day's numbers know.
create function begun_on(of_user bigint, of_campaign bigint, here local_time) returns integer language plpgsql stable as $$
declare
  known sending_days;
begin
  select * into known from sending_days where user_id = of_user and campaign_id = of_campaign;
  return case when found then counted_on(known.day, known.counted_at, here, known.begun)
    else performed_on(of_user, of_campaign, here.day) end;
end $$;

create function performed_on(of_user bigint, of_campaign bigint, today date) returns integer language plpgsql stable as $$
begin
  return (
    select coalesce(sum(sent + failed + not_found + uncertain), 0) from daily_performance
    where user_id = of_user and day = today and (of_campaign = 0 or campaign_id = of_campaign))
    + count_leases(of_user, of_campaign, 'sending');
end $$;

-- How many leases of the campaign, or of the account, are in this state.
create function count_leases(of_user bigint, of_campaign bigint, of_state text) returns integer language plpgsql stable as $$
begin
  return (
    select count(*) from profiles p
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    where p.user_id = of_user and p.lease_token is not null and d.state = of_state
      and (of_campaign = 0 or p.lease_campaign_id = of_campaign));
end $$;

-- From when on a day's cap of the campaign, or of the account, lets it send; null: now.
create function below_cap_at(cap integer, of_user bigint, of_campaign bigint, moment timestamptz, zone text)
returns timestamptz language plpgsql stable as $$
declare
  here local_time := local_time(moment, zone);
  known sending_days;
begin
  if cap > begun_on(of_user, of_campaign, here) then return null; end if;
  select * into known from sending_days where user_id = of_user and campaign_id = of_campaign;
  return first_moment_after(counted_as(known.day, known.counted_at, here), zone);
end $$;

-- After a restore the counters are as of the backup: none stays below what the day's numbers say since then.
create function recount_today(moment timestamptz, u users) returns void language plpgsql as $$
declare
  here local_time := local_time(moment, u.time_zone);
begin
  update profiles p set counted_day = counted_as(p.counted_day, p.counted_at, here),
    begun_today = greatest(counted_on(p.counted_day, p.counted_at, here, p.begun_today), d.begun)
  from (
    select profile_id, sum(sent + failed + not_found + uncertain)::integer as begun from daily_performance
    where user_id = u.id and day = here.day group by profile_id) d
  where p.user_id = u.id and p.id = d.profile_id;
  update sending_days d set day = counted_as(d.day, d.counted_at, here),
    begun = greatest(counted_on(d.day, d.counted_at, here, d.begun), performed_on(u.id, d.campaign_id, here.day))
  where d.user_id = u.id;
end $$;

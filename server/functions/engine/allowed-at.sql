-- From when on all rules of time let a campaign send, its countdown too: the moment, or a later one; infinity: never.
create function allowed_at(c campaigns, s settings, moment timestamptz, zone text) returns timestamptz
language plpgsql stable as $$
declare
  opens timestamptz := case when is_counting_down(c.countdown_until, moment) then c.countdown_until else moment end;
begin
  if s.cap_day is not null then opens := greatest(opens, below_cap_at(s.cap_day, c.user_id, 0, moment, zone)); end if;
  if c.cap_day is not null then opens := greatest(opens, below_cap_at(c.cap_day, c.user_id, c.id, moment, zone)); end if;
  opens := next_open(hours_of(c, s), quiet_dates_of(c, s), opens, zone);
  return case when opens is not null and is_before_last(c, opens, claimed_seconds()) then opens else 'infinity' end;
end $$;

-- The same for one of its profiles. of_campaign: what allowed_at gives for the campaign.
create function profile_allowed_at(p profiles, c campaigns, s settings, of_campaign timestamptz, moment timestamptz,
  zone text) returns timestamptz language plpgsql stable as $$
declare
  below timestamptz;
begin
  if not is_capped(p, s) then return of_campaign; end if;
  below := below_caps_at(p, s, moment, zone);
  return case when below <= of_campaign then of_campaign else allowed_at(c, s, below, zone) end;
end $$;

-- Which rule of time keeps a profile from sending in its campaign now, and until when; null: none does. until is null where
-- that never ends. begun, cap and per are those of the cap, quiet_day is the date that is quiet.
create function time_wait(p profiles, c campaigns, s settings, moment timestamptz, zone text) returns json
language plpgsql stable as $$
declare
  until timestamptz := profile_allowed_at(p, c, s, allowed_at(c, s, moment, zone), moment, zone);
  here local_time;
  later local_time;
begin
  if until <= moment then return null; end if;
  until := nullif(until, 'infinity');
  here := local_time(moment, zone);
  later := local_time(moment + make_interval(secs => claimed_seconds()), zone);
  return case
    when next_open(common_hours(s.hours, c.hours), s.quiet_dates, moment, zone) is null
      then json_build_object('kind', 'never')
    when not may_claim_at(common_hours(s.hours, c.hours), null, here, zone)
      then json_build_object('kind', 'hours', 'until', tell_until(until, moment, zone))
    when not may_claim_at(null, s.quiet_dates, here, zone)
      then json_build_object('kind', 'quiet_date', 'until', tell_until(until, moment, zone),
        'quiet_day', to_char(case when s.quiet_dates @> here.day then here.day else later.day end, 'Dy DD-MM'))
    when s.cap_day <= begun_on(c.user_id, 0, here)
      then json_build_object('kind', 'cap_account', 'until', tell_until(until, moment, zone), 'cap', s.cap_day)
    when c.cap_day <= begun_on(c.user_id, c.id, here)
      then json_build_object('kind', 'cap_campaign', 'until', tell_until(until, moment, zone), 'cap', c.cap_day)
    when not has_room(p, s, here)
      then (tell_caps(p, s, here)
        || jsonb_build_object('kind', 'cap_profiles', 'until', tell_until(until, moment, zone)))::json
  end;
end $$;

-- The cap of a profile that is reached: that of the day, else that of the hour.
create function tell_caps(p profiles, s settings, here local_time) returns jsonb
language plpgsql stable as $$
declare
  caps profile_caps := caps_of(p, s, here);
  begun integer := counted_on(p.counted_day, p.counted_at, here, p.begun_today);
begin
  if begun >= caps.day then return jsonb_build_object('begun', begun, 'cap', caps.day, 'per', 'today'); end if;
  return jsonb_build_object('begun', counted_in(p.counted_hour, p.counted_at, here, p.begun_this_hour), 'cap', caps.hour,
    'per', 'this hour');
end $$;

-- A moment ahead as screens show it: 'at 15:00' today, else 'Thu 26-11 at 09:00', with the year if it is another one, and
-- short for a badge.
create function tell_until(until timestamptz, moment timestamptz, zone text) returns json language sql stable
return case when until is not null then json_build_object('at', iso(until),
  'words', to_char(wall_time(until, zone), case
    when wall_time(until, zone)::date = wall_time(moment, zone)::date then '"at" HH24:MI'
    when extract(year from wall_time(until, zone)) = extract(year from wall_time(moment, zone)) then 'Dy DD-MM "at" HH24:MI'
    else 'Dy DD-MM-YYYY "at" HH24:MI' end),
  'short', to_char(wall_time(until, zone), case
    when wall_time(until, zone)::date = wall_time(moment, zone)::date then 'HH24:MI'
    when until < moment + interval '6 days' then 'Dy HH24:MI' else 'DD-MM HH24:MI' end)) end;

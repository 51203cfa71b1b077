-- What was sent in the day and the clock hour of the user's zone; how much may be is judged by contract/src/rules/caps.ts
-- (docs/engine.md#caps).

-- How many were begun on a day, by its numbers: of a campaign or, as campaign 0, of the account.
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

-- What the tables say of users' counters, for messages whose grants a restore has forgotten (contract/src/rules/freeze/counters.ts):
-- of their profiles, with the days since then that count results of them, and of the campaigns and accounts that have a cap.
create function read_counters(told json) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_agg(json_build_object('user_id', u.id, 'zone', zone_facts(u.time_zone),
      'profiles', array(
        select json_build_object('profile', profile_facts(p), 'days', array(
          select distinct day from daily_performance d
          where d.user_id = u.id and d.profile_id = p.id and d.day >= since.day and sent + failed + not_found + uncertain > 0))
        from profiles p where p.user_id = u.id and p.id = any (of.profiles)),
      'sending_days', array(
        select json_build_object('campaign_id', d.campaign_id, 'day', d.day, 'begun', d.begun, 'counted_at', milliseconds(d.counted_at))
        from sending_days d where d.user_id = u.id and d.campaign_id = any (0 || of.campaigns))))
    from (
      select user_id, array_agg(profile_id) as profiles, array_agg(campaign_id) as campaigns, array_agg(at) as moments
      from json_to_recordset(told) as given (user_id bigint, profile_id bigint, campaign_id bigint, at float8)
      group by user_id) of
    join users u on u.id = of.user_id
    cross join lateral (
      select min(wall_time(to_timestamp(at / 1000), u.time_zone)::date) as day from unnest(of.moments) at) since), '[]');
end $$;

-- The same of the counters of a user for the day of the moment, as sending goes on: with how many results the day's numbers have of
-- each profile and, of campaigns and account, how many are being sent.
create function read_today(moment timestamptz, of_user bigint) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('zone', zone_facts(u.time_zone),
      'profiles', array(
        select json_build_object('profile', profile_facts(p), 'performed', d.performed)
        from (
          select profile_id, sum(sent + failed + not_found + uncertain)::integer as performed from daily_performance
          where user_id = u.id and day = today group by profile_id) d
        join profiles p on p.user_id = u.id and p.id = d.profile_id),
      'sending_days', array(
        select json_build_object('campaign_id', d.campaign_id, 'day', d.day, 'begun', d.begun,
          'counted_at', milliseconds(d.counted_at), 'performed', performed_on(u.id, d.campaign_id, today))
        from sending_days d where d.user_id = u.id))
    from users u cross join lateral (select wall_time(moment, u.time_zone)::date as today offset 0) here
    where u.id = of_user);
end $$;

create function write_counters(counters json) returns void language plpgsql as $$
begin
  update profiles p set counted_day = c.counted_day, begun_today = c.begun_today, counted_hour = c.counted_hour,
    begun_this_hour = c.begun_this_hour, warm_up_day = c.warm_up_day
  from json_to_recordset(counters->'profiles') as c (user_id bigint, id bigint, counted_day date, begun_today integer,
    counted_hour timestamp, begun_this_hour integer, warm_up_day integer)
  where p.user_id = c.user_id and p.id = c.id;
  update sending_days d set day = c.day, begun = c.begun
  from json_to_recordset(counters->'sending_days') as c (user_id bigint, campaign_id bigint, day date, begun integer)
  where d.user_id = c.user_id and d.campaign_id = c.campaign_id;
end $$;

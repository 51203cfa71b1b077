-- What was sent in the day and the clock hour of the user's zone; how much may be is judged by contract/src/rules/caps.ts
-- (docs/engine.md#caps).

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

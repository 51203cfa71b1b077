-- What tables say, as the types of contract/src/rules/facts.ts have it. No rule is here.

-- A zone that the table lacks is UTC.
create function zone_facts(zone text) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_build_object('changes', array(select (extract(epoch from at) / 60)::integer from unnest(changes) at),
      'ahead', array(select (extract(epoch from size) / 60)::integer from unnest(ahead) size))
    from time_zones where name = zone), '{"changes": [], "ahead": [0]}');
end $$;

create function account_facts(u users, s settings) returns json language sql stable
return json_build_object('user_id', u.id, 'is_active', u.is_active, 'role', u.role,
  'subscription_end', milliseconds(u.subscription_end_date), 'is_frozen', u.frozen_at is not null,
  'zone', zone_facts(u.time_zone),
  'settings', json_build_object('hours', s.hours, 'quiet_dates', s.quiet_dates, 'profile_cap_hour', s.profile_cap_hour,
    'profile_cap_day', s.profile_cap_day, 'cap_day', s.cap_day, 'never_twice_days', s.never_twice_days,
    'hears_replies', s.hears_replies is true, 'quiet_days', s.quiet_days, 'budget', s.budget,
    'require_source', s.require_source is true));

create function campaign_facts(c campaigns) returns json language sql stable
return json_build_object('id', c.id, 'status', c.status, 'is_deleted', c.deleted_at is not null,
  'started_at', milliseconds(c.started_at), 'countdown_until', milliseconds(c.countdown_until),
  'not_after', milliseconds(c.not_after), 'hours', c.hours, 'cap_day', c.cap_day,
  'is_follow_up', c.follows_campaign_id is not null, 'replied_days', c.leave_out->'replied_days', 'parts', c.parts,
  'is_public', case when has_stop_link(c.parts) then (server_address()).is_public end);

create function profile_facts(p profiles) returns json language sql stable
return json_build_object('id', p.id, 'is_active', p.is_active, 'is_deleted', p.deleted_at is not null,
  'is_blocked', p.blocked_at is not null, 'is_signed_out', p.signed_out_at is not null, 'cap_hour', p.cap_hour,
  'cap_day', p.cap_day, 'warm_up_day', p.warm_up_day, 'slow_until', milliseconds(p.slow_until),
  'counted_day', p.counted_day, 'begun_today', p.begun_today,
  'counted_hour', to_char(p.counted_hour, 'YYYY-MM-DD"T"HH24'), 'begun_this_hour', p.begun_this_hour,
  'counted_at', milliseconds(p.counted_at));

create function ledger_facts(l message_ledger) returns json language sql stable
return json_build_object('last_messaged_at', milliseconds(l.last_messaged_at), 'begun', l.begun,
  'replied_at', milliseconds(l.replied_at), 'unreplied', l.unreplied);

-- What was begun on a day of a campaign or, as campaign 0, of the account. A cap that was set since begins with what the day's
-- numbers know.
create function sending_day(moment timestamptz, of_user bigint, of_campaign bigint, zone text) returns json
language plpgsql stable as $$
declare
  known sending_days;
  today date;
begin
  select * into known from sending_days where user_id = of_user and campaign_id = of_campaign;
  if found then
    return json_build_object('day', known.day, 'begun', known.begun, 'counted_at', milliseconds(known.counted_at));
  end if;
  today := wall_time(moment, zone)::date;
  return json_build_object('day', today, 'begun', performed_on(of_user, of_campaign, today), 'counted_at', null);
end $$;

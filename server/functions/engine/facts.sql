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
    'require_source', s.require_source is true,
    'delay_end', coalesce(s.delay_end, default_delay_end())));

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

-- What is known of the person of a recipient, besides what left_alone_facts gives.
create function person_facts(r recipients, l message_ledger) returns json language sql stable
return json_build_object('recipient', r.recipient,
  'is_on_do_not_contact', (select true from do_not_contact x where x.user_id = r.user_id and x.recipient = r.recipient) is true,
  'ledger', case when l.recipient is not null then ledger_facts(l) end, 'follows_at', milliseconds(r.follows_at));

-- Whether a campaign's people are judged by the ledger.
create function asks_ledger(s settings, c campaigns) returns boolean language sql immutable
return not is_test(c.id)
  and (num_nonnulls(s.never_twice_days, c.follows_campaign_id, c.leave_out) > 0 or s.hears_replies is true);

-- By place, from 0: what is asked of those who may be left alone. By one statement for all of them, because a statement's start
-- costs more than what it looks up for a person.
create function left_alone_facts(users bigint[], campaign_ids bigint[], names text[]) returns json language plpgsql stable as $$
begin
  return (
    select json_object_agg(given.ord - 1, json_build_object(
      'is_undecided', s.hears_replies is true and has_undecided_stop(given.user_id, given.recipient),
      -- Most people are in none: one probe for each list tells so. Reading the names costs more.
      'left_out_list', case when leaves.lists <> '{}' and (select true from recipients other
          where other.user_id = given.user_id and other.list_id = any (leaves.lists) and other.recipient = given.recipient
          limit 1)
        then find_left_out_list(given.user_id, leaves.lists, given.recipient)->>'list' end,
      'left_out_tag', case when w.tags && leaves.tags
        then find_left_out_tag(given.user_id, leaves.tags, w.tags)->>'tag' end,
      'has_source', case when s.require_source then (select true from sources x
        where x.user_id = given.user_id and x.id = any (w.sources) and x.withdrawn_at is null limit 1) end is true))
    from unnest(users, campaign_ids, names) with ordinality as given (user_id, campaign_id, recipient, ord)
    join campaigns c on c.user_id = given.user_id and c.id = given.campaign_id
    left join settings s on s.user_id = given.user_id
    cross join lateral (select coalesce(ids_of(c.leave_out->'lists')::bigint[], '{}') as lists,
      coalesce(ids_of(c.leave_out->'tags')::bigint[], '{}') as tags offset 0) leaves
    left join people w on (s.require_source or leaves.tags <> '{}')
      and w.user_id = given.user_id and w.recipient = given.recipient
    where not is_test(c.id) and asks_left_alone(s, c.leave_out));
end $$;

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

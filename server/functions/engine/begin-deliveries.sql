-- What the tables say of begins, by which contract/src/rules/begin.ts decides whether they are granted
-- (docs/engine.md#begin). Begins a step: takes the users' locks. A token may occur once. `seen`: what was decided of the replies
-- that stand in their threads; null where there are none. Moments are milliseconds since 1970, the step's own is whole.
create function read_begin_facts(given_moment timestamptz, users bigint[], tokens uuid[], seen json default null) returns json
language plpgsql as $$
declare
  moment timestamptz := date_trunc('milliseconds', lock_users(users, given_moment));
  events json[] := '{}';
  accounts json;
  marks json;
  begins json;
  asks boolean;
  campaign_ids bigint[];
  names text[];
begin
  -- Before anybody is judged: who replied gets nothing more.
  if seen is not null then events := array(select json_array_elements(record_replies(moment, seen)->'events')); end if;
  select json_object_agg(u.id, account_facts(u, s)), json_object_agg(u.id, read_mark(u.id)) into accounts, marks
  from (select distinct id from unnest(users) id) given
  join users u on u.id = given.id left join settings s on s.user_id = u.id;
  select json_agg(case when d.state is not null then json_build_object(
      'user_id', given.user_id, 'recipient_id', p.lease_recipient_id, 'agent_id', p.lease_agent_id,
      -- A subquery without a row's columns runs once, and only if a row asks.
      'is_heard', case when s.hears_replies then p.lease_agent_id = any ((select agents_that_read(users))::bigint[]) end is true,
      'lease', json_build_object('lease_until', milliseconds(p.lease_until), 'state', d.state,
        'blanks', case when c.parts is not null then d.blanks end, 'status', r.status, 'held_by', r.campaign_id),
      'profile', profile_facts(p),
      'campaign', campaign_facts(c),
      'person', person_facts(r, l),
      'account_day', case when s.cap_day is not null then sending_day(moment, given.user_id, 0, u.time_zone) end,
      'campaign_day', case when c.cap_day is not null then sending_day(moment, given.user_id, c.id, u.time_zone) end) end
    order by given.ord), bool_or(not is_test(c.id) and asks_left_alone(s, c.leave_out)), array_agg(c.id order by given.ord),
    array_agg(r.recipient order by given.ord)
  into begins, asks, campaign_ids, names
  from unnest(users, tokens) with ordinality as given (user_id, token, ord)
  left join users u on u.id = given.user_id
  left join settings s on s.user_id = given.user_id
  left join profiles p on p.user_id = given.user_id and p.lease_token = given.token
  left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
  left join deliveries d on d.user_id = p.user_id and d.campaign_id = c.id and d.recipient_id = p.lease_recipient_id
  left join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id
  left join message_ledger l on asks_ledger(s, c) and l.user_id = given.user_id and l.recipient = r.recipient;
  return json_build_object('moment', milliseconds(moment), 'events', to_json(events), 'accounts', coalesce(accounts, '{}'),
    'marks', coalesce(marks, '{}'), 'begins', coalesce(begins, '[]'),
    'left_alone', case when asks then left_alone_facts(users, campaign_ids, names) else '{}' end);
end $$;

-- The agents of these users that read replies.
create function agents_that_read(users bigint[]) returns bigint[] language plpgsql stable as $$
begin
  return array(select a.id from agents a where a.user_id = any (users) and a.reads_replies);
end $$;

-- Writes what was decided of begins, and gives the events: what is granted, the days with a cap that count it, and the
-- changes of the deliveries that are refused. Of the campaigns to judge then it gives what course_facts says.
create function record_begins(moment float8, granted json, days json, refused json, counted json, to_judge json) returns json
language plpgsql as $$
declare
  at_moment timestamptz := to_timestamp(moment / 1000);
  grants grant_of_begin[] := array(select g from json_populate_recordset(null::grant_of_begin, granted) g);
  events json[];
begin
  if json_array_length(days) > 0 then perform write_sending_days(at_moment, days); end if;
  if grants <> '{}' then perform grant_deliveries(at_moment, grants); end if;
  events := write_changes(at_moment, refused, counted);
  return json_build_object('events', to_json(events), 'courses', courses_of(to_judge));
end $$;

create function write_sending_days(moment timestamptz, days json) returns void language plpgsql as $$
begin
  insert into sending_days as d (user_id, campaign_id, day, begun, counted_at)
  select user_id, campaign_id, day, begun, moment from json_populate_recordset(null::sending_days, days)
  on conflict (user_id, campaign_id) do update set day = excluded.day, begun = excluded.begun, counted_at = excluded.counted_at;
end $$;

-- Lets these deliveries be sent: leased → sending.
create function grant_deliveries(moment timestamptz, grants grant_of_begin[]) returns void language plpgsql as $$
begin
  update deliveries d set state = 'sending', begun_at = moment, recipient = g.recipient,
    is_heard = g.is_heard
  from unnest(grants) g
  where d.user_id = g.user_id and d.campaign_id = g.campaign_id and d.recipient_id = g.recipient_id;
  update profiles p set lease_until = moment + make_interval(secs => sending_lease_seconds()), granted = p.granted + 1,
    counted_day = g.counted_day, begun_today = g.begun_today, counted_hour = g.counted_hour,
    begun_this_hour = g.begun_this_hour, counted_at = moment, warm_up_day = g.warm_up_day
  from unnest(grants) g where p.user_id = g.user_id and p.id = g.profile_id;
  perform note_begun(moment, grants);
  perform count_grants(moment, grants);
end $$;

-- What each step answers to the server: its moment, its answers, and the events for browsers.
create function engine_answer(moment timestamptz, answers json, events json[]) returns json language sql stable
return json_build_object('moment', extract(epoch from moment) * 1000, 'answers', answers, 'events', to_json(events));

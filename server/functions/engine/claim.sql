-- What the tables say for a claim, by which contract/src/rules/claim.ts chooses the next deliveries (docs/engine.md#claim), and
-- what writes them. read_work_calls (functions/agent-protocol/work.sql) has taken the users' locks.

-- The running campaigns of a user. As rows: what builds objects name by name takes three times as long.
create function running_facts(moment timestamptz, u users) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_agg(facts order by facts.id) from (
      select c.id, c.status, c.deleted_at is not null as is_deleted, milliseconds(c.started_at) as started_at,
        milliseconds(c.countdown_until) as countdown_until, milliseconds(c.not_after) as not_after, c.hours, c.cap_day,
        c.follows_campaign_id is not null as is_follow_up, c.leave_out->'replied_days' as replied_days, c.parts,
        case when has_stop_link(c.parts) then (server_address()).is_public end as is_public,
        case when has_stop_link(c.parts) then sample_stop_link()->>'optout' end as stop_link,
        c.name, c.template_content, c.list_id, c.mark, g.cursor, g.passed as is_reread, g.shared_cursor, c.canary,
        c.is_canary_over, g.total_sent, g.total_failed, g.in_work,
        c.list_id = any (array(select i.list_id from recipient_imports i
          where i.user_id = u.id and i.undone_at is not null)) as is_undoing,
        (select milliseconds(d.retry_at) from deliveries d
          where d.user_id = c.user_id and d.campaign_id = c.id and d.retry_at > moment order by d.retry_at limit 1)
          as next_retry_at,
        case when c.cap_day is not null then sending_day(moment, u.id, c.id, u.time_zone) end as day,
        case when c.cap_day is not null then count_leases(u.id, c.id, 'leased') end as handed_out
      from campaigns c
      join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
      where c.user_id = u.id and c.status = 'running' and c.deleted_at is null) facts), '[]');
end $$;

-- Their profiles among these folders; own_cursor: how far the profile's own line of a follow-up is read.
create function sender_facts(of_user bigint, paths text[]) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_agg(facts) from (
      select cp.campaign_id, cp.cursor as own_cursor, p.id, p.is_active, p.deleted_at is not null as is_deleted,
        p.blocked_at is not null as is_blocked, p.signed_out_at is not null as is_signed_out, p.cap_hour, p.cap_day,
        p.warm_up_day, milliseconds(p.slow_until) as slow_until, p.counted_day, p.begun_today,
        to_char(p.counted_hour, 'YYYY-MM-DD"T"HH24') as counted_hour, p.begun_this_hour,
        milliseconds(p.counted_at) as counted_at, p.profile_name, p.profile_path, p.insta_username, p.agent_id,
        p.lease_token is not null as is_at_work, milliseconds(p.next_send_at) as next_send_at,
        milliseconds(p.fault_until) as fault_until, p.granted
      from campaigns c
      join campaign_profiles cp on cp.user_id = c.user_id and cp.campaign_id = c.id
      join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
      where c.user_id = of_user and c.status = 'running' and c.deleted_at is null and p.profile_path = any (paths)) facts), '[]');
end $$;

-- The next people of each of these lines, in their order. An array of arrays.
create function read_lines(moment float8, asked json) returns json language plpgsql stable as $$
declare
  ask record;
  people json[] := '{}';
begin
  for ask in
    select line, c, s from json_populate_recordset(null::line_to_read, asked) line
    join campaigns c on c.user_id = line.user_id and c.id = line.campaign_id
    left join settings s on s.user_id = line.user_id
    order by line.ord
  loop
    people := people || candidate_facts(ask.c, ask.s, case when (ask.line).is_retry
      then next_to_retry(ask.line, to_timestamp(moment / 1000)) else next_in_line(ask.line) end);
  end loop;
  return to_json(people);
end $$;

create function next_in_line(line line_to_read) returns bigint[] language plpgsql stable as $$
begin
  if line.whose is null then
    return array(
      select r.id from recipients r
      where r.user_id = line.user_id and r.list_id = line.list_id and r.status = 'pending'
        and r.position > line.after and r.position <= line.mark
      order by r.position limit line.most);
  end if;
  if line.whose = 0 then
    return array(
      select r.id from recipients r
      where r.user_id = line.user_id and r.list_id = line.list_id and r.profile_id is null and r.status = 'pending'
        and r.position > line.after and r.position <= line.mark
      order by r.position limit line.most);
  end if;
  return array(
    select r.id from recipients r
    where r.user_id = line.user_id and r.list_id = line.list_id and r.profile_id = line.whose and r.status = 'pending'
      and r.position > line.after and r.position <= line.mark
    order by r.position limit line.most);
end $$;

-- Those who wait to be tried again and are due, or so far ahead that a wrong clock set it. By two reads of the index.
create function next_to_retry(line line_to_read, moment timestamptz) returns bigint[] language plpgsql stable as $$
declare
  far_ahead timestamptz := to_timestamp(line.far_ahead / 1000);
  after_at timestamptz := coalesce((select retry_at from deliveries
    where user_id = line.user_id and campaign_id = line.campaign_id and recipient_id = line.after), '-infinity');
begin
  return array(
    select recipient_id from (
      (select recipient_id, retry_at from deliveries
        where user_id = line.user_id and campaign_id = line.campaign_id and retry_at <= moment
          and (retry_at, recipient_id) > (after_at, line.after)
          and (line.whose is null or is_for(line.user_id, recipient_id, line.whose))
        order by retry_at, recipient_id limit line.most)
      union all
      (select recipient_id, retry_at from deliveries
        where user_id = line.user_id and campaign_id = line.campaign_id and retry_at > far_ahead
          and (retry_at, recipient_id) > (after_at, line.after)
          and (line.whose is null or is_for(line.user_id, recipient_id, line.whose))
        order by retry_at, recipient_id limit line.most)) due
    order by retry_at, recipient_id limit line.most);
end $$;

-- These recipients as candidates of a campaign, in this order.
create function candidate_facts(c campaigns, s settings, ids bigint[]) returns json language plpgsql stable as $$
declare
  asks_ledger boolean := asks_ledger(s, c);
  has_source boolean := coalesce(c.parts @> '[{"field": "source"}]', false);
  candidates json;
  names text[];
begin
  if ids = '{}' then return '[]'; end if;
  select json_agg(json_build_object('id', given.id, 'position', r.position, 'status', r.status, 'held_by', r.campaign_id,
      'delivery', case when d.state is not null then json_build_object('is_settled', d.settled_token is not null,
        -- What was begun may be told late to have arrived, so that every later try has the same message.
        'blanks', case when d.recipient is not null then d.blanks end) end,
      'fields', w.fields,
      'source', case when w.sources <> '{}' and has_source then (select x.text from sources x
        where x.user_id = c.user_id and x.id = any (w.sources) and x.withdrawn_at is null order by x.id desc limit 1) end,
      'person', person_facts(r, l)) order by given.ord), array_agg(r.recipient order by given.ord)
  into candidates, names
  from unnest(ids) with ordinality as given (id, ord)
  left join recipients r on r.user_id = c.user_id and r.id = given.id
  -- By a plain join the planner might put all deliveries of the campaign into a hash table, for these few.
  left join lateral (select state, settled_token, recipient, blanks from deliveries
    where user_id = c.user_id and campaign_id = c.id and recipient_id = given.id offset 0) d on true
  left join message_ledger l on asks_ledger and l.user_id = c.user_id and l.recipient = r.recipient
  left join people w on c.parts is not null and w.user_id = c.user_id and w.recipient = r.recipient;
  if is_test(c.id) or asks_left_alone(s, c.leave_out) is not true then return candidates; end if;
  return json_build_object('candidates', candidates, 'left_alone', left_alone_facts(
    array_fill(c.user_id, array[cardinality(ids)]), array_fill(c.id, array[cardinality(ids)]), names));
end $$;

-- Writes what claims chose, and gives the events and, with links, the values of each lease: in these the person's own stop link
-- stands in the place of the sample. Of the campaigns to judge then it gives what course_facts says. stop_pads: the key of
-- stop links (stop_code).
create function record_claims(moment float8, chosen json, with_links boolean, passed_over json, counted json, cursors json,
  stop_pads bytea, to_judge json) returns json language plpgsql as $$
declare
  at_moment timestamptz := to_timestamp(moment / 1000);
  leases lease[] := array(select l from json_populate_recordset(null::lease, chosen) l);
  events json[];
begin
  if json_array_length(cursors) > 0 then perform write_cursors(cursors); end if;
  if with_links then
    for place in 1..cardinality(leases) loop
      leases[place].blanks := with_stop_link(at_moment, leases[place].user_id, leases[place].recipient, leases[place].blanks,
        stop_pads);
    end loop;
  end if;
  events := lease_deliveries(at_moment, leases)
    || write_changes(at_moment, passed_over, counted);
  return json_build_object('events', to_json(events), 'courses', courses_of(to_judge),
    'blanks', case when with_links then (select json_agg(l.blanks order by l.ordinality) from unnest(leases) with ordinality as l) end);
end $$;

-- How far lines are read: of a campaign; of a follow-up for all of its profiles (0), or for one of them.
create function write_cursors(cursors json) returns void language plpgsql as $$
begin
  update campaign_progress g set cursor = case when l.whose is null then l.cursor else g.cursor end,
    passed = case when l.whose is null then false else g.passed end,
    shared_cursor = case when l.whose = 0 then l.cursor else g.shared_cursor end
  from json_populate_recordset(null::line_cursor, cursors) l
  where g.user_id = l.user_id and g.campaign_id = l.campaign_id and coalesce(l.whose, 0) = 0;
  update campaign_profiles cp set cursor = l.cursor
  from json_populate_recordset(null::line_cursor, cursors) l
  where cp.user_id = l.user_id and cp.campaign_id = l.campaign_id and cp.profile_id = l.whose;
end $$;

-- The one function that changes the state of deliveries, whatever the event, and with each all that follows from it:
--
--   (no row) → leased → sending → sent, not_found, failed, uncertain
--                 ↑ ↓       ↓ failed, and tries are left
--                waiting ←──┘        any but sending → skipped
--                   ↓ its campaign was stopped
--                stopped
--
-- docs/engine.md#delivery-states has what each state means, docs/engine.md#events each way from one to another.
-- A lease lies on a profile exactly while its delivery is leased or sending; leased holds the name, waiting, stopped and
-- skipped let go of it, a result gives it its status; skipped takes one off total_list; a result counts on the day it is
-- first counted, in the user's zone, and stays in that day's row. What was to wait in a campaign that is over is stopped.
-- The locks of the users must be held.
--
-- What goes to leased (claims) and to sending (grants) says all that follows, and is written as it comes. What the others
-- change is worked out once from their rows, and then each table is written once for all of them: a statement costs far
-- more than a row.
--
-- Gives what browsers want to hear.
create function change_deliveries(moment timestamptz, others transition[], claims transition[] default null,
  grants transition[] default null) returns json[] language plpgsql as $$
declare
  todo record;
  changes change[];
  x change;
  progress record;
  events json[] := '{}';
  idle_users bigint[] := '{}';
  idle_campaigns bigint[] := '{}';
begin
  -- Who waits to be tried again is in work already.
  if cardinality(claims) > 0 then
    with written as (
      insert into deliveries as d (user_id, campaign_id, recipient_id, profile_id, token, state)
      select user_id, campaign_id, recipient_id, profile_id, token, state from unnest(claims)
      on conflict on constraint deliveries_pkey do update set profile_id = excluded.profile_id, token = excluded.token,
        state = excluded.state, begun_at = null, ended_at = null, retry_at = null
      returning d.user_id, d.campaign_id, old.state as was),
    progressed as (
      update campaign_progress g set in_work = g.in_work + c.added
      from (
        select user_id, campaign_id, count(*) as added from written where was is null group by user_id, campaign_id) c
      where g.user_id = c.user_id and g.campaign_id = c.campaign_id
      returning tell_progress(g) as told)
    select coalesce(array_agg(told), '{}') into events from progressed;
    update recipients r set campaign_id = c.campaign_id
    from unnest(claims) c where r.user_id = c.user_id and r.id = c.recipient_id;
    update profiles p set lease_until = c.lease_until, lease_token = c.token, lease_campaign_id = c.campaign_id,
      lease_recipient_id = c.recipient_id, lease_agent_id = c.agent_id
    from unnest(claims) c where p.user_id = c.user_id and p.id = c.profile_id;
  end if;
  if cardinality(grants) > 0 then
    update deliveries d set state = 'sending', begun_at = moment, recipient = c.recipient
    from unnest(grants) c
    where d.user_id = c.user_id and d.campaign_id = c.campaign_id and d.recipient_id = c.recipient_id;
    update profiles p set lease_until = c.lease_until, granted = p.granted + 1
    from unnest(grants) c where p.user_id = c.user_id and p.id = c.profile_id;
    perform note_begun(moment, grants);
  end if;
  if cardinality(others) > 0 is not true then return events; end if;

  -- What the others are, and which kinds of rows they touch.
  select array_agg(c::change order by user_id, campaign_id, ord) as changes,
    bool_or(was is null) as inserts, bool_or(was is not null) as updates,
    bool_or(name_after is not null) as names, bool_or(name_after <> name_was) as lists,
    bool_or(was_held) as frees, bool_or(due_at is not null and not was_held) as paces,
    bool_or(counts) as counts, bool_or(was_begun or state in ('sent', 'uncertain')) as messages,
    bool_or(action is not null) as logs, bool_or(blocks or signs_out or faults) as rests,
    bool_or(state = 'sent' and not was_held) as revives, bool_or(merges) as merges,
    bool_or(counts or in_work <> 0 or skipped <> 0) as progress
  into todo
  from (
    select w.*, is_sent <> 0 or is_failed <> 0 or is_not_found <> 0 or is_uncertain <> 0 as counts,
      (state = 'waiting')::int - was_held::int - (was is not distinct from 'waiting')::int as in_work,
      (state = 'skipped')::int - (was is not distinct from 'skipped')::int as skipped
    from (
      select t.ord, t.user_id, t.campaign_id, t.recipient_id, becomes.state, d.state as was,
        coalesce(d.state in ('leased', 'sending'), false) as was_held,
        coalesce(d.state in ('sending', 'uncertain'), false) as was_begun,
        coalesce(t.profile_id, d.profile_id) as profile_id,
        coalesce(t.token, d.token) as token, d.token as was_token,
        t.due_at,
        case when becomes.state in ('waiting', 'stopped') then coalesce(t.retry_at, d.retry_at) end as retry_at,
        coalesce(t.failures, d.failures, 0) as failures,
        -- Without a reason of its own, a delivery that was not sent keeps the words of its log line.
        coalesce(t.reason, case when becomes.state in ('failed', 'uncertain', 'skipped') then t.message end, d.reason)
          as reason,
        coalesce(d.lapsed_token, t.lapsed_token) as lapsed_token,
        coalesce(t.settled_token, d.settled_token) as settled_token, t.new_position,
        d.begun_at,
        -- When the agent reported; a lease that ended without a report leaves it null, so that a late report can be
        -- told from a repeated one.
        case when t.reports then moment else d.ended_at end as ended_at,
        case when becomes.state in ('sent', 'failed', 'not_found', 'uncertain')
          then coalesce(d.day, (moment at time zone u.time_zone)::date) end as day,
        coalesce(d.day, (moment at time zone u.time_zone)::date) as counted_day,
        case when d.day is null then moment else coalesce(d.ended_at, d.begun_at, moment) end as counted_at,
        (becomes.state = 'sent')::int - (d.state is not distinct from 'sent')::int as is_sent,
        (becomes.state in ('failed', 'not_found', 'uncertain'))::int
          - (d.state is not null and d.state in ('failed', 'not_found', 'uncertain'))::int as is_failed,
        (becomes.state = 'not_found')::int - (d.state is not distinct from 'not_found')::int as is_not_found,
        (becomes.state = 'uncertain')::int - (d.state is not distinct from 'uncertain')::int as is_uncertain,
        r.list_id, coalesce(r.recipient, d.recipient) as recipient, r.status as name_was,
        case
          when t.settled_token is not null then case when r.campaign_id = t.campaign_id then 'pending' end
          when becomes.state in ('waiting', 'stopped', 'skipped') then
            case when r.status = 'pending' and r.campaign_id = t.campaign_id then 'pending' end
          when r.status = 'pending' or r.campaign_id = t.campaign_id then
            case when becomes.state = 'uncertain' then 'failed' else becomes.state end
        end as name_after,
        -- No 'retry' log line for a delivery that was stopped.
        case when becomes.state <> 'stopped' then t.action end as action, t.message, t.reason as said,
        coalesce(t.blocks, false) as blocks, coalesce(t.signs_out, false) as signs_out, t.faults,
        coalesce(t.reports, false) and u.frozen_at is not null as merges
      from unnest(others) t
      cross join lateral (
        select case when t.state = 'waiting' and (select c.status in ('completed', 'failed') from campaigns c
          where c.user_id = t.user_id and c.id = t.campaign_id) then 'stopped' else t.state end as state offset 0) becomes
      join users u on u.id = t.user_id
      -- By its whole key, whatever the planner holds of the user's number of rows: row-level security gives it the user
      -- as a value, and by that alone it would read all deliveries of a user again for each of these.
      left join lateral (select * from deliveries d
        where d.user_id = t.user_id and d.campaign_id = t.campaign_id and d.recipient_id = t.recipient_id offset 0) d
        on true
      left join recipients r on r.user_id = t.user_id and r.id = t.recipient_id
      offset 0) w
    -- Else what is worked out would stand in each place that asks for it.
    offset 0) c;
  changes := todo.changes;

  if todo.inserts then
    insert into deliveries (user_id, campaign_id, recipient_id, profile_id, token, state, failures, reason,
      lapsed_token, ended_at, day, retry_at)
    select c.user_id, c.campaign_id, c.recipient_id, c.profile_id, c.token, c.state, c.failures, c.reason,
      c.lapsed_token, c.ended_at, c.day, c.retry_at
    from unnest(changes) c where c.was is null;
  end if;
  if todo.updates then
    update deliveries d set profile_id = c.profile_id, token = c.token, state = c.state, failures = c.failures,
      reason = c.reason, lapsed_token = c.lapsed_token, settled_token = c.settled_token,
      ended_at = c.ended_at, day = c.day, retry_at = c.retry_at
    from unnest(changes) c
    where c.was is not null
      and d.user_id = c.user_id and d.campaign_id = c.campaign_id and d.recipient_id = c.recipient_id;
  end if;

  if todo.names then
    update recipients r set status = c.name_after, position = coalesce(c.new_position, r.position),
      campaign_id = case when c.state not in ('waiting', 'stopped', 'skipped') and c.new_position is null then c.campaign_id end
    from unnest(changes) c
    where c.name_after is not null and r.user_id = c.user_id and r.id = c.recipient_id;
  end if;
  if todo.lists then
    update lists l set pending = pending + c.now_pending, sent = sent + c.now_sent, failed = failed + c.now_failed,
      not_found = not_found + c.now_not_found
    from (
      select user_id, list_id,
        sum((name_after = 'pending')::int - (name_was = 'pending')::int) as now_pending,
        sum((name_after = 'sent')::int - (name_was = 'sent')::int) as now_sent,
        sum((name_after = 'failed')::int - (name_was = 'failed')::int) as now_failed,
        sum((name_after = 'not_found')::int - (name_was = 'not_found')::int) as now_not_found
      from unnest(changes) where name_after <> name_was group by user_id, list_id) c
    where l.user_id = c.user_id and l.id = c.list_id;
  end if;

  if todo.frees then
    update profiles p
    set next_send_at = greatest(p.next_send_at, c.due_at), lease_until = null, lease_token = null,
      lease_campaign_id = null, lease_recipient_id = null, lease_agent_id = null,
      -- Firefox has started: what it rested for is over.
      faulted_at = case when c.faults is distinct from false then p.faulted_at end,
      fault_reason = case when c.faults is distinct from false then p.fault_reason end,
      fault_until = case when c.faults is distinct from false then p.fault_until end
    from unnest(changes) c
    where c.was_held and p.user_id = c.user_id and p.id = c.profile_id
      and p.lease_token = c.was_token;
  end if;
  if todo.paces then
    update profiles p set next_send_at = greatest(p.next_send_at, c.due_at)
    from (
      select user_id, profile_id, max(due_at) as due_at from unnest(changes)
      where due_at is not null and not was_held group by user_id, profile_id) c
    where p.user_id = c.user_id and p.id = c.profile_id;
  end if;

  if todo.counts then
    -- Profile 0: a message was sent, but its row, which named the profile, was lost.
    insert into daily_performance as d (user_id, day, campaign_id, profile_id, sent, failed, not_found, uncertain,
      first_action, last_action)
    select user_id, counted_day, campaign_id, coalesce(profile_id, 0), sum(is_sent), sum(is_failed),
      sum(is_not_found), sum(is_uncertain), min(counted_at), max(counted_at)
    from unnest(changes) where counts group by user_id, counted_day, campaign_id, coalesce(profile_id, 0)
    on conflict on constraint daily_performance_pkey do update set sent = d.sent + excluded.sent,
      failed = d.failed + excluded.failed, not_found = d.not_found + excluded.not_found,
      uncertain = d.uncertain + excluded.uncertain,
      first_action = least(d.first_action, excluded.first_action),
      last_action = greatest(d.last_action, excluded.last_action);
  end if;

  if todo.merges then
    -- What a restored database had forgotten, or was about to.
    update freezes f set sent = f.sent + c.now_sent, uncertain = f.uncertain + c.now_uncertain
    from (
      select user_id, sum(greatest(is_sent, 0)) as now_sent, sum(greatest(is_uncertain, 0)) as now_uncertain
      from unnest(changes) where merges group by user_id) c
    where f.user_id = c.user_id;
  end if;

  -- A campaign that sent nothing has failed; a message that arrived late proves otherwise.
  if todo.revives then
    with revived as (
      update campaigns c set status = 'completed'
      where status = 'failed' and (user_id, id) in (
        select user_id, campaign_id from unnest(changes) where state = 'sent' and not was_held)
      returning tell_status(c) as told)
    select events || array_agg(told) into events from revived;
  end if;

  if todo.progress then
    for progress in
      -- A late 'sent' of a row that was lost may count beyond the total that a campaign ended with.
      update campaign_progress g set total_sent = g.total_sent + c.sent, total_failed = g.total_failed + c.failed,
        total_not_found = g.total_not_found + c.not_found, total_uncertain = g.total_uncertain + c.uncertain,
        in_work = g.in_work + c.in_work,
        total_list = greatest(g.total_list - c.skipped, g.total_sent + c.sent + g.total_failed + c.failed)
      from (
        select user_id, campaign_id, sum(is_sent) as sent, sum(is_failed) as failed, sum(is_not_found) as not_found,
          sum(is_uncertain) as uncertain, sum(in_work) as in_work, sum(skipped) as skipped
        from unnest(changes) where counts or in_work <> 0 or skipped <> 0 group by user_id, campaign_id) c
      where g.user_id = c.user_id and g.campaign_id = c.campaign_id
      returning g.user_id, g.campaign_id, g.in_work, tell_progress(g) as told
    loop
      events := events || progress.told;
      if progress.in_work = 0 then
        idle_users := idle_users || progress.user_id;
        idle_campaigns := idle_campaigns || progress.campaign_id;
      end if;
    end loop;
  end if;

  if todo.logs then
    with written as (
      insert into campaign_logs as l (user_id, campaign_id, action, created_at, profile_name, recipient, message)
      select c.user_id, c.campaign_id, c.action, moment, p.profile_name, c.recipient, coalesce(c.message, '')
      from unnest(changes) c left join profiles p on p.user_id = c.user_id and p.id = c.profile_id
      where c.action is not null
      returning tell_line(l, (select name from campaigns g where g.user_id = l.user_id and g.id = l.campaign_id))
        as told)
    select events || array_agg(told) into events from written;
  end if;

  if todo.messages then
    perform note_outcomes(array(
      select row(user_id, recipient, campaign_id, state, was_begun, coalesce(begun_at, moment))::message_outcome
      from unnest(changes)
      where (was_begun or state in ('sent', 'uncertain')) and recipient is not null));
  end if;

  -- A campaign whose last profile must rest pauses, one with nothing left completes.
  if todo.rests then
    foreach x in array changes loop
      if x.blocks or x.signs_out or x.faults then
        events := events
          || rest_profile(moment, x.user_id, x.campaign_id, x.profile_id, x.said, x.blocks, x.signs_out, x.faults);
      end if;
    end loop;
    events := events || pause_ineligible(moment, array(select user_id from unnest(changes) where blocks or signs_out));
  end if;
  if idle_users <> '{}' then events := events || complete_campaigns(moment, idle_users, idle_campaigns); end if;
  return events;
end $$;

create function tell_progress(g campaign_progress) returns json language sql stable
return json_build_object('kind', 'progress', 'user_id', g.user_id, 'campaign_id', g.campaign_id,
  'total_list', g.total_list, 'total_sent', g.total_sent, 'total_failed', g.total_failed, 'in_work', g.in_work);

create function tell_status(c campaigns) returns json language sql stable
return json_build_object('kind', 'status', 'user_id', c.user_id, 'campaign_id', c.id, 'status', c.status);

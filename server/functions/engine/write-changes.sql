-- A function for each table that changes of deliveries write. Each writes the rows of all changes by one statement, because a
-- statement costs far more than a row.

create function write_deliveries(changes change[]) returns void language plpgsql as $$
begin
  insert into deliveries (user_id, campaign_id, recipient_id, profile_id, token, state, failures, reason_kind, reason_args, lapsed_token,
    settled_token, begun_at, ended_at, retry_at, is_taken_out, skipped_at, is_heard, recipient, day)
  select user_id, campaign_id, recipient_id, sent_by, token, state, failures,
    reason->>'kind', args_of(reason), lapsed_token, settled_token, begun_at, ended_at, retry_at, is_taken_out, skipped_at, is_heard,
    case when is_unbegun then recipient end,
    case when state in ('sent', 'failed', 'not_found', 'uncertain') then day end
  from unnest(changes)
  on conflict on constraint deliveries_pkey do update set profile_id = excluded.profile_id, token = excluded.token,
    state = excluded.state,
    failures = excluded.failures,
    reason_kind = coalesce(excluded.reason_kind, deliveries.reason_kind),
    reason_args = case when excluded.reason_kind is null then deliveries.reason_args else excluded.reason_args end,
    -- The words of a version before.
    reason = case when excluded.reason_kind is null then deliveries.reason end, lapsed_token = excluded.lapsed_token,
    settled_token = excluded.settled_token, begun_at = excluded.begun_at, ended_at = excluded.ended_at,
    retry_at = excluded.retry_at, is_taken_out = excluded.is_taken_out, skipped_at = excluded.skipped_at,
    is_heard = excluded.is_heard, recipient = coalesce(excluded.recipient, deliveries.recipient), day = excluded.day;
end $$;

-- A result gives the recipient its status; a delivery that waits, or was stopped or skipped, lets go of the recipient.
create function write_recipients(changes change[]) returns void language plpgsql as $$
begin
  update recipients r set status = c.new_status, position = coalesce(c.new_position, r.position),
    campaign_id = case when c.state not in ('waiting', 'stopped', 'skipped') and c.new_position is null
      then c.campaign_id end
  from unnest(changes) c
  where c.new_status is not null and r.user_id = c.user_id and r.id = c.recipient_id;
end $$;

create function write_lists(changes change[]) returns void language plpgsql as $$
begin
  update lists l set pending = l.pending + c.pending, sent = l.sent + c.sent, failed = l.failed + c.failed,
    not_found = l.not_found + c.not_found
  from (
    select user_id, list_id, sum(added(old_status, new_status, 'pending')) as pending,
      sum(added(old_status, new_status, 'sent')) as sent, sum(added(old_status, new_status, 'failed')) as failed,
      sum(added(old_status, new_status, 'not_found')) as not_found
    from unnest(changes) where new_status <> old_status group by user_id, list_id) c
  where l.user_id = c.user_id and l.id = c.list_id;
end $$;

-- Ends the leases, each with the pause that follows.
create function end_profile_leases(moment timestamptz, changes change[]) returns void language plpgsql as $$
begin
  update profiles p set next_send_at = greatest(p.next_send_at, paced(p, c.due_at, moment)), lease_until = null, lease_token = null,
    lease_campaign_id = null, lease_recipient_id = null, lease_agent_id = null,
    -- Firefox has started: what it rested for is over.
    faulted_at = case when c.faults is distinct from false then p.faulted_at end,
    fault_reason = case when c.faults is distinct from false then p.fault_reason end,
    fault_until = case when c.faults is distinct from false then p.fault_until end,
    obstacle = case when c.obstructed is null then p.obstacle else c.obstacle end,
    obstructed = coalesce(c.obstructed, p.obstructed)
  from unnest(changes) c
  where has_lease(c.old_state) and p.user_id = c.user_id and p.id = c.profile_id and p.lease_token = c.old_token;
end $$;

-- The pause after a report that came when its lease had ended.
create function pace_profiles(moment timestamptz, changes change[]) returns void language plpgsql as $$
begin
  update profiles p set next_send_at = greatest(p.next_send_at, paced(p, c.due_at, moment))
  from (
    select user_id, sent_by, max(due_at) as due_at from unnest(changes)
    where due_at is not null and has_lease(old_state) is not true group by user_id, sent_by) c
  where p.user_id = c.user_id and p.id = c.sent_by;
end $$;

-- Results by day. Profile 0: nobody knows the profile of the try.
create function write_daily_performance(days day_count[]) returns void language plpgsql as $$
begin
  insert into daily_performance as d (user_id, day, campaign_id, profile_id, sent, failed, not_found, uncertain,
    first_action, last_action)
  select user_id, day, campaign_id, coalesce(profile_id, 0), sum(sent), sum(failed), sum(not_found), sum(uncertain), min(at), max(at)
  from unnest(days)
  group by user_id, day, campaign_id, coalesce(profile_id, 0)
  on conflict on constraint daily_performance_pkey do update set sent = d.sent + excluded.sent,
    failed = d.failed + excluded.failed, not_found = d.not_found + excluded.not_found,
    uncertain = d.uncertain + excluded.uncertain, first_action = least(d.first_action, excluded.first_action),
    last_action = greatest(d.last_action, excluded.last_action);
end $$;

create function write_progress(changes change[]) returns json[] language plpgsql as $$
declare
  events json[];
begin
  with written as (
    update campaign_progress g set total_sent = g.total_sent + c.sent, total_failed = g.total_failed + c.failed,
      total_not_found = g.total_not_found + c.not_found, total_uncertain = g.total_uncertain + c.uncertain,
      in_work = g.in_work + c.in_work,
      -- A late 'sent' of a row that was lost may count beyond the total that a campaign ended with.
      total_list = greatest(g.total_list - c.skipped, g.total_sent + c.sent + g.total_failed + c.failed)
    from (
      select user_id, campaign_id, sum(added_sent) as sent, sum(added_failed) as failed,
        sum(added_not_found) as not_found, sum(added_uncertain) as uncertain, sum(added_in_work) as in_work,
        sum(added_skipped) as skipped
      from unnest(changes)
      where added_sent <> 0 or added_failed <> 0 or added_not_found <> 0 or added_uncertain <> 0
        or added_in_work <> 0 or added_skipped <> 0
      group by user_id, campaign_id) c
    where g.user_id = c.user_id and g.campaign_id = c.campaign_id
    returning tell_progress(g) as told)
  select array_agg(told) into events from written;
  return events;
end $$;

create function write_log_lines(moment timestamptz, changes change[]) returns json[] language plpgsql as $$
declare
  events json[];
begin
  with written as (
    insert into campaign_logs as l (user_id, campaign_id, action, created_at, profile_name, recipient, reason_kind,
      reason_args)
    select c.user_id, c.campaign_id, c.action, moment, p.profile_name, c.recipient, c.log_reason->>'kind', args_of(c.log_reason)
    from unnest(changes) c left join profiles p
      on p.user_id = c.user_id and p.id = c.sent_by
    where c.action is not null
    returning tell_line(l, (select name from campaigns g where g.user_id = l.user_id and g.id = l.campaign_id)) as told)
  select array_agg(told) into events from written;
  return events;
end $$;

-- A campaign that sent nothing has failed; a message that was reported late proves otherwise.
create function revive_campaigns(changes change[]) returns json[] language plpgsql as $$
declare
  events json[];
begin
  with revived as (
    update campaigns c set status = 'completed'
    where status = 'failed' and (user_id, id) in (select user_id, campaign_id from unnest(changes) where state = 'sent')
    returning tell_status(c) as told)
  select array_agg(told) into events from revived;
  return events;
end $$;

-- Counts for the owner what agents report after a restore.
create function count_merged(changes change[]) returns void language plpgsql as $$
begin
  update freezes f set sent = f.sent + c.sent, uncertain = f.uncertain + c.uncertain
  from (
    select user_id, sum(greatest(added_sent, 0)) as sent, sum(greatest(added_uncertain, 0)) as uncertain
    from unnest(changes) where is_merged group by user_id) c
  where f.user_id = c.user_id;
end $$;

create function tell_progress(g campaign_progress) returns json language sql stable
return json_build_object('kind', 'progress', 'user_id', g.user_id, 'campaign_id', g.campaign_id,
  'total_list', g.total_list, 'total_sent', g.total_sent, 'total_failed', g.total_failed,
  'total_replied', g.total_replied, 'in_work', g.in_work);

create function tell_status(c campaigns) returns json language sql stable
return json_build_object('kind', 'status', 'user_id', c.user_id, 'campaign_id', c.id, 'status', c.status);

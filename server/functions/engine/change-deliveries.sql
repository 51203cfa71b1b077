-- The one function that changes the state of deliveries, whatever the event, and with each all that follows from it:
--
--   (no row) → leased → sending → sent, not_found, failed, uncertain
--                 ↑ ↓       ↓ failed, and tries are left
--                waiting ←──┘        any but sending → skipped
--
-- docs/engine.md#delivery-states has what each state means, docs/engine.md#events each way from one to another.
-- A lease lies on a profile exactly while its delivery is leased or sending; leased holds the name, waiting and skipped
-- let go of it, a final state gives it its status; skipped takes one off total_list; a result counts on the day it is
-- first counted, in the user's zone, and stays in that day's row. The locks of the users must be held.
--
-- Gives what browsers want to hear.
create function change_deliveries(moment timestamptz, transitions transition[]) returns json[] language plpgsql as $$
declare
  x record;
  told json;
  events json[] := '{}';
  lines json[] := '{}';
  rested bigint[] := '{}';
  idle_users bigint[] := '{}';
  idle_campaigns bigint[] := '{}';
begin
  for x in
    select c.*,
      -- The sums of a campaign stand in each of its rows, and are written with the last.
      row_number() over of_campaign = count(*) over of_campaign as is_last,
      sum(is_sent) over of_campaign as sent, sum(is_failed) over of_campaign as failed,
      sum(is_not_found) over of_campaign as not_found,
      sum(is_uncertain) over of_campaign as uncertain,
      sum((state in ('leased', 'sending', 'waiting'))::int
        - (coalesce(was, '') in ('leased', 'sending', 'waiting'))::int) over of_campaign as in_work,
      sum((state = 'skipped')::int - (coalesce(was, '') = 'skipped')::int) over of_campaign as skipped,
      coalesce(sum((name_after = 'pending')::int - (name_was = 'pending')::int) over of_campaign, 0) as list_pending,
      coalesce(sum((name_after = 'sent')::int - (name_was = 'sent')::int) over of_campaign, 0) as list_sent,
      coalesce(sum((name_after = 'failed')::int - (name_was = 'failed')::int) over of_campaign, 0) as list_failed,
      coalesce(sum((name_after = 'not_found')::int - (name_was = 'not_found')::int) over of_campaign, 0)
        as list_not_found
    from (
      select t.ord, t.user_id, t.campaign_id, t.recipient_id, t.state, t.agent_id, t.lease_until, t.due_at, t.reports,
        t.action, t.message, t.new_position,
        coalesce(t.blocks, false) as blocks, coalesce(t.signs_out, false) as signs_out,
        coalesce(t.profile_id, d.profile_id) as profile_id,
        coalesce(t.token, d.token) as token,
        coalesce(t.failures, d.failures, 0) as failures,
        t.reason as said,
        -- What ends without being sent keeps the words of its log line, where nobody gave a reason.
        coalesce(t.reason, case when t.state in ('failed', 'uncertain', 'skipped') then t.message end, d.reason)
          as reason,
        coalesce(d.lapsed_token, t.lapsed_token) as lapsed_token,
        coalesce(t.settled_token, d.settled_token) as settled_token,
        case when t.state = 'waiting' then coalesce(t.retry_at, d.retry_at) end as retry_at,
        d.state as was, d.token as was_token, d.begun_at, d.ended_at, d.day as was_day,
        t.state in ('leased', 'sending') as is_held, coalesce(d.state in ('leased', 'sending'), false) as was_held,
        (t.state = 'sent')::int - (coalesce(d.state, '') = 'sent')::int as is_sent,
        (t.state in ('failed', 'not_found', 'uncertain'))::int
          - (coalesce(d.state, '') in ('failed', 'not_found', 'uncertain'))::int as is_failed,
        (t.state = 'not_found')::int - (coalesce(d.state, '') = 'not_found')::int as is_not_found,
        (t.state = 'uncertain')::int - (coalesce(d.state, '') = 'uncertain')::int as is_uncertain,
        r.list_id, r.recipient, r.status as name_was,
        case
          when t.settled_token is not null then case when r.campaign_id = t.campaign_id then 'pending' end
          when t.state = 'leased' then r.status
          when t.state in ('waiting', 'skipped') then
            case when r.status = 'pending' and r.campaign_id = t.campaign_id then 'pending' end
          when t.state <> 'sending' and (r.status = 'pending' or r.campaign_id = t.campaign_id) then
            case when t.state = 'uncertain' then 'failed' else t.state end
        end as name_after,
        (moment at time zone u.time_zone)::date as today,
        case when t.state in ('sent', 'failed', 'not_found', 'uncertain')
          then coalesce(d.day, (moment at time zone u.time_zone)::date) end as day
      from unnest(transitions) t
      join users u on u.id = t.user_id
      left join deliveries d
        on d.user_id = t.user_id and d.campaign_id = t.campaign_id and d.recipient_id = t.recipient_id
      left join recipients r on r.user_id = t.user_id and r.id = t.recipient_id) c
    window of_campaign as (partition by user_id, campaign_id, list_id order by ord
      rows between unbounded preceding and unbounded following)
    order by user_id, campaign_id, list_id, ord
  loop
    -- ended_at is when the agent reported; a lease that ended without a report leaves it null, so that a late report
    -- can be told from a repeated one.
    if x.was is null then
      insert into deliveries (user_id, campaign_id, recipient_id, profile_id, token, state, failures, reason,
        lapsed_token, begun_at, ended_at, day, retry_at)
      values (x.user_id, x.campaign_id, x.recipient_id, x.profile_id, x.token, x.state, x.failures, x.reason,
        x.lapsed_token, case when x.state = 'sending' then moment end, case when x.reports then moment end, x.day,
        x.retry_at);
    else
      update deliveries set profile_id = x.profile_id, token = x.token, state = x.state, failures = x.failures,
        reason = x.reason, lapsed_token = x.lapsed_token, settled_token = x.settled_token,
        begun_at = case x.state when 'sending' then moment when 'leased' then null else x.begun_at end,
        ended_at = case when x.reports then moment when not x.is_held then x.ended_at end,
        day = x.day, retry_at = x.retry_at
      where user_id = x.user_id and campaign_id = x.campaign_id and recipient_id = x.recipient_id;
    end if;

    if x.name_after is not null then
      update recipients
      set status = x.name_after, position = coalesce(x.new_position, position),
        campaign_id = case when x.state not in ('waiting', 'skipped') and x.new_position is null then x.campaign_id end
      where user_id = x.user_id and id = x.recipient_id;
    end if;

    if x.is_sent <> 0 or x.is_failed <> 0 or x.is_not_found <> 0 or x.is_uncertain <> 0 then
      perform count_day(x.user_id, coalesce(x.day, x.was_day), x.campaign_id, x.profile_id,
        case when x.was_day is null then moment else coalesce(x.ended_at, x.begun_at, moment) end,
        sent => x.is_sent, failed => x.is_failed, not_found => x.is_not_found, uncertain => x.is_uncertain);
    end if;

    if x.action is not null then
      lines := lines || write_log(x.user_id, x.campaign_id, x.action, moment, coalesce(x.message, ''),
        x.profile_id, x.recipient);
    end if;

    if x.blocks or x.signs_out then
      lines := lines || rest_profile(moment, x.user_id, x.campaign_id, x.profile_id, x.today, x.said,
        x.blocks, x.signs_out);
      rested := rested || x.user_id;
    end if;

    if x.is_held then
      update profiles
      set next_send_at = greatest(next_send_at, x.due_at), lease_until = x.lease_until, lease_token = x.token,
        lease_campaign_id = x.campaign_id, lease_recipient_id = x.recipient_id,
        lease_agent_id = coalesce(x.agent_id, lease_agent_id)
      where user_id = x.user_id and id = x.profile_id;
    elsif x.was_held or x.due_at is not null then
      perform free_profile(x.user_id, x.profile_id, x.was_token, x.due_at);
    end if;

    -- A campaign that sent nothing has failed; a message that arrived late proves otherwise.
    if x.state = 'sent' and not x.was_held then
      update campaigns set status = 'completed'
      where user_id = x.user_id and id = x.campaign_id and status = 'failed'
      returning json_build_object('kind', 'status', 'user_id', user_id, 'campaign_id', id, 'status', status) into told;
      if found then events := events || told; end if;
    end if;

    if x.is_last then
      if x.list_pending <> 0 or x.list_sent <> 0 or x.list_failed <> 0 or x.list_not_found <> 0 then
        update lists set pending = pending + x.list_pending, sent = sent + x.list_sent,
          failed = failed + x.list_failed, not_found = not_found + x.list_not_found
        where user_id = x.user_id and id = x.list_id;
      end if;
      if x.sent <> 0 or x.failed <> 0 or x.not_found <> 0 or x.uncertain <> 0 or x.in_work <> 0 or x.skipped <> 0 then
        -- A late 'sent' of a row that was lost may count beyond the total that a campaign ended with.
        update campaign_progress g set total_sent = total_sent + x.sent, total_failed = total_failed + x.failed,
          total_not_found = total_not_found + x.not_found, total_uncertain = total_uncertain + x.uncertain,
          in_work = g.in_work + x.in_work,
          total_list = greatest(total_list - x.skipped, total_sent + x.sent + total_failed + x.failed)
        where user_id = x.user_id and campaign_id = x.campaign_id
        returning tell_progress(g) into told;
        if found then
          events := events || told;
          if (told->>'in_work')::int = 0 then
            idle_users := idle_users || x.user_id;
            idle_campaigns := idle_campaigns || x.campaign_id;
          end if;
        end if;
      end if;
    end if;
  end loop;

  events := events || lines;
  -- A campaign whose last profile must rest pauses, one with nothing left completes.
  if rested <> '{}' then events := events || pause_ineligible(moment, rested); end if;
  if idle_users <> '{}' then events := events || complete_campaigns(moment, idle_users, idle_campaigns); end if;
  return events;
end $$;

create function tell_progress(g campaign_progress) returns json language sql stable
return json_build_object('kind', 'progress', 'user_id', g.user_id, 'campaign_id', g.campaign_id,
  'total_list', g.total_list, 'total_sent', g.total_sent, 'total_failed', g.total_failed, 'in_work', g.in_work);

-- Profile 0: a message was sent, but its row, which named the profile, was lost.
create function count_day(of_user bigint, of_day date, of_campaign bigint, of_profile bigint, moment timestamptz,
  sent integer default 0, failed integer default 0, not_found integer default 0, uncertain integer default 0,
  blocked integer default 0)
returns void language plpgsql as $$
begin
  insert into daily_performance as d
    (user_id, day, campaign_id, profile_id, sent, failed, not_found, uncertain, blocked, first_action, last_action)
  values (of_user, of_day, of_campaign, coalesce(of_profile, 0), count_day.sent, count_day.failed,
    count_day.not_found, count_day.uncertain, count_day.blocked, moment, moment)
  on conflict on constraint daily_performance_pkey do update set sent = d.sent + excluded.sent,
    failed = d.failed + excluded.failed, not_found = d.not_found + excluded.not_found,
    uncertain = d.uncertain + excluded.uncertain, blocked = d.blocked + excluded.blocked,
    first_action = least(d.first_action, moment),
    last_action = greatest(d.last_action, moment);
end $$;

create function write_log(of_user bigint, of_campaign bigint, what text, moment timestamptz, words text,
  of_profile bigint default null, to_recipient text default null) returns json language plpgsql as $$
declare
  told json;
begin
  insert into campaign_logs as l (user_id, campaign_id, action, created_at, profile_name, recipient, message)
  values (of_user, of_campaign, what, moment,
    (select profile_name from profiles where user_id = of_user and id = of_profile), to_recipient, words)
  returning json_build_object('kind', 'log', 'user_id', l.user_id, 'campaign_id', l.campaign_id, 'id', l.id,
    'campaign_name', (select name from campaigns where user_id = of_user and id = of_campaign),
    'action', l.action, 'profile_name', l.profile_name, 'recipient', l.recipient, 'message', l.message) into told;
  return told;
end $$;

-- Only news: what a profile rests for already is not logged or counted again.
create function rest_profile(moment timestamptz, of_user bigint, of_campaign bigint, of_profile bigint, today date,
  said text, blocks boolean, signs_out boolean) returns json[] language plpgsql as $$
declare
  p profiles;
  events json[] := '{}';
begin
  select * into p from profiles where user_id = of_user and id = of_profile;
  if not found then return events; end if;
  if blocks and p.blocked_at is null then
    update profiles set blocked_at = moment, blocked_reason = said where user_id = of_user and id = of_profile;
    perform count_day(of_user, today, of_campaign, of_profile, moment, blocked => 1);
    events := events || write_log(of_user, of_campaign, 'profile_blocked', moment,
      coalesce(said, 'Instagram asks for a pause.') || ' This profile stopped.', of_profile);
  end if;
  if signs_out and p.signed_out_at is null then
    update profiles set signed_out_at = moment, signed_out_reason = said where user_id = of_user and id = of_profile;
    events := events || write_log(of_user, of_campaign, 'profile_blocked', moment,
      coalesce(said, 'Signed out.') || ' This profile stopped: open it, sign in and press Resume.', of_profile);
  end if;
  return events;
end $$;

-- Ends the lease of that token, if it lies on the profile still, and paces the profile.
create function free_profile(of_user bigint, of_profile bigint, token uuid, due_at timestamptz)
returns void language plpgsql as $$
begin
  update profiles
  set next_send_at = greatest(next_send_at, due_at), lease_until = null, lease_token = null, lease_campaign_id = null,
    lease_recipient_id = null, lease_agent_id = null
  where user_id = of_user and id = of_profile and lease_token = token;
  if not found and due_at is not null then
    update profiles set next_send_at = greatest(next_send_at, due_at) where user_id = of_user and id = of_profile;
  end if;
end $$;

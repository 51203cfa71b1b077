-- Grants sending, or says why not, for each call in order (docs/engine.md#begin). A token may occur once. `seen`: by call, the
-- replies that stand in its thread; null where there are none.
create function begin_deliveries(given_moment timestamptz, users bigint[], tokens uuid[], seen json default null) returns json
language plpgsql as $$
declare
  moment timestamptz := lock_users(users, given_moment);
  verdicts json;
  expired bigint[];
  grants lease[];
  -- The grants that count for the caps of accounts, and of campaigns.
  of_accounts counted_grant[];
  of_campaigns counted_grant[];
  refused transition[];
  marks json;
  events json[] := '{}';
begin
  -- Before anybody is judged: who replied gets nothing more.
  if seen is not null then events := record_seen_replies(moment, users, tokens, seen); end if;
  with judged as (
    select given.ord, given.user_id, given.token, p.lease_campaign_id as campaign_id, p.lease_recipient_id as recipient_id,
      r.recipient, p.id as profile_id, p.lease_agent_id as agent_id, d.state,
      case when s.hears_replies then p.lease_agent_id = any ((select agents_that_read(users))::bigint[]) end is true as is_heard, told.messaged, told.left_alone, told.unfit, told.here,
      s.cap_day is not null as is_account_capped, c.cap_day is not null as is_campaign_capped,
      case
        when p.id is null or u.id is null then 'lease_over'
        -- Repeated: nothing is written, whatever the campaign is now. Taking the delivery back would let a delayed copy of
        -- the request undo a message that is already out.
        when d.state = 'sending' then
          case when p.lease_until >= moment + make_interval(secs => grant_seconds()) then 'granted' else 'lease_over' end
        when p.lease_until <= moment then 'lease_over'
        when c.deleted_at is not null or c.status in ('completed', 'failed') then 'ended'
        when c.status <> 'running' or is_counting_down(c.countdown_until, moment) then 'paused'
        -- Handed out by a version that fills no blanks: its message has holes.
        when c.parts is not null and d.blanks is null then 'paused'
        when not may_link(c.parts) then 'paused'
        when not may_send(u, moment) then 'subscription'
        when u.frozen_at is not null then 'frozen'
        when p.blocked_at is not null or p.signed_out_at is not null then 'profile_blocked'
        when not is_eligible(p) then 'profile_inactive'
        when not may_begin_at(hours_of(c, s), quiet_dates_of(c, s), told.here, u.time_zone)
          or not is_before_last(c, moment, grant_seconds()) then 'outside_hours'
        when not has_room(p, s, told.here)
          or s.cap_day is not null and is_cap_reached(s.cap_day, 0, told.here, users, tokens, given.ord)
          or c.cap_day is not null and is_cap_reached(c.cap_day, c.id, told.here, users, tokens, given.ord)
          then 'cap_reached'
        when r.status is distinct from 'pending' or r.campaign_id is distinct from c.id then 'gone'
        when (select true from do_not_contact x where x.user_id = given.user_id and x.recipient = r.recipient)
          then 'do_not_contact'
        when told.messaged is not null then 'messaged'
        when told.left_alone is not null then case when told.left_alone->>'kind' = 'replied' then 'replied' else 'left_alone' end
        when told.unfit is not null then 'unfit'
        -- The first of several begins for one person may be granted, the others wait until it has ended.
        when (s.never_twice_days is not null or told.follows_at is not null or s.hears_replies and s.budget is not null)
          and not is_test(c.id)
          and must_wait_for_others(given.user_id, r.recipient, moment,
            -- A subquery without a row's columns runs once, and only if a row asks.
            earlier => case when cardinality(tokens) > 1 then ((select count_earlier_begins(users, tokens)))[given.ord] else 0 end,
            budget => case when s.never_twice_days is null and told.follows_at is null then s.budget end) then 'messaged'
        else 'granted'
      end as verdict
    from unnest(users, tokens) with ordinality as given (user_id, token, ord)
    left join users u on u.id = given.user_id left join time_zones z on z.name = u.time_zone
    left join settings s on s.user_id = given.user_id
    left join profiles p on p.user_id = given.user_id and p.lease_token = given.token
    left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
    left join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id
    left join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id
    -- It counts in a follow-up alone, whatever list this is.
    cross join lateral (select case when c.follows_campaign_id is not null then r.follows_at end as follows_at) f
    cross join lateral (select case when not is_test(c.id) then messaged_reason(s, r.recipient, moment, u.time_zone, given.user_id, f.follows_at) end as messaged,
      case when is_test(c.id) or not asks_left_alone(s, c.leave_out) then null
        when cardinality(tokens) = 1 then left_alone_reason(given.user_id, s, c.started_at, c.leave_out, r.recipient, moment, u.time_zone, f.follows_at)
        else ((select left_alone_of_begins(moment, users, tokens)))[given.ord] end as left_alone,
      f.follows_at,
      local_time(moment, z) as here,
      case when c.parts is not null then unfit_reason(needs_of(c.parts), r.recipient, d.blanks) end as unfit offset 0) told
    -- `offset 0` keeps the planner from copying these expressions to each place that reads a column.
    offset 0),
  explained as (
    select judged.*, case when verdict in ('gone', 'do_not_contact', 'messaged', 'replied', 'left_alone', 'unfit') then
      skip_reason(verdict = 'gone', verdict = 'do_not_contact', messaged, left_alone, null, case verdict when 'unfit' then unfit end)
      end as skipped_because
    from judged offset 0)
  select json_agg(case when verdict in ('left_alone', 'unfit') then 'gone' else verdict end order by ord),
    array_agg(user_id) filter (where verdict = 'subscription'),
    array_agg(row(user_id, campaign_id, recipient_id, recipient, profile_id, agent_id, token, null, here, is_heard)::lease)
      filter (where state = 'leased' and verdict = 'granted'),
    array_agg(row(user_id, 0, here)::counted_grant)
      filter (where state = 'leased' and verdict = 'granted' and is_account_capped),
    array_agg(row(user_id, campaign_id, here)::counted_grant)
      filter (where state = 'leased' and verdict = 'granted' and is_campaign_capped),
    array_agg(case
      when skipped_because is not null then skipped(ord, user_id, campaign_id, recipient_id, skipped_because)
      else new_transition(ord, user_id, campaign_id, recipient_id, 'waiting',
        retry_at => case verdict when 'messaged' then look_again_at(moment) else moment end) end)
      filter (where state = 'leased' and verdict not in ('granted', 'lease_over'))
  into verdicts, expired, grants, of_accounts, of_campaigns, refused
  from explained;
  if of_accounts is not null or of_campaigns is not null then
    perform count_sending_days(of_accounts || of_campaigns);
  end if;
  if grants is not null then perform grant_deliveries(moment, grants); end if;
  marks := count_grants(moment, users, grants);
  events := events || change_deliveries(moment, refused);
  if expired is not null then events := events || pause_ineligible(moment, expired); end if;
  return engine_answer(moment, verdicts, events, marks);
end $$;

-- The agents of these users that read replies.
create function agents_that_read(users bigint[]) returns bigint[] language plpgsql stable as $$
begin
  return array(select a.id from agents a where a.user_id = any (users) and a.reads_replies);
end $$;

-- By call: why its person is left alone. Those of one campaign are judged together.
create function left_alone_of_begins(moment timestamptz, users bigint[], tokens uuid[]) returns jsonb[]
language plpgsql stable as $$
declare
  batch record;
  found_reasons jsonb[];
  reasons jsonb[] := array_fill(null::jsonb, array[cardinality(tokens)]);
begin
  for batch in
    select s, c.user_id, c.started_at, c.leave_out, u.time_zone, array_agg(given.ord) as ords, array_agg(r.recipient) as names,
      array_agg(case when c.follows_campaign_id is not null then r.follows_at end) as follows
    from unnest(users, tokens) with ordinality as given (user_id, token, ord)
    join profiles p on p.user_id = given.user_id and p.lease_token = given.token
    join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
    join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id
    join users u on u.id = p.user_id
    left join settings s on s.user_id = p.user_id
    where not is_test(c.id) and asks_left_alone(s, c.leave_out)
    group by s.user_id, c.user_id, c.id, u.id
  loop
    found_reasons := find_left_alone(batch.user_id, batch.s, batch.started_at, batch.leave_out, batch.names, batch.follows,
      moment, batch.time_zone);
    for place in 1..cardinality(batch.ords) loop reasons[batch.ords[place]] := found_reasons[place]; end loop;
  end loop;
  return reasons;
end $$;

-- By call: how many of the earlier ones are for the same person.
create function count_earlier_begins(users bigint[], tokens uuid[]) returns integer[] language plpgsql stable as $$
begin
  return array(
    select row_number() over (partition by given.user_id, r.recipient order by given.ord) - 1
    from unnest(users, tokens) with ordinality as given (user_id, token, ord)
    left join profiles p on p.user_id = given.user_id and p.lease_token = given.token
    left join recipients r on r.user_id = p.user_id and r.id = p.lease_recipient_id
    order by given.ord);
end $$;

-- Whether a message to this person waits until others have ended, which are being sent or were granted earlier in the same
-- step: any of them or, with a budget, as many as would use it up if they arrive.
create function must_wait_for_others(of_user bigint, of_recipient text, moment timestamptz, earlier integer, budget integer)
returns boolean language plpgsql stable as $$
begin
  if budget is null then return earlier > 0 or is_being_messaged(of_user, of_recipient, moment); end if;
  return earlier + coalesce((
    select l.unreplied + case when l.begun = '{}' then 0 else (select count(*)
      from jsonb_each(l.begun) b (campaign_id, entry) where is_under_way(entry, moment)) end
    from message_ledger l where l.user_id = of_user and l.recipient = of_recipient), 0) >= budget;
end $$;

-- Lets these deliveries be sent: leased → sending.
create function grant_deliveries(moment timestamptz, grants lease[]) returns void language plpgsql as $$
begin
  update deliveries d set state = 'sending', begun_at = moment, recipient = g.recipient,
    is_heard = g.is_heard
  from unnest(grants) g
  where d.user_id = g.user_id and d.campaign_id = g.campaign_id and d.recipient_id = g.recipient_id;
  update profiles p set lease_until = moment + make_interval(secs => sending_lease_seconds()), granted = p.granted + 1,
    counted_day = counted_as(p.counted_day, p.counted_at, g.here),
    begun_today = counted_on(p.counted_day, p.counted_at, g.here, p.begun_today) + 1,
    counted_hour = counted_as(p.counted_hour, p.counted_at, g.here),
    begun_this_hour = counted_in(p.counted_hour, p.counted_at, g.here, p.begun_this_hour) + 1,
    counted_at = moment,
    -- Over once its last slow day has passed.
    warm_up_day = nullif(slow_day(p, g.here), slow_days() + 1)
  from unnest(grants) g where p.user_id = g.user_id and p.id = g.profile_id;
  perform note_begun(moment, grants);
end $$;

-- What each step answers to the server: its moment, its answers, the events for browsers, and the users' marks.
create function engine_answer(moment timestamptz, answers json, events json[], marks json default null) returns json
language sql stable
return json_build_object('moment', extract(epoch from moment) * 1000, 'answers', answers, 'events', to_json(events),
  'marks', marks);

-- Chooses the next deliveries of one user (docs/engine.md#claim). Each profile that is due gets the next candidate of its
-- running campaign, the profile that waited longest first, until there are `capacity` deliveries. Only profiles whose
-- campaign has a candidate count. The user's lock must be held; make_claimed writes what is chosen here.
--
-- of_agent holds the leases. any_machine: profiles of other machines are worked too. stop_pads: the key of stop links
-- (stop_code).
create function claim_deliveries(moment timestamptz, u users, s settings, of_agent bigint, any_machine boolean,
  paths text[], capacity integer, stop_pads bytea default null) returns claim language plpgsql as $$
declare
  of_user bigint := u.id;
  profile record;
  line campaign_line;
  lines campaign_line[] := '{}';
  -- Of a follow-up: the line for all profiles, while a profile's own is read, and the own ones that were read.
  shared campaign_line;
  own_lines campaign_line[] := '{}';
  most integer;
  candidate candidate;
  reason jsonb;
  taken bigint[] := '{}';
  new_token uuid;
  deliveries json[] := '{}';
  leases lease[] := '{}';
  passed_over transition[] := '{}';
  over bigint[] := '{}';
  is_cut boolean := false;
  is_open boolean;
  here local_time := local_time(moment, u.time_zone);
  -- How many the account's cap still lets be handed out; null: any number.
  room integer := case when s.cap_day is not null then room_of(s.cap_day, of_user, 0, here) end;
begin
  if may_send(u, moment) is not true or u.frozen_at is not null then
    return row(deliveries, leases, passed_over, over, is_cut);
  end if;
  is_open := may_claim_at(s.hours, s.quiet_dates, here, u.time_zone);
  if not is_open and not has_running_test(of_user) then
    return row(deliveries, leases, passed_over, over, is_cut);
  end if;

  for profile in select * from due_profiles(here, of_user, s, u.time_zone, is_open, of_agent, any_machine,
    paths) loop
    exit when cardinality(taken) = capacity or cardinality(taken) >= room;
    line := coalesce(lines[profile.nth_campaign], row(profile.campaign_id, profile.list_id, profile.started_at,
      profile.leave_out, profile.mark, profile.cursor,
      case when profile.own_cursor is not null then 0 end, '-infinity', 0, false, false, 0, needs_of(profile.parts),
      case when profile.campaign_cap is not null then room_of(profile.campaign_cap, of_user, profile.campaign_id, here) end,
      profile.canary_room, '{}')::campaign_line);
    lines[profile.nth_campaign] := line;
    continue when line.room <= 0;
    if profile.own_cursor is not null then
      shared := line;
      line.of_profile := profile.id;
      line.cursor := profile.own_cursor;
      line.retry_at := '-infinity';
      line.retry_id := 0;
      line.is_read := false;
      line.is_over := false;
      line.candidates := '{}';
    end if;
    candidate := null;
    while not line.is_over and line.passed_over < most_passed_over() loop
      if line.canary_room <= 0 and not line.is_read then
        line.is_read := true;
        line.candidates := '{}';
      end if;
      if line.candidates = '{}' then
        -- Where many are passed over more are read at once: a query costs more than a row.
        most := greatest(least(profile.profiles_of_campaign, capacity - cardinality(taken)), line.passed_over);
        if not line.is_read then
          line.candidates := next_in_line(moment, u, settings_for(line.campaign_id, s), line, most);
          line.is_read := line.candidates = '{}';
        end if;
        if line.is_read then
          line.candidates := next_to_retry(moment, u, settings_for(line.campaign_id, s), line, most);
          line.is_over := line.candidates = '{}';
        end if;
        -- After a profile's own people come those who are for all profiles.
        if line.is_over and line.of_profile > 0 then
          own_lines := own_lines || line;
          shared.room := line.room;
          shared.canary_room := line.canary_room;
          shared.passed_over := line.passed_over;
          line := shared;
        end if;
        continue;
      end if;

      candidate := line.candidates[1];
      line.candidates := line.candidates[2:];
      if line.is_read then
        line.retry_at := candidate.retry_at;
        line.retry_id := candidate.id;
      else
        line.cursor := candidate.position;
      end if;
      reason := skip_reason(candidate.is_gone, candidate.is_refused, candidate.messaged, candidate.left_alone, null,
        case when candidate.blanks is not null then unfit_reason(line.needs, candidate.recipient, candidate.blanks) end);
      if candidate.is_known then
        null;
      elsif reason is not null then
        passed_over := passed_over || skipped(0, of_user, line.campaign_id, candidate.id, reason);
        -- A retry that is skipped gives its place in the canary to somebody of the line.
        if line.is_read and line.canary_room is not null then is_cut := true; end if;
      elsif candidate.is_held or candidate.id = any (taken) then
        passed_over := passed_over || held(of_user, line.campaign_id, candidate.id, moment);
        if not line.is_read then line.canary_room := line.canary_room - 1; end if;
      else
        exit;
      end if;
      candidate := null;
      line.passed_over := line.passed_over + 1;
    end loop;
    if candidate.id is not null then
      line.room := line.room - 1;
      if not line.is_read then line.canary_room := line.canary_room - 1; end if;
    end if;
    if line.of_profile > 0 then
      own_lines := own_lines || line;
      shared.room := line.room;
      shared.canary_room := line.canary_room;
      shared.passed_over := line.passed_over;
      lines[profile.nth_campaign] := shared;
    else
      lines[profile.nth_campaign] := line;
    end if;

    if candidate.id is null then
      if line.is_over then over := over || line.campaign_id; else is_cut := true; end if;
      continue;
    end if;
    if (line.needs).has_stop_link then
      candidate.blanks := with_stop_link(moment, of_user, candidate.recipient, candidate.blanks,
        stop_pads);
    end if;
    new_token := gen_random_uuid();
    taken := taken || candidate.id;
    leases := leases || row(of_user, line.campaign_id, candidate.id, candidate.recipient, profile.id, of_agent,
      new_token, candidate.blanks)::lease;
    deliveries := deliveries || json_build_object('token', new_token, 'campaign_id', line.campaign_id,
      'campaign_name', profile.campaign_name, 'recipient_id', candidate.id, 'recipient', candidate.recipient,
      'template_content', profile.template_content, 'parts', profile.parts, 'blanks', candidate.blanks,
      'profile', json_build_object('id', profile.id, 'profile_name', profile.profile_name,
        'profile_path', profile.profile_path, 'insta_username', profile.insta_username),
      'lease_seconds', lease_seconds(), 'grant_number', profile.granted + 1);
  end loop;

  update campaign_progress g set cursor = l.cursor, passed = false
  from unnest(lines) l
  where g.user_id = of_user and g.campaign_id = l.campaign_id and l.of_profile is null and (g.cursor <> l.cursor or g.passed);
  if own_lines <> '{}' then perform keep_own_cursors(of_user, lines, own_lines); end if;
  return row(deliveries, leases, passed_over, over, is_cut);
end $$;

-- A function with a body of its own, because claims rarely ask.
create function has_running_test(of_user bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from campaigns
    where user_id = of_user and is_test(id) and status = 'running' and deleted_at is null);
end $$;

-- The profiles that may be given something, each with its running campaign. is_open: the account's hours are. nth_campaign counts these campaigns.
-- own_cursor: how far the profile's own line of a follow-up is read; null in other campaigns.
create function due_profiles(here local_time, of_user bigint, s settings, zone text, is_open boolean, of_agent bigint,
  any_machine boolean, paths text[]) returns table (id bigint, profile_name text, profile_path text, insta_username text, granted bigint,
  campaign_id bigint, campaign_name text, template_content text, parts jsonb, list_id bigint, started_at timestamptz,
  leave_out jsonb, mark bigint, cursor bigint, own_cursor bigint,
  campaign_cap integer, canary_room integer, nth_campaign integer, profiles_of_campaign bigint) language sql stable as $$
  select p.id, p.profile_name, p.profile_path, p.insta_username, p.granted,
    c.id, c.name, c.template_content, c.parts, c.list_id, c.started_at, c.leave_out, c.mark,
    -- Versions before 1.0 left recipients behind the cursor that another campaign held, and said so here.
    case when c.follows_campaign_id is not null then g.shared_cursor when g.passed then 0 else g.cursor end,
    case when c.follows_campaign_id is not null then cp.cursor end, c.cap_day, canary_room(c, g),
    dense_rank() over (order by c.id)::integer, count(*) over (partition by c.id)
  from campaigns c
  join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
  join campaign_profiles cp on cp.user_id = c.user_id and cp.campaign_id = c.id
  join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
  where c.user_id = of_user and c.status = 'running' and c.deleted_at is null and not is_counting_down(c.countdown_until, here.moment)
    and (is_open or is_test(c.id)) and may_claim_at(c.hours, null, here, zone) and is_before_last(c, here.moment, claimed_seconds())
    -- A list whose import is being undone hands out nobody until its recipients are gone.
    and c.list_id <> all (array(
      select i.list_id from recipient_imports i where i.user_id = of_user and i.undone_at is not null))
    and may_link(c.parts)
    and p.profile_path = any (paths) and is_eligible(p) and is_fault_over(p, here.moment) and p.lease_token is null
    and has_room(p, s, here)
    and (p.next_send_at is null or p.next_send_at <= here.moment or p.next_send_at > latest_due(s, here.moment))
    and (any_machine or p.agent_id is null or p.agent_id = of_agent)
  order by coalesce(p.next_send_at, '-infinity'), p.id
$$;

-- A test goes to the same name again and again (docs/engine.md#tests).
create function settings_for(of_campaign bigint, s settings) returns settings language plpgsql immutable as $$
begin
  if is_test(of_campaign) then
    s.never_twice_days := null;
    s.hears_replies := false;
    s.require_source := false;
  end if;
  return s;
end $$;

create function next_in_line(moment timestamptz, u users, s settings, line campaign_line, most integer)
returns candidate[] language plpgsql stable as $$
begin
  if line.of_profile is not null then return next_to_follow(moment, u, s, line, most); end if;
  return judge_left_alone(array(
    select row(r.id, r.recipient, r.position, null,
      case when (line.needs).parts is not null then values_for(line.needs, u.id, r.recipient) end,
      -- By exists the planner would put all deliveries of the campaign into a hash table, for these few.
      (select true from deliveries d where d.user_id = u.id and d.campaign_id = line.campaign_id and d.recipient_id = r.id),
      false, r.campaign_id is not null,
      (select true from do_not_contact x where x.user_id = u.id and x.recipient = r.recipient),
      messaged_reason(s, r.recipient, moment, u.time_zone), null)::candidate
    from recipients r
    where r.user_id = u.id and r.list_id = line.list_id and r.status = 'pending'
      and r.position > line.cursor and r.position <= line.mark
    order by r.position limit most), u.id, s, line, moment, u.time_zone);
end $$;

-- Retries that are due, or set so far ahead that a wrong clock did it. They come after the line, so that a recipient that
-- fails again and again keeps nobody waiting.
create function next_to_retry(moment timestamptz, u users, s settings, line campaign_line, most integer)
returns candidate[] language plpgsql stable as $$
begin
  return array(
    select row(d.recipient_id, r.recipient, null, d.retry_at,
      case
        when (line.needs).parts is null then null
        -- What was begun may be told late to have arrived, so that every later try has the same message.
        when d.recipient is not null and d.blanks is not null then d.blanks
        else values_for(line.needs, u.id, r.recipient)
      end,
      false,
      coalesce(has_left(r.status, r.position, line.mark, d.settled_token), true),
      r.campaign_id is not null,
      (select true from do_not_contact x where x.user_id = u.id and x.recipient = r.recipient),
      messaged_reason(s, r.recipient, moment, u.time_zone, u.id, case when line.of_profile is not null then r.follows_at end),
      left_alone_reason(u.id, s, line.started_at, line.leave_out, r.recipient, moment, u.time_zone,
        case when line.of_profile is not null then r.follows_at end))::candidate
    from (
      (select recipient_id, retry_at, settled_token, recipient, blanks from deliveries
        where user_id = u.id and campaign_id = line.campaign_id and retry_at <= moment
          and (retry_at, recipient_id) > (line.retry_at, line.retry_id)
          and (line.of_profile is null or is_in_own_line(u.id, recipient_id, line))
        order by retry_at, recipient_id limit most)
      union all
      (select recipient_id, retry_at, settled_token, recipient, blanks from deliveries
        where user_id = u.id and campaign_id = line.campaign_id and retry_at > latest_due(s, moment)
          and (retry_at, recipient_id) > (line.retry_at, line.retry_id)
          and (line.of_profile is null or is_in_own_line(u.id, recipient_id, line))
        order by retry_at, recipient_id limit most)) d
    left join recipients r on r.user_id = u.id and r.id = d.recipient_id
    order by d.retry_at, d.recipient_id limit most);
end $$;

-- Waits: another delivery is at work on the recipient.
create function held(of_user bigint, of_campaign bigint, of_recipient bigint, moment timestamptz) returns transition
language sql immutable
return new_transition(0, of_user, of_campaign, of_recipient, 'waiting', retry_at => look_again_at(moment));

create function skipped(ord bigint, of_user bigint, of_campaign bigint, of_recipient bigint, reason jsonb)
returns transition language sql immutable
return new_transition(ord, of_user, of_campaign, of_recipient, 'skipped', action => 'skipped', log_reason => reason);

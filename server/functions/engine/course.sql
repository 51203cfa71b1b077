-- What the tables say of campaigns that may have nothing left to do, or may not go on, by which contract/src/rules/complete.ts
-- decides what becomes of them (docs/engine.md#completing), and what writes that.

-- Whether the campaign's line has somebody left, also at whom another campaign is at work. Of a follow-up: a line for all of its
-- profiles, or of one that can send.
create function has_next(c campaigns, g campaign_progress) returns boolean language plpgsql stable as $$
begin
  if c.follows_campaign_id is null then return has_line(c, g); end if;
  return has_line(c, g) or exists (
    select from campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
    where cp.user_id = c.user_id and cp.campaign_id = c.id and is_eligible(p)
      and place_before_next(c, cp.profile_id, cp.cursor, false) is not null);
end $$;

-- The same of its line alone: of a follow-up, of the one for all of its profiles.
create function has_line(c campaigns, g campaign_progress) returns boolean language plpgsql stable as $$
begin
  if c.follows_campaign_id is not null then return place_before_next(c, 0, g.shared_cursor, false) is not null; end if;
  -- Not exists: the planner would read all recipients of the list for it.
  return (
    select true from recipients r
    where r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending' and r.position <= c.mark
      and r.position > case when g.passed then 0 else g.cursor end and r.campaign_id is distinct from c.id
    order by r.position limit 1) is not null;
end $$;

-- asked: campaigns, of which those are told that have nobody in work and let nobody be taken; without a campaign_id, all running
-- ones of a user.
create function course_facts(asked json) returns json language plpgsql stable as $$
declare
  courses json;
  users bigint[];
begin
  select json_agg(json_build_object('user_id', c.user_id, 'campaign_name', c.name, 'campaign', campaign_facts(c), 'canary', c.canary,
      'is_canary_over', c.is_canary_over, 'total_sent', g.total_sent, 'total_failed', g.total_failed, 'in_work', g.in_work,
      'has_pause', c.pause_kind is not null, 'has_line', has_line(c, g), 'profiles', used_profiles(c)) order by c.user_id, c.id),
    array_agg(distinct c.user_id)
  into courses, users
  from (
    select c.user_id, c.id from json_to_recordset(asked) as one (user_id bigint, campaign_id bigint)
    join campaigns c on c.user_id = one.user_id and c.id = one.campaign_id
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id and g.in_work = 0
    where c.status in ('running', 'paused') and c.deleted_at is null and is_last(c, g)
    union
    select c.user_id, c.id from json_to_recordset(asked) as one (user_id bigint, campaign_id bigint)
    join campaigns c on c.user_id = one.user_id and c.status = 'running' and c.deleted_at is null
    where one.campaign_id is null) of
  join campaigns c on c.user_id = of.user_id and c.id = of.id
  join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id;
  return json_build_object('campaigns', coalesce(courses, '[]'), 'accounts', coalesce((
    select json_object_agg(u.id, account_facts(u, s)) from users u left join settings s on s.user_id = u.id
    where u.id = any (users)), '{}'));
end $$;

-- The same for a step that may have no campaign to judge.
create function courses_of(to_judge json) returns json language plpgsql stable as $$
begin
  if json_array_length(to_judge) = 0 then return null; end if;
  return course_facts(to_judge);
end $$;

-- Whether a campaign has to be judged once nobody is in work: its line or its canary then lets nobody be taken.
create function is_last(c campaigns, g campaign_progress) returns boolean language plpgsql stable as $$
begin
  return coalesce(canary_room(c, g) <= 0, false) or not has_next(c, g);
end $$;

-- The profiles of a campaign by name, and what a follow-up has for each: somebody in a line of its own; somebody at whom it is
-- at work, or who waits to be tried again by it.
create function used_profiles(c campaigns) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_agg(facts order by lower(facts.profile_name)) from (
      select p.profile_name, p.is_active, p.deleted_at is not null as is_deleted, p.blocked_at is not null as is_blocked,
        p.signed_out_at is not null as is_signed_out,
        c.follows_campaign_id is not null and place_before_next(c, p.id, cp.cursor, false) is not null as has_line,
        c.follows_campaign_id is not null and has_tries(c, p) as has_tries
      from campaign_profiles cp join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
      where cp.user_id = c.user_id and cp.campaign_id = c.id) facts), '[]');
end $$;

-- Writes what was decided, and gives the events. notice: what the user is told; null: nothing.
create function record_courses(moment timestamptz, decided json) returns json language plpgsql as $$
declare
  x record;
  told json;
  progress json;
  events json[] := '{}';
begin
  for x in
    select * from json_to_recordset(decided) as one (user_id bigint, campaign_id bigint, status text, pause jsonb,
      notice jsonb)
  loop
    update campaigns c set status = x.status, pause_kind = x.pause->>'kind', pause_args = args_of(x.pause),
      completed_at = case when x.pause is null then moment else c.completed_at end,
      paused_reason = case when x.pause is not null then c.paused_reason end
    where user_id = x.user_id and id = x.campaign_id
    returning tell_status(c) into told;
    if x.pause is not null then
      events := events || told
        || write_log(x.user_id, x.campaign_id, 'paused', moment, reason => jsonb_build_object('kind', 'paused', 'pause', x.pause))
        || notify_of(moment, x.user_id, x.notice);
      continue;
    end if;
    update campaign_progress g set total_list = total_sent + total_failed
    where user_id = x.user_id and campaign_id = x.campaign_id
    returning tell_progress(g) into progress;
    events := events || progress || told || write_log(x.user_id, x.campaign_id, x.status, moment)
      || notify_of(moment, x.user_id, x.notice);
  end loop;
  return to_json(events);
end $$;

-- Lets profiles rest where these changes say so.
create function rest_profiles(moment timestamptz, changes change[]) returns json[] language plpgsql as $$
declare
  c change;
  events json[] := '{}';
begin
  foreach c in array changes loop
    if c.blocks or c.signs_out or c.faults then
      events := events || rest_profile(moment, c.user_id, c.campaign_id, c.profile_id, c.reason_given, c.blocks,
        c.signs_out, c.faults, c.obstructs);
    end if;
  end loop;
  return events;
end $$;

-- Lets a profile rest that its site limits, or has signed out (docs/engine.md#blocked-and-signed-out), or with which
-- Firefox could not start (docs/engine.md#a-machines-fault), or that met an obstacle (docs/engine.md#an-obstacle). Only news: what it rests for already is not logged or counted
-- again. Gives what browsers want to hear.
create function rest_profile(moment timestamptz, of_user bigint, of_campaign bigint, of_profile bigint, reason text,
  blocks boolean, signs_out boolean, faults boolean, obstructs boolean) returns json[] language plpgsql as $$
declare
  p profiles;
  events json[] := '{}';
begin
  select * into p from profiles where user_id = of_user and id = of_profile;
  if not found then return events; end if;
  if blocks and p.blocked_at is null then
    update profiles set blocked_at = moment, blocked_reason = reason where user_id = of_user and id = of_profile;
    insert into daily_performance as d (user_id, day, campaign_id, profile_id, blocked, first_action, last_action)
    select id, wall_time(moment, time_zone)::date, of_campaign, of_profile, 1, moment, moment
    from users where id = of_user
    on conflict on constraint daily_performance_pkey do update set blocked = d.blocked + 1,
      first_action = least(d.first_action, moment), last_action = greatest(d.last_action, moment);
    events := events || write_log(of_user, of_campaign, 'profile_blocked', moment, p.profile_name,
      rest_reason('blocked', reason))
      || notify_user(moment, of_user, 'profile_blocked',
        jsonb_build_object('profile_id', p.id, 'profile_name', p.profile_name));
  end if;
  if signs_out and p.signed_out_at is null then
    update profiles set signed_out_at = moment, signed_out_reason = reason where user_id = of_user and id = of_profile;
    events := events || write_log(of_user, of_campaign, 'profile_blocked', moment, p.profile_name,
      rest_reason('signed_out', reason)) || notify_of_rest(moment, of_user, 'profile_signed_out', p);
  end if;
  if faults then
    update profiles set faulted_at = coalesce(faulted_at, moment), fault_reason = reason,
      fault_kind = case when obstructs then 'obstacle' else 'machine' end,
      fault_until = moment + make_interval(secs => fault_rest_seconds())
    where user_id = of_user and id = of_profile;
    if p.faulted_at is null then
      events := events || write_log(of_user, of_campaign, 'profile_blocked', moment, p.profile_name,
        rest_reason(case when obstructs then 'obstructed' else 'cannot_start' end, reason))
        || notify_of_rest(moment, of_user, 'profile_resting', p);
    end if;
  end if;
  return events;
end $$;

-- After a machine's report: lets those of its profiles rest that Firefox does not list there, as when a folder or Firefox
-- itself is away, and ends the rest of those that it lists again. Nobody is given anything for them meanwhile, so that no
-- time ends this rest: fault_until is null. The user's lock must be held.
create function rest_unlisted(moment timestamptz, of_user bigint, of_agent bigint, listed text[], firefox_error text)
returns json language plpgsql as $$
declare
  p profiles;
  why text := coalesce(firefox_error, (select 'Firefox on ' || machine_name || ' does not list this folder.' from agents
    where user_id = of_user and id = of_agent));
  events json[] := '{}';
begin
  update profiles set faulted_at = null, fault_reason = null
  where user_id = of_user and agent_id = of_agent and faulted_at is not null and fault_until is null
    and profile_path = any (listed);
  for p in
    select * from profiles
    where user_id = of_user and agent_id = of_agent and deleted_at is null and profile_path <> all (listed)
    order by id
  loop
    update profiles set faulted_at = coalesce(faulted_at, moment), fault_kind = 'machine', fault_reason = why,
      fault_until = null
    where user_id = of_user and id = p.id;
    continue when p.faulted_at is not null;
    events := events || array(
      select write_log(of_user, c.id, 'profile_blocked', moment, p.profile_name, rest_reason('unlisted', why))
      from campaign_profiles cp join campaigns c on c.user_id = cp.user_id and c.id = cp.campaign_id
      where cp.user_id = of_user and cp.profile_id = p.id and c.status = 'running' and c.deleted_at is null)
      || notify_of_rest(moment, of_user, 'profile_resting', p);
  end loop;
  return engine_answer(moment, 'null', events);
end $$;

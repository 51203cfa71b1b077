-- What a work call that found nothing waits for. may_send: the user may send and none of their running campaigns has to be
-- paused because its stop link leads nowhere, or there is none. next_at: when one of the
-- profiles, or a delivery to try again, falls due next and may go. is_quiet: until next_at only a nudge can bring work, because
-- the rules of time alone keep the agent's profiles from sending; without next_at because no campaign runs
-- (docs/engine.md#waiting-for-work).
create function find_next_work(moment timestamptz, u users, s settings, of_agent bigint, any_machine boolean,
  paths text[], out may_send boolean, out next_at timestamptz, out is_quiet boolean) language plpgsql as $$
declare
  running bigint[];
  may_link boolean;
begin
  is_quiet := false;
  select array_agg(id), bool_and(may_link(parts)) into running, may_link from campaigns
  where user_id = u.id and status = 'running' and deleted_at is null;
  if running is null then
    may_send := true;
    -- It may take profiles of another machine once that one is away.
    is_quiet := not exists (select from profiles where user_id = u.id and deleted_at is null
      and profile_path = any (paths) and agent_id <> of_agent);
    return;
  end if;
  may_send := may_link and may_send(u, moment);
  select nullif(least(min(of_profile), min(of_retry)), 'infinity'),
    coalesce(bool_and(opens_at > moment or waits_for_caps), false)
  into next_at, is_quiet
  from unnest(running) as given (id)
  join campaigns c on c.user_id = u.id and c.id = given.id
  cross join lateral (select allowed_at(c, s, moment, u.time_zone) as opens_at offset 0) rules
  cross join lateral (
    select min(free_at) filter (where free_at > moment) as of_profile, min(free_at) as any_profile,
      bool_and(p.lease_token is null and profile_opens_at > moment) as waits_for_caps
    from campaign_profiles cp
    join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
    cross join lateral (
      select profile_allowed_at(p, c, s, opens_at, moment, u.time_zone) as profile_opens_at offset 0) allowed
    cross join lateral (
      select case when p.lease_token is null then greatest(p.next_send_at, p.fault_until, profile_opens_at) end as free_at) due
    where cp.user_id = c.user_id and cp.campaign_id = c.id and is_eligible(p) and p.profile_path = any (paths)
      and (any_machine or p.agent_id is null or p.agent_id = of_agent)) found
  left join lateral (
    select greatest(d.retry_at, any_profile, opens_at) as of_retry from deliveries d
    where d.user_id = u.id and d.campaign_id = c.id and d.retry_at > moment
    order by d.retry_at limit 1) retry on true;
  is_quiet := is_quiet and next_at is not null;
end $$;

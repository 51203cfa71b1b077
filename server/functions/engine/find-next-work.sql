-- What a work call that found nothing waits for. may_send: the user may, or has no running campaign. next_at: when one
-- of the profiles, or a delivery to try again, falls due next.
create function find_next_work(moment timestamptz, of_user bigint, of_agent bigint, any_machine boolean, paths text[],
  out may_send boolean, out next_at timestamptz) language plpgsql as $$
declare
  running bigint[];
begin
  select array_agg(id) into running from campaigns
  where user_id = of_user and status = 'running' and deleted_at is null;
  if running is null then
    may_send := true;
    return;
  end if;
  select may_send(u, moment) into may_send from users u where u.id = of_user;
  select least(
    (select min(greatest(p.next_send_at, p.fault_until)) from campaign_profiles cp
      join profiles p on p.user_id = of_user and p.id = cp.profile_id
      where cp.user_id = of_user and cp.campaign_id = any (running)
        and greatest(p.next_send_at, p.fault_until) > moment and p.lease_token is null and is_eligible(p)
        and p.profile_path = any (paths)
        and (any_machine or p.agent_id is null or p.agent_id = of_agent)),
    (select min(retry.at) from unnest(running) as c (id)
      cross join lateral (select d.retry_at as at from deliveries d
        where d.user_id = of_user and d.campaign_id = c.id and d.retry_at > moment
        order by d.retry_at limit 1) retry))
  into next_at;
end $$;

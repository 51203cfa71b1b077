-- Hands deliveries out: from no row, or from waiting, to leased.
create function lease_deliveries(moment timestamptz, leases lease[]) returns json[] language plpgsql as $$
declare
  events json[];
begin
  if leases = '{}' then return '{}'; end if;
  with written as (
    insert into deliveries as d (user_id, campaign_id, recipient_id, profile_id, token, state, blanks)
    select user_id, campaign_id, recipient_id, profile_id, token, 'leased', blanks from unnest(leases)
    on conflict on constraint deliveries_pkey do update set profile_id = excluded.profile_id, token = excluded.token,
      state = excluded.state, begun_at = null, ended_at = null, retry_at = null, blanks = excluded.blanks
    returning d.user_id, d.campaign_id, old.state as old_state),
  progressed as (
    update campaign_progress g set in_work = g.in_work + c.added
    from (
      select user_id, campaign_id, count(*) as added from written where old_state is null
      group by user_id, campaign_id) c
    where g.user_id = c.user_id and g.campaign_id = c.campaign_id
    returning tell_progress(g) as told)
  select array_agg(told) into events from progressed;
  update recipients r set campaign_id = l.campaign_id
  from unnest(leases) l where r.user_id = l.user_id and r.id = l.recipient_id;
  update profiles p set lease_until = moment + make_interval(secs => lease_seconds()), lease_token = l.token,
    lease_campaign_id = l.campaign_id, lease_recipient_id = l.recipient_id, lease_agent_id = l.agent_id
  from unnest(leases) l where p.user_id = l.user_id and p.id = l.profile_id;
  return events;
end $$;

-- What the tables say of a profile's row of an obstacle, by which contract/src/rules/resting/obstacle.ts decides, and what writes
-- whose tries are given back by that (docs/engine.md#an-obstacle).

-- A function with a body of its own, because a subquery would be started for each result, and few results ask this.
create function obstacle_facts(g campaign_progress, of_profile bigint) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('obstacle', p.obstacle, 'obstructed', p.obstructed, 'total_list', g.total_list,
      'total_sent', g.total_sent, 'total_failed', g.total_failed)
    from profiles p where p.user_id = g.user_id and p.id = of_profile);
end $$;

-- Gives those back a try for each time that they are named, who still wait to be tried again.
create function give_tries_back(changes change[]) returns void language plpgsql as $$
begin
  update deliveries d set failures = greatest(d.failures - back.tries, 0)
  from (
    select c.user_id, who.campaign_id, who.recipient_id, count(*) as tries
    from unnest(changes) c
    cross join jsonb_to_recordset(c.gives_back) as who (campaign_id bigint, recipient_id bigint)
    group by 1, 2, 3) back
  where d.user_id = back.user_id and d.campaign_id = back.campaign_id and d.recipient_id = back.recipient_id
    and d.state in ('waiting', 'stopped');
end $$;

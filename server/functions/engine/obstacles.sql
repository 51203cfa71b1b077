-- Those of a profile who met one obstacle in a row (docs/engine.md#an-obstacle).

-- What was in the way, as it is compared: a number in it may count something. Null: nothing was.
create function obstacle_key(obstacle text) returns text language sql immutable
return nullif(regexp_replace(lower(btrim(left(obstacle, 300))), '[0-9]+', '0', 'g'), '');

-- Whether with this recipient the last three of the profile are three people who met this obstacle; two are enough if they
-- are all whom a campaign that has reached nobody has left. A function with a body of its own, because a subquery would be
-- started for each result, and few results ask this.
create function is_row_obstructed(of_user bigint, of_campaign bigint, of_profile bigint, met text, of_recipient bigint)
returns boolean language plpgsql stable as $$
declare
  are_two_left boolean;
begin
  if met is null then return false; end if;
  are_two_left := exists (select from campaign_progress g where g.user_id = of_user and g.campaign_id = of_campaign
    and g.total_sent = 0 and g.total_list - g.total_failed = 2);
  return (
    select p.obstacle = met and (
      select count(distinct one) = case when are_two_left then 2 else 3 end
      from (select of_recipient union all select (p.obstructed -> -1 ->> 'recipient_id')::bigint union all
        select (p.obstructed -> -2 ->> 'recipient_id')::bigint where not are_two_left) last (one))
    from profiles p where p.user_id = of_user and p.id = of_profile);
end $$;

-- How many of a row are kept.
create function most_obstructed() returns integer language sql immutable return 20;

-- The row with one more, the newest last. `counts`: whether it cost a try that can be given back.
create function with_obstructed(obstructed jsonb, c change) returns jsonb language sql stable
return (
  select jsonb_agg(jsonb_build_object('campaign_id', one -> 'campaign_id', 'recipient_id', one -> 'recipient_id',
    'counts', (one ->> 'counts')::boolean and not c.obstructs) order by ord)
  from jsonb_array_elements(obstructed || jsonb_build_object('campaign_id', c.campaign_id,
    'recipient_id', c.recipient_id, 'counts', true)) with ordinality as met (one, ord)
  where ord > jsonb_array_length(obstructed) + 1 - most_obstructed());

-- Gives those back their tries who met an obstacle that lets its profile rest. The one of this change lost none.
create function give_tries_back(changes change[]) returns void language plpgsql as $$
begin
  update deliveries d set failures = greatest(d.failures - met.tries, 0)
  from (
    select c.user_id, (one ->> 'campaign_id')::bigint as campaign_id, (one ->> 'recipient_id')::bigint as recipient_id,
      count(*) as tries
    from unnest(changes) c
    join profiles p on p.user_id = c.user_id and p.id = c.profile_id
    cross join jsonb_array_elements(p.obstructed) one
    where c.obstructs and (one ->> 'counts')::boolean group by 1, 2, 3) met
  where d.user_id = met.user_id and d.campaign_id = met.campaign_id and d.recipient_id = met.recipient_id
    and d.state in ('waiting', 'stopped');
end $$;

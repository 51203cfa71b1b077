-- What the tables say of a profile that may have to rest, by which contract/src/rules/resting/rest.ts decides, and what
-- writes that (docs/engine.md#blocked-and-signed-out, docs/engine.md#a-machines-fault, docs/engine.md#an-obstacle).

-- A function with a body of its own, because a subquery would be started for each result, and few results ask this.
create function resting_profile(of_user bigint, of_profile bigint) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('id', p.id, 'profile_name', p.profile_name, 'granted', p.granted,
      'is_blocked', p.blocked_at is not null, 'is_signed_out', p.signed_out_at is not null,
      'is_faulted', p.faulted_at is not null)
    from profiles p where p.user_id = of_user and p.id = of_profile);
end $$;

-- Lets these profiles rest, and gives what browsers want to hear: the news have a line in the log of each of the campaigns, of
-- which the first counts a block. Without a fault_kind what a profile rests for by itself stays as it is.
create function record_rests(moment timestamptz, rests json) returns json[] language plpgsql as $$
declare
  x record;
  told record;
  p profiles;
  events json[] := '{}';
begin
  for x in
    select * from json_to_recordset(rests) as one (user_id bigint, profile_id bigint, campaign_ids json, words text,
      blocks boolean, signs_out boolean, fault_kind text, fault_until timestamptz, news json)
  loop
    update profiles o set blocked_at = case when x.blocks then moment else o.blocked_at end,
      blocked_reason = case when x.blocks then x.words else o.blocked_reason end,
      signed_out_at = case when x.signs_out then moment else o.signed_out_at end,
      signed_out_reason = case when x.signs_out then x.words else o.signed_out_reason end,
      faulted_at = case when x.fault_kind is not null then coalesce(o.faulted_at, moment) else o.faulted_at end,
      fault_reason = case when x.fault_kind is not null then x.words else o.fault_reason end,
      fault_until = case when x.fault_kind is not null then x.fault_until else o.fault_until end,
      fault_kind = coalesce(x.fault_kind, o.fault_kind)
    where user_id = x.user_id and id = x.profile_id
    returning * into p;
    if x.blocks then
      insert into daily_performance as d (user_id, day, campaign_id, profile_id, blocked, first_action, last_action)
      select id, wall_time(moment, time_zone)::date, (x.campaign_ids->>0)::bigint, x.profile_id, 1, moment, moment
      from users where id = x.user_id
      on conflict on constraint daily_performance_pkey do update set blocked = d.blocked + 1,
        first_action = least(d.first_action, moment), last_action = greatest(d.last_action, moment);
    end if;
    for told in select * from json_to_recordset(x.news) as one (reason jsonb, notice jsonb) loop
      events := events || array(
        select write_log(x.user_id, id::bigint, 'profile_blocked', moment, p.profile_name, told.reason)
        from json_array_elements_text(x.campaign_ids) id)
        || notify_of(moment, x.user_id, told.notice);
    end loop;
  end loop;
  return events;
end $$;

-- Lets a profile rest that its site limits, or has signed out (docs/engine.md#blocked-and-signed-out), or with which
-- Firefox could not start (docs/engine.md#a-machines-fault). Only news: what it rests for already is not logged or counted
-- again. Gives what browsers want to hear.
create function rest_profile(moment timestamptz, of_user bigint, of_campaign bigint, of_profile bigint, said text,
  blocks boolean, signs_out boolean, faults boolean) returns json[] language plpgsql as $$
declare
  p profiles;
  events json[] := '{}';
begin
  select * into p from profiles where user_id = of_user and id = of_profile;
  if not found then return events; end if;
  if blocks and p.blocked_at is null then
    update profiles set blocked_at = moment, blocked_reason = said where user_id = of_user and id = of_profile;
    insert into daily_performance as d (user_id, day, campaign_id, profile_id, blocked, first_action, last_action)
    select id, (moment at time zone time_zone)::date, of_campaign, of_profile, 1, moment, moment
    from users where id = of_user
    on conflict on constraint daily_performance_pkey do update set blocked = d.blocked + 1,
      first_action = least(d.first_action, moment), last_action = greatest(d.last_action, moment);
    events := events || write_log(of_user, of_campaign, 'profile_blocked', moment,
      coalesce(said, 'Instagram asks for a pause.') || ' This profile stopped.', p.profile_name);
  end if;
  if signs_out and p.signed_out_at is null then
    update profiles set signed_out_at = moment, signed_out_reason = said where user_id = of_user and id = of_profile;
    events := events || write_log(of_user, of_campaign, 'profile_blocked', moment,
      coalesce(said, 'Signed out.') || ' ' || signed_out_stops(), p.profile_name);
  end if;
  if faults then
    update profiles set faulted_at = coalesce(faulted_at, moment), fault_reason = said,
      fault_until = moment + make_interval(secs => fault_rest_seconds())
    where user_id = of_user and id = of_profile;
    if p.faulted_at is null then
      events := events || write_log(of_user, of_campaign, 'profile_blocked', moment,
        coalesce(said, 'Firefox could not be started.') || ' ' || fault_waits(), p.profile_name);
    end if;
  end if;
  return events;
end $$;

-- How a lease ends without a result. Each function gives what it found; the user's lock must be held.

-- Takes deliveries back that were not begun (docs/engine.md#release): the one with this token, or without a token all of the
-- agent's except those it keeps. They are due again at once.
create function release_deliveries(moment timestamptz, of_user bigint, of_token uuid, of_agent bigint, kept uuid[])
returns json language plpgsql as $$
declare
  found_states json;
  transitions transition[];
begin
  select json_agg(d.state),
    array_agg(new_transition(0, d.user_id, d.campaign_id, d.recipient_id, 'waiting', retry_at => moment))
      filter (where d.state = 'leased')
  into found_states, transitions
  from profiles p
  join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
    and d.recipient_id = p.lease_recipient_id
  where p.user_id = of_user and case when of_token is not null then p.lease_token = of_token
    else p.lease_agent_id = of_agent and p.lease_token <> all (kept) and d.state = 'leased' end;
  return engine_answer(moment, coalesce(found_states, '[]'), change_deliveries(moment, transitions));
end $$;

-- Revokes the leases on what a person changes: these recipients, a list or a profile (docs/engine.md#manual-changes).
-- A delivery that is being sent is not touched. Found by the leases, since a user has few profiles.
create function revoke_leases(moment timestamptz, of_user bigint, recipients bigint[], of_list bigint, of_profile bigint)
returns json language plpgsql as $$
declare
  held json;
  transitions transition[];
begin
  select json_agg(json_build_object('state', d.state, 'recipient_id', d.recipient_id)),
    array_agg(new_transition(0, d.user_id, d.campaign_id, d.recipient_id,
      case when p.id = of_profile then 'waiting' else 'skipped' end,
      retry_at => moment,
      action => case when p.id = of_profile then null else 'skipped' end,
      log_reason => '{"kind": "by_hand"}'))
      filter (where d.state = 'leased')
  into held, transitions
  from profiles p
  join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
    and d.recipient_id = p.lease_recipient_id
  left join campaigns c on c.user_id = p.user_id and c.id = p.lease_campaign_id
  where p.user_id = of_user and p.lease_token is not null
    and (p.lease_recipient_id = any (recipients) or c.list_id = of_list or p.id = of_profile);
  return engine_answer(moment, coalesce(held, '[]'), change_deliveries(moment, transitions));
end $$;

-- Ends leases that ran out (docs/engine.md#leases); what was answered since they were found has a new lease, or none.
-- `draws`: from 0 to 1, where the profiles' next messages fall between the two delays.
create function end_leases(moment timestamptz, users bigint[], of_profiles bigint[], draws float8[])
returns json language plpgsql as $$
declare
  transitions transition[];
begin
  select array_agg(
    case when state = 'sending' then
      new_transition(ord, user_id, campaign_id, recipient_id, 'uncertain', due_at => due_at,
        action => 'message_failed', log_reason => '{"kind": "unclear"}')
    else
      -- The first time may be chance; a thread that hangs again and again must use up its tries.
      new_transition(ord, user_id, campaign_id, recipient_id, case when is_last then 'failed' else 'waiting' end,
        failures => case when counts then failures + 1 end,
        lapsed_token => token,
        retry_at => case when counts then due_at else moment end,
        due_at => due_at,
        action => case when is_last then 'message_failed' else 'retry' end,
        log_reason => lapse_reason(is_last))
    end)
  into transitions
  from (
    select given.ord, d.*, drawn_pace(s, given.draw, moment) as due_at, d.lapsed_token is not null as counts,
      d.lapsed_token is not null and d.failures >= max_retries(s) as is_last
    from unnest(users, of_profiles, draws) with ordinality as given (user_id, profile_id, draw, ord)
    join profiles p on p.user_id = given.user_id and p.id = given.profile_id and is_lease_over(p.lease_until, moment)
    join deliveries d on d.user_id = p.user_id and d.campaign_id = p.lease_campaign_id
      and d.recipient_id = p.lease_recipient_id and d.state in ('leased', 'sending')
    left join settings s on s.user_id = given.user_id) ended;
  return engine_answer(moment, '[]', change_deliveries(moment, transitions));
end $$;

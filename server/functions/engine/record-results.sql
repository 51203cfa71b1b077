-- Records what became of deliveries, in the calls' order (docs/engine.md#results). A user's recipient may occur once.
-- `this_server` is the id of this database.
create function record_results(given_moment timestamptz, users bigint[], calls json, this_server uuid)
returns json language plpgsql as $$
declare
  moment timestamptz := lock_users(users, given_moment);
  answers json;
  transitions transition[];
  gone json;
  recorded jsonb;
  events json[];
begin
  -- What the agents say.
  with reported as (
    select given.*, coalesce(profile_in_use, false) as in_use, coalesce(site_unreachable, false) as is_away,
      outcome = 'failed' and coalesce(machine_fault, false) as is_fault,
      coalesce(blocked, false) or coalesce(signed_out, false) or outcome = 'failed' and coalesce(machine_fault, false)
        as rests
    from json_to_recordset(calls) as given (ord bigint, user_id bigint, token uuid, campaign_id bigint,
      recipient_id bigint, server_id uuid, outcome text, blocked boolean, signed_out boolean,
      profile_in_use boolean, site_unreachable boolean, machine_fault boolean, reason text, draw float8)),
  -- What the tables say of it.
  facts as (
    select call.*, d.state as old_state, d.failures, d.ended_at, c.status in ('completed', 'failed') as is_over,
      d.state is null and (c.id is null or c.deleted_at is not null) as is_gone,
      case when is_test(call.campaign_id) then 0 else max_retries(s) end as max_retries, drawn_pace(s, call.draw, moment) as due_at, u.frozen_at is not null as is_frozen,
      coalesce(d.token = call.token, false) as is_own,
      coalesce(d.settled_token = call.token, false) as is_settled,
      d.token is distinct from call.token and is_lease_token(call.user_id, call.token) as is_lent,
      c.id is not null and coalesce(call.server_id = this_server, d.state is not null)
        and (d.state is not null or had_recipient(c, call.recipient_id)) as is_believed,
      call.rests or call.in_use or call.is_away as is_uncounted,
      -- The lease ended before begin, uncounted, and this is the first report of its agent on it.
      coalesce(d.token = call.token and d.state = 'waiting' and d.lapsed_token = call.token and d.ended_at is null
        and call.outcome = 'failed' and not (call.rests or call.in_use or call.is_away), false) as counts_late
    from reported call
    left join campaigns c on c.user_id = call.user_id and c.id = call.campaign_id
    left join deliveries d on d.user_id = call.user_id and d.campaign_id = call.campaign_id
      and d.recipient_id = call.recipient_id
    left join settings s on s.user_id = call.user_id
    left join users u on u.id = call.user_id
    -- `offset 0` keeps the planner from copying these expressions to each place that reads a column.
    offset 0),
  -- The state that follows.
  judged as (
    select facts.*, case when is_believed then result_verdict(outcome, old_state, is_own, is_uncounted, counts_late,
      failures, max_retries, is_settled, is_lent, is_frozen) end as verdict
    from facts offset 0)
  select json_agg(coalesce(case when verdict = 'waiting' and is_over then 'stopped' else verdict end, 'stale') order by ord),
    array_agg(new_transition(ord, user_id, campaign_id, recipient_id, verdict,
      token => case when not is_lent then token end,
      failures => case when counts_late or outcome = 'failed' and has_lease(old_state) and not is_uncounted
        then failures + 1 end,
      reason => reason,
      retry_at => case when verdict = 'waiting' and old_state <> 'waiting' then
        case when is_uncounted then moment else due_at end end,
      due_at => case
        when verdict = 'waiting' and in_use then moment + make_interval(secs => in_use_seconds())
        -- The pace starts again where, since it was last counted, a message went out or may have.
        when (verdict not in ('waiting', 'stopped') or outcome = 'failed' and old_state <> 'waiting' and not rests)
          and (is_own and old_state in ('leased', 'sending', 'waiting', 'stopped') or old_state = 'sending') then due_at end,
      blocks => blocked and is_own,
      signs_out => signed_out and is_own,
      -- Any other word of its lease says that Firefox has started.
      faults => case when is_fault then is_own when not in_use and is_own and has_lease(old_state) then false end,
      reports => true,
      action => result_action(verdict, old_state, in_use, rests),
      message => result_message(verdict, reason, in_use, is_away)))
      filter (where verdict is not null
        and (old_state is distinct from verdict or not is_own or counts_late or rests and is_own and ended_at is null)),
    json_agg(judged) filter (where verdict is null and is_gone)
  into answers, transitions, gone
  from judged;
  events := change_deliveries(moment, transitions);
  if gone is not null then
    recorded := believe_of_deleted(moment, gone, this_server);
    select json_agg(coalesce(recorded->>(ord - 1)::text, answer) order by ord) into answers
    from json_array_elements_text(answers) with ordinality as answered (answer, ord);
  end if;
  return engine_answer(moment, answers, events);
end $$;

-- The table of docs/engine.md#results: the first line that fits gives the state; null is stale.
create function result_verdict(outcome text, old_state text, is_own boolean, is_uncounted boolean, counts_late boolean,
  failures integer, max_retries integer, is_settled boolean, is_lent boolean, is_frozen boolean) returns text
language sql immutable
return case
  when is_own and old_state in ('leased', 'sending') then
    case outcome
      when 'unknown' then 'uncertain'
      when 'failed' then case when is_uncounted or failures < max_retries then 'waiting' else 'failed' end
      else outcome end
  -- Repeated, or late after the lease ended: certainly nothing was sent, which was assumed anyway.
  when is_own and old_state = 'waiting' and outcome = 'failed' then
    case when counts_late and failures >= max_retries then 'failed' else 'waiting' end
  when is_own and old_state = 'stopped' and outcome = 'failed' then 'stopped'
  when is_own and old_state = case outcome when 'unknown' then 'uncertain' else outcome end then old_state
  when outcome = 'sent' and old_state is distinct from 'sent' then 'sent'
  when outcome = 'failed' and old_state = 'uncertain' and is_own then 'failed'
  -- Says nothing new about a lease that the owner settled, and nothing at all about another delivery's lease.
  when outcome = 'unknown' and (is_settled or is_lent) then null
  -- Ends no message that is under way by another lease; after a restore none is under way.
  when outcome = 'unknown' and old_state is distinct from 'sent' and (old_state is distinct from 'sending' or is_frozen)
    then 'uncertain'
end;

-- Whether the token is at present the lease of some delivery of the user. A function with a body of its own, like the next
-- one, because a subquery would be started for each result, and few results ask this.
create function is_lease_token(of_user bigint, of_token uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from profiles where user_id = of_user and lease_token = of_token);
end $$;

-- Whether the campaign's list had this recipient when it started. A restored campaign may have lost its start, and an owner
-- may have moved the recipient behind the mark since.
create function had_recipient(c campaigns, of_recipient bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from recipients r where r.user_id = c.user_id and r.id = of_recipient and r.list_id = c.list_id
      and (c.mark is null or r.position <= c.mark or r.created_at < c.started_at));
end $$;

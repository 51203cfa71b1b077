-- Records what became of deliveries, in the calls' order (docs/engine.md#results). A user's recipient may occur once.
-- `this_server` is the id of this database.
create function record_results(given_moment timestamptz, users bigint[], calls json, this_server uuid)
returns json language plpgsql as $$
declare
  moment timestamptz := lock_users(users, given_moment);
  transitions transition[];
  verdicts json;
  gone json;
  recorded jsonb;
  events json[] := '{}';
begin
  select json_agg(coalesce(case when verdict = 'waiting' and is_over then 'stopped' else verdict end, 'stale') order by ord),
    array_agg(new_transition(ord, user_id, campaign_id, recipient_id, verdict,
      token => case when not is_lent then token end,
      failures => case when counts_late or outcome = 'failed' and was in ('leased', 'sending') and not is_uncounted
        then failures + 1 end,
      reason => reason,
      retry_at => case when verdict = 'waiting' and was <> 'waiting' then
        case when is_uncounted then moment else due_at end end,
      due_at => case
        when verdict = 'waiting' and in_use then moment + make_interval(secs => in_use_seconds())
        -- The pace starts again where, since it was last counted, a message went out or may have.
        when (verdict not in ('waiting', 'stopped') or outcome = 'failed' and was <> 'waiting' and not rests)
          and (mine and was in ('leased', 'sending', 'waiting', 'stopped') or was = 'sending') then due_at end,
      blocks => blocked and mine,
      signs_out => signed_out and mine,
      -- Any other word of its lease says that Firefox has started.
      faults => case when is_faulty then mine when not in_use and mine and was in ('leased', 'sending') then false end,
      reports => true,
      action => case when verdict = was then null
        when verdict = 'sent' then 'message_sent'
        when verdict not in ('waiting', 'stopped') then 'message_failed'
        when in_use or not rests then 'retry' end,
      message => case verdict when 'sent' then '' when 'uncertain' then outcome_unknown()
        when 'not_found' then 'Name not found'
        when 'waiting' then
          case when in_use then 'The profile is open in your own Firefox: trying again in a minute'
            when is_away then site_unreachable()
            else coalesce(reason, 'Nothing was sent: trying again later') end
        else coalesce(reason, 'Nothing was sent') end))
      filter (where verdict is not null
        and (was is distinct from verdict or not mine or counts_late or rests and mine and ended_at is null)),
    json_agg(judged) filter (where verdict is null and is_gone)
  into verdicts, transitions, gone
  from (
    select given.*, f.*, d.state is null and (c.id is null or c.deleted_at is not null) as is_gone,
      d.state as was, d.failures, d.ended_at, c.status in ('completed', 'failed') as is_over, drawn_pace(s, given.draw, moment) as due_at,
      -- The table of docs/engine.md#results: the first line that fits gives the state, null is stale.
      case
        when c.id is null or f.is_foreign or d.state is null and not f.is_ours then null
        when f.mine and d.state in ('leased', 'sending') then
          case given.outcome
            when 'unknown' then 'uncertain'
            when 'failed' then
              case when f.is_uncounted or d.failures < max_retries(s) then 'waiting' else 'failed' end
            else given.outcome end
        -- Repeated, or late after the lease ended: certainly nothing was sent, which was assumed anyway.
        when f.mine and d.state = 'waiting' and given.outcome = 'failed' then
          case when f.counts_late and d.failures >= max_retries(s) then 'failed' else 'waiting' end
        when f.mine and d.state = 'stopped' and given.outcome = 'failed' then 'stopped'
        when f.mine and d.state = case given.outcome when 'unknown' then 'uncertain' else given.outcome end
          then d.state
        when given.outcome = 'sent' and d.state is distinct from 'sent' then 'sent'
        when given.outcome = 'failed' and d.state = 'uncertain' and f.mine then 'failed'
        -- No news about a lease that the owner settled, and never about another agent's lease.
        when given.outcome = 'unknown' and (d.settled_token = given.token or f.is_lent) then null
        -- Of another lease it ends no message that is under way; what a restore brought back is none.
        when given.outcome = 'unknown' and d.state is distinct from 'sent'
          and (d.state is distinct from 'sending' or u.frozen_at is not null) then 'uncertain'
      end as verdict
    from json_to_recordset(calls) as given (ord bigint, user_id bigint, token uuid, campaign_id bigint,
      recipient_id bigint, server_id uuid, outcome text, blocked boolean, signed_out boolean,
      profile_in_use boolean, site_unreachable boolean, machine_fault boolean, reason text, draw float8)
    left join campaigns c on c.user_id = given.user_id and c.id = given.campaign_id
    left join deliveries d on d.user_id = given.user_id and d.campaign_id = given.campaign_id
      and d.recipient_id = given.recipient_id
    left join settings s on s.user_id = given.user_id
    left join users u on u.id = given.user_id
    cross join lateral (
      -- mine: the row's last token is the one of the call.
      select coalesce(d.token = given.token, false) as mine, coalesce(given.profile_in_use, false) as in_use,
        coalesce(given.site_unreachable, false) as is_away,
        given.outcome = 'failed' and coalesce(given.machine_fault, false) as is_faulty) flags
    cross join lateral (
      select flags.*, flags.is_faulty or coalesce(given.blocked, false) or coalesce(given.signed_out, false) as rests) word
    cross join lateral (
      select word.*, word.rests or word.in_use or word.is_away as is_uncounted,
        -- Another server handed it out, or this one did to a recipient that the list had when the campaign started,
        -- which a result without a row needs. A restored campaign may have lost its start, and an owner may have moved
        -- the recipient behind the mark since.
        given.server_id <> this_server as is_foreign,
        coalesce(given.server_id = this_server, false) and exists (
          select from recipients r where r.user_id = given.user_id and r.id = given.recipient_id
            and r.list_id = c.list_id
              and (c.mark is null or r.position <= c.mark or r.created_at < c.started_at)) as is_ours,
        -- The token leases another delivery, and stays that one's.
        case when not word.mine then exists (select from profiles p
          where p.user_id = given.user_id and p.lease_token = given.token offset 0) else false end as is_lent,
        -- The lease ended before begin, uncounted, and this is the first report of its agent on it.
        coalesce(word.mine and d.state = 'waiting' and d.lapsed_token = given.token and d.ended_at is null
          and given.outcome = 'failed' and not (word.rests or word.in_use or word.is_away), false) as counts_late offset 0) f
    -- Else the judgement would stand, and be made, in each place that asks for it.
    offset 0) judged;
  if transitions is not null then events := change_deliveries(moment, transitions); end if;
  if gone is not null then
    recorded := believe_of_deleted(moment, gone, this_server);
    select json_agg(coalesce(recorded->>(ord - 1)::text, verdict) order by ord) into verdicts
    from json_array_elements_text(verdicts) with ordinality as answered (verdict, ord);
  end if;
  return engine_answer(moment, verdicts, events);
end $$;

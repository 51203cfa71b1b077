-- What follows from transitions, a row each: the delivery's row, its recipient, what is added to the counters, and the line
-- of the log (docs/engine.md#events). The planner puts this function in its caller's place.
create function judge_changes(moment timestamptz, transitions transition[]) returns setof change language sql stable as $$
  select t.ord, t.user_id, t.campaign_id, t.recipient_id, d.profile_id,
    tried.is_other as is_other_try, tried.sent_by,
    tried.is_unbegun, tried.told_at, t.is_forgotten,
    d.state as old_state, t.state,
    d.token as old_token, coalesce(t.token, d.token) as token, coalesce(t.failures, d.failures, 0) as failures,
    -- Without a reason of its own, a delivery that was not sent has that of its log line.
    coalesce(t.reason, case when t.state in ('failed', 'uncertain', 'skipped') then t.log_reason end) as reason,
    coalesce(d.lapsed_token, t.lapsed_token) as lapsed_token,
    coalesce(t.settled_token, d.settled_token) as settled_token,
    coalesce(tried.told_at, d.begun_at) as begun_at,
    -- When the agent reported. A lease that ended without a report leaves it null, so that a late report can be told from
    -- a repeated one.
    case when t.reports then moment else d.ended_at end as ended_at,
    case when t.state in ('waiting', 'stopped') then coalesce(t.retry_at, d.retry_at) end as retry_at,
    t.state = 'skipped' and coalesce(t.is_taken_out, d.is_taken_out, false) as is_taken_out,
    case when t.state = 'skipped' then coalesce(d.skipped_at, moment) end as skipped_at,
    coalesce(d.is_heard, false) or tried.is_unbegun
      and is_heard_by(t.user_id, tried.sent_by) as is_heard,

    r.list_id, coalesce(r.recipient, d.recipient) as recipient, r.status as old_status,
    case
      when t.settled_token is not null then case when r.campaign_id = t.campaign_id then 'pending' end
      when t.state in ('waiting', 'stopped', 'skipped') then
        case when r.status = 'pending' and r.campaign_id = t.campaign_id then 'pending' end
      when r.status = 'pending' or r.campaign_id = t.campaign_id then
        case when t.state = 'uncertain' then 'failed' else t.state end
    end as new_status,
    t.new_position,

    coalesce(d.day, wall_time(coalesce(tried.told_at, moment), z)::date) as day,
    case when d.day is null then coalesce(tried.told_at, moment) else coalesce(d.ended_at, d.begun_at, moment) end as counted_at,
    added(d.state, t.state, 'sent') as added_sent,
    added(d.state, t.state, 'failed', 'not_found', 'uncertain') as added_failed,
    added(d.state, t.state, 'not_found') as added_not_found,
    added(d.state, t.state, 'uncertain') as added_uncertain,
    added(d.state, t.state, 'leased', 'sending', 'waiting') as added_in_work,
    added(d.state, t.state, 'skipped') as added_skipped,

    t.due_at, t.faults, t.obstacle, t.obstructs,
    t.reports and u.frozen_at is not null as is_merged,
    t.action, t.log_reason
  from unnest(transitions) t
  join users u on u.id = t.user_id
  left join time_zones z on z.name = u.time_zone
  -- By its whole key: row-level security gives the user as a value, and by that alone the planner would read all
  -- deliveries of a user again for each of these.
  left join lateral (select * from deliveries d
    where d.user_id = t.user_id and d.campaign_id = t.campaign_id and d.recipient_id = t.recipient_id offset 0) d
    on true
  left join recipients r on r.user_id = t.user_id and r.id = t.recipient_id
  -- Of a message that went out or may have: whether the row knows this try, and its begin.
  cross join lateral (
    select case when t.reports and t.state in ('sent', 'uncertain')
        then coalesce(t.token <> d.token, d.state is null and t.token is not null) else false end as is_other,
      coalesce(t.reports and t.state in ('sent', 'uncertain')
        and (t.token is distinct from d.token or d.begun_at is null), false) as is_unbegun offset 0) told
  cross join lateral (
    select told.is_other, told.is_unbegun, case when told.is_unbegun then t.begun_at end as told_at,
      case when told.is_other then t.sent_by else d.profile_id end as sent_by offset 0) tried
  -- `offset 0` keeps the planner from copying these expressions to each place that reads a column.
  offset 0
$$;

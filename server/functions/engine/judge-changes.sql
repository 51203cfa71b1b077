-- What follows from transitions, a row each: the delivery's row, its recipient, what is added to the counters, and the line
-- of the log (docs/engine.md#events). The planner puts this function in its caller's place.
create function judge_changes(moment timestamptz, transitions transition[]) returns setof change language sql stable as $$
  select t.ord, t.user_id, t.campaign_id, t.recipient_id, d.profile_id,
    coalesce(t.reports and t.token <> d.token and becomes.state in ('sent', 'uncertain'), false) as forgets_profile,
    d.state as old_state, becomes.state,
    d.token as old_token, coalesce(t.token, d.token) as token, coalesce(t.failures, d.failures, 0) as failures,
    -- Without a reason of its own, a delivery that was not sent keeps the words of its log line.
    coalesce(t.reason, case when becomes.state in ('failed', 'uncertain', 'skipped') then t.message end, d.reason)
      as reason,
    coalesce(d.lapsed_token, t.lapsed_token) as lapsed_token,
    coalesce(t.settled_token, d.settled_token) as settled_token, d.begun_at,
    -- When the agent reported. A lease that ended without a report leaves it null, so that a late report can be told from
    -- a repeated one.
    case when t.reports then moment else d.ended_at end as ended_at,
    case when becomes.state in ('waiting', 'stopped') then coalesce(t.retry_at, d.retry_at) end as retry_at,
    becomes.state = 'skipped' and coalesce(t.is_taken_out, d.is_taken_out, false) as is_taken_out,
    case when becomes.state = 'skipped' then coalesce(d.skipped_at, moment) end as skipped_at,
    coalesce(d.is_heard, false) as is_heard,

    r.list_id, coalesce(r.recipient, d.recipient) as recipient, r.status as old_status,
    case
      when t.settled_token is not null then case when r.campaign_id = t.campaign_id then 'pending' end
      when becomes.state in ('waiting', 'stopped', 'skipped') then
        case when r.status = 'pending' and r.campaign_id = t.campaign_id then 'pending' end
      when r.status = 'pending' or r.campaign_id = t.campaign_id then
        case when becomes.state = 'uncertain' then 'failed' else becomes.state end
    end as new_status,
    t.new_position,

    coalesce(d.day, (moment at time zone u.time_zone)::date) as day,
    case when d.day is null then moment else coalesce(d.ended_at, d.begun_at, moment) end as counted_at,
    added(d.state, becomes.state, 'sent') as added_sent,
    added(d.state, becomes.state, 'failed', 'not_found', 'uncertain') as added_failed,
    added(d.state, becomes.state, 'not_found') as added_not_found,
    added(d.state, becomes.state, 'uncertain') as added_uncertain,
    added(d.state, becomes.state, 'leased', 'sending', 'waiting') as added_in_work,
    added(d.state, becomes.state, 'skipped') as added_skipped,

    t.due_at, t.reason as reason_given, t.blocks, t.signs_out, t.faults,
    t.reports and u.frozen_at is not null as is_merged,
    -- No 'retry' line for a delivery that was stopped.
    case when becomes.state <> 'stopped' then t.action end as action, t.message
  from unnest(transitions) t
  -- What was to wait in a campaign that is over is stopped.
  cross join lateral (
    select case when t.state = 'waiting' and (select c.status in ('completed', 'failed') from campaigns c
      where c.user_id = t.user_id and c.id = t.campaign_id) then 'stopped' else t.state end as state offset 0) becomes
  join users u on u.id = t.user_id
  -- By its whole key: row-level security gives the user as a value, and by that alone the planner would read all
  -- deliveries of a user again for each of these.
  left join lateral (select * from deliveries d
    where d.user_id = t.user_id and d.campaign_id = t.campaign_id and d.recipient_id = t.recipient_id offset 0) d
    on true
  left join recipients r on r.user_id = t.user_id and r.id = t.recipient_id
  -- `offset 0` keeps the planner from copying these expressions to each place that reads a column.
  offset 0
$$;

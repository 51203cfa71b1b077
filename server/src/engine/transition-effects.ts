const HELD = `('leased', 'sending')`;
const COUNTED = `('sent', 'failed', 'not_found', 'uncertain')`;
const FAILED = `('failed', 'not_found', 'uncertain')`;
const IN_WORK = `('leased', 'sending', 'waiting')`;

/** 1 where a state is one of those, 0 where not (or where there is no row). */
const is = (column: string, states: string) => `coalesce((${column} in ${states})::int, 0)`;
/** How a counter moves: what the new state adds less what the old one did. */
const difference = (states: string) => `sum(${is('state', states)} - ${is('was', states)})::int`;

// What ends without being sent keeps the words of its log line, where nobody gave a reason.
const CHANGES = `
  select m.ord, m.user_id, m.campaign_id, m.recipient_id, m.state, m.agent_id, m.lease_until, m.due_at, m.blocks, m.signs_out,
    m.reports, m.action, m.message,
    coalesce(m.profile_id, d.profile_id) as profile_id, coalesce(m.token, d.token) as token,
    coalesce(m.failures, d.failures, 0) as failures,
    coalesce(m.reason, case when m.state in ('failed', 'uncertain', 'skipped') then m.message end, d.reason) as reason,
    coalesce(d.lapsed_token, m.lapsed_token) as lapsed_token,
    m.reason as said,
    case when m.state = 'waiting' then coalesce(m.retry_at, d.retry_at) end as retry_at,
    d.state as was, d.token as was_token, d.begun_at, d.ended_at, d.day as was_day, d.profile_id as was_profile,
    r.list_id, r.recipient, r.status as name_was,
    case
      when m.state = 'leased' then r.status
      when m.state in ('waiting', 'skipped') then
        case when r.status = 'pending' and r.campaign_id = m.campaign_id then 'pending' end
      when m.state in ${COUNTED} and (r.status = 'pending' or r.campaign_id = m.campaign_id) then
        case when m.state = 'uncertain' then 'failed' else m.state end
    end as name_after,
    ($1::timestamptz at time zone u.time_zone)::date as today,
    case when m.state in ${COUNTED} then coalesce(d.day, ($1::timestamptz at time zone u.time_zone)::date) end as day
  from transitions m
  join users u on u.id = m.user_id
  left join deliveries d
    on d.user_id = m.user_id and d.campaign_id = m.campaign_id and d.recipient_id = m.recipient_id
  left join recipients r on r.user_id = m.user_id and r.id = m.recipient_id`;

// Only news: what a profile rests for already is not logged or counted again.
const RESTED = `
  select distinct on (p.user_id, p.id, rest.kind) p.user_id, p.id as profile_id, x.ord, x.campaign_id, x.today,
    x.said as reason, rest.kind
  from changes x
  join profiles p on p.user_id = x.user_id and p.id = x.profile_id
  cross join lateral (values
    ('blocked', x.blocks and p.blocked_at is null), ('signed out', x.signs_out and p.signed_out_at is null)
  ) as rest (kind, is_news)
  where rest.is_news
  order by p.user_id, p.id, rest.kind, x.ord`;

// ended_at is when the agent reported; a lease that ended without a report leaves it null, so that a late report
// can be told from a repeated one.
const WRITTEN = `
  insert into deliveries (user_id, campaign_id, recipient_id, profile_id, token, state, failures, reason,
    lapsed_token, begun_at, ended_at, day, retry_at)
  select user_id, campaign_id, recipient_id, profile_id, token, state, failures, reason, lapsed_token,
    case when state = 'sending' then $1 when state <> 'leased' then begun_at end,
    case when reports then $1 when state not in ${HELD} then ended_at end, day, retry_at
  from changes
  on conflict (user_id, campaign_id, recipient_id) do update set profile_id = excluded.profile_id,
    token = excluded.token, state = excluded.state, failures = excluded.failures, reason = excluded.reason,
    lapsed_token = excluded.lapsed_token, begun_at = excluded.begun_at, ended_at = excluded.ended_at, day = excluded.day, retry_at = excluded.retry_at`;

// A late 'sent' of a row that was lost may count beyond the total that a campaign ended with.
const PROGRESSED = `
  update campaign_progress g set total_sent = g.total_sent + x.sent, total_failed = g.total_failed + x.failed,
    total_not_found = g.total_not_found + x.not_found, total_uncertain = g.total_uncertain + x.uncertain,
    in_work = g.in_work + x.in_work,
    total_list = greatest(g.total_list - x.skipped, g.total_sent + x.sent + g.total_failed + x.failed),
    cursor = coalesce(x.cursor, g.cursor), passed = g.passed or coalesce(x.passed, false)
  from (
    select user_id, campaign_id, ${difference("('sent')")} as sent, ${difference(FAILED)} as failed,
      ${difference("('not_found')")} as not_found, ${difference("('uncertain')")} as uncertain,
      ${difference(IN_WORK)} as in_work, ${difference("('skipped')")} as skipped,
      max(cursor) as cursor, bool_or(passed) as passed
    from (
      select user_id, campaign_id, state, was, null::bigint as cursor, null::boolean as passed from changes
      union all select user_id, campaign_id, null, null, cursor, passed from cursors) moved
    group by user_id, campaign_id) x
  where g.user_id = x.user_id and g.campaign_id = x.campaign_id
  returning g.user_id, g.campaign_id, g.total_list, g.total_sent, g.total_failed, g.in_work`;

const listed = (status: string) =>
  `sum((name_after = '${status}')::int - (name_was = '${status}')::int)::int`;

const LISTED = `
  update lists l set pending = l.pending + x.pending, sent = l.sent + x.sent, failed = l.failed + x.failed,
    not_found = l.not_found + x.not_found
  from (
    select user_id, list_id, ${listed('pending')} as pending, ${listed('sent')} as sent,
      ${listed('failed')} as failed, ${listed('not_found')} as not_found
    from changes where name_after <> name_was group by user_id, list_id) x
  where l.user_id = x.user_id and l.id = x.list_id`;

const NAMED = `
  update recipients r set status = x.name_after,
    campaign_id = case when x.state not in ('waiting', 'skipped') then x.campaign_id end
  from changes x where x.name_after is not null and r.user_id = x.user_id and r.id = x.recipient_id`;

// Profile 0: a message was sent, but its row, which named the profile, was lost.
const DAYS = `
  insert into daily_performance as day_row (user_id, day, campaign_id, profile_id, sent, failed, not_found,
    uncertain, blocked, first_action, last_action)
  select user_id, day, campaign_id, coalesce(profile_id, 0), sum(sent), sum(failed), sum(not_found),
    sum(uncertain), sum(blocked), min(at), max(at)
  from (
    select user_id, day, campaign_id, profile_id, ${is('state', "('sent')")} as sent,
      ${is('state', FAILED)} as failed, ${is('state', "('not_found')")} as not_found,
      ${is('state', "('uncertain')")} as uncertain, 0 as blocked,
      case when was_day is null then $1 else coalesce(ended_at, begun_at, $1) end as at
    from changes where day is not null
    union all
    select user_id, was_day, campaign_id, was_profile, -${is('was', "('sent')")}, -${is('was', FAILED)},
      -${is('was', "('not_found')")}, -${is('was', "('uncertain')")}, 0, coalesce(ended_at, begun_at, $1)
    from changes where was_day is not null
    union all
    select user_id, today, campaign_id, profile_id, 0, 0, 0, 0, 1, $1 from rested where kind = 'blocked') counts
  group by user_id, day, campaign_id, coalesce(profile_id, 0)
  having sum(sent) <> 0 or sum(failed) <> 0 or sum(not_found) <> 0 or sum(uncertain) <> 0 or sum(blocked) <> 0
  on conflict (user_id, day, campaign_id, profile_id) do update set sent = day_row.sent + excluded.sent,
    failed = day_row.failed + excluded.failed, not_found = day_row.not_found + excluded.not_found,
    uncertain = day_row.uncertain + excluded.uncertain, blocked = day_row.blocked + excluded.blocked,
    first_action = least(day_row.first_action, excluded.first_action),
    last_action = greatest(day_row.last_action, excluded.last_action)`;

/** A column of the lease: taken with a new one, kept, or emptied with the one that ended. */
const lease = (column: string, taken: string) => `${column} = case when y.token is null
    then case when p.lease_token = any (y.freed) then null else p.${column} end else ${taken} end`;

const LEASES = `
  update profiles p set next_send_at = greatest(p.next_send_at, y.due_at),
    blocked_at = coalesce(p.blocked_at, case when y.blocks then $1 end),
    blocked_reason = case when p.blocked_at is null and y.blocks then y.reason else p.blocked_reason end,
    signed_out_at = coalesce(p.signed_out_at, case when y.signs_out then $1 end),
    signed_out_reason = case when p.signed_out_at is null and y.signs_out then y.reason else p.signed_out_reason end,
    ${lease('lease_until', 'y.lease_until')},
    ${lease('lease_campaign_id', 'y.campaign_id')},
    ${lease('lease_recipient_id', 'y.recipient_id')},
    ${lease('lease_agent_id', 'coalesce(y.agent_id, p.lease_agent_id)')},
    ${lease('lease_token', 'y.token')}
  from (
    select user_id, profile_id, max(due_at) as due_at, bool_or(blocks) as blocks,
      bool_or(signs_out) as signs_out, min(said) filter (where blocks or signs_out) as reason,
      array_agg(was_token) filter (where was in ${HELD} and state not in ${HELD}) as freed,
      (array_agg(token) filter (where state in ${HELD}))[1] as token,
      max(lease_until) filter (where state in ${HELD}) as lease_until,
      max(campaign_id) filter (where state in ${HELD}) as campaign_id,
      max(recipient_id) filter (where state in ${HELD}) as recipient_id,
      max(agent_id) filter (where state in ${HELD}) as agent_id
    from changes where profile_id is not null group by user_id, profile_id) y
  where p.user_id = y.user_id and p.id = y.profile_id
    and (y.due_at is not null or y.blocks or y.signs_out or y.freed is not null or y.token is not null)`;

const REVIVED = `
  update campaigns c set status = 'completed'
  from changes x
  where c.user_id = x.user_id and c.id = x.campaign_id and c.status = 'failed' and x.state = 'sent'
  returning c.user_id, c.id as campaign_id, c.status`;

const LOGGED = `
  insert into campaign_logs (user_id, campaign_id, action, created_at, profile_name, recipient, message)
  select x.user_id, x.campaign_id, x.action, $1, p.profile_name, x.recipient, x.message
  from (
    select ord, 1 as line, user_id, campaign_id, profile_id, recipient, action, coalesce(message, '') as message
    from changes where action is not null
    union all
    select ord, 2, user_id, campaign_id, profile_id, null, 'profile_blocked',
      case kind when 'blocked' then coalesce(reason, 'Instagram asks for a pause.') || ' This profile stopped.'
        else coalesce(reason, 'Signed out.') || ' This profile stopped: open it, sign in and press Resume.' end
    from rested) x
  left join profiles p on p.user_id = x.user_id and p.id = x.profile_id
  order by x.ord, x.line
  returning user_id, campaign_id, id, action, profile_name, recipient, message`;

/**
 * What follows from `transitions` (and `cursors`), whatever the event: a list of tables and the statement's end.
 *
 * - a lease lies on a profile exactly while its delivery is leased or sending;
 * - leased holds the name, waiting and skipped let go of it, a final state gives it its status;
 * - skipped takes one off total_list and gives it back on leaving;
 * - a result counts on the day it is first counted, in the user's zone, and stays in that day's row.
 */
export const TRANSITION_EFFECTS = `changes as materialized (${CHANGES}),
  rested as materialized (${RESTED}),
  written as (${WRITTEN}),
  progressed as (${PROGRESSED}),
  listed as (${LISTED}),
  named as (${NAMED}),
  counted as (${DAYS}),
  leased as (${LEASES}),
  revived as (${REVIVED}),
  logged as (${LOGGED})
  select
    (select coalesce(json_agg(answers.* order by ord), '[]') from answers) as answers,
    (select coalesce(json_agg(progressed.*), '[]') from progressed) as progress,
    (select coalesce(json_agg(revived.*), '[]') from revived) as statuses,
    (select coalesce(json_agg(json_build_object('user_id', user_id, 'profile_id', profile_id)), '[]')
      from rested) as rested,
    (select coalesce(json_agg(json_build_object('user_id', l.user_id, 'campaign_id', l.campaign_id, 'id', l.id,
        'campaign_name', c.name, 'action', l.action, 'profile_name', l.profile_name, 'recipient', l.recipient,
        'message', l.message) order by l.id), '[]')
      from logged l join campaigns c on c.user_id = l.user_id and c.id = l.campaign_id) as logs`;

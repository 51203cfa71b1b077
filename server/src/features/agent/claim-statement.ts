import { isAble, isInGoodStanding } from '../campaigns/standing.ts';
import { MOVES_COLUMNS, movingStatement } from './moves.ts';

/** Names looked at beyond those that are wanted: held ones and those on do-not-contact are passed over. */
const EXTRA_NAMES = 32;

/**
 * One look at a user's work: each able profile that is due gets the next name of its running campaign, first of
 * those that wait to be tried again, then of the line. Every set is bounded by what the profiles can take, and
 * rows are found by whole keys: asked by an anti-join, the planner read the whole campaign for each claim. Of two
 * campaigns on one list only the first is served, for the second would not see which names that took.
 *
 * $1 now, $2 user, $3 the agent whose profiles count (null: all), $4 paths, $5 capacity, $6 lease in seconds,
 * $7 the agent that holds the lease, $8 campaigns that may be worked (null: all).
 */
export const CLAIM = movingStatement(
  `able as materialized (
    select p.id, c.id as campaign_id, c.list_id, c.mark, p.next_send_at
    from users u
    join campaigns c on c.user_id = u.id and c.status = 'running' and c.deleted_at is null
    join campaign_profiles cp on cp.user_id = c.user_id and cp.campaign_id = c.id
    join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
    where u.id = $2 and ${isInGoodStanding('u')} and ($8::bigint[] is null or c.id = any ($8))
      and p.profile_path = any ($4::text[]) and ${isAble('p')} and p.lease_token is null
      and (p.next_send_at is null or p.next_send_at <= $1)
      and ($3::bigint is null or p.agent_id is null or p.agent_id = $3)
    order by p.next_send_at nulls first, p.id
    limit $5::int
    for update of p skip locked),
  wishes as (
    select campaign_id, list_id, mark, count(*)::int as wanted,
      campaign_id = min(campaign_id) over (partition by list_id) as is_first
    from able group by campaign_id, list_id, mark),
  demand as materialized (select * from wishes where is_first),
  hands as (
    select *, row_number() over (partition by campaign_id order by next_send_at nulls first, id) as place
    from able),
  retries as materialized (
    select q.campaign_id, q.wanted, w.recipient_id, w.retry_at,
      case
        when r.status is distinct from 'pending' then 'gone'
        when exists (select from do_not_contact x where x.user_id = $2 and x.recipient = r.recipient) then 'refused'
        when r.campaign_id is not null then 'held'
        else 'free'
      end as fate
    from demand q
    cross join lateral (
      select recipient_id, retry_at from deliveries
      where user_id = $2 and campaign_id = q.campaign_id and retry_at <= $1
      order by retry_at, recipient_id limit q.wanted + ${EXTRA_NAMES}) w
    left join recipients r on r.user_id = $2 and r.id = w.recipient_id),
  line as materialized (
    select q.campaign_id, q.wanted, n.recipient_id, n.position,
      case
        when known.state is not null then 'known'
        when n.held_by is not null then 'held'
        when exists (select from do_not_contact x where x.user_id = $2 and x.recipient = n.recipient) then 'refused'
        else 'free'
      end as fate
    from demand q
    join campaign_progress g on g.user_id = $2 and g.campaign_id = q.campaign_id
    cross join lateral (
      select id as recipient_id, recipient, position, campaign_id as held_by from recipients
      where user_id = $2 and list_id = q.list_id and status = 'pending'
        and position > g.cursor and position <= q.mark
      order by position limit q.wanted + ${EXTRA_NAMES}) n
    left join lateral (
      select state from deliveries
      where user_id = $2 and campaign_id = q.campaign_id and recipient_id = n.recipient_id limit 1) known on true),
  retried as (
    select campaign_id, recipient_id,
      row_number() over (partition by campaign_id order by retry_at, recipient_id) as place
    from retries where fate = 'free'),
  looked as materialized (
    select * from (
      select line.*, coalesce(again.ready, 0)
        + count(*) filter (where fate = 'free') over (partition by campaign_id order by position)
        - (fate = 'free')::int as before
      from line
      left join (select campaign_id, count(*) as ready from retried group by campaign_id) again using (campaign_id)
    ) counted
    where before < wanted),
  taken as (
    select campaign_id, recipient_id, place from retried
    union all
    select campaign_id, recipient_id, before + 1 from looked where fate = 'free'),
  ${MOVES_COLUMNS} as materialized (
    select h.place, $2::bigint, h.campaign_id, t.recipient_id, 'leased', h.id, gen_random_uuid(), $7::bigint,
      $1::timestamptz + make_interval(secs => $6::int), null::int, null::text, null::timestamptz,
      null::timestamptz, false, false, null::text, null::text
    from hands h join taken t on t.campaign_id = h.campaign_id and t.place = h.place
    union all
    select 0, $2, campaign_id, recipient_id, 'skipped', null, null, null, null, null, null, null, null, false,
      false, 'skipped', case when fate = 'gone' then 'No longer pending in its list' else 'On your do-not-contact list' end
    from retries where fate in ('gone', 'refused')
    union all
    -- Waiting for the other campaign that holds it; looked at again when that may have ended.
    select 0, $2, campaign_id, recipient_id, 'waiting', null, null, null, null, null, null,
      $1::timestamptz + interval '30 seconds', null, false, false, null, null
    from retries where fate = 'held'
    union all
    select 0, $2, campaign_id, recipient_id, 'skipped', null, null, null, null, null, null, null, null, false,
      false, 'skipped', 'On your do-not-contact list'
    from looked where fate = 'refused'),
  answers as (
    select q.campaign_id as ord, q.campaign_id, q.wanted,
      (select count(*)::int from moves m where m.campaign_id = q.campaign_id and m.state = 'leased') as taken,
      (select count(*) from line l where l.campaign_id = q.campaign_id) < q.wanted + ${EXTRA_NAMES}
        and (select count(*) from retries w where w.campaign_id = q.campaign_id) < q.wanted + ${EXTRA_NAMES}
        as at_end,
      coalesce((
        select json_agg(json_build_object(
          'token', m.token, 'campaign_id', c.id, 'campaign_name', c.name, 'recipient_id', r.id,
          'recipient', r.recipient, 'message', replace(c.template_content, '{username}', r.recipient),
          'profile', json_build_object('id', p.id, 'profile_name', p.profile_name,
            'profile_path', p.profile_path, 'insta_username', p.insta_username),
          'lease_seconds', $6::int) order by m.ord)
        from moves m
        join campaigns c on c.user_id = $2 and c.id = m.campaign_id
        join recipients r on r.user_id = $2 and r.id = m.recipient_id
        join profiles p on p.user_id = $2 and p.id = m.profile_id
        where m.campaign_id = q.campaign_id and m.state = 'leased'), '[]') as deliveries
    from demand q
    union all
    select campaign_id, campaign_id, wanted, 0, false, '[]' from wishes where not is_first)`,
  `cursors (user_id, campaign_id, cursor, passed) as (
    select $2::bigint, campaign_id, max(position), bool_or(fate = 'held')
    from looked group by campaign_id)`,
);

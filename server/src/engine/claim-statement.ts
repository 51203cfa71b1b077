import { isEligibleProfile, isEligibleUser } from './eligible.ts';
import { isDue } from './pace.ts';
import { transitionStatement } from './transitions.ts';

/** Names looked at beyond those that are wanted: held ones and those on do-not-contact are passed over. */
const EXTRA_NAMES = 32;

const REFUSED = 'On your do-not-contact list';
const onDoNotContact = (recipient: string) =>
  `exists (select from do_not_contact x where x.user_id = $2 and x.recipient = ${recipient})`;

/**
 * Each profile that is due gets the next name of its running campaign: of the line, and at its end of those that
 * wait to be tried again, so that a name that fails again and again keeps nobody waiting. Only profiles whose
 * campaign has a name count for the capacity. Every set is bounded by what the profiles can take, and rows are
 * found by whole keys: asked by an anti-join, the planner read the whole campaign for each claim. Of two
 * campaigns on one list only the first is served: the second would not see which names the first took.
 *
 * $1 now, $2 user, $3 the agent whose profiles count (null: all), $4 paths, $5 capacity, $6 lease in seconds,
 * $7 the agent that holds the lease, $8 campaigns that may be worked (null: all), $9 campaigns that went back to
 * the start of their line.
 */
const TABLES = `
  due as materialized (
    select p.id, coalesce(p.next_send_at, '-infinity') as due_since, c.id as campaign_id, c.list_id, c.mark
    from users u
    left join settings s on s.user_id = u.id
    join campaigns c on c.user_id = u.id and c.status = 'running' and c.deleted_at is null
    join campaign_profiles cp on cp.user_id = c.user_id and cp.campaign_id = c.id
    join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
    where u.id = $2 and ${isEligibleUser('u')} and ($8::bigint[] is null or c.id = any ($8))
      and p.profile_path = any ($4::text[]) and ${isEligibleProfile('p')} and p.lease_token is null
      and (p.next_send_at is null or ${isDue('p.next_send_at', 's')})
      and ($3::bigint is null or p.agent_id is null or p.agent_id = $3)),
  hands as (
    select *, row_number() over (partition by campaign_id order by due_since, id) as place from due),
  wishes as (
    select campaign_id, list_id, mark, least(count(*), $5::int)::int as wanted,
      row_number() over (partition by list_id order by min(due_since), campaign_id) = 1 as is_first
    from due group by campaign_id, list_id, mark),
  demand as materialized (
    select w.*, g.cursor, g.passed
    from wishes w join campaign_progress g on g.user_id = $2 and g.campaign_id = w.campaign_id
    where w.is_first),
  line as materialized (
    select found.*, count(*) filter (where fate = 'free') over (partition by campaign_id order by position)
      - (fate = 'free')::int as before
    from (
      select q.campaign_id, n.recipient_id, n.position,
        case
          when known.state is not null then 'known'
          when n.held_by is not null then 'held'
          when ${onDoNotContact('n.recipient')} then 'refused'
          else 'free'
        end as fate
      from demand q
      cross join lateral (
        select id as recipient_id, recipient, position, campaign_id as held_by from recipients
        where user_id = $2 and list_id = q.list_id and status = 'pending'
          and position > q.cursor and position <= q.mark
        order by position limit q.wanted + ${EXTRA_NAMES}) n
      left join lateral (
        select state from deliveries
        where user_id = $2 and campaign_id = q.campaign_id and recipient_id = n.recipient_id limit 1) known on true
    ) found),
  seen as materialized (
    select q.campaign_id, q.wanted, q.passed or coalesce(bool_or(l.fate = 'held'), false) as passed,
      count(l.fate) < q.wanted + ${EXTRA_NAMES} as is_line_over,
      count(*) filter (where l.fate = 'free')::int as free
    from demand q left join line l on l.campaign_id = q.campaign_id
    group by q.campaign_id, q.wanted, q.passed),
  retries as materialized (
    select q.campaign_id, q.free, w.recipient_id, w.retry_at,
      case
        when r.status is distinct from 'pending' then 'gone'
        when ${onDoNotContact('r.recipient')} then 'refused'
        when r.campaign_id is not null then 'held'
        else 'free'
      end as fate
    from (
      select * from seen
      -- The names that another campaign held come first: the campaign goes back to them once.
      where is_line_over and free < wanted and (not passed or campaign_id = any ($9::bigint[]))) q
    left join settings s on s.user_id = $2
    cross join lateral (
      select recipient_id, retry_at from deliveries
      where user_id = $2 and campaign_id = q.campaign_id and ${isDue('retry_at', 's')}
      order by retry_at, recipient_id limit q.wanted + ${EXTRA_NAMES}) w
    left join recipients r on r.user_id = $2 and r.id = w.recipient_id),
  offers as materialized (
    select campaign_id, recipient_id, before + 1 as place from line where fate = 'free'
    union all
    select campaign_id, recipient_id,
      free + row_number() over (partition by campaign_id order by retry_at, recipient_id)
    from retries where fate = 'free'),
  taken as materialized (
    select row_number() over (order by h.due_since, h.id) as ord, h.id as profile_id, o.*
    from hands h join offers o on o.campaign_id = h.campaign_id and o.place = h.place
    order by h.due_since, h.id limit $5::int),
  served as materialized (
    select s.campaign_id, s.wanted, s.is_line_over, x.offered, x.given
    from seen s
    cross join lateral (
      select (select least(count(*), s.wanted)::int from offers o where o.campaign_id = s.campaign_id) as offered,
        (select count(*)::int from taken t where t.campaign_id = s.campaign_id) as given) x),
  passed_over as materialized (
    select l.* from line l join served s on s.campaign_id = l.campaign_id
    where l.before < case when s.given < s.offered then s.given else s.wanted end)`;

const KEYS = { ord: '0', user_id: '$2', campaign_id: 'campaign_id', recipient_id: 'recipient_id' };

/** What one round of a claim gave a campaign; one whose list another campaign was served from looks again. */
const ANSWERS = `
  select s.campaign_id as ord, s.campaign_id, s.offered < s.wanted as is_short,
    s.is_line_over
      and (select count(*) from retries w where w.campaign_id = s.campaign_id) < s.wanted + ${EXTRA_NAMES} as is_at_end,
    coalesce((
      select json_agg(json_build_object(
        'token', t.token, 'campaign_id', c.id, 'campaign_name', c.name, 'recipient_id', r.id,
        'recipient', r.recipient, 'template_content', c.template_content,
        'profile', json_build_object('id', p.id, 'profile_name', p.profile_name,
          'profile_path', p.profile_path, 'insta_username', p.insta_username),
        'lease_seconds', $6::int) order by t.ord)
      from transitions t
      join campaigns c on c.user_id = $2 and c.id = t.campaign_id
      join recipients r on r.user_id = $2 and r.id = t.recipient_id
      join profiles p on p.user_id = $2 and p.id = t.profile_id
      where t.campaign_id = s.campaign_id and t.state = 'leased'), '[]') as deliveries
  from served s
  union all
  select campaign_id, campaign_id, true, false, '[]' from wishes where not is_first`;

export const CLAIM = transitionStatement({
  tables: TABLES,
  transitions: [
    {
      columns: {
        ...KEYS,
        ord: 'ord',
        state: `'leased'`,
        profile_id: 'profile_id',
        token: 'gen_random_uuid()',
        agent_id: '$7',
        lease_until: '$1::timestamptz + make_interval(secs => $6::int)',
      },
      from: 'taken',
    },
    {
      columns: {
        ...KEYS,
        state: `'skipped'`,
        action: `'skipped'`,
        message: `case when fate = 'gone' then 'No longer pending in its list' else '${REFUSED}' end`,
      },
      from: `retries where fate in ('gone', 'refused')`,
    },
    {
      // Waiting for the other campaign that holds it; looked at again when that may have ended.
      columns: { ...KEYS, state: `'waiting'`, retry_at: `$1::timestamptz + interval '30 seconds'` },
      from: `retries where fate = 'held'`,
    },
    {
      columns: { ...KEYS, state: `'skipped'`, action: `'skipped'`, message: `'${REFUSED}'` },
      from: `passed_over where fate = 'refused'`,
    },
  ],
  answers: ANSWERS,
  cursors: `select $2::bigint, campaign_id, max(position), bool_or(fate = 'held')
    from passed_over group by campaign_id`,
});

import assert from 'node:assert/strict';
import type pg from 'pg';

/** The invariants after every engine transaction, as queries that find nothing (docs/engine.md#invariants). */
const ALWAYS: Record<string, string> = {
  'counters that differ from their deliveries': `
    select g.user_id, g.campaign_id, g.total_sent, g.total_failed, g.total_not_found, g.total_uncertain, g.in_work,
      x.*
    from campaign_progress g, lateral (
      select count(*) filter (where state = 'sent') s,
        count(*) filter (where state in ('failed', 'not_found', 'uncertain')) f,
        count(*) filter (where state = 'not_found') n, count(*) filter (where state = 'uncertain') u,
        count(*) filter (where state in ('leased', 'sending', 'waiting')) w
      from deliveries d where d.user_id = g.user_id and d.campaign_id = g.campaign_id) x
    where (total_sent, total_failed, total_not_found, total_uncertain, in_work) is distinct from (s, f, n, u, w)`,
  'lists that differ from their recipients': `
    select l.id, l.pending, l.sent, l.failed, l.not_found, x.*
    from lists l, lateral (
      select count(*) filter (where status = 'pending') p, count(*) filter (where status = 'sent') s,
        count(*) filter (where status = 'failed') f, count(*) filter (where status = 'not_found') n
      from recipients r where r.user_id = l.user_id and r.list_id = l.id) x
    where l.deleted_at is null and (pending, sent, failed, not_found) is distinct from (p, s, f, n)`,
  'days that differ from the deliveries they count': `
    select coalesce(d.user_id, p.user_id) as user_id, coalesce(d.campaign_id, p.campaign_id) as campaign_id,
      p.sent, p.failed, p.not_found, p.uncertain, d.s, d.f, d.n, d.u
    from daily_performance p
    full join (
      select user_id, day, campaign_id, coalesce(profile_id, 0) as profile_id,
        count(*) filter (where state = 'sent') s,
        count(*) filter (where state in ('failed', 'not_found', 'uncertain')) f,
        count(*) filter (where state = 'not_found') n, count(*) filter (where state = 'uncertain') u
      from deliveries where day is not null group by user_id, day, campaign_id, coalesce(profile_id, 0)) d
      on d.user_id = p.user_id and d.day = p.day and d.campaign_id = p.campaign_id and d.profile_id = p.profile_id
    where (coalesce(p.sent, 0), coalesce(p.failed, 0), coalesce(p.not_found, 0), coalesce(p.uncertain, 0))
        is distinct from (coalesce(d.s, 0), coalesce(d.f, 0), coalesce(d.n, 0), coalesce(d.u, 0))
      -- The days of a deleted campaign stay.
      and exists (select from campaigns c where c.user_id = coalesce(d.user_id, p.user_id)
        and c.id = coalesce(d.campaign_id, p.campaign_id) and c.deleted_at is null)`,
  'results that no day counts, and days of what has no result': `
    select * from deliveries
    where (state in ('sent', 'failed', 'not_found', 'uncertain')) <> (day is not null)`,
  'leases without their delivery, and deliveries without their lease': `
    select d.campaign_id, d.recipient_id, d.state, p.id as profile_id
    from deliveries d full join profiles p on p.user_id = d.user_id and p.lease_token = d.token
    where (d.token is not null or p.lease_token is not null)
      and coalesce(d.state in ('leased', 'sending'), false) <> (p.lease_token is not null)`,
  'campaigns with somebody in work at which no sweep looks': `
    select user_id, campaign_id, in_work from campaign_progress where in_work > 0 and sweep_at is null`,
  'half a lease': `
    select * from profiles where num_nulls(lease_token, lease_until, lease_campaign_id, lease_recipient_id) not in (0, 4)`,
  'one profile at two deliveries': `
    select user_id, profile_id from deliveries where state in ('leased', 'sending')
    group by user_id, profile_id having count(*) > 1`,
  'a name at which two profiles are': `
    select user_id, recipient_id from deliveries d
    where state in ('leased', 'sending') and exists (
      select from recipients r where r.user_id = d.user_id and r.id = d.recipient_id and r.status = 'pending')
    group by user_id, recipient_id having count(*) > 1`,
  'names that a campaign was never given': `
    select d.campaign_id, d.recipient_id from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    -- Whom the owner had tried again stands behind every mark.
    where d.state in ('leased', 'sending') and (c.mark is null or r.position > c.mark) and d.settled_token is null`,
  'people who are sent a text without a value that it needs': `
    select d.campaign_id, d.recipient_id, d.blanks, part from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    cross join lateral jsonb_array_elements(c.parts) part
    where d.state in ('leased', 'sending') and part->>'field' is not null and part->>'else' is null
      and coalesce(d.blanks->>(part->>'field'), '') = ''`,
  'people who were taken out, and whom the campaign has not left': `
    select * from deliveries where is_taken_out and state <> 'skipped'`,
  'waiting without a time, or a time without waiting': `
    select * from deliveries where (state in ('waiting', 'stopped')) <> (retry_at is not null)`,
  'a campaign that is over and has somebody waiting, or one that is not and has somebody stopped': `
    select d.* from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    where c.deleted_at is null
      and d.state = case when c.status in ('completed', 'failed') then 'waiting' else 'stopped' end`,
  'a held name that nobody works on': `
    select r.id, r.campaign_id from recipients r
    where r.status = 'pending' and r.campaign_id is not null and not exists (
      select from deliveries d where d.user_id = r.user_id and d.campaign_id = r.campaign_id
        and d.recipient_id = r.id and d.state in ('leased', 'sending'))`,
  'a campaign with more people than its canary, before anybody had a look': `
    select c.id, c.canary, people from campaigns c
    cross join lateral (select count(*) as people from deliveries d
      left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
      where d.user_id = c.user_id and d.campaign_id = c.id and d.state <> 'skipped'
        -- Whom an owner puts back comes besides.
        and not exists (select from campaign_logs l where l.user_id = d.user_id and l.campaign_id = d.campaign_id
          and l.recipient = coalesce(r.recipient, d.recipient) and l.action = 'put_back')) x
    where c.status in ('running', 'paused') and not c.is_canary_over and people > c.canary`,
  'an ended campaign whose total is not its results': `
    select c.id, c.status, g.* from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where g.total_list < g.total_sent + g.total_failed and c.mark is not null`,
  'campaigns that ended by themselves with names left in their line': `
    select c.id, c.status, r.id as recipient_id from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join recipients r on r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending'
      and r.position > case when c.follows_campaign_id is null then g.cursor
        when r.profile_id is null then g.shared_cursor
        else (select cp.cursor from campaign_profiles cp where cp.user_id = c.user_id and cp.campaign_id = c.id
          and cp.profile_id = r.profile_id) end
      and r.position <= c.mark
    where c.status in ('completed', 'failed') and c.deleted_at is null and not g.passed
      and not exists (select from campaign_logs l where l.user_id = c.user_id and l.campaign_id = c.id
        and l.reason_kind = 'stopped_early')`,
  'pending campaigns that keep the mark or the moment of an undone start': `
    select id, mark, started_at from campaigns
    where deleted_at is null and status = 'pending' and num_nonnulls(mark, started_at) > 0`,
  'people whom a pending campaign has in work': `
    select d.campaign_id, d.recipient_id, d.state from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    -- What a restored database has forgotten and an agent still knows may come back before the start does.
    where c.status = 'pending' and c.deleted_at is null and d.state not in ('skipped', 'sent', 'uncertain')`,
  'messages that were begun before the end of a first countdown': `
    select d.campaign_id, d.recipient_id, d.begun_at, c.countdown_until from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    where c.countdown_from = 'pending' and is_counting_down(c.countdown_until, d.begun_at)`,
  'campaigns that have started and keep the moment of their start, or are overdue without one': `
    select id, status, start_at, start_refusal, is_overdue from campaigns
    where deleted_at is null and (status <> 'pending' and start_at is not null
      or start_at is null and (is_overdue or start_refusal is not null))`,
  'people whom a follow-up wrote to from another profile than the one that wrote first': `
    select d.campaign_id, d.recipient_id, d.profile_id, r.profile_id as first from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id and c.follows_campaign_id is not null
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.state in ('leased', 'sending', 'sent', 'uncertain') and d.profile_id <> r.profile_id`,
  'replies that are counted otherwise than on their messages': `
    select g.user_id, g.campaign_id, g.total_replied, x.* from campaign_progress g, lateral (
      select count(*) filter (where d.replied_at is not null) as replied,
        (select coalesce(sum(p.replied), 0) from daily_performance p
          where p.user_id = g.user_id and p.campaign_id = g.campaign_id) as of_days
      from deliveries d where d.user_id = g.user_id and d.campaign_id = g.campaign_id) x
    where g.total_replied <> x.replied or x.of_days <> x.replied`,
  'messages that were begun to somebody of whom a reply was known': `
    select d.campaign_id, d.recipient, d.begun_at, r.at, r.read_at from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    join replies r on r.user_id = d.user_id and r.recipient = d.recipient
      and r.at > case when c.follows_campaign_id is null then c.started_at else (
        select follows_at from recipients x where x.user_id = d.user_id and x.id = d.recipient_id) end and r.read_at < d.begun_at
    join settings s on s.user_id = d.user_id and s.hears_replies
    where not is_test(d.campaign_id) and r.automatic = 'no'`,
  'messages that were begun to somebody of whom it is undecided whether they asked for a stop': `
    select d.campaign_id, d.recipient, d.begun_at, r.at, r.read_at from deliveries d
    join replies r on r.user_id = d.user_id and r.recipient = d.recipient and r.read_at < d.begun_at
      and r.stop = 'perhaps' and r.automatic = 'no'
    join settings s on s.user_id = d.user_id and s.hears_replies
    where not is_test(d.campaign_id)`,
  'people whose messages without a reply are counted otherwise than sent': `
    select * from (
      select d.user_id, d.recipient, d.campaign_id,
        to_jsonb(extract(epoch from max(coalesce(d.begun_at, d.ended_at)))) as begun
      from deliveries d join message_ledger l on l.user_id = d.user_id and l.recipient = d.recipient
      where d.state = 'sent' and d.is_heard and not is_test(d.campaign_id)
        and coalesce(d.begun_at, d.ended_at) > coalesce(greatest(l.replied_at, l.waived_at), '-infinity')
      group by d.user_id, d.recipient, d.campaign_id) sent
    full join (
      select user_id, recipient, key::bigint as campaign_id, value as counted
      from message_ledger cross join lateral jsonb_each(without_reply)) ledger
      using (user_id, recipient, campaign_id)
    where begun is distinct from counted
      -- Those of deleted campaigns stay.
      and (begun is not null
        or (user_id, recipient, campaign_id) in (select user_id, recipient, campaign_id from deliveries))`,
  'messages that lie before the first or behind the last one that the ledger has of their person': `
    select d.campaign_id, d.recipient, d.begun_at, l.first_messaged_at, l.last_messaged_at from deliveries d
    join message_ledger l on l.user_id = d.user_id and l.recipient = d.recipient
    where d.state = 'sent' and not is_test(d.campaign_id)
      and (d.begun_at < l.first_messaged_at or d.begun_at > l.last_messaged_at)`,
  'profiles that count more of an hour than of its day': `
    select id, counted_day, begun_today, counted_hour, begun_this_hour from profiles
    where counted_hour::date = counted_day and begun_this_hour > begun_today`,
};

/** Fails with the first contradictory rows. */
export async function assertEngineInvariants(pool: pg.Pool): Promise<void> {
  for (const [name, query] of Object.entries(ALWAYS)) {
    const { rows } = await pool.query(query);
    assert.deepEqual(rows, [], `There are ${name}.`);
  }
}

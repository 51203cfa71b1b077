import type { FollowedBy, WaitsFor } from '@pigeonpost/contract/calls/campaigns';
import type { Answer } from '@pigeonpost/contract/client';
import { type RawBuilder, sql } from 'kysely';
import { inNaturalOrder } from '../../../database/sql/natural-order.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { stageOf } from '../campaign-queries.ts';

/** What a follow-up of a campaign is made of. */
export interface Followed {
  name: string;
  /** Which follow-up this campaign is itself; null: none. */
  nth_follow_up: number | null;
  follows_campaign_id: number | null;
  list_id: number | null;
}

/** A campaign as its follow-ups need it; undefined if it is deleted or another user's. */
export async function findFollowed(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<Followed | undefined> {
  return tx
    .selectFrom('campaigns')
    .select(['name', 'nth_follow_up', 'follows_campaign_id', 'list_id'])
    .where('user_id', '=', user_id)
    .where('id', '=', campaign_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The profiles of a campaign, also those that were removed since. */
export async function listUsedProfiles(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select profile_id as id from campaign_profiles
    where user_id = ${user_id} and campaign_id = ${campaign_id} order by profile_id`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Judged extends CampaignKey {
  /** Days since a message from which its person is ready. */
  days: number;
  now: Date;
}

type Counts = Omit<Answer<'GET /api/campaigns/{id}/follow-up'>, 'replies_read_at' | 'reads_replies'>;

/** Who got a message of the campaign, each with the first reason that keeps them from its follow-up, or 'ready'. */
function people({ user_id, campaign_id, days, now }: Judged): RawBuilder<unknown> {
  return sql`
    select sent.recipient, sent.profile_id, sent.followed,
      p.replies_read_at is null or p.replies_read_at < sent.followed as is_unread,
      case
        when exists (select from recipients e
          where e.user_id = ${user_id} and e.list_id = any (array(
            select f.list_id from campaigns f
            where f.user_id = ${user_id} and f.follows_campaign_id = ${campaign_id} and f.deleted_at is null))
          and e.recipient = sent.recipient) then 'in_earlier'
        when sent.replied_at is not null or l.replied_at > sent.followed then 'answered'
        when has_undecided_stop(${user_id}, sent.recipient) then 'undecided_stop'
        when exists (select from do_not_contact x
          where x.user_id = ${user_id} and x.recipient = sent.recipient) then 'do_not_contact'
        -- The function costs more than all else, and few messages are under way or unclear.
        when case when l.begun = '{}' then l.last_messaged_at else messaged_at(l, ${now}) end > sent.followed
          then 'messaged_meanwhile'
        when p.id is null then 'profile_removed'
        when s.hears_replies and l.unreplied >= s.budget then 'over_budget'
        when sent.followed <= ${now}::timestamptz - make_interval(days => ${days}::int) then 'ready'
        else 'later'
      end as kind
    from (
      select coalesce(d.recipient, r.recipient) as recipient, d.profile_id, d.replied_at,
        -- As the ledger has it. What was told without a begin is as old as its report.
        coalesce(d.begun_at, d.ended_at) as followed
      from deliveries d
      left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
      where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.state = 'sent') sent
    left join message_ledger l on l.user_id = ${user_id} and l.recipient = sent.recipient
    left join profiles p on p.user_id = ${user_id} and p.id = sent.profile_id and p.deleted_at is null
    left join settings s on s.user_id = ${user_id}
    where sent.recipient is not null and sent.followed is not null
    -- Else the planner would judge everybody anew for each count.
    offset 0`;
}

/** How many would get a follow-up of a campaign now, how many later, and how many never. */
export async function countFollowUp(tx: Tx, judged: Judged): Promise<Counts> {
  const count = (kind: string) => sql`count(*) filter (where kind = ${sql.lit(kind)})`;
  const { rows } = await sql<Counts>`
    select ${count('ready')} as ready, ${count('later')} as later, ${count('answered')} as answered,
      ${count('undecided_stop')} as undecided_stop,
      ${count('do_not_contact')} as do_not_contact, ${count('messaged_meanwhile')} as messaged_meanwhile,
      ${count('profile_removed')} as profile_removed, ${count('in_earlier')} as in_earlier,
      ${count('over_budget')} as over_budget,
      coalesce(bool_or(kind = 'ready' and is_unread), false) as unread
    from (${people(judged)}) judged`.execute(tx);
  if (!rows[0]) throw new Error('A count gave no row.');
  return rows[0];
}

/**
 * Puts everybody who is ready into a list, the longest waiting first, each for the profile that wrote to them. Gives how
 * many they are. The list's lock must be held.
 */
export async function addReady(
  tx: Tx,
  { list_id, position, ...judged }: Judged & { list_id: number; position: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into recipients (user_id, list_id, recipient, position, created_at, profile_id, follows_at)
    select ${judged.user_id}, ${list_id}, recipient, ${position}::bigint + row_number() over (order by followed, recipient),
      ${judged.now}::timestamptz, profile_id, followed
    from (${people(judged)}) judged
    where kind = 'ready'
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows);
}

/** The profiles whose people are in a list. */
export async function listOwnProfiles(
  tx: Tx,
  { user_id, list_id }: { user_id: number; list_id: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct profile_id as id from recipients
    where user_id = ${user_id} and list_id = ${list_id} and status = 'pending' and profile_id is not null
    order by profile_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The campaign that a campaign follows; null where it follows none, or that one was deleted. */
export async function findFollows(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<{ campaign_id: number; name: string } | null> {
  const { rows } = await sql<{ campaign_id: number; name: string }>`
    select f.id as campaign_id, f.name from campaigns c
    join campaigns f on f.user_id = c.user_id and f.id = c.follows_campaign_id and f.deleted_at is null
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  return rows[0] ?? null;
}

const FOLLOW_UPS = 20;

/** The last follow-ups of a campaign, newest first. */
export async function listFollowedBy(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<FollowedBy[]> {
  const { rows } = await sql<FollowedBy>`
    select id as campaign_id, name, status, ${stageOf(now)} as stage from campaigns
    where user_id = ${user_id} and follows_campaign_id = ${campaign_id} and deleted_at is null
    order by id desc limit ${sql.lit(FOLLOW_UPS)}`.execute(tx);
  return rows;
}

/** The profiles of a follow-up that cannot send, with those who wait for them, the most first. */
export async function listWaitsFor(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<WaitsFor[]> {
  const { rows } = await sql<WaitsFor>`
    select p.id as profile_id, p.profile_name, waiting.people, why.reason
    from campaigns c
    join campaign_profiles cp on cp.user_id = c.user_id and cp.campaign_id = c.id
    join profiles p on p.user_id = cp.user_id and p.id = cp.profile_id
    cross join lateral (select case
      when p.deleted_at is not null then 'removed'
      when p.blocked_at is not null then 'blocked'
      when p.signed_out_at is not null then 'signed_out'
      when not p.is_active then 'off'
      when not is_fault_over(p, ${now}) then 'resting' end as reason) why
    cross join lateral (
      select count(*) as people from recipients r
      left join lateral (select state from deliveries d
        where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id offset 0) d on true
      where why.reason is not null
        and r.user_id = c.user_id and r.list_id = c.list_id and r.profile_id = p.id and r.status = 'pending'
        and r.position <= coalesce(c.mark, r.position)
        and case when d.state is null then r.position > cp.cursor else d.state in ('waiting', 'leased', 'sending') end
      offset 0) waiting
    where c.user_id = ${user_id} and c.id = ${campaign_id} and c.follows_campaign_id is not null
      and c.status in ('pending', 'running', 'paused') and waiting.people > 0
    order by waiting.people desc, ${inNaturalOrder(sql`p.profile_name`)}, p.id`.execute(tx);
  return rows;
}

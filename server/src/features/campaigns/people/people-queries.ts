import type { CampaignPeopleCounts, CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { MESSAGED_COUNTED } from '@pigeonpost/contract/limits';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { fillMessage } from '../../../engine/message.ts';
import type { Slice } from '../../../http/paging.ts';

/** A selection of a campaign's people. */
export interface PeopleSearch extends CampaignKey {
  /** A part of a name in its stored form; '' for all. */
  search: string;
}

interface Page extends PeopleSearch {
  who: PeopleFilter;
  slice: Slice & { limit: number };
  /** The number of each kind. */
  counts: CampaignPeopleCounts;
}

/** The condition of each kind, for a query over `deliveries`. */
export const IN_STATE: Record<Exclude<PeopleFilter, 'pending'>, RawBuilder<SqlBool>> = {
  tried: sql`state <> 'skipped'`,
  sent: sql`state = 'sent'`,
  failed: sql`unsent in ('failed', 'not_found', 'uncertain')`,
  not_found: sql`unsent = 'not_found'`,
  uncertain: sql`unsent = 'uncertain'`,
  certainly_failed: sql`unsent = 'failed'`,
  skipped: sql`unsent = 'skipped'`,
  replied: sql`replied_at is not null`,
};
// A recipient that a stopped campaign did not reach counts as one whose turn has not come.
const UNDECIDED = sql`state in ('leased', 'sending', 'waiting', 'stopped')`;

// Beyond every position in a line.
const NO_MARK = '9223372036854775807';

// A longer line is not counted; the campaign's own counters are used.
const COUNTED_IN_LINE = 5_000;

const found = (search: string) => (search === '' ? sql`` : sql`and strpos(r.recipient, ${search}) > 0`);

/** The deliveries of a campaign; only a search reads the names. */
export function deliveries({ user_id, campaign_id, search }: PeopleSearch): RawBuilder<unknown> {
  const names = sql`join recipients r on r.user_id = d.user_id and r.id = d.recipient_id`;
  return sql`deliveries d ${search === '' ? sql`` : names}
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} ${found(search)}`;
}

/** Recipients in work, and those not reached: each has the time of its next try, or a profile that holds it. */
export function undecided({ user_id, campaign_id, search }: PeopleSearch): RawBuilder<unknown> {
  return sql`(
    select d.recipient_id from ${deliveries({ user_id, campaign_id, search })} and d.retry_at is not null
    union all
    select d.recipient_id from ${deliveries({ user_id, campaign_id, search })} and d.recipient_id = any (array(
      select lease_recipient_id from profiles p
      where p.user_id = ${user_id} and ${campaign_id} = p.lease_campaign_id)) and d.retry_at is null)`;
}

/**
 * The first recipients whose turn has not come: pending names of the list up to the mark that have no delivery yet. Of
 * names with one, only undecided and skipped ones are pending and not beyond the mark. Read in the line's own order
 * behind the position `after`, so that only the requested number is read.
 */
export function line(
  { user_id, campaign_id, search }: PeopleSearch,
  { limit, after = 0 }: { limit: number | null; after?: number | RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    cross join lateral (
      select r.id, r.recipient, r.position from recipients r
      where r.user_id = ${user_id} and r.list_id = c.list_id and r.status = 'pending'
        and r.position > greatest(${after}::bigint, case when g.passed then 0 else g.cursor end)
        and r.position <= coalesce(c.mark, ${NO_MARK}::bigint) ${found(search)} and r.id not in (
          select recipient_id from ${undecided({ user_id, campaign_id, search: '' })} held
          union all
          select recipient_id from deliveries
          where user_id = ${user_id} and campaign_id = ${campaign_id} and unsent = 'skipped')
      order by r.position limit ${limit}) r
    where c.user_id = ${user_id} and c.id = ${campaign_id}`;
}

const TRIED = sql`d.recipient_id as id, r.recipient, d.state,
  stored_reason(d.state, d.reason_kind, d.reason_args, d.reason) as reason,
  case when d.state = 'waiting' then d.retry_at end as retry_at, d.replied_at, coalesce(d.skipped_at, d.ended_at, d.begun_at) as at,
  (select profile_name from profiles p where p.user_id = d.user_id and p.id = d.profile_id) as profile_name,
  case when d.state in ('sent', 'uncertain') then c.template_content end as text, c.parts, d.blanks,
  coalesce(d.recipient, r.recipient) as name`;
const IN_LINE = sql`r.id, r.recipient, 'pending' as state, null::jsonb as reason, null::timestamptz as retry_at, null::timestamptz as replied_at,
  null::timestamptz as at, null as profile_name, null as text, null::jsonb as parts, null::jsonb as blanks, null as name`;

type PersonRow = Omit<CampaignPerson, 'message' | 'reason' | 'reason_kind'> & {
  reason: StoredReason | null;
  text: string | null;
  parts: CampaignPart[] | null;
  blanks: Record<string, string> | null;
  /** The name in the message, also of a deleted recipient; null once the person is erased. */
  name: string | null;
};

function readPerson({ text, parts, blanks, name, reason, ...person }: PersonRow): CampaignPerson {
  const isKnown = text !== null && name !== null;
  const { kind, words } = readReason(reason);
  return {
    ...person,
    reason: words,
    reason_kind: kind,
    message: isKnown ? fillMessage({ template_content: text, parts, blanks }, name) : null,
  };
}

/** One page of a campaign's people, in the order of the list; of those not delivered, the unclear ones come first. */
export async function listPeople(tx: Tx, page: Page): Promise<CampaignPerson[]> {
  if (page.who === 'pending') return listPending(tx, page);
  return page.who === 'failed' ? listNotDelivered(tx, page) : listTried(tx, page, page.who);
}

/** The kinds of 'Not delivered', in the order of the screen. */
export const NOT_DELIVERED = ['uncertain', 'not_found', 'certainly_failed'] as const;

/** The page runs through the kinds one after another, each read by itself. */
async function listNotDelivered(tx: Tx, page: Page): Promise<CampaignPerson[]> {
  const people: CampaignPerson[] = [];
  let before = 0;
  for (const who of NOT_DELIVERED) {
    const count = page.counts[who];
    const offset = Math.max(0, page.slice.offset - before);
    const limit = Math.min(page.slice.limit - people.length, count - offset);
    if (limit > 0)
      people.push(...(await listTried(tx, { ...page, slice: { ...page.slice, offset, limit } }, who)));
    before += count;
  }
  return people;
}

/** The page is found by ids only, from the nearer end, and only its own rows are read whole. */
async function listTried(
  tx: Tx,
  { slice, counts, ...filter }: Page,
  who: Exclude<PeopleFilter, 'pending' | 'failed'>,
): Promise<CampaignPerson[]> {
  const { limit, offset } = slice;
  const total = counts[who];
  const fromEnd = offset > total / 2;
  const [skip, take] = fromEnd
    ? [Math.max(0, total - offset - limit), Math.min(limit, total - offset)]
    : [offset, limit];
  if (take <= 0) return [];
  const order = fromEnd ? sql`desc` : sql`asc`;
  const page = await sql<PersonRow>`
    select ${TRIED} from (
      select d.recipient_id from ${deliveries(filter)} and ${IN_STATE[who]}
      order by d.recipient_id ${order} limit ${take} offset ${skip}) page
    join deliveries d on d.user_id = ${filter.user_id} and d.campaign_id = ${filter.campaign_id}
      and d.recipient_id = page.recipient_id
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    order by d.recipient_id`.execute(tx);
  return page.rows.map(readPerson);
}

async function listPending(tx: Tx, { slice, ...filter }: Page): Promise<CampaignPerson[]> {
  const { limit, offset } = slice;
  const page = await sql<PersonRow>`
    select id, recipient, state, reason, retry_at, replied_at, at, profile_name, text, parts, blanks, name from (
      (select ${TRIED}, 0 as part, d.recipient_id as place from ${undecided(filter)} held
        join deliveries d on d.user_id = ${filter.user_id} and d.campaign_id = ${filter.campaign_id}
          and d.recipient_id = held.recipient_id
        join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
        left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id)
      union all
      (select ${IN_LINE}, 1, r.position from ${line(filter, { limit: limit + offset })})) people
    order by part, place limit ${limit} offset ${offset}`.execute(tx);
  return page.rows.map(readPerson);
}

type Tried = Omit<CampaignPeopleCounts, 'pending'> & { undecided: number };

/** The number of a campaign's people that the search finds, by kind. */
export async function countPeople(tx: Tx, filter: PeopleSearch): Promise<CampaignPeopleCounts> {
  const { left, ...kept } = await readCounters(tx, filter);
  const { undecided, ...counts } = filter.search === '' ? kept : await countFound(tx, filter);
  // A search has read the whole line in any case.
  const most = filter.search === '' ? COUNTED_IN_LINE + 1 : null;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${line(filter, { limit: most })}`.execute(tx);
  const inLine = rows[0]?.count ?? 0;
  return { ...counts, pending: inLine === most ? left : undecided + inLine };
}

/** The number of a campaign's people skipped because of an earlier message. */
export async function countSkippedMessaged(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from deliveries where user_id = ${user_id} and campaign_id = ${campaign_id} and unsent = 'skipped'
        and reason_kind = 'messaged' limit ${MESSAGED_COUNTED}) skipped`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The campaign's counters; `left` are all recipients still to do. */
async function readCounters(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<Tried & { left: number }> {
  const { rows } = await sql<Tried & { left: number }>`
    select total_sent + total_failed + undecided as tried, total_sent as sent, total_failed as failed,
      total_not_found as not_found, total_uncertain as uncertain,
      total_failed - total_not_found - total_uncertain as certainly_failed, undecided, total_replied as replied,
      greatest(undecided, case when c.mark is null then l.pending - count_taken_out(c, g) else total_list end - total_sent - total_failed) as left,
      (select count(*) from deliveries where user_id = ${user_id} and campaign_id = ${campaign_id}
        and unsent = 'skipped') as skipped
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    left join lists l on l.user_id = c.user_id and l.id = c.list_id
    cross join lateral (
      select in_work + case when c.status in ('completed', 'failed') then (select count(*) from deliveries d
        where d.user_id = c.user_id and d.campaign_id = c.id and d.retry_at is not null) else 0 end as undecided) u
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  if (!rows[0]) throw new Error('A campaign has no counters.');
  return rows[0];
}

/** One pass over the campaign, needed only by a search. */
async function countFound(tx: Tx, filter: PeopleSearch): Promise<Tried> {
  const { rows } = await sql<Tried>`
    select count(*) filter (where ${IN_STATE.tried}) as tried, count(*) filter (where ${IN_STATE.sent}) as sent,
      count(*) filter (where ${IN_STATE.failed}) as failed,
      count(*) filter (where ${IN_STATE.not_found}) as not_found,
      count(*) filter (where ${IN_STATE.uncertain}) as uncertain,
      count(*) filter (where ${IN_STATE.certainly_failed}) as certainly_failed,
      count(*) filter (where ${IN_STATE.skipped}) as skipped,
      count(*) filter (where ${IN_STATE.replied}) as replied, count(*) filter (where ${UNDECIDED}) as undecided
    from ${deliveries(filter)}`.execute(tx);
  if (!rows[0]) throw new Error('A count gave no row.');
  return rows[0];
}

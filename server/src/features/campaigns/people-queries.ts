import type { CampaignPeopleCounts, CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import type { PeopleFilter } from '@pigeonpost/contract/campaigns';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/events.ts';
import type { Slice } from '../../http/paging.ts';

interface Filter extends CampaignKey {
  /** A part of a name, as names are kept; '' for everybody. */
  search: string;
}

const IN_STATE: Record<Exclude<PeopleFilter, 'pending'>, RawBuilder<SqlBool>> = {
  tried: sql`state <> 'skipped'`,
  sent: sql`state = 'sent'`,
  failed: sql`state in ('failed', 'not_found', 'uncertain')`,
  not_found: sql`state = 'not_found'`,
  uncertain: sql`state = 'uncertain'`,
  skipped: sql`state = 'skipped'`,
};
const IN_WORK = sql`state in ('leased', 'sending', 'waiting')`;

const found = (search: string) => (search === '' ? sql`` : sql`and strpos(r.recipient, ${search}) > 0`);

/** The deliveries of a campaign, with the names that are still in a list. */
function deliveries({ user_id, campaign_id, search }: Filter): RawBuilder<unknown> {
  return sql`deliveries d
    left join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} ${found(search)}`;
}

/** Those whose turn has not come: pending names of the list up to the mark that have no delivery yet. */
function line({ user_id, campaign_id, search }: Filter): RawBuilder<unknown> {
  return sql`campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join recipients r on r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending'
      and r.position > case when g.passed then 0 else g.cursor end
      and (c.mark is null or r.position <= c.mark)
    where c.user_id = ${user_id} and c.id = ${campaign_id} ${found(search)} and not exists (
      select from deliveries d
      where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id)`;
}

const TRIED = sql`d.recipient_id as id, r.recipient, d.state,
  case when d.state <> 'sent' then d.reason end as reason, d.retry_at, coalesce(d.ended_at, d.begun_at) as at,
  (select profile_name from profiles p where p.user_id = d.user_id and p.id = d.profile_id) as profile_name`;
const IN_LINE = sql`r.id, r.recipient, 'pending' as state, null as reason, null::timestamptz as retry_at,
  null::timestamptz as at, null as profile_name`;

/** One page of a campaign's people, in the order in which they came into the list. */
export async function listPeople(
  tx: Tx,
  { who, slice, ...filter }: Filter & { who: PeopleFilter; slice: Slice & { limit: number } },
): Promise<CampaignPerson[]> {
  const { limit, offset } = slice;
  if (who !== 'pending') {
    const page = await sql<CampaignPerson>`
      select ${TRIED} from ${deliveries(filter)} and ${IN_STATE[who]}
      order by d.recipient_id limit ${limit} offset ${offset}`.execute(tx);
    return page.rows;
  }
  const page = await sql<CampaignPerson>`
    select id, recipient, state, reason, retry_at, at, profile_name from (
      (select ${TRIED}, 0 as part, d.recipient_id as place from ${deliveries(filter)} and ${IN_WORK})
      union all
      (select ${IN_LINE}, 1, r.position from ${line(filter)} order by r.position limit ${limit + offset})) people
    order by part, place limit ${limit} offset ${offset}`.execute(tx);
  return page.rows;
}

/** How many of a campaign's people the search finds, by what became of them. */
export async function countPeople(tx: Tx, filter: Filter): Promise<CampaignPeopleCounts> {
  const { rows } = await sql<Omit<CampaignPeopleCounts, 'pending'> & { in_work: number }>`
    select count(*) filter (where ${IN_STATE.tried}) as tried, count(*) filter (where ${IN_STATE.sent}) as sent,
      count(*) filter (where ${IN_STATE.failed}) as failed,
      count(*) filter (where ${IN_STATE.not_found}) as not_found,
      count(*) filter (where ${IN_STATE.uncertain}) as uncertain,
      count(*) filter (where ${IN_STATE.skipped}) as skipped, count(*) filter (where ${IN_WORK}) as in_work
    from ${deliveries(filter)}`.execute(tx);
  const waiting = await sql<{ count: number }>`select count(*) as count from ${line(filter)}`.execute(tx);
  if (!rows[0]) throw new Error('A count gave no row.');
  const { in_work, ...counts } = rows[0];
  return { ...counts, pending: in_work + (waiting.rows[0]?.count ?? 0) };
}

import type { ForecastInputs } from '@pigeonpost/contract/forecast/forecast-inputs';
import type { Zone } from '@pigeonpost/contract/local-time';
import { type Here, hereOf } from '@pigeonpost/contract/rules/caps';
import type { SendingDay } from '@pigeonpost/contract/rules/facts';
import { type RawBuilder, sql } from 'kysely';
import { minutesIn, quietDatesIn } from '../../../database/sql/multiranges.ts';
import { inNaturalOrder } from '../../../database/sql/natural-order.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { runningCampaignOfProfile } from '../../profiles/state-queries.ts';
import { hasSentNothing } from '../../settings/queries.ts';
import { counterOf } from './profile-inputs-queries.ts';

/** What a forecast takes from an account: its zone, settings and counters. */
type AccountInputs = Pick<
  ForecastInputs,
  | 'time_zone'
  | 'hours'
  | 'quiet_dates'
  | 'delay_start'
  | 'delay_end'
  | 'profile_cap_hour'
  | 'profile_cap_day'
  | 'cap_day'
  | 'begun_today'
  | 'counted_day'
> & { is_first: boolean };

/** Every user has a row of settings since registering. */
export async function getAccountInputs(tx: Tx, user_id: number, now: Date): Promise<AccountInputs> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns(user_id, now)} from users u join settings s on s.user_id = u.id where u.id = ${user_id}`.execute(
    tx,
  );
  const [account] = rows;
  if (!account) throw new Error('A user has no settings.');
  const { zone, ...row } = account;
  return countAccount(row, hereOf(zone, now.getTime()));
}

function accountColumns(user_id: number, now: Date): RawBuilder<unknown> {
  return sql`u.time_zone, ${minutesIn(sql`s.hours`)} as hours, ${quietDatesIn(sql`s.quiet_dates`)} as quiet_dates,
    s.delay_start, s.delay_end, s.profile_cap_hour, s.profile_cap_day, s.cap_day,
    zone_facts(u.time_zone) as zone, ${sendingDay({ user_id, campaign_id: 0, now })} as account_day,
    ${hasSentNothing(user_id)} as is_first`;
}

interface CountOf {
  user_id: number;
  /** 0: the account. */
  campaign_id: number;
  now: Date;
}

/** What was begun on a day of a campaign, or of the account. */
const sendingDay = ({ user_id, campaign_id, now }: CountOf): RawBuilder<SendingDay> =>
  sql`sending_day(${now}::timestamptz, ${user_id}, ${campaign_id}, u.time_zone)`;

type AccountRow = Omit<AccountInputs, 'begun_today' | 'counted_day'> & {
  zone: Zone;
  account_day: SendingDay;
};

function countAccount<Row extends { account_day: SendingDay }>({ account_day, ...row }: Row, here: Here) {
  const { begun, counted_day } = counterOf(account_day, here);
  return { ...row, begun_today: begun, counted_day };
}

/** What a forecast takes from a campaign, and its profiles. */
interface CampaignInputs {
  list_id: number | null;
  campaign_hours: ForecastInputs['hours'];
  not_after: string | null;
  campaign_cap_day: number | null;
  campaign_begun_today: number;
  campaign_counted_day: string | null;
  profiles_used: number[];
  /** How many of those who are left get it before it pauses for a look; null: it does not. */
  canary: number | null;
}

type CampaignRow = Omit<CampaignInputs, 'campaign_begun_today' | 'campaign_counted_day'> & {
  zone: Zone;
  campaign_day: SendingDay;
};

function countCampaign<Row extends { campaign_day: SendingDay }>({ campaign_day, ...row }: Row, here: Here) {
  const { begun, counted_day } = counterOf(campaign_day, here);
  return { ...row, campaign_begun_today: begun, campaign_counted_day: counted_day };
}

/** The campaign exists. */
export async function getCampaignInputs(tx: Tx, of: CountOf): Promise<CampaignInputs> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns(of)} from campaigns c join users u on u.id = c.user_id
      join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = ${of.user_id} and c.id = ${of.campaign_id}`.execute(tx);
  const [campaign] = rows;
  if (!campaign) throw new Error('A campaign of a plan is gone.');
  const { zone, ...row } = campaign;
  return countCampaign(row, hereOf(zone, of.now.getTime()));
}

function campaignColumns({ user_id, campaign_id, now }: CountOf): RawBuilder<unknown> {
  return sql`c.list_id, ${minutesIn(sql`c.hours`)} as campaign_hours, c.not_after, c.cap_day as campaign_cap_day,
    zone_facts(u.time_zone) as zone, ${sendingDay({ user_id, campaign_id, now })} as campaign_day,
    array(select profile_id from campaign_profiles used
      where used.user_id = c.user_id and used.campaign_id = c.id) as profiles_used,
    -- A look that it was paused for is over with the next Start.
    case when c.pause_kind is distinct from 'review'
      then greatest(0, canary_room(c, g) + g.in_work) end as canary`;
}

/** What a forecast takes from a campaign and its account. */
export interface AllInputs extends CampaignInputs, AccountInputs {
  /** The share of messages that were tried again; null: nothing was sent of late. */
  retry_rate: number | null;
}

/** That of a campaign that exists, by one query: a campaign's page asks it often. */
export async function getAllInputs(tx: Tx, of: CountOf): Promise<AllInputs> {
  const { user_id, campaign_id, now } = of;
  const { rows } = await sql<CampaignRow & AccountRow & { retry_rate: number | null }>`
    select ${campaignColumns(of)}, ${accountColumns(user_id, now)}, (${retryRate(user_id, now)}) as retry_rate
    from campaigns c join users u on u.id = c.user_id join settings s on s.user_id = c.user_id
      join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  const [all] = rows;
  if (!all) throw new Error('A campaign of a forecast is gone.');
  const { zone, ...row } = all;
  const here = hereOf(zone, now.getTime());
  return countAccount(countCampaign(row, here), here);
}

/** That of a campaign that is not made yet: its account's alone. */
export async function getNewInputs(
  tx: Tx,
  user_id: number,
  now: Date,
): Promise<AccountInputs & Pick<AllInputs, 'retry_rate'>> {
  const account = await getAccountInputs(tx, user_id, now);
  return { ...account, retry_rate: await findRetryRate(tx, user_id, now) };
}

const FREE_MAX = 200;

/** The free profiles that a campaign does not use, 200 at most, the first by name. */
export async function listFreeProfiles(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<number[]> {
  const free = await tx
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where(sql<boolean>`coalesce(blocked_at, signed_out_at, faulted_at) is null`)
    .where(sql<boolean>`${runningCampaignOfProfile} is null`)
    .where(sql<boolean>`not exists (select from campaign_profiles used where used.user_id = profiles.user_id
      and used.profile_id = profiles.id and used.campaign_id = ${campaign_id})`)
    .orderBy(inNaturalOrder(sql<string>`profile_name`))
    .orderBy('id')
    .limit(FREE_MAX)
    .execute();
  return free.map(({ id }) => id);
}

/** The recipients of a list, and those who are pending. */
export async function countList(
  tx: Tx,
  { user_id, list_id }: { user_id: number; list_id: number | null },
): Promise<{ in_list: number; pending: number }> {
  const counts = await tx
    .selectFrom('lists')
    .select(['pending', sql<number>`pending + sent + failed + not_found`.as('in_list')])
    .where('user_id', '=', user_id)
    .where('id', '=', list_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return counts ?? { in_list: 0, pending: 0 };
}

const CAMPAIGNS = 5;
const LINES = 1000;

/**
 * The share of messages that were tried again in the last 30 days; null without any. Of a long history it reads the
 * last lines of the campaigns that were started last.
 */
async function findRetryRate(tx: Tx, user_id: number, now: Date): Promise<number | null> {
  const { rows } = await sql<{ rate: number | null }>`${retryRate(user_id, now)}`.execute(tx);
  return rows[0]?.rate ?? null;
}

function retryRate(user_id: number, now: Date): RawBuilder<unknown> {
  const since: RawBuilder<Date> = sql`${now}::timestamptz - interval '30 days'`;
  return sql`
    select (count(*) filter (where lines.action = 'retry'))::float8 / nullif(count(*), 0) as rate
    from (select id from campaigns where user_id = ${user_id} and started_at is not null
      order by started_at desc limit ${sql.lit(CAMPAIGNS)}) latest
    cross join lateral (select action, created_at from campaign_logs
      where campaign_logs.user_id = ${user_id} and campaign_id = latest.id order by campaign_logs.id desc
      limit ${sql.lit(LINES)}) lines
    where lines.created_at >= ${since} and lines.action in ('message_sent', 'message_failed', 'retry')`;
}

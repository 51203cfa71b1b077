import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { ForecastInputs, ForecastProfile } from '@pigeonpost/contract/forecast/forecast-inputs';
import { type RawBuilder, sql } from 'kysely';
import { minutesIn, quietDatesIn } from '../../../database/sql/multiranges.ts';
import { inNaturalOrder } from '../../../database/sql/natural-order.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { runningCampaignOfProfile } from '../../profiles/state-queries.ts';
import { hasSentNothing } from '../../settings/queries.ts';

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
  const { rows } = await sql<AccountInputs>`
    select ${accountColumns(user_id, now)} from users u join settings s on s.user_id = u.id where u.id = ${user_id}`.execute(
    tx,
  );
  const [account] = rows;
  if (!account) throw new Error('A user has no settings.');
  return account;
}

function accountColumns(user_id: number, now: Date): RawBuilder<unknown> {
  return sql`u.time_zone, ${minutesIn(sql`s.hours`)} as hours, ${quietDatesIn(sql`s.quiet_dates`)} as quiet_dates,
    s.delay_start, s.delay_end, s.profile_cap_hour, s.profile_cap_day, s.cap_day,
    ${begunToday({ user_id, campaign_id: 0, now })} as begun_today,
    ${countedDay({ user_id, campaign_id: 0, now })} as counted_day,
    ${hasSentNothing(user_id)} as is_first`;
}

interface CountOf {
  user_id: number;
  /** 0: the account. */
  campaign_id: number;
  now: Date;
}

/** What was begun on the user's day of a campaign, or of the account: the engine's own count. */
function begunToday({ user_id, campaign_id, now }: CountOf): RawBuilder<number> {
  return sql`begun_on(${user_id}, ${campaign_id}, local_time(${now}::timestamptz, u.time_zone))`;
}

/** The day to which that count belongs, where it is later than today. */
function countedDay({ user_id, campaign_id, now }: CountOf): RawBuilder<string | null> {
  return sql`(
    select nullif(counted_as(d.day, d.counted_at, here), here.day)
    from sending_days d, local_time(${now}::timestamptz, u.time_zone) here
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id})::text`;
}

/** What a forecast takes from a campaign, and its profiles. */
export interface CampaignInputs {
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

/** The campaign exists. */
export async function getCampaignInputs(tx: Tx, of: CountOf): Promise<CampaignInputs> {
  const { rows } = await sql<CampaignInputs>`
    select ${campaignColumns(of)} from campaigns c join users u on u.id = c.user_id
      join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = ${of.user_id} and c.id = ${of.campaign_id}`.execute(tx);
  const [campaign] = rows;
  if (!campaign) throw new Error('A campaign of a plan is gone.');
  return campaign;
}

function campaignColumns({ user_id, campaign_id, now }: CountOf): RawBuilder<unknown> {
  return sql`c.list_id, ${minutesIn(sql`c.hours`)} as campaign_hours, c.not_after, c.cap_day as campaign_cap_day,
    ${begunToday({ user_id, campaign_id, now })} as campaign_begun_today,
    ${countedDay({ user_id, campaign_id, now })} as campaign_counted_day,
    array(select profile_id from campaign_profiles used
      where used.user_id = c.user_id and used.campaign_id = c.id) as profiles_used,
    -- A look that it was paused for is over with the next Start.
    case when c.pause_kind is distinct from 'review'
      then greatest(0, canary_room(c, g) + g.in_work) end as canary`;
}

/** The same of a campaign with its account, by one query: a campaign's page asks it often. */
export async function getAllInputs(
  tx: Tx,
  of: CountOf,
): Promise<CampaignInputs & AccountInputs & { retry_rate: number | null }> {
  const { user_id, campaign_id, now } = of;
  const { rows } = await sql<CampaignInputs & AccountInputs & { retry_rate: number | null }>`
    select ${campaignColumns(of)}, ${accountColumns(user_id, now)}, (${retryRate(user_id, now)}) as retry_rate
    from campaigns c join users u on u.id = c.user_id join settings s on s.user_id = c.user_id
      join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.user_id = ${user_id} and c.id = ${campaign_id}`.execute(tx);
  const [all] = rows;
  if (!all) throw new Error('A campaign of a forecast is gone.');
  return all;
}

/** A profile of a forecast, with what keeps it from sending. */
export interface ProfileInputs extends Omit<ForecastProfile, 'is_able' | 'people' | 'busy'> {
  profile_id: number;
  profile_name: string;
  /** The messages that it has ever sent. */
  sent: number;
  cap_now: Plan['profiles'][number]['cap_now'];
  is_active: boolean;
  is_blocked: boolean;
  is_signed_out: boolean;
  /** Firefox does not list it on its machine: no time ends that. */
  is_unlisted: boolean;
  /** The obstacle for which it rests. */
  obstacle: string | null;
  /** Another campaign, which runs with it. */
  busy_in: { id: number; name: string } | null;
}

interface WantedProfiles extends CampaignKey {
  ids: number[];
  now: Date;
  /** Otherwise `sent` is 0, `cap_now` empty, and they come by id: the former takes the user's whole history. */
  isShown: boolean;
}

/** The existing profiles among these, by name, with their counters of now; `campaign_id` is the plan's own, or 0. */
export async function listProfileInputs(
  tx: Tx,
  { user_id, ids, campaign_id, now, isShown }: WantedProfiles,
): Promise<ProfileInputs[]> {
  const shown = isShown
    ? {
        columns: sql`coalesce(performed.sent, 0) as sent,
          json_build_object('hour', caps.hour, 'day', caps.day, 'because', caps.because) as cap_now`,
        tables: sql`cross join lateral caps_of(p, s, here) caps
          left join (select profile_id, sum(sent)::integer as sent from daily_performance
            where user_id = ${user_id} group by profile_id) performed on performed.profile_id = p.id`,
        order: sql`${inNaturalOrder(sql<string>`p.profile_name`)}, p.id`,
      }
    : {
        columns: sql`0 as sent, '{"hour":null,"day":null,"because":null}'::json as cap_now`,
        tables: sql``,
        order: sql`p.id`,
      };
  const { rows } = await sql<ProfileInputs>`
    select p.id as profile_id, p.profile_name, p.is_active, p.blocked_at is not null as is_blocked,
      p.signed_out_at is not null as is_signed_out, p.faulted_at is not null and p.fault_until is null as is_unlisted,
      case when not is_fault_over(p, ${now}) then p.fault_until end as rests_until,
      case when not is_fault_over(p, ${now}) and p.fault_kind = 'obstacle' then p.fault_reason end as obstacle,
      p.next_send_at, p.cap_hour, p.cap_day, p.warm_up_day, p.slow_until,
      counted_on(p.counted_day, p.counted_at, here, p.begun_today) as begun_today,
      nullif(counted_as(p.counted_day, p.counted_at, here), here.day)::text as counted_day,
      counted_in(p.counted_hour, p.counted_at, here, p.begun_this_hour) as begun_this_hour,
      to_char(nullif(counted_as(p.counted_hour, p.counted_at, here), here.hour), 'YYYY-MM-DD"T"HH24') as counted_hour,
      ${shown.columns},
      (select json_build_object('id', c.id, 'name', c.name) from campaign_profiles used
        join campaigns c on c.user_id = used.user_id and c.id = used.campaign_id
        where used.user_id = p.user_id and used.profile_id = p.id and c.id <> ${campaign_id}
          and c.status = 'running' and c.deleted_at is null order by c.id limit 1) as busy_in
    from profiles p
    join users u on u.id = p.user_id
    join settings s on s.user_id = p.user_id
    cross join lateral local_time(${now}::timestamptz, u.time_zone) here
    ${shown.tables}
    where p.user_id = ${user_id} and p.id = any (${ids}::bigint[]) and p.deleted_at is null
    order by ${shown.order}`.execute(tx);
  return rows;
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

/** The people of a list, and those who are pending. */
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
export async function findRetryRate(tx: Tx, user_id: number, now: Date): Promise<number | null> {
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

import type pg from 'pg';
import type { OwnerStep } from './owner-steps.ts';
import type { State } from './state.ts';

/** Hours that are over for as long as a walk lasts: three days from now, in the week of UTC. */
const CLOSED = `int4multirange(int4range(m, m + 15)) from (
  select ((extract(isodow from $1::timestamptz at time zone 'UTC')::int + 2) % 7) * 1440 as m) later`;

interface Of {
  user_id: number;
  /** Null: the account. */
  campaign_id: number | null;
}

/** Lets the hours of the account, or of a campaign, open or close. */
export async function turnRealHours(
  pool: pg.Pool,
  { user_id, campaign_id, isOpen, now }: Of & { isOpen: boolean; now: Date },
): Promise<void> {
  const hours = isOpen ? 'null::int4multirange where $1::timestamptz is not null' : CLOSED;
  const table = campaign_id === null ? 'settings set hours = (select ' : 'campaigns set hours = (select ';
  const where = campaign_id === null ? 'user_id = $2 and $3::bigint is null' : 'user_id = $2 and id = $3';
  await pool.query(`update ${table}${hours}) where ${where}`, [now, user_id, campaign_id]);
}

/** The counters as on the day before, so that a day has passed for them and for nothing else. */
export async function passRealDay(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update profiles set counted_day = counted_day - 1, counted_hour = counted_hour - interval '1 day'`,
  );
  await pool.query('update sending_days set day = day - 1');
}

/** The same of an hour. */
export async function passRealHour(pool: pg.Pool): Promise<void> {
  await pool.query(`update profiles set counted_hour = counted_hour - interval '1 hour'`);
}

/** What was begun this hour stays so when the clock was turned: only a step of the model lets an hour pass. */
export async function keepHour(pool: pg.Pool, before: Date, now: Date): Promise<void> {
  await pool.query(
    `update profiles set counted_hour = counted_hour
      + (date_trunc('hour', $2::timestamptz at time zone 'UTC') - date_trunc('hour', $1::timestamptz at time zone 'UTC'))
    where counted_hour is not null`,
    [before, now],
  );
}

/** The week at half is over. */
export async function endRealHalf(pool: pg.Pool, id: number): Promise<void> {
  await pool.query('update profiles set slow_until = null where id = $1', [id]);
}

/** A profile begins slowly, and has sent on so many days since; null: it does not. */
export async function startSlowly(pool: pg.Pool, id: number, day: number | null): Promise<void> {
  await pool.query('update profiles set warm_up_day = $2 where id = $1', [id, day]);
}

/** A campaign's last moment is in so many seconds; null: it has none. */
export async function setRealLastMoment(
  pool: pg.Pool,
  { id, seconds, now }: { id: number; seconds: number | null; now: Date },
): Promise<void> {
  const moment = seconds === null ? null : new Date(now.getTime() + seconds * 1000);
  await pool.query('update campaigns set not_after = $2 where id = $1', [id, moment]);
}

/** The owner sets a cap; a counter that stands already is never below its grants. */
export async function setRealCap(
  pool: pg.Pool,
  { of, id, cap }: Pick<OwnerStep & { kind: 'cap' }, 'of' | 'cap'> & { id: number },
): Promise<void> {
  if (of === 'account') await pool.query('update settings set cap_day = $2 where user_id = $1', [id, cap]);
  else if (of === 'hours') await pool.query('update profiles set cap_hour = $2 where id = $1', [id, cap]);
  else await pool.query(`update ${of} set cap_day = $2 where id = $1`, [id, cap]);
}

/** Counters that begin with nothing, as where a cap is set before anything was sent. */
export async function startCounting(
  pool: pg.Pool,
  { user_id, campaigns, now }: { user_id: number; campaigns: number[]; now: Date },
): Promise<void> {
  await pool.query(
    `insert into sending_days (user_id, campaign_id, day, begun)
    select $1, id, ($3::timestamptz at time zone 'UTC')::date, 0 from unnest($2::bigint[]) id`,
    [user_id, campaigns, now],
  );
}

/** What was begun today, in the model: of the account, of campaigns with a cap, and of profiles. */
export function readModelCounts(s: State) {
  return {
    account: s.cap === null ? null : s.begun,
    campaigns: s.campaigns.map(({ cap, begun, isGone }) => (cap === null || isGone ? null : begun)),
    profiles: s.profiles.map(({ begun, begunThisHour, slowDay, isHalved }) => [
      begun,
      begunThisHour,
      slowDay,
      isHalved,
    ]),
  };
}

/** The same from the real tables. */
export async function readRealCounts(
  pool: pg.Pool,
  {
    user_id,
    campaigns,
    profiles,
    now,
  }: { user_id: number; campaigns: number[]; profiles: number[]; now: Date },
) {
  const { rows } = await pool.query<{ counts: ReturnType<typeof readModelCounts> }>(
    `with today as (select ($4::timestamptz at time zone 'UTC')::date as day),
    begun as (
      select c.campaign_id, c.n, s.cap_day is not null as has_cap,
        case when d.day = today.day then d.begun else 0 end as count
      from today, unnest(array[0::bigint] || $2::bigint[]) with ordinality as c (campaign_id, n)
      left join lateral (
        select cap_day from settings where user_id = $1 and c.campaign_id = 0
        union all
        select cap_day from campaigns where id = c.campaign_id) s on true
      left join sending_days d on d.user_id = $1 and d.campaign_id = c.campaign_id)
    select json_build_object(
      'account', (select case when has_cap then count end from begun where n = 1),
      'campaigns', (select coalesce(json_agg(case when has_cap then count end order by n), '[]') from begun where n > 1),
      'profiles', (select json_agg(json_build_array(
          case when x.counted_day = today.day then x.begun_today else 0 end,
          case when x.counted_hour = date_trunc('hour', $4::timestamptz at time zone 'UTC') then x.begun_this_hour else 0 end,
          x.warm_up_day, coalesce(x.slow_until > $4, false)) order by p.n)
        from today, unnest($3::bigint[]) with ordinality as p (id, n) join profiles x using (id))) as counts`,
    [user_id, campaigns, profiles, now],
  );
  return rows[0]?.counts;
}

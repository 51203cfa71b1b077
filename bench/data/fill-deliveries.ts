import type pg from 'pg';

const PROFILES = 20;
const PROFILES_OF_EACH = 5;
const DAYS = 60;
/** This many of the newest campaigns are running or paused; all others are completed. */
const RUNNING = 5;
const PAUSED = 10;

interface Filled {
  user_id: number;
  /** The number of all deliveries. */
  deliveries: number;
  campaigns: number;
  /** The list of the running and paused campaigns. */
  list_id: number;
}

/**
 * Ended deliveries of many campaigns, in equal parts, over 60 days, with the counters and days that the engine would
 * have kept. Only running and paused campaigns have names in their list.
 */
export async function fillDeliveries(database: pg.Client, filled: Filled): Promise<void> {
  const { user_id, deliveries, campaigns, list_id } = filled;
  await database.query(
    `insert into profiles (user_id, profile_name, profile_path, created_at)
    select $1, 'Profile ' || n, 'profile-' || n, now() from generate_series(1, ${PROFILES}) n`,
    [user_id],
  );
  await database.query(
    `insert into campaigns (user_id, name, status, template_name, template_content, list_id, list_name, mark, created_at,
      started_at)
    select $1, 'Campaign ' || n, case when n > $2 - ${RUNNING} then 'running'
        when n > $2 - ${RUNNING + PAUSED} then 'paused' else 'completed' end,
      'Hello', 'Hello {username}', case when n > $2 - ${RUNNING + PAUSED} then $3::bigint end, 'Everybody',
      nextval('recipient_position') << 24, at, at
    from (select n, now() - interval '${DAYS} days' * (1 - n::float / $2) as at
      from generate_series(1, $2::int) n) made`,
    [user_id, campaigns, list_id],
  );
  await database.query(
    `insert into campaign_profiles select $1, c.id, p.id
    from (select id, row_number() over (order by id) as n from campaigns where user_id = $1) c
    join (select id, row_number() over (order by id) as n from profiles where user_id = $1) p
      on (p.n + c.n) % ${PROFILES} < ${PROFILES_OF_EACH}`,
    [user_id],
  );
  const putBack = await dropIndexes(database, 'deliveries');
  await database.query(
    `insert into deliveries (user_id, campaign_id, recipient_id, profile_id, state, begun_at, ended_at, day)
    select $1, c.id, $3::bigint + n, p.ids[1 + n % ${PROFILES_OF_EACH}],
      case when n % 100 < 92 then 'sent' when n % 100 < 97 then 'failed' when n % 100 < 99 then 'not_found'
        else 'uncertain' end, at, at, (at at time zone 'UTC')::date
    from campaigns c
    cross join lateral (select array_agg(profile_id) as ids from campaign_profiles
      where user_id = $1 and campaign_id = c.id) p
    cross join lateral (select n, least(now(), c.created_at + interval '3 days' * n * $4 / $2) as at
      from generate_series(1, $2::int / $4) n) sent
    where c.user_id = $1`,
    [user_id, deliveries, 1_000_000_000, campaigns],
  );
  await putBack();
  await countDeliveries(database, user_id, list_id);
  await database.query('vacuum analyze');
}

/** Ten million rows load faster without indexes, which are made at the end. Returns a function that makes them. */
async function dropIndexes(database: pg.Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await database.query<{ drop: string; make: string }>(
    `select case when c.oid is null then format('drop index %s', indexrelid::regclass)
        else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
      case when c.oid is null then pg_get_indexdef(indexrelid)
        else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(c.oid))
        end as make
    from pg_index left join pg_constraint c on conindid = indexrelid where indrelid = $1::regclass`,
    [table],
  );
  for (const { drop } of rows) await database.query(drop);
  return async () => {
    await database.query(`set maintenance_work_mem = '512MB'`);
    for (const { make } of rows) await database.query(make);
  };
}

async function countDeliveries(database: pg.Client, user_id: number, list_id: number): Promise<void> {
  await database.query(
    `insert into daily_performance (user_id, day, campaign_id, profile_id, sent, failed, not_found, uncertain,
      first_action, last_action)
    select user_id, day, campaign_id, profile_id, count(*) filter (where state = 'sent'),
      count(*) filter (where state <> 'sent'), count(*) filter (where state = 'not_found'),
      count(*) filter (where state = 'uncertain'), min(ended_at), max(ended_at)
    from deliveries where user_id = $1 group by user_id, day, campaign_id, profile_id`,
    [user_id],
  );
  await database.query(
    `insert into campaign_progress (user_id, campaign_id, passed, total_list, total_sent, total_failed,
      total_not_found, total_uncertain)
    select user_id, campaign_id, true, sent + failed
        + case when status = 'completed' then 0 else (select pending from lists where user_id = $1 and id = $2) end,
      sent, failed, not_found, uncertain
    from (select user_id, campaign_id, sum(sent) as sent, sum(failed) as failed, sum(not_found) as not_found,
        sum(uncertain) as uncertain
      from daily_performance where user_id = $1 group by user_id, campaign_id) counted
    join campaigns using (user_id) where campaigns.id = campaign_id`,
    [user_id, list_id],
  );
}

import type pg from 'pg';
import type { FilledUser } from './fill-users.ts';

export const PROFILES_OF_EACH = 10;
const NAMES = 30;
const DAYS = 5;

/**
 * Gives each of these users ten profiles with a running campaign on a list of 30 names, and five days of results. All
 * profiles are due except the last, which rests.
 */
export async function fillWork(database: pg.Pool, users: FilledUser[]): Promise<void> {
  const ids = [users.map(({ id }) => id)];
  await database.query(
    `insert into profiles (user_id, profile_name, profile_path, created_at, next_send_at)
    select user_id, 'Profile ' || n, 'profile-' || n, now(),
      case when n = ${PROFILES_OF_EACH} then now() + interval '100 seconds' end
    from unnest($1::bigint[]) user_id, generate_series(1, ${PROFILES_OF_EACH}) n`,
    ids,
  );
  await database.query(
    `with listed as (
      insert into lists (user_id, name, pending, created_at) select unnest($1::bigint[]), 'Everybody', ${NAMES}, now()
      returning user_id, id),
    place as materialized (select nextval('recipient_position') << 24 as first),
    named as (
      insert into recipients (user_id, list_id, recipient, position, created_at)
      select user_id, id, 'person.' || n, first + n, now() from listed, place, generate_series(1, ${NAMES}) n),
    made as (
      insert into campaigns (user_id, name, status, template_name, template_content, list_id, list_name, mark, created_at,
        started_at)
      select user_id, 'Campaign', 'running', 'Hello', 'Hello {username}', id, 'Everybody', first + ${NAMES}, now(), now()
      from listed, place returning user_id, id),
    counted as (
      insert into campaign_progress (user_id, campaign_id, total_list) select user_id, id, ${NAMES} from made),
    worked as (
      insert into daily_performance (user_id, day, campaign_id, profile_id, sent, first_action, last_action)
      select m.user_id, current_date - d, m.id, p.id, 20, now(), now()
      from made m join profiles p using (user_id), generate_series(1, ${DAYS}) d)
    insert into campaign_profiles (user_id, campaign_id, profile_id)
    select m.user_id, m.id, p.id from made m join profiles p using (user_id)`,
    ids,
  );
}

import type pg from 'pg';
import { DATABASE_TIME } from './time-queries.ts';

/** The newest applied migration; 0 for an empty database. */
export async function readMigration(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`select to_regclass('public.schema_versions') is not null as is_there`);
  if (!rows[0]?.is_there) return 0;
  const found = await pool.query('select coalesce(max(version), 0) as version from schema_versions');
  return found.rows[0].version;
}

/** The database's own time. */
export async function readTime(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query(`select ${DATABASE_TIME} as moment`);
  return new Date(Number(rows[0].moment));
}

/** The number of users frozen after a restore, and of their machines that have not merged. */
export async function readFrozen(pool: pg.Pool): Promise<{ users: number; missing: number }> {
  const { rows } = await pool.query(
    `select count(distinct u.id)::int as users, count(a.id)::int as missing
     from users u
     left join agents a on a.user_id = u.id and a.revoked_at is null
       and a.merged_epoch is distinct from greatest(u.epoch, (select epoch from server_identity))
     where u.frozen_at is not null`,
  );
  return rows[0];
}

/**
 * The number of leases that ran out more than a minute ago; if there are any, the sweep does not run
 * (docs/engine.md#leases).
 */
export async function readOverdueLeases(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from profiles where lease_until < $1::timestamptz - interval '1 minute'`,
    [now],
  );
  return rows[0].count;
}

/** The number of profiles of running campaigns with which Firefox cannot start, and the reason of one of them. */
export async function readFaults(pool: pg.Pool): Promise<{ profiles: number; reason: string | null }> {
  const { rows } = await pool.query(
    `select count(*)::int as profiles, (array_agg(fault_reason order by faulted_at))[1] as reason
     from profiles p
     where faulted_at is not null and deleted_at is null and is_active and exists (
       select from campaign_profiles used
       join campaigns c on c.user_id = used.user_id and c.id = used.campaign_id
       where used.user_id = p.user_id and used.profile_id = p.id and c.status = 'running' and c.deleted_at is null)`,
  );
  return rows[0];
}

interface ChosenSites {
  /** The kinds of sites that accounts chose; empty: no account chose one. */
  kinds: string[];
  /** The machines of those accounts that called since the moment. */
  machines: number;
  /** What keeps some of them from their site. */
  unable: { machine_name: string; kind: string; takes_site: boolean; site_error: string | null }[];
}

/** The sites that accounts chose, and which of their machines cannot write to them (docs/behaviour.md#site). */
export async function readSites(pool: pg.Pool, connectedSince: Date): Promise<ChosenSites> {
  const { rows } = await pool.query(
    `with chosen as (select user_id, site from settings where site is not null),
     connected as (
       select a.machine_name, c.site->>'kind' as kind, a.takes_site, a.site_error,
         not a.takes_site or a.site is distinct from c.site or a.site_error is not null as is_unable
       from chosen c join agents a on a.user_id = c.user_id and a.revoked_at is null and not a.is_script
         and a.last_seen_at > $1)
     select coalesce((select json_agg(distinct site->>'kind') from chosen), '[]') as kinds,
       (select count(*)::int from connected) as machines,
       coalesce((select json_agg(x order by machine_name) from connected x where is_unable), '[]') as unable`,
    [connectedSince],
  );
  return rows[0];
}

/** The number of connections of the whole PostgreSQL, and its maximum. */
export async function readConnections(pool: pg.Pool): Promise<{ used: number; most: number }> {
  const { rows } = await pool.query(
    `select count(*)::int as used, current_setting('max_connections')::int as most
     from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows[0];
}

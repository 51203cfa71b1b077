import type pg from 'pg';
import type { Log } from '../../log.ts';
import { SEARCH_PATH, VERSION_1_SPACE, VERSION_KEY, VERSIONS_SPACE } from '../functions.ts';
import { StartError } from '../start-error.ts';

/**
 * The settings that the server's statements rely on. Every connection sets them, because a database and a role may have
 * other defaults: under repeatable read a begin would not see the pause that was committed while it waited for its
 * lock.
 */
const SETTINGS = {
  default_transaction_isolation: `'read committed'`,
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  // An import takes longer; an idle transaction is ended by the connection's other timeouts.
  transaction_timeout: '0',
  idle_session_timeout: '0',
  timezone: `'UTC'`,
  datestyle: `'ISO, MDY'`,
  intervalstyle: `'postgres'`,
  bytea_output: `'hex'`,
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  plan_cache_mode: 'auto',
  search_path: SEARCH_PATH,
  // What a campaign needs at least (docs/engine.md#versions-side-by-side).
  'app.version': `'2'`,
};

const PREPARE = Object.entries(SETTINGS)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

/** Prepares a new connection, and holds the functions of this version while it lasts. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`${PREPARE}; select pg_advisory_lock_shared(${VERSIONS_SPACE}, ${VERSION_KEY})`);
  // A killed server's statement would run on with its locks. PostgreSQL on Windows has no such check.
  await client.query(`set client_connection_check_interval = '5s'`).catch(() => {});
}

/**
 * Settings that only an administrator of PostgreSQL can correct: throws StartError if triggers would not run, logs a
 * warning if commits do not wait for the disk.
 */
export async function examineSession({ pool, log }: { pool: pg.Pool; log: Log }): Promise<void> {
  const { rows } = await pool.query<{ role: string; lossy: string | null }>(
    `select current_setting('session_replication_role') as role,
       (select string_agg(name, ', ' order by name) from pg_settings
        where name in ('synchronous_commit', 'fsync', 'full_page_writes') and setting = 'off') as lossy`,
  );
  const { role, lossy } = rows[0] ?? { role: 'origin', lossy: null };
  if (role === 'replica')
    throw new StartError(
      'session_replication_role is replica for this database or its user, so that no trigger runs and the audit log ' +
        'stays empty. As a superuser, run: alter role the_user_of_DATABASE_URL reset session_replication_role; ' +
        'or the same with alter database.',
    );
  if (lossy !== null)
    log.warn(
      `PostgreSQL has ${lossy} off: after a power cut it may have forgotten messages that went out, and write to the ` +
        'same people again. Set it to on.',
    );
}

/** Throws StartError while a server of version 1 is connected: it claims by rules that this version no longer keeps it from. */
export async function refuseBesideVersion1(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select from pg_locks where locktype = 'advisory' and classid = ${VERSION_1_SPACE} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database()) limit 1`,
  );
  if (rows.length > 0)
    throw new StartError(
      'A server of version 1 is running on this database, and version 2 cannot run beside it. Stop all servers of version 1, then start this one.',
    );
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { MAKE_ROLES } from '../migrate.ts';
import { StartError } from '../start-error.ts';
import type { DatabaseAddress } from './connect.ts';

const ROLES = ['pigeonpost_user', 'pigeonpost_system', 'pigeonpost_token'];
const PASSWORD_BYTES = 24;

/** The logins of the two pools of the embedded PostgreSQL. */
interface Logins {
  requests: Pick<DatabaseAddress, 'user' | 'password'>;
  system: Pick<DatabaseAddress, 'user' | 'password'>;
}

/**
 * Gives the embedded PostgreSQL two logins without rights of their own: one that can become a user and nothing else,
 * and one for the server's own work. Their passwords are new at each start and stored nowhere.
 */
export async function makeLogins(owner: pg.Pool): Promise<Logins> {
  return {
    requests: await makeLogin(owner, 'pigeonpost_requests', 'pigeonpost_user'),
    system: await makeLogin(owner, 'pigeonpost_server', 'pigeonpost_system, pigeonpost_token'),
  };
}

/**
 * Throws StartError if the login of a DATABASE_URL cannot become the roles of the transactions; logs a warning if it is
 * a superuser, which a bug in Pigeonpost could then become too.
 */
export async function requireOwnRoles({ pool, log }: { pool: pg.Pool; log: Log }): Promise<void> {
  const { rows } = await pool.query<{ name: string; is_superuser: boolean; missing: string[] | null }>(
    `select rolname as name, rolsuper as is_superuser,
       (select array_agg(wanted) from unnest($1::text[]) as wanted
        where not pg_has_role(current_user, wanted, 'set')) as missing
     from pg_roles where rolname = current_user`,
    [ROLES],
  );
  const { name = '', is_superuser = false, missing = null } = rows[0] ?? {};
  if (missing !== null)
    throw new StartError(
      `The user of DATABASE_URL, ${name}, may not use the role ${missing.join(', ')}, which Pigeonpost works as. ` +
        `As a superuser, run: ${MAKE_ROLES}`,
    );
  if (is_superuser)
    log.warn(
      `The user of DATABASE_URL, ${name}, is a superuser of its PostgreSQL. Pigeonpost needs no more than a user ` +
        'that owns its database: give DATABASE_URL such a one, after a superuser has run: ' +
        MAKE_ROLES,
    );
}

async function makeLogin(owner: pg.Pool, user: string, roles: string) {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [user]);
  if (rowCount === 0) await owner.query(`create role ${user}`);
  // A password drawn at random needs no stretching, which each of its connections would wait for.
  await owner.query(
    `set scram_iterations = 1; alter role ${user} login noinherit nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  );
  await owner.query(`grant ${roles} to ${user}`);
  return { user, password };
}

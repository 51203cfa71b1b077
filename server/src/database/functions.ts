import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CONNECTED_SECONDS,
  FAULT_REST_SECONDS,
  GRANT_SECONDS,
  LEASE_SECONDS,
  SENDING_LEASE_SECONDS,
} from '@pigeonpost/contract/agent';
import {
  FAULT_WAITS,
  OUTCOME_UNKNOWN,
  RECENTLY_MESSAGED,
  SIGNED_OUT_STOPS,
  SITE_UNREACHABLE,
  UNLISTED_WAITS,
} from '@pigeonpost/contract/campaigns';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/settings';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../functions');
// Any number will do, as long as nothing else in the database locks by it.
const INSTALL_LOCK = 7_404_005;

/** What the functions share with the contract: each is a function of that name. */
const SHARED = {
  connected_seconds: CONNECTED_SECONDS,
  lease_seconds: LEASE_SECONDS,
  sending_lease_seconds: SENDING_LEASE_SECONDS,
  grant_seconds: GRANT_SECONDS,
  fault_rest_seconds: FAULT_REST_SECONDS,
  default_max_retries: DEFAULT_SETTINGS.max_retries,
  default_delay_start: DEFAULT_SETTINGS.delay_start,
  default_delay_end: DEFAULT_SETTINGS.delay_end,
  outcome_unknown: OUTCOME_UNKNOWN,
  recently_messaged: RECENTLY_MESSAGED,
  signed_out_stops: SIGNED_OUT_STOPS,
  fault_waits: FAULT_WAITS,
  unlisted_waits: UNLISTED_WAITS,
  site_unreachable: SITE_UNREACHABLE,
};

/** The functions in the database that this version of the server calls (docs/decisions/0013-functions-in-the-database.md). */
const FUNCTIONS = readFunctions();

/**
 * The schema that they stand in. It is named by their text: servers of two versions may run at once, each with its
 * own, and a change needs no migration.
 */
export const FUNCTIONS_SCHEMA = `functions_${createHash('sha256').update(FUNCTIONS).digest('hex').slice(0, 12)}`;

/** What every connection looks names up in. */
export const SEARCH_PATH = `"$user", public, ${FUNCTIONS_SCHEMA}`;

/** Makes the functions where this database does not have them yet. The schema must be migrated. */
export async function installFunctions(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [INSTALL_LOCK]);
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [
      FUNCTIONS_SCHEMA,
    ]);
    if (rowCount === 0) await install(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Those of the version before stay, for a server that still runs and for a way back. */
async function install(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^functions_[0-9a-f]{12}$' order by oid desc offset 1`,
  );
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  await client.query(`
    create schema ${FUNCTIONS_SCHEMA}; grant usage on schema ${FUNCTIONS_SCHEMA} to public;
    set local search_path = ${FUNCTIONS_SCHEMA}, public;
    ${FUNCTIONS}`);
}

function readFunctions(): string {
  const shared = Object.entries(SHARED).map(([name, value]) => {
    const [type, text] = typeof value === 'number' ? ['integer', value] : ['text', pg.escapeLiteral(value)];
    return `create function ${name}() returns ${type} language sql immutable return ${text};`;
  });
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  );
  // What others are made of comes first; a body is read when it is called.
  const inOrder = files.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return [...shared, ...inOrder.map((path) => readFileSync(join(FOLDER, path), 'utf8'))].join('\n');
}

function rank(path: string): number {
  return /[/\\](types|rules)\.sql$/.test(path) ? 0 : 1;
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEFAULT_SETTINGS } from '@pigeonpost/contract/account/settings';
import {
  CONNECTED_SECONDS,
  FAULT_REST_SECONDS,
  LEASE_SECONDS,
  SENDING_LEASE_SECONDS,
} from '@pigeonpost/contract/agent';
import { KINDS_OFF } from '@pigeonpost/contract/notifications/kinds';
import { SAMPLE_CODE } from '@pigeonpost/contract/people/stop-link';
import { IN_USE_SECONDS, SLACK_SECONDS } from '@pigeonpost/contract/rules/time';
import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import pg from 'pg';
import { DATABASE_TIME } from './time-queries.ts';

const FOLDER = join(import.meta.dirname, '../../functions');
// A file comes after those whose types and expressions it uses.
const FIRST = [
  'types.sql',
  'rules.sql',
  'wording.sql',
  'reasons.sql',
  'stop-links.sql',
  'time-zones.sql',
  'facts.sql',
];
// Any number that no other lock in the database uses.
const INSTALL_LOCK = 7_404_005;

/** Constants of the contract that are also functions of that name. */
const SHARED = {
  connected_seconds: CONNECTED_SECONDS,
  lease_seconds: LEASE_SECONDS,
  sending_lease_seconds: SENDING_LEASE_SECONDS,
  fault_rest_seconds: FAULT_REST_SECONDS,
  slack_seconds: SLACK_SECONDS,
  in_use_seconds: IN_USE_SECONDS,
  default_max_retries: DEFAULT_SETTINGS.max_retries,
  default_delay_start: DEFAULT_SETTINGS.delay_start,
  default_delay_end: DEFAULT_SETTINGS.delay_end,
  sample_code: SAMPLE_CODE,
  kinds_off: `{${KINDS_OFF.join()}}`,
  longest_message: TEMPLATE_CONTENT_MAX,
};

/** The database functions that this version of the server calls (docs/decisions/0013-functions-in-the-database.md). */
const FUNCTIONS = readFunctions();

const HASH = createHash('sha256').update(FUNCTIONS).digest('hex').slice(0, 12);

/**
 * The schema of these functions, named by their text: servers of several versions may run at once, each with its own,
 * and a change needs no migration.
 */
export const FUNCTIONS_SCHEMA = `functions_${HASH}`;

/** The search path of every connection. */
export const SEARCH_PATH = `"$user", public, ${FUNCTIONS_SCHEMA}`;

/**
 * Every connection of a server holds the lock of its version, shared (locks.ts), so that no other one drops its
 * functions.
 */
export const VERSIONS_SPACE = 9;
/** The same of version 1, which cannot run beside a later one. */
export const VERSION_1_SPACE = 8;
export const VERSION_KEY = keyOf(HASH);

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
// After PostgreSQL was started anew, every server that runs is connected with it again.
const RECONNECTED_MS = 3_600_000;
// For a rollback, however long ago the previous version was last started.
const KEPT_VERSIONS = 2;

/** Makes the functions if this database does not have them yet. The schema must be migrated. */
export async function installFunctions(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [INSTALL_LOCK]);
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [
      FUNCTIONS_SCHEMA,
    ]);
    if (rowCount === 0)
      await client.query(`
        create schema ${FUNCTIONS_SCHEMA}; grant usage on schema ${FUNCTIONS_SCHEMA} to public;
        set local search_path = ${FUNCTIONS_SCHEMA}, public;
        ${FUNCTIONS}`);
    await dropUnused(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

interface Installed {
  name: string;
  /** When a server was last seen to use it, from its comment; null without one. */
  used_at: Date | null;
  /** When a start first found that it was to be dropped; null as long as none did. */
  unused_at: Date | null;
  is_used: boolean;
}

/**
 * Drops the versions unused for a month, at the second start that finds them so: at the first, PostgreSQL may just have
 * been started anew, and a server of that version not be connected again. A version of a connected server counts as used
 * now, and so does one without a noted last use.
 */
async function dropUnused(client: pg.ClientBase): Promise<void> {
  const installed = await listInstalled(client);
  const { rows } = await client.query<{ moment: number }>(`select ${DATABASE_TIME} as moment`);
  const now = new Date(rows[0]?.moment ?? Number.NaN);
  const dated = installed.map(({ name, used_at, unused_at, is_used }) => {
    const isNew = is_used || used_at === null || name === FUNCTIONS_SCHEMA;
    return { name, isNew, unused_at, used_at: isNew ? now : used_at };
  });
  dated.sort((one, other) => other.used_at.getTime() - one.used_at.getTime());
  const note = (name: string, text: string) =>
    client.query(`comment on schema ${name} is ${pg.escapeLiteral(text)}`);
  for (const [place, { name, isNew, used_at, unused_at }] of dated.entries()) {
    const isOver = place >= KEPT_VERSIONS && now.getTime() - used_at.getTime() > KEPT_DAYS * DAY_MS;
    if (isNew) await note(name, USED + used_at.toISOString());
    else if (isOver && unused_at === null)
      await note(name, USED + used_at.toISOString() + UNUSED + now.toISOString());
    else if (isOver && unused_at !== null && now.getTime() - unused_at.getTime() > RECONNECTED_MS)
      await client.query(`drop schema ${name} cascade`);
  }
}

const USED = 'Functions of a version of Pigeonpost, last used ';
const UNUSED = ', found unused ';

async function listInstalled(client: pg.ClientBase): Promise<Installed[]> {
  const { rows } = await client.query<{ name: string; comment: string | null; keys: string[] }>(
    `select nspname as name, obj_description(oid, 'pg_namespace') as comment,
       (select coalesce(array_agg(objid::text), '{}') from pg_locks
        where locktype = 'advisory' and classid = ${VERSIONS_SPACE} and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())) as keys
     from pg_namespace where nspname ~ '^functions_[0-9a-f]{12}$'`,
  );
  return rows.map(({ name, comment, keys }) => {
    const [used, unused] = comment?.startsWith(USED) ? comment.slice(USED.length).split(UNUSED) : [];
    return {
      name,
      used_at: readDate(used),
      unused_at: readDate(unused),
      // PostgreSQL shows the key as an unsigned number.
      is_used: keys.includes(String(keyOf(name.slice('functions_'.length)) >>> 0)),
    };
  });
}

function readDate(text = ''): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A lock's key is a signed number of 32 bits. */
function keyOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) | 0;
}

function readFunctions(): string {
  const shared = Object.entries(SHARED).map(([name, value]) => {
    const [type, text] = typeof value === 'number' ? ['integer', value] : ['text', pg.escapeLiteral(value)];
    return `create function ${name}() returns ${type} language sql immutable return ${text};`;
  });
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  );
  const inOrder = files.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return [...shared, ...inOrder.map((path) => readFileSync(join(FOLDER, path), 'utf8'))].join('\n');
}

function rank(path: string): number {
  const place = FIRST.indexOf(basename(path));
  return place === -1 ? FIRST.length : place;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from './start-error.ts';

/** The migrations of this version of the server. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const INSUFFICIENT_PRIVILEGE = '42501';
// Any number that no other lock in the database uses.
const VERSION_TABLE_LOCK = 7_404_001;

/** The commands that a superuser runs once for a DATABASE_URL whose user owns its database and has no other right. */
export const MAKE_ROLES =
  'create role pigeonpost_user nologin; create role pigeonpost_system nologin; create role pigeonpost_token nologin; ' +
  'grant pigeonpost_user, pigeonpost_system, pigeonpost_token to the_user_of_DATABASE_URL with admin option;';

interface Migration {
  version: number;
  name: string;
}

/**
 * Brings the database to the newest migration of the folder and returns the names of the applied files. Several servers
 * may call it at once: each migration is run by one of them, the others wait for it. Throws StartError if the database
 * has migrations that this folder lacks.
 */
export async function migrateDatabase(options: {
  pool: pg.Pool;
  now: Date;
  folder?: string;
  /** The last one to apply; default: the newest. A backup is restored into its own schema. */
  upTo?: number;
}): Promise<string[]> {
  const { pool, now, folder = MIGRATIONS_FOLDER, upTo } = options;
  const migrations = (await listMigrations(folder)).slice(0, upTo);
  const client = await pool.connect();
  try {
    const current = await readVersion(client);
    refuseNewer(current, migrations.length);
    const applied: string[] = [];
    for (const migration of migrations.slice(current)) {
      const sql = await readFile(join(folder, migration.name), 'utf8');
      if (await applyMigration(client, { ...migration, sql, now })) applied.push(migration.name);
    }
    client.release();
    return applied;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The folder's files in order; throws if a number is missing, double or badly named. */
export async function listMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return names.map((name, index) => {
    const version = Number(FILE_NAME.exec(name)?.[1]);
    if (version !== index + 1) throw new Error(`${name} is not migration number ${index + 1} of ${folder}.`);
    return { version, name };
  });
}

async function readVersion(client: pg.ClientBase): Promise<number> {
  await inTransaction(client, async () => {
    // 'if not exists' alone fails when two servers create the table at the same moment.
    await client.query('select pg_advisory_xact_lock($1)', [VERSION_TABLE_LOCK]);
    await client.query(`create table if not exists schema_versions (
      version integer primary key, name text not null, applied_at timestamptz not null)`);
  });
  const { rows } = await client.query('select coalesce(max(version), 0) as version from schema_versions');
  return rows[0].version;
}

function refuseNewer(current: number, known: number): void {
  if (current <= known) return;
  throw new StartError(
    `This database was made by a newer Pigeonpost: it is at migration ${current}, and this version knows ` +
      `only ${known}. Start the newer version, or restore a backup made before the update.`,
  );
}

/** True if this call applied it, false if another server had done so first. */
async function applyMigration(
  client: pg.ClientBase,
  { version, name, sql, now }: Migration & { sql: string; now: Date },
): Promise<boolean> {
  return inTransaction(client, async () => {
    // The row comes first: a second server waits at its key until this transaction has ended.
    const { rowCount } = await client.query(
      'insert into schema_versions (version, name, applied_at) values ($1, $2, $3) on conflict do nothing',
      [version, name, now],
    );
    if (rowCount === 0) return false;
    await client.query(sql).catch((cause) => Promise.reject(explain(cause, name)));
    return true;
  });
}

function explain(cause: pg.DatabaseError, name: string): Error {
  if (cause.code !== INSUFFICIENT_PRIVILEGE)
    return new Error(`Migration ${name} failed and left nothing behind: ${cause.message}`, { cause });
  return new StartError(
    `The user of DATABASE_URL may not make the database that Pigeonpost needs: ${cause.message}. ` +
      'It must own its database and be able to use the roles of Pigeonpost. As a superuser, run: ' +
      MAKE_ROLES,
    { cause },
  );
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  // A migration may take long, and a second server waits for it. None waits for the disk: a power cut takes the newest
  // ones back whole, and with them all that was done since.
  await client.query(`begin; set local lock_timeout = 0; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; set local synchronous_commit = off`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

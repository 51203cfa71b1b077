import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { FUNCTIONS_SCHEMA, installFunctions } from '../database/functions.ts';
import { listMigrations, MIGRATIONS_FOLDER, migrateDatabase } from '../database/migrate.ts';
import { connectDatabase } from '../database/opening/connect.ts';
import { fillTimeZones } from '../database/time-zones.ts';
import { silentLog } from './silent-log.ts';

const TEMPLATE_LOCK = 7_404_003;
const MIGRATED_AT = new Date('2026-01-01T00:00:00.000Z');

/**
 * The name of the migrated database that tests clone: made once per content of the migrations and functions, by the
 * first test process. The lock goes with the client's connection.
 */
export async function ensureTemplate(client: pg.Client, url: string, migrations: string): Promise<string> {
  const name = `template_${await hashMigrations(migrations)}`;
  const isThere = async () =>
    (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
  if (await isThere()) return name;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  if (await isThere()) return name;
  // Under a temporary name until it is complete, so that an interrupted run leaves no half template.
  const unfinished = `${name}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const address = { connectionString: databaseUrl(url, unfinished) };
  const { pool, close } = await connectDatabase({ address, maxConnections: 1, log: silentLog });
  try {
    await migrateDatabase({ pool, now: MIGRATED_AT, folder: migrations });
    // The functions and the zones fit only the tables of the product's own migrations.
    if (migrations === MIGRATIONS_FOLDER) {
      await fillTimeZones(pool, MIGRATED_AT);
      await installFunctions(pool);
    }
  } finally {
    await close();
  }
  await client.query(`alter database ${unfinished} rename to ${name}`);
  return name;
}

async function hashMigrations(folder: string): Promise<string> {
  const hash = createHash('sha256')
    .update(FUNCTIONS_SCHEMA)
    .update(process.versions.tz ?? '');
  for (const { name } of await listMigrations(folder))
    hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 20);
}

/** Runs work on its own connection and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The address of another database of the same cluster. */
export function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

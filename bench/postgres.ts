import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { MIGRATIONS_FOLDER } from '@pigeonpost/server/database/migrate';
import type { DatabaseAddress } from '@pigeonpost/server/database/opening/connect';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { databaseUrl, ensureTemplate, withClient } from '@pigeonpost/server/testing/template-database';

export interface BenchPostgres {
  /** A database for the measure. */
  address: DatabaseAddress;
  url: string;
  dataDir: string;
  /** The address of another, empty database. */
  addDatabase(): Promise<DatabaseAddress>;
  stop(): Promise<void>;
}

/** The PostgreSQL of a test run, for which a measure is small; undefined in `npm run bench`. */
export const SHARED_POSTGRES = process.env.TEST_DATABASE_URL || undefined;

/**
 * The PostgreSQL of a measure: the one that every installation gets, with its durable settings, in a folder of its own.
 * In a test run it is a database on that of all tests.
 */
export async function startPostgres(
  options: { settings?: Record<string, string>; isShared?: boolean } = {},
): Promise<BenchPostgres> {
  const { settings, isShared = true } = options;
  if (SHARED_POSTGRES && isShared) return shareDatabase(SHARED_POSTGRES);
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-bench-'));
  const { address, stop } = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    listening: 'loopback',
    ...(settings && { settings }),
  });
  const { host, port, user, password, database } = address;
  const url = `postgres://${user}:${password}@${host}:${port}/${database}`;
  return {
    address: { connectionString: url },
    url,
    dataDir,
    async addDatabase() {
      await withClient(url, (client) => client.query('create database another'));
      return { connectionString: databaseUrl(url, 'another') };
    },
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function shareDatabase(cluster: string): Promise<BenchPostgres> {
  const names: string[] = [];
  const add = () =>
    withClient(cluster, async (client) => {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      await client.query(
        `create database ${name} template ${await ensureTemplate(client, cluster, MIGRATIONS_FOLDER)}`,
      );
      names.push(name);
      return databaseUrl(cluster, name);
    });
  const url = await add();
  return {
    address: { connectionString: url },
    url,
    dataDir: '',
    addDatabase: async () => ({ connectionString: await add() }),
    stop: () =>
      withClient(cluster, async (client) => {
        for (const name of names) await client.query(`drop database ${name} with (force)`);
      }),
  };
}

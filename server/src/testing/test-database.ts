import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { MIGRATIONS_FOLDER } from '../database/migrate.ts';
import {
  type ConnectedDatabase,
  connectDatabase,
  type DatabaseAddress,
} from '../database/opening/connect.ts';
import { claimDatabase } from './database-pool.ts';
import { type FastCluster, ownClusterUrl, startFastCluster } from './fast-cluster.ts';
import { countKept, endKept, KeptOrNewClient } from './kept-client.ts';
import { silentLog } from './silent-log.ts';
import { databaseUrl, ensureTemplate, withClient } from './template-database.ts';

export interface TestDatabase extends ConnectedDatabase {
  address: DatabaseAddress;
  /** Closes the pool and releases the database. */
  drop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a whole test run: the runner passes its `url` to the tests as TEST_DATABASE_URL and stops it
 * at the end.
 */
export async function startTestCluster(): Promise<Omit<FastCluster, 'dataDir'>> {
  const { url, dataDir, pid, stop } = await startFastCluster();
  return {
    url,
    pid,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/**
 * A migrated database for one test, on the cluster of the whole test run (TEST_DATABASE_URL) or of this process.
 * `migrations: null` gives an empty one.
 */
export async function createTestDatabase(
  options: { migrations?: string | null; maxConnections?: number } = {},
): Promise<TestDatabase> {
  const { migrations = MIGRATIONS_FOLDER, maxConnections = 10 } = options;
  const url = process.env.TEST_DATABASE_URL || (await ownClusterUrl());
  const connect = (name: string) => connectKept({ connectionString: databaseUrl(url, name) }, maxConnections);
  const { name, release, ...database } =
    migrations === null
      ? await createEmptyDatabase(url, connect)
      : await claimDatabase(url, await templateOf(url, migrations), connect);
  return {
    ...database,
    address: { connectionString: databaseUrl(url, name) },
    async drop() {
      await database.close();
      await countKept(name);
      await release();
    },
  };
}

/** Opens a pool whose connections stay with the test database when it ends. */
export function connectKept(address: DatabaseAddress, maxConnections: number): Promise<ConnectedDatabase> {
  return connectDatabase({ address, maxConnections, Client: KeptOrNewClient, log: silentLog });
}

const templates = new Map<string, Promise<string>>();

/** Looked for once in a process. */
function templateOf(url: string, migrations: string): Promise<string> {
  const key = `${url} ${migrations}`;
  const template = templates.get(key) ?? withClient(url, (client) => ensureTemplate(client, url, migrations));
  templates.set(key, template);
  return template;
}

async function createEmptyDatabase(url: string, connect: (name: string) => Promise<ConnectedDatabase>) {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await withClient(url, (client) => client.query(`create database ${name}`));
  return {
    ...(await connect(name)),
    name,
    async release() {
      await endKept(name);
      await withClient(url, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

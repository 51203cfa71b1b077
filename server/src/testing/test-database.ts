import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from '../database/connect.ts';
import { MIGRATIONS_FOLDER } from '../database/migrate.ts';
import { type ClaimedDatabase, claimDatabase } from './database-pool.ts';
import { type FastCluster, ownClusterUrl, startFastCluster } from './fast-cluster.ts';
import { silentLog } from './silent-log.ts';
import { databaseUrl, ensureTemplate, withClient } from './template-database.ts';

export interface TestDatabase extends ConnectedDatabase {
  address: DatabaseAddress;
  /** Closes the pool and gives the database up. */
  drop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a whole test run: the runner hands its `url` to the tests as TEST_DATABASE_URL and
 * stops it at the end.
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
 * A migrated database of its own for one test, on the cluster of the whole test run (TEST_DATABASE_URL) or of this
 * process. `migrations: null` gives an empty one.
 */
export async function createTestDatabase(
  options: { migrations?: string | null; maxConnections?: number } = {},
): Promise<TestDatabase> {
  const { migrations = MIGRATIONS_FOLDER, maxConnections = 10 } = options;
  const url = process.env.TEST_DATABASE_URL || (await ownClusterUrl());
  const { name, release } =
    migrations === null ? await createEmptyDatabase(url) : await claimMigrated(url, migrations);
  const address = { connectionString: databaseUrl(url, name) };
  const database = await connectDatabase({ address, maxConnections, log: silentLog });
  return {
    ...database,
    address,
    async drop() {
      await database.close();
      await release();
    },
  };
}

async function claimMigrated(url: string, migrations: string): Promise<ClaimedDatabase> {
  const template = await withClient(url, (client) => ensureTemplate(client, url, migrations));
  return claimDatabase(url, template);
}

async function createEmptyDatabase(url: string): Promise<ClaimedDatabase> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await withClient(url, (client) => client.query(`create database ${name}`));
  return {
    name,
    release: () =>
      withClient(url, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

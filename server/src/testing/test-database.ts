import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from '../database/connect.ts';
import { MIGRATIONS_FOLDER } from '../database/migrate.ts';
import { ownClusterUrl, startFastCluster } from './fast-cluster.ts';
import { silentLog } from './silent-log.ts';
import { databaseUrl, ensureTemplate, withClient } from './template-database.ts';

export interface TestDatabase extends ConnectedDatabase {
  address: DatabaseAddress;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a whole test run: the runner hands its `url` to the tests as TEST_DATABASE_URL and
 * stops it at the end.
 */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const { url, dataDir, stop } = await startFastCluster();
  return {
    url,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/**
 * A migrated database of its own for one test, cloned from a template in less than 0.1 s, on the cluster of the
 * whole test run (TEST_DATABASE_URL) or of this process. `migrations: null` gives an empty one.
 */
export async function createTestDatabase(
  options: { migrations?: string | null; maxConnections?: number } = {},
): Promise<TestDatabase> {
  const { migrations = MIGRATIONS_FOLDER, maxConnections = 10 } = options;
  const url = process.env.TEST_DATABASE_URL || (await ownClusterUrl());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(url, async (client) => {
    const template = migrations === null ? 'template1' : await ensureTemplate(client, url, migrations);
    // Half the time of the default, which writes every page to the log as well.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const address = { connectionString: databaseUrl(url, name) };
  const database = await connectDatabase({ address, maxConnections, log: silentLog });
  return {
    ...database,
    address,
    async drop() {
      await database.close();
      await withClient(url, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

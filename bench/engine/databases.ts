import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseClock, systemClock } from '@pigeonpost/server/clock';
import { readAuditKey } from '@pigeonpost/server/database/audit-key';
import { connectDatabase, type DatabaseAddress } from '@pigeonpost/server/database/connect';
import { startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { installFunctions } from '@pigeonpost/server/database/functions';
import { migrateDatabase } from '@pigeonpost/server/database/migrate';
import { readServerIdentity } from '@pigeonpost/server/database/server-identity-queries';
import { openTransactions } from '@pigeonpost/server/database/transactions';
import type { Deps } from '@pigeonpost/server/deps';
import { createMetrics } from '@pigeonpost/server/metrics/metrics';
import { createNudges } from '@pigeonpost/server/polls/nudges';
import { createRealtime, type Realtime } from '@pigeonpost/server/realtime';
import { createSecretBox } from '@pigeonpost/server/secrets/secret-box';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { testConfig } from '@pigeonpost/server/testing/test-config';
import type pg from 'pg';

/** A migrated database with the deps of the server's features, as main.ts makes them. */
export interface Side {
  deps: Deps;
  pool: pg.Pool;
  realtime: Realtime;
  close(): Promise<void>;
}

/** One PostgreSQL with the settings of every installation, also the durable ones, and a database for each side. */
export async function startDatabases(
  options: { settings?: Record<string, string>; listening?: 'loopback' } = {},
): Promise<{
  ours: Side;
  peer: Side;
  /** The address of our database, for servers in their own processes. */
  address: DatabaseAddress;
  stop(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-bench-'));
  const { address, stop } = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
  const ours = await openSide(address);
  await ours.pool.query('create database peer');
  const peer = await openSide({ ...address, database: 'peer' });
  // graphile-worker warns about a pool without such a listener; each of our connections has its own for errors.
  peer.pool.on('connect', () => {});
  return {
    ours,
    peer,
    address,
    async stop() {
      await Promise.all([ours.close(), peer.close()]);
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function openSide(address: DatabaseAddress): Promise<Side> {
  const { pool, checkHealth, close } = await connectDatabase({ address, log: silentLog });
  const system = await connectDatabase({ address, log: silentLog });
  await migrateDatabase({ pool, now: systemClock.now() });
  await installFunctions(pool);
  const realtime = createRealtime();
  const nudges = createNudges();
  const auditKey = await readAuditKey(pool);
  const transactions = openTransactions({ pool, systemPool: system.pool, auditKey, log: silentLog });
  const deps: Deps = {
    ...transactions,
    checkHealth,
    suspectOutage: () => {},
    identity: await readServerIdentity(transactions),
    continuity: { breaks: 0, awaitedSince: () => null },
    config: testConfig,
    clock: createDatabaseClock(systemClock.now()),
    log: silentLog,
    metrics: createMetrics(),
    publish: realtime.publish,
    publishWithAdmins: realtime.publishWithAdmins,
    connectedSessions: realtime.connectedSessions,
    endConnections: realtime.endConnections,
    nudges,
    leads: async () => true,
    hearsPeers: () => true,
    secrets: createSecretBox(Buffer.alloc(32, 7)),
  };
  return { deps, pool, realtime, close: async () => void (await Promise.all([close(), system.close()])) };
}

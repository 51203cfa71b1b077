import { createDatabaseClock, systemClock } from '@pigeonpost/server/clock';
import { readAuditKey } from '@pigeonpost/server/database/audit-key';
import { connectEngine } from '@pigeonpost/server/database/engine/engine-pool';
import { installFunctions } from '@pigeonpost/server/database/functions';
import { migrateDatabase } from '@pigeonpost/server/database/migrate';
import { connectDatabase, type DatabaseAddress } from '@pigeonpost/server/database/opening/connect';
import { readServerIdentity } from '@pigeonpost/server/database/server-identity-queries';
import { fillTimeZones } from '@pigeonpost/server/database/time-zones';
import { openTransactions } from '@pigeonpost/server/database/transactions';
import type { Deps } from '@pigeonpost/server/deps';
import { createDiskWatch } from '@pigeonpost/server/disk/disk-watch';
import { createMailer } from '@pigeonpost/server/mail/mailer';
import { createMetrics } from '@pigeonpost/server/metrics/metrics';
import { createNudges } from '@pigeonpost/server/polls/nudges';
import { createRealtime, type Realtime } from '@pigeonpost/server/realtime';
import { createSecretBox } from '@pigeonpost/server/secrets/secret-box';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { testConfig } from '@pigeonpost/server/testing/test-config';
import type pg from 'pg';
import { startPostgres } from '../postgres.ts';

/** A migrated database with the deps of the server's features, as main.ts makes them. */
export interface Side {
  deps: Deps;
  pool: pg.Pool;
  realtime: Realtime;
  close(): Promise<void>;
}

/** A PostgreSQL with the settings of every installation, also the durable ones, and a database. */
export async function startDatabases(
  options: NonNullable<Parameters<typeof startPostgres>[0]> = {},
): Promise<{
  ours: Side;
  /** Another database, for a peer. */
  openPeer(): Promise<Side>;
  /** The URL of our database, for servers in their own processes. */
  url: string;
  stop(): Promise<void>;
}> {
  // Two sides, each with the pools of a server, and servers of their own: more than one installation opens.
  const settings = { max_connections: '200', ...options.settings };
  const { address, url, addDatabase, stop } = await startPostgres({ ...options, settings });
  const sides = [await openSide(address)];
  return {
    ours: sides[0] as Side,
    url,
    async openPeer() {
      const peer = await openSide(await addDatabase());
      sides.push(peer);
      // graphile-worker warns about a pool without such a listener; each of our connections has its own for errors.
      peer.pool.on('connect', () => {});
      return peer;
    },
    async stop() {
      await Promise.all(sides.map((side) => side.close()));
      await stop();
    },
  };
}

async function openSide(address: DatabaseAddress): Promise<Side> {
  const { pool, checkHealth, close } = await connectDatabase({ address, log: silentLog });
  const system = await connectDatabase({ address, log: silentLog });
  await migrateDatabase({ pool, now: systemClock.now() });
  await fillTimeZones(pool, systemClock.now());
  await installFunctions(pool);
  const engine = await connectEngine({ address, log: silentLog });
  const realtime = createRealtime();
  const nudges = createNudges();
  const auditKey = await readAuditKey(pool);
  const transactions = openTransactions({
    pool,
    systemPool: system.pool,
    enginePool: engine.pool,
    auditKey,
    log: silentLog,
  });
  const deps: Deps = {
    ...transactions,
    checkHealth,
    suspectOutage: () => {},
    identity: await readServerIdentity(transactions),
    continuity: { breaks: 0, awaitedSince: () => null },
    config: testConfig,
    clock: createDatabaseClock(systemClock.now().getTime()),
    disk: createDiskWatch({ config: testConfig, clock: systemClock, log: silentLog }),
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
    mail: createMailer(undefined),
  };
  return {
    deps,
    pool,
    realtime,
    close: async () => void (await Promise.all([close(), system.close(), engine.close()])),
  };
}

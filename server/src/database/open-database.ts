import type pg from 'pg';
import type { Log } from '../log.ts';
import { readAuditKey } from './audit-key.ts';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from './connect.ts';
import type { Continuity } from './continuity.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { installFunctions } from './functions.ts';
import { createHealthCheck } from './health-check.ts';
import { migrateDatabase } from './migrate.ts';
import { type OutageWatch, watchOutages } from './outage.ts';
import { makeLogins, requireOwnRoles } from './roles.ts';
import { examineSession } from './session.ts';

// The embedded PostgreSQL allows 60 connections.
const REQUEST_CONNECTIONS = 20;
const SYSTEM_CONNECTIONS = 20;

interface OpenDatabase {
  /** For a separate connection, with the rights of the server's own work. */
  address: DatabaseAddress;
  /** For the transactions of users. */
  pool: pg.Pool;
  /**
   * For the server's own transactions, begin and result among them: whatever users' transactions wait for does not
   * delay them.
   */
  systemPool: pg.Pool;
  checkHealth: OutageWatch['checkHealth'];
  suspectOutage: OutageWatch['suspectOutage'];
  /** Signs the actor of a change for the audit log. */
  auditKey: Buffer;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

interface Options {
  databaseUrl: string | undefined;
  dataDir: string;
  now: Date;
  log: Log;
  /** Examines each new connection. */
  continuity?: Pick<Continuity, 'examine'>;
}

/**
 * The server's database, migrated: the one of DATABASE_URL, or else an embedded PostgreSQL in DATA_DIR, which `close`
 * stops. Throws StartError with what to do if neither works.
 */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log } = options;
  if (databaseUrl !== undefined) return openGiven({ connectionString: databaseUrl }, options);
  const own = await startEmbeddedPostgres({ dataDir, log });
  try {
    const database = await openOwn(own.address, options);
    return { ...database, close: () => database.close().finally(own.stop) };
  } catch (error) {
    await own.stop();
    throw error;
  }
}

async function openGiven(address: DatabaseAddress, { now, log, ...watched }: Options): Promise<OpenDatabase> {
  const outages = watchOutages({ checkHealth: createHealthCheck(address), log });
  const settings = { ...watched, address, log, onBroken: outages.suspectOutage };
  const requests = await connectDatabase({ ...settings, maxConnections: REQUEST_CONNECTIONS });
  try {
    await migrate({ pool: requests.pool, now, log });
    await requireOwnRoles({ pool: requests.pool, log });
    await examineSession({ pool: requests.pool, log });
    const auditKey = await readAuditKey(requests.pool);
    const system = await connectDatabase({ ...settings, maxConnections: SYSTEM_CONNECTIONS });
    return together({ requests, system, address, outages, auditKey });
  } catch (error) {
    await requests.close();
    throw error;
  }
}

/** The owner migrates and disconnects; the serving connections sign in as other roles. */
async function openOwn(address: DatabaseAddress, { now, log, ...watched }: Options): Promise<OpenDatabase> {
  const owner = await connectDatabase({ address, maxConnections: 1, log });
  const { auditKey, ...logins } = await migrate({ pool: owner.pool, now, log })
    .then(async () => ({ ...(await makeLogins(owner.pool)), auditKey: await readAuditKey(owner.pool) }))
    .finally(owner.close);
  const systemAddress = { ...address, ...logins.system };
  const outages = watchOutages({ checkHealth: createHealthCheck(systemAddress), log });
  const settings = { ...watched, log, onBroken: outages.suspectOutage };
  const requests = await connectDatabase({
    ...settings,
    address: { ...address, ...logins.requests },
    maxConnections: REQUEST_CONNECTIONS,
  });
  const system = await connectDatabase({
    ...settings,
    address: systemAddress,
    maxConnections: SYSTEM_CONNECTIONS,
  });
  return together({ requests, system, address: systemAddress, outages, auditKey });
}

function together({
  requests,
  system,
  address,
  outages,
  auditKey,
}: {
  requests: ConnectedDatabase;
  system: ConnectedDatabase;
  address: DatabaseAddress;
  outages: OutageWatch;
  auditKey: Buffer;
}): OpenDatabase {
  return {
    address,
    auditKey,
    pool: requests.pool,
    systemPool: system.pool,
    checkHealth: outages.checkHealth,
    suspectOutage: outages.suspectOutage,
    async close() {
      outages.close();
      await Promise.all([requests.close(), system.close()]);
    },
  };
}

async function migrate(options: { pool: pg.Pool; now: Date; log: Log }): Promise<void> {
  const applied = await migrateDatabase(options);
  if (applied.length > 0) options.log.info(`The database was migrated to ${applied.at(-1)}.`);
  await installFunctions(options.pool);
}

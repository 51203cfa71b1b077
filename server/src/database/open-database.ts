import type pg from 'pg';
import type { Log } from '../log.ts';
import { readAuditKey } from './audit-key.ts';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { installFunctions } from './functions.ts';
import { migrateDatabase } from './migrate.ts';
import { makeLogins, requireOwnRoles } from './roles.ts';

// Of the 60 that our own PostgreSQL takes.
const REQUEST_CONNECTIONS = 20;
const SYSTEM_CONNECTIONS = 20;

interface OpenDatabase {
  /** For a connection of its own, with the rights of the server's own work. */
  address: DatabaseAddress;
  /** For the transactions of users. */
  pool: pg.Pool;
  /** For the server's own, begin and result among them: whatever users' transactions wait for, it is not delayed. */
  systemPool: pg.Pool;
  /** Proves to the audit log who makes a change. */
  auditKey: Buffer;
  /** Rejects when the database does not answer. */
  checkHealth(): Promise<void>;
  /** Waits for statements under way, then closes every connection. */
  close(): Promise<void>;
}

interface Options {
  databaseUrl: string | undefined;
  dataDir: string;
  now: Date;
  log: Log;
}

/**
 * The server's database, migrated: the one that DATABASE_URL names, or else a PostgreSQL of our own in
 * DATA_DIR, which `close` stops. StartError with what to do when neither can be had.
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

async function openGiven(address: DatabaseAddress, { now, log }: Options): Promise<OpenDatabase> {
  const requests = await connectDatabase({ address, maxConnections: REQUEST_CONNECTIONS, log });
  try {
    await migrate({ pool: requests.pool, now, log });
    await requireOwnRoles({ pool: requests.pool, log });
    const auditKey = await readAuditKey(requests.pool);
    const system = await connectDatabase({ address, maxConnections: SYSTEM_CONNECTIONS, log });
    return together(requests, { ...system, address, auditKey });
  } catch (error) {
    await requests.close();
    throw error;
  }
}

/** The owner migrates and goes; what serves afterwards signs in as roles that are not the owner. */
async function openOwn(address: DatabaseAddress, { now, log }: Options): Promise<OpenDatabase> {
  const owner = await connectDatabase({ address, maxConnections: 1, log });
  const { auditKey, ...logins } = await migrate({ pool: owner.pool, now, log })
    .then(async () => ({ ...(await makeLogins(owner.pool)), auditKey: await readAuditKey(owner.pool) }))
    .finally(owner.close);
  const requests = await connectDatabase({
    address: { ...address, ...logins.requests },
    maxConnections: REQUEST_CONNECTIONS,
    log,
  });
  const systemAddress = { ...address, ...logins.system };
  const system = await connectDatabase({ address: systemAddress, maxConnections: SYSTEM_CONNECTIONS, log });
  return together(requests, { ...system, address: systemAddress, auditKey });
}

function together(
  requests: ConnectedDatabase,
  system: ConnectedDatabase & Pick<OpenDatabase, 'address' | 'auditKey'>,
): OpenDatabase {
  return {
    address: system.address,
    auditKey: system.auditKey,
    pool: requests.pool,
    systemPool: system.pool,
    checkHealth: system.checkHealth,
    close: async () => void (await Promise.all([requests.close(), system.close()])),
  };
}

async function migrate(options: { pool: pg.Pool; now: Date; log: Log }): Promise<void> {
  const applied = await migrateDatabase(options);
  if (applied.length > 0) options.log.info(`The database was migrated to ${applied.at(-1)}.`);
  await installFunctions(options.pool);
}

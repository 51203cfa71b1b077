import type pg from 'pg';
import type { Log } from '../../log.ts';
import { readAuditKey } from '../audit-key.ts';
import type { Continuity } from '../continuity.ts';
import { startEmbeddedPostgres } from '../embedded/start.ts';
import { connectEngine } from '../engine/engine-pool.ts';
import { installFunctions } from '../functions.ts';
import { listMigrations, migrateDatabase } from '../migrate.ts';
import { type OutageWatch, watchOutages } from '../outage.ts';
import { fillTimeZones, searchAllZones, type ZoneSearch } from '../time-zones.ts';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from './connect.ts';
import { createHealthCheck } from './health-check.ts';
import { makeLogins, requireOwnRoles } from './roles.ts';
import { examineSession, refuseBesideVersion1 } from './session.ts';

// The embedded PostgreSQL allows 60 connections.
const REQUEST_CONNECTIONS = 20;
const SYSTEM_CONNECTIONS = 16;

interface OpenDatabase {
  /** For a separate connection, with the rights of the server's own work. */
  address: DatabaseAddress;
  /** For the transactions of users. */
  pool: pg.Pool;
  /** For the server's own transactions: whatever users' transactions wait for does not delay them. */
  systemPool: pg.Pool;
  /** For the steps of the engine: claims, begins and results. */
  enginePool: pg.Pool;
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
  /** Called when there is nothing to do but to wait for the database, maybe twice. */
  onWait?: (() => void) | undefined;
}

/**
 * The server's database, migrated: the one of DATABASE_URL, or else an embedded PostgreSQL in DATA_DIR, which `close`
 * stops. Throws StartError with what to do if neither works.
 */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, now, log, onWait } = options;
  if (databaseUrl !== undefined) {
    onWait?.();
    return openGiven({ connectionString: databaseUrl }, options);
  }
  let zones: ZoneSearch | undefined;
  const own = await startEmbeddedPostgres({
    dataDir,
    log,
    onWait(whatFor) {
      onWait?.();
      if (whatFor === 'making') zones = searchAllZones(now);
    },
  });
  try {
    const database = await openOwn(own.address, { ...options, zones });
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
    const own = await connectOwn(settings);
    return together({ requests, ...own, address, outages, auditKey });
  } catch (error) {
    await requests.close();
    throw error;
  }
}

/** The owner migrates and disconnects; the serving connections sign in as other roles. */
async function openOwn(
  address: DatabaseAddress,
  { now, log, zones, ...watched }: Options & { zones: ZoneSearch | undefined },
): Promise<OpenDatabase> {
  const owner = await connectDatabase({ address, maxConnections: 1, log });
  const { auditKey, ...logins } = await migrate({ pool: owner.pool, now, log, zones })
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
  const own = await connectOwn({ ...settings, address: systemAddress });
  return together({ requests, ...own, address: systemAddress, outages, auditKey });
}

/** The pools of what the server does by itself. */
async function connectOwn(settings: Parameters<typeof connectEngine>[0]) {
  const system = await connectDatabase({ ...settings, maxConnections: SYSTEM_CONNECTIONS });
  try {
    return { system, engine: await connectEngine(settings) };
  } catch (error) {
    await system.close();
    throw error;
  }
}

function together({
  requests,
  system,
  engine,
  address,
  outages,
  auditKey,
}: {
  requests: ConnectedDatabase;
  system: ConnectedDatabase;
  engine: ConnectedDatabase;
  address: DatabaseAddress;
  outages: OutageWatch;
  auditKey: Buffer;
}): OpenDatabase {
  return {
    address,
    auditKey,
    pool: requests.pool,
    systemPool: system.pool,
    enginePool: engine.pool,
    checkHealth: outages.checkHealth,
    suspectOutage: outages.suspectOutage,
    async close() {
      outages.close();
      await Promise.all([requests.close(), system.close(), engine.close()]);
    },
  };
}

/** Another server may have applied all of them at this moment, so each says which version it goes on with. */
async function migrate(options: {
  pool: pg.Pool;
  now: Date;
  log: Log;
  zones?: ZoneSearch | undefined;
}): Promise<void> {
  await refuseBesideVersion1(options.pool);
  const applied = await migrateDatabase(options);
  const newest = (await listMigrations()).at(-1)?.name;
  options.log.info(`The database ${applied.length > 0 ? 'was migrated to' : 'is at'} ${newest}.`);
  await fillTimeZones(options.pool, options.now, options.zones);
  await installFunctions(options.pool);
}

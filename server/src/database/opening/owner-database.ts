import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Log } from '../../log.ts';
import { SUPERUSER } from '../embedded/cluster.ts';
import { readListening } from '../embedded/listening.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from '../embedded/start.ts';
import { StartError } from '../start-error.ts';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from './connect.ts';

interface Place {
  databaseUrl: string | undefined;
  dataDir: string;
}

interface How {
  log: Log;
  /** When to give up; default: when it is certain that there is no answer, which may take minutes. */
  limitMs?: number;
}

/**
 * The database as its owner: that of DATABASE_URL, or else the embedded PostgreSQL in DATA_DIR, beside a running server
 * or started for this; none is made. Throws StartError if there is none, or none that answers.
 */
export async function openOwnerDatabase(config: Place, how: How): Promise<ConnectedDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return connectAs({ connectionString: databaseUrl }, how);
  const folder = join(resolve(dataDir), 'postgres');
  await access(join(folder, 'data', 'PG_VERSION')).catch(({ code }: NodeJS.ErrnoException) => {
    const problem = code === 'ENOENT' ? 'There is no database' : `The database cannot be read (${code})`;
    throw new StartError(`${problem} in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`);
  });
  const running = await findRunning(folder, how);
  return running ?? startOwn(config, how);
}

/** The same for a new data folder; refused while a server runs on it. */
export async function openEmptyDatabase(config: Place, how: How): Promise<ConnectedDatabase> {
  const { databaseUrl } = config;
  return databaseUrl === undefined
    ? startOwn(config, how)
    : connectAs({ connectionString: databaseUrl }, how);
}

async function startOwn({ dataDir }: Place, how: How): Promise<ConnectedDatabase> {
  const own = await startEmbeddedPostgres({ dataDir, ...how });
  try {
    const database = await connectAs(own.address, how);
    return { ...database, close: () => database.close().finally(own.stop) };
  } catch (error) {
    await own.stop();
    throw error;
  }
}

async function findRunning(folder: string, how: How): Promise<ConnectedDatabase | undefined> {
  const place = await readListening(join(folder, 'data'));
  if (!place) return undefined;
  const password = await readFile(join(folder, 'password'), 'utf8');
  const address = { ...place, ssl: false, user: SUPERUSER, password, database: DATABASE_NAME };
  return connectAs(address, how).catch((error: StartError) => {
    // After a crash the file has an old address. A PostgreSQL that hangs refuses nothing, and has been waited for.
    if ((error.cause as { code?: string }).code === undefined) throw error;
    return undefined;
  });
}

function connectAs(address: DatabaseAddress, { log, limitMs }: How): Promise<ConnectedDatabase> {
  return connectDatabase({ address, maxConnections: 2, connectTimeoutMs: limitMs, log });
}

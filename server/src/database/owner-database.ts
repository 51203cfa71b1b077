import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Log } from '../log.ts';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from './connect.ts';
import { SUPERUSER } from './embedded/cluster.ts';
import { readListening } from './embedded/listening.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from './embedded/start.ts';
import { StartError } from './start-error.ts';

interface Place {
  databaseUrl: string | undefined;
  dataDir: string;
}

/**
 * The database as its owner: that of DATABASE_URL, or else the embedded PostgreSQL in DATA_DIR, beside a running server
 * or started for this. Throws StartError if there is none.
 */
export async function openOwnerDatabase(config: Place, log: Log): Promise<ConnectedDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return connectAs({ connectionString: databaseUrl }, log);
  const folder = join(resolve(dataDir), 'postgres');
  await access(folder).catch(() => {
    throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`);
  });
  const running = await findRunning(folder, log);
  return running ?? startOwn(config, log);
}

/** The same for a new data folder; refused while a server runs on it. */
export async function openEmptyDatabase(config: Place, log: Log): Promise<ConnectedDatabase> {
  const { databaseUrl } = config;
  return databaseUrl === undefined
    ? startOwn(config, log)
    : connectAs({ connectionString: databaseUrl }, log);
}

async function startOwn({ dataDir }: Place, log: Log): Promise<ConnectedDatabase> {
  const own = await startEmbeddedPostgres({ dataDir, log });
  try {
    const database = await connectAs(own.address, log);
    return { ...database, close: () => database.close().finally(own.stop) };
  } catch (error) {
    await own.stop();
    throw error;
  }
}

async function findRunning(folder: string, log: Log): Promise<ConnectedDatabase | undefined> {
  const place = await readListening(join(folder, 'data'));
  if (!place) return undefined;
  const password = await readFile(join(folder, 'password'), 'utf8');
  const address = { ...place, ssl: false, user: SUPERUSER, password, database: DATABASE_NAME };
  // After a crash the file has an old address.
  return connectAs(address, log).catch(() => undefined);
}

function connectAs(address: DatabaseAddress, log: Log): Promise<ConnectedDatabase> {
  return connectDatabase({ address, maxConnections: 2, log });
}

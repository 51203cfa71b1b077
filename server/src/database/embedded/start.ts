import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import type { DatabaseAddress } from '../opening/connect.ts';
import { StartError } from '../start-error.ts';
import { type Account, allowTraversal, findAccount, findClosedPart, findWritablePart } from './account.ts';
import { findBinariesPackage, prepareBinaries } from './binaries.ts';
import {
  abandonCluster,
  type Cluster,
  dataFolderOf,
  ensureCluster,
  forgetEarlierBoot,
  isRunning,
  type OnWait,
  readLogEnd,
  readPassword,
  removeUnfinished,
  SUPERUSER,
  startCluster,
  stopCluster,
} from './cluster.ts';
import { listenOnLoopback, listenOnSocket, readListening } from './listening.ts';
import { takeLock } from './lock.ts';
import { type Settings, writeSettings } from './settings.ts';

export const DATABASE_NAME = 'pigeonpost';
const STARTS = 3;
const TRIES = 300;
const TRY_EVERY_MS = 200;
const START_AGAIN_MS = 5_000;

export interface EmbeddedPostgres {
  address: DatabaseAddress;
  /** Stops PostgreSQL. Close every connection first: running transactions are rolled back. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Overrides the settings, for tests only: without the durable ones data can be lost. */
  settings?: Settings;
  initdbArgs?: string[];
  /** The installed package with PostgreSQL's programs. */
  packageFolder?: string;
  /** By socket, except on Windows, where Node cannot connect to PostgreSQL's. */
  listening?: 'socket' | 'loopback';
  /** Called when a program of PostgreSQL has been started that takes a while: to make its data folder, and to start it. */
  onWait?: OnWait | undefined;
  /** When to give up on a PostgreSQL that does not come up; default: after minutes, because recovering may take them. */
  limitMs?: number | undefined;
}

/**
 * Starts the PostgreSQL of this data folder, or adopts one that a killed server has left running, and keeps it running
 * until `stop`. Throws StartError if another server uses the folder, or with what else to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, limitMs } = options;
  const cluster = await prepareCluster(options);
  const lock = await bringUp(cluster, { log, limitMs, configure: () => configure(cluster, options) });
  try {
    await removeUnfinished(dirname(cluster.folder), cluster, log);
    await createDatabase(lock);
  } catch (error) {
    // The next server must find the lock free.
    await stopCluster(cluster).finally(() => lock.end());
    throw error;
  }
  // The connection with the lock must not keep a finished process alive.
  (lock as pg.Client & { unref(): void }).unref();
  const stopKeeping = keepRunning(cluster, log, lock);
  return {
    address: { ...(await readAddress(cluster)), database: DATABASE_NAME },
    async stop() {
      const lastLock = stopKeeping();
      await stopCluster(cluster);
      await lastLock.end();
    },
  };
}

async function prepareCluster(options: EmbeddedOptions): Promise<Cluster> {
  const { packageFolder = findBinariesPackage(), initdbArgs, onWait } = options;
  const dataDir = resolve(options.dataDir);
  const account = findAccount();
  await mkdir(dataDir, { recursive: true });
  if (account) openDataDir(dataDir, account);
  const binaries = await prepareBinaries({ packageFolder, dataDir, account });
  const cluster = { folder: join(dataDir, 'postgres'), binaries, account, onWait };
  await ensureCluster(cluster, initdbArgs);
  await forgetEarlierBoot(cluster);
  return cluster;
}

function openDataDir(dataDir: string, account: Account): void {
  const writable = findWritablePart(dataDir, account);
  if (writable !== undefined) {
    throw new StartError(
      `Pigeonpost runs as root, and the user "nobody" may change ${writable}, where DATA_DIR lies (${dataDir}): ` +
        'a link put there would lead root astray. Give that folder to root, writable for root only, or set ' +
        'DATA_DIR to another one, such as /var/lib/pigeonpost.',
    );
  }
  allowTraversal(dataDir);
  const closed = findClosedPart(dataDir, account);
  if (closed === undefined) return;
  throw new StartError(
    `PostgreSQL does not run as root, and its user "nobody" may not enter ${closed}, where DATA_DIR lies ` +
      `(${dataDir}). Let it pass (chmod o+x ${closed}), or set DATA_DIR to a folder outside of it, such as ` +
      '/var/lib/pigeonpost, and move there what is in this one.',
  );
}

async function configure(cluster: Cluster, { listening, settings = {} }: EmbeddedOptions): Promise<void> {
  const how = listening ?? (process.platform === 'win32' ? 'loopback' : 'socket');
  const place =
    how === 'socket'
      ? await listenOnSocket(join(cluster.folder, 'socket'), cluster.account)
      : await listenOnLoopback();
  const { account } = cluster;
  await writeSettings({ dataFolder: dataFolderOf(cluster), account }, place, settings);
}

interface BringUp extends Pick<EmbeddedOptions, 'log' | 'limitMs'> {
  configure: () => Promise<void>;
}

/** Returns the connection with the folder's lock, once PostgreSQL answers. */
async function bringUp(cluster: Cluster, { log, limitMs, configure }: BringUp): Promise<pg.Client> {
  const limit = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs);
  const seconds = limitMs === undefined ? undefined : Math.ceil(limitMs / 1000);
  let failedStarts = 0;
  for (let tries = 1; tries <= TRIES && failedStarts < STARTS && !limit?.aborted; tries++) {
    if (!(await isRunning(cluster))) {
      await configure();
      if (!(await startCluster(cluster, seconds))) failedStarts++;
      // A start that fails by itself takes no time, and what runs then is another server's.
      if (failedStarts > 0 && limit?.aborted) await abandonCluster(cluster);
    } else if (tries === 1)
      log.info('PostgreSQL is already running on the data folder; it is used as it is.');
    try {
      return await takeLock(await readAddress(cluster), limitMs);
    } catch (error) {
      if (error instanceof StartError) throw error;
    }
    // It may be starting, recovering, or stopping for another server that ends.
    await wait(TRY_EVERY_MS);
  }
  const within = seconds !== undefined && failedStarts < STARTS ? ` within ${seconds} s` : '';
  const end = await readLogEnd(cluster);
  throw new StartError(
    `PostgreSQL does not come up in ${cluster.folder}${within}. Its log ends with:\n${end}`,
  );
}

/**
 * Restarts PostgreSQL whenever it ends, however long that takes: a disk may be full for hours. Returns a function that
 * stops this and returns the present lock.
 */
function keepRunning(cluster: Cluster, log: Log, firstLock: pg.Client): () => pg.Client {
  let lock = firstLock;
  let isKept = true;
  const restart = async (): Promise<void> => {
    if (!isKept) return;
    // The watch for outages logs the error.
    log.warn('PostgreSQL has ended unexpectedly and is started again.');
    for (let failures = 0; isKept; failures++) {
      try {
        lock = await bringUp(cluster, { log, configure: async () => {} });
        lock.once('end', restart);
        return;
      } catch (err) {
        if (failures === 0)
          log.warn({ err }, 'PostgreSQL could not be started again. It is tried again until it starts.');
        await wait(START_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  lock.once('end', restart);
  return () => {
    isKept = false;
    return lock;
  };
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
  if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
}

async function readAddress(cluster: Cluster): Promise<DatabaseAddress> {
  const place = await readListening(dataFolderOf(cluster));
  if (!place) throw new Error('PostgreSQL does not say yet where it listens.');
  // Stated explicitly, because a PGSSLMODE in the environment is meant for another PostgreSQL.
  return {
    ...place,
    ssl: false,
    user: SUPERUSER,
    password: await readPassword(cluster),
    database: 'postgres',
  };
}

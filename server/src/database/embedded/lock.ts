import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../opening/connect.ts';
import { StartError } from '../start-error.ts';

const LOCK = 7_404_002;
const LABEL = 'pigeonpost server, process ';
const TRIES = 20;
const TRY_EVERY_MS = 100;
const CONNECT_LIMIT_MS = 10_000;

/**
 * Takes the one lock of a data folder: an advisory lock in its PostgreSQL, held by the returned connection. When its
 * process is killed, the connection breaks and PostgreSQL frees the lock, so no stale lock can remain. Throws
 * StartError if another server holds it; the connection's error otherwise, which a PostgreSQL that hangs gives too.
 */
export async function takeLock(
  address: DatabaseAddress,
  connectLimitMs = CONNECT_LIMIT_MS,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    application_name: `${LABEL}${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: connectLimitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await lockFolder(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function lockFolder(client: pg.Client): Promise<void> {
  // A server killed a moment ago holds the lock until PostgreSQL has noticed.
  for (let tries = 1; tries <= TRIES; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_taken', [LOCK]);
    if (rows[0].is_taken) return;
    await wait(TRY_EVERY_MS);
  }
  const holder = await findHolder(client);
  throw new StartError(
    `Another Pigeonpost server${holder ? ` (process ${holder})` : ''} is running on this data folder. ` +
      'Stop it first, or start this one with a DATA_DIR of its own.',
  );
}

async function findHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and objsubid = 1
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  );
  const name: string | undefined = rows[0]?.application_name;
  return name?.startsWith(LABEL) ? name.slice(LABEL.length) : undefined;
}

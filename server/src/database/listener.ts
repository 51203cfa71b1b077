import pg from 'pg';
import { systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { DatabaseAddress } from './opening/connect.ts';
import { prepareSession } from './opening/session.ts';

// The interval of heartbeats, each of which must be answered before the next.
const BEAT_MS = 15_000;
// A server that died without closing is dropped, with its locks, after this silence.
const SILENCE_MS = 4 * BEAT_MS;
const CONNECT_AGAIN_MS = 1_000;
const CONNECT_LIMIT_MS = 10_000;
// An unanswered end loses nothing.
const GOODBYE_MS = 1_000;
const BROKE = 'The connection that listens to other servers broke. It is opened again.';

/** A separate connection on which this server gets the NOTIFYs of the others. */
export interface Listener {
  /** The present connection; undefined while it is reopened. Its locks end with it. */
  readonly connection: ListenerConnection | undefined;
  close(): Promise<void>;
}

export interface ListenerConnection {
  /** Runs a statement after those before it have ended. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

interface Options {
  address: DatabaseAddress;
  channels: string[];
  log: Log;
  /** Gets each notification, this server's own included. */
  onMessage: (channel: string, payload: string) => void;
  /** It broke, and is reopened. */
  onLost: (err: Error) => void;
  /** The connection is back; notifications in between were missed. */
  onGap: () => void;
}

/**
 * Opens the connection and reopens it whenever it breaks (docs/scaling.md#what-servers-tell-each-other). It uses the
 * computer's own time, because it watches a wire and no promise of the product.
 */
export async function openListener(options: Options): Promise<Listener> {
  const closing = new AbortController();
  let connection: Connection | undefined = await connect(options);
  const kept = keep();

  async function keep(): Promise<void> {
    while (connection) {
      await untilLost(connection, closing.signal);
      connection = undefined;
      if (closing.signal.aborted) return;
      options.log.warn(BROKE);
      options.onLost(new Error(BROKE));
      connection = await connectAgain(options, closing.signal);
      if (connection) options.onGap();
    }
  }

  return {
    get connection() {
      return connection;
    },
    async close() {
      closing.abort();
      await kept;
    },
  };
}

interface Connection extends ListenerConnection {
  client: pg.Client;
}

async function connect({ address, channels, onMessage }: Options): Promise<Connection> {
  const client = new pg.Client({
    ...address,
    application_name: 'pigeonpost: listener',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: BEAT_MS,
    keepAlive: true,
  });
  // It also reports this by its end, which is awaited.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => onMessage(channel, payload));
  try {
    await client.connect();
    await prepareSession(client);
    // It sends hints only, so its commits need not wait for the disk.
    await client.query(
      `set synchronous_commit = off; set idle_session_timeout = ${SILENCE_MS};
      ${channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';')}`,
    );
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    client,
    query(text, values) {
      const result = last.then(() => client.query(text, values));
      last = result.catch(() => {});
      return result;
    },
  };
}

async function connectAgain(options: Options, signal: AbortSignal): Promise<Connection | undefined> {
  while (!signal.aborted) {
    try {
      return await connect(options);
    } catch {
      await systemClock.sleep(CONNECT_AGAIN_MS, signal);
    }
  }
  return undefined;
}

/** Ends with the connection: when it breaks, when it does not answer, or when the server closes. */
async function untilLost({ client, query }: Connection, signal: AbortSignal): Promise<void> {
  const lost = new AbortController();
  client.once('end', () => lost.abort());
  const either = AbortSignal.any([lost.signal, signal]);
  while (!either.aborted) {
    await systemClock.sleep(BEAT_MS, either);
    // A late answer is cut by `end`.
    if (!either.aborted) await query('select').catch(() => client.end());
  }
  if (!lost.signal.aborted) await Promise.race([client.end(), systemClock.sleep(GOODBYE_MS)]);
}

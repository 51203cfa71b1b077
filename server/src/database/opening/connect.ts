import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Continuity } from '../continuity.ts';
import { StartError } from '../start-error.ts';
import type { Database } from '../tables.ts';
import { IDLE_TRANSACTION_TIMEOUT_MS, LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '../timeouts.ts';
import { databaseValues } from '../values.ts';
import { createHealthCheck } from './health-check.ts';
import { prepareSession } from './session.ts';

const DEFAULT_CONNECTIONS = 20;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * These stay open while the server runs; others are closed after ten idle seconds. After a pause a call would otherwise
 * wait for a new one, which must sign in, and parses and plans each statement again.
 */
const KEPT_CONNECTIONS = 2;
// Shorter than the time after which routers and firewalls drop an idle connection.
const FIRST_KEEP_ALIVE_MS = 60_000;

/** The address of a PostgreSQL: a DATABASE_URL, or the result of `startEmbeddedPostgres`. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
>;

export interface ConnectedDatabase {
  readonly pool: pg.Pool;
  /** Queries outside any transaction, as the connecting role. Features use the transactions instead. */
  readonly db: Kysely<Database>;
  /** Rejects if the database does not answer. It uses no connection of the pool, which may all be busy. */
  checkHealth(): Promise<void>;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

/** Opens the pool and checks that the database answers; throws StartError with what to do if it does not. */
export async function connectDatabase(options: {
  address: DatabaseAddress;
  maxConnections?: number;
  /** How many stay open while nothing needs them. */
  keptConnections?: number;
  /** How long PostgreSQL may take to answer a new connection; default: ten seconds. */
  connectTimeoutMs?: number | undefined;
  /** How long a transaction may be idle before PostgreSQL ends it. */
  idleTransactionMs?: number;
  /** Prepares each new connection further, once its session has its settings. */
  prepare?: (client: pg.ClientBase) => Promise<void>;
  /** Examines each new connection. */
  continuity?: Pick<Continuity, 'examine'>;
  /** The class of the pool's connections; default: pg's own. */
  Client?: pg.PoolConfig['Client'];
  log: Log;
  /** Gets the error of a broken idle connection; default: a warning in the log. */
  onBroken?: (err: Error) => void;
}): Promise<ConnectedDatabase> {
  const { address, log, onBroken, Client, continuity, prepare } = options;
  const pool = new pg.Pool({
    ...address,
    Client,
    types: databaseValues,
    max: options.maxConnections ?? DEFAULT_CONNECTIONS,
    min: options.keptConnections ?? KEPT_CONNECTIONS,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: options.idleTransactionMs ?? IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_KEEP_ALIVE_MS,
    application_name: 'pigeonpost',
    onConnect: async (client) => {
      // A connection taken from the pool has no listener of the pool's, and may break between two statements.
      client.on('error', () => {});
      await prepareSession(client);
      await continuity?.examine(client);
      await prepare?.(client);
    },
  });
  // Without a listener, a broken idle connection would end the process; the pool replaces it.
  pool.on('error', onBroken ?? ((err) => log.warn({ err }, 'An idle database connection broke.')));
  try {
    await pool.query('select');
  } catch (error) {
    await pool.end();
    throw unreachable(address, error);
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, checkHealth: createHealthCheck(address), close: () => pool.end() };
}

function unreachable(address: DatabaseAddress, cause: unknown): StartError {
  const place = describe(address);
  const { code, message } = cause as { code?: string; message: string };
  const advice = address.connectionString
    ? 'Start that PostgreSQL or correct DATABASE_URL. Without DATABASE_URL, Pigeonpost starts a PostgreSQL of its own.'
    : 'Start Pigeonpost again; if that does not help, look into the log of PostgreSQL in DATA_DIR.';
  return new StartError(
    `The database at ${place} ${problemOf(code) ?? `does not answer: ${message}`}. ${advice}`,
    {
      cause,
    },
  );
}

function problemOf(code: string | undefined): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'does not answer: nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'does not answer: there is no such host';
    case '28P01':
    case '28000':
      return 'refuses this user or password';
    case '3D000':
      return 'answers, but has no database of that name';
    default:
      return undefined;
  }
}

/** Host, port and database without user and password, which must not be logged. */
function describe(address: DatabaseAddress): string {
  const { host, port, database } = new pg.Client(address);
  return `${host}:${port}, database ${database}`;
}

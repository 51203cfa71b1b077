import pg from 'pg';
import { FUNCTIONS_SCHEMA } from '../functions.ts';

const LIMIT_MS = 2_000;

// A database without the functions of this version answers, but is useless.
const CALL = `select ${FUNCTIONS_SCHEMA}.lock_users('{}', null)`;

/** Asks the database on its own connection; simultaneous calls share the answer. */
export function createHealthCheck(address: pg.ClientConfig): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= ask(address).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function ask(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    application_name: 'pigeonpost: health',
  });
  // The connection may break between two statements; the query then fails too.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(CALL);
  } finally {
    // Not awaited: a database that hangs would not answer the end either.
    client.end().catch(() => {});
  }
}

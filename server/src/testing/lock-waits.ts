import type { ClientBase } from 'pg';
import type { TestDatabase } from './test-database.ts';
import { until } from './until.ts';

type ChangedTable =
  | 'fields'
  | 'lists'
  | 'person_notes'
  | 'profiles'
  | 'settings'
  | 'tags'
  | 'views'
  | 'templates'
  | 'tickets'
  | 'users';

/** Resolves once that many transactions of this database wait for a lock; fails if they never do. */
export async function waitForLockWaits({ pool }: TestDatabase, waiting: number): Promise<void> {
  await until(`${waiting} transactions that wait for a lock`, async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rows[0]?.count ?? 0) >= waiting;
  });
}

/** Does the work on its own connection, in a transaction that is rolled back. */
export async function rolledBack<T>(
  { pool }: TestDatabase,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    // Without a timeout, because it stands for a busy transaction, however long the others need.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Runs calls that write to a table so that all of them read before any of them writes. So they read the same, unless
 * one of them waits for another.
 */
export async function atTheSameMoment<T>(
  database: TestDatabase,
  { table, calls }: { table: ChangedTable; calls: (() => Promise<T>)[] },
): Promise<PromiseSettledResult<T>[]> {
  const { outcomes } = await rolledBack(database, async (client) => {
    await client.query(`lock table ${table} in share row exclusive mode`);
    const outcomes = Promise.allSettled(calls.map((call) => call()));
    await waitForLockWaits(database, calls.length);
    return { outcomes };
  });
  return outcomes;
}

import pg from 'pg';
import type { Log } from '../log.ts';
import { Tx, TxConnection } from './transaction.ts';

/** Takes an effect (an event, a nudge) that must happen only once the transaction is committed. */
export type AfterCommit = (effect: () => void) => void;

type Work<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>;

/** The only two ways to the data. Both run `work` in one transaction and roll it back when it throws. */
export interface Doors {
  /** As that user: row-level security hides everybody else's rows, by a role that cannot bypass it. */
  asUser<T>(userId: number, work: Work<T>): Promise<T>;
  /**
   * As the server itself, for what spans users or comes before there is one. The purpose is shown as the
   * connection's application_name while it runs, so that a long transaction can be traced to its cause.
   */
  asSystem<T>(purpose: string, work: Work<T>): Promise<T>;
}

export function openDoors({ pool, log }: { pool: pg.Pool; log: Log }): Doors {
  return {
    async asUser(userId, work) {
      if (!Number.isSafeInteger(userId) || userId <= 0) throw new TypeError(`${userId} is no user's id.`);
      return inTransaction({ pool, log, work, begin: beginAsUser(userId) });
    },
    async asSystem(purpose, work) {
      return inTransaction({ pool, log, work, begin: beginAsSystem(purpose) });
    },
  };
}

// One message to the database instead of two: each costs a round trip, and every request pays it.
function beginAsUser(userId: number): string {
  return `begin; select set_config('role', 'pigeonpost_user', true), set_config('app.user_id', '${userId}', true)`;
}

function beginAsSystem(purpose: string): string {
  return `begin; select set_config('application_name', ${pg.escapeLiteral(`pigeonpost: ${purpose}`)}, true)`;
}

async function inTransaction<T>(options: {
  pool: pg.Pool;
  log: Log;
  work: Work<T>;
  begin: string;
}): Promise<T> {
  const { pool, log, work, begin } = options;
  const effects: (() => void)[] = [];
  const client = await pool.connect();
  const connection = new TxConnection(client);
  let result: T;
  try {
    await client.query(begin);
    result = await work(new Tx(connection), (effect) => effects.push(effect));
    connection.end();
    await commit(client);
  } catch (error) {
    connection.end();
    await rollBackAndRelease(client);
    throw error;
  }
  client.release();
  for (const effect of effects) runEffect(effect, log);
  return result;
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL answers the commit of a failed transaction with a quiet rollback.
  if (command !== 'COMMIT') {
    throw new Error(
      'A statement of this transaction failed and its error was swallowed: nothing was written.',
    );
  }
}

async function rollBackAndRelease(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(true);
  }
}

function runEffect(effect: () => void, log: Log): void {
  try {
    effect();
  } catch (err) {
    log.error({ err }, 'Something that follows a commit failed; what was committed stays.');
  }
}

import type { Tx } from './transaction.ts';

/** PostgreSQL's codes for a lock that was waited for too long, and a statement that ran too long. */
export const TIMED_OUT = { lock: '55P03', statement: '57014' } as const;

/**
 * The lock timeout of every connection. A caller gives up after 10 seconds, so a longer wait only takes a connection
 * from others; a running statement may finish.
 */
export const LOCK_TIMEOUT_MS = 8_000;
export const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * A server that is paused in the middle of a transaction loses it, and with it the locks that others wait for. A server
 * on a busy machine is not idle for so long.
 */
export const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;
/** The same within a step of the engine, whose user's other steps wait: it decides within milliseconds. */
export const IDLE_STEP_TIMEOUT_MS = 3_000;

/** Sets the time limit of this transaction's statements, for imports. */
export async function allowLongStatements(tx: Tx, milliseconds: number): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [`${milliseconds}ms`]);
}

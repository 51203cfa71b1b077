import type { Tx } from './transaction.ts';

/** PostgreSQL's codes for a lock that was waited for too long, and a statement that ran too long. */
export const TIMED_OUT = { lock: '55P03', statement: '57014' } as const;

/**
 * What every connection begins with. A caller gives up after 10 seconds, so waiting longer for a lock only takes
 * a connection from somebody else; a statement may end what it began.
 */
export const LOCK_TIMEOUT_MS = 8_000;
export const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * A server that stands still in the middle of a transaction loses it, and with it the locks that others wait for. One
 * on a machine that is only busy does not stand still for so long.
 */
export const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;

/** Lets each statement of this transaction take so long: an import's may. */
export async function allowLongStatements(tx: Tx, milliseconds: number): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [`${milliseconds}ms`]);
}

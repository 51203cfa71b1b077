import type { Tx } from '../../database/transaction.ts';
import { countFailures, deleteFailuresBefore, insertFailure } from './throttle-queries.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_NAME = 10;
const FAILURES_PER_ADDRESS = 100;

export interface Attempt {
  username: string;
  address: string;
  now: Date;
}

export type Verdict =
  | { may: 'try' }
  /** The name is being guessed, but not from this address: only the right password is let in. */
  | { may: 'try if right'; retryAfter: number }
  | { may: 'wait'; retryAfter: number };

/** Whether a sign-in may be tried: failures only are counted (3-decisions, Login throttle). */
export async function judgeAttempt(tx: Tx, attempt: Attempt): Promise<Verdict> {
  const since = new Date(attempt.now.getTime() - WINDOW_MS);
  const failures = await countFailures(tx, { ...attempt, since });
  const retryAfter = secondsUntil(failures.oldest, attempt.now);
  if (failures.of_address >= FAILURES_PER_ADDRESS) return { may: 'wait', retryAfter };
  if (failures.of_name < FAILURES_PER_NAME) return { may: 'try' };
  return { may: failures.of_both === 0 ? 'try if right' : 'wait', retryAfter };
}

export async function recordFailure(tx: Tx, attempt: Attempt): Promise<void> {
  await insertFailure(tx, attempt);
}

/** Forgets failures that no longer count. */
export async function forgetFailures(tx: Tx, now: Date): Promise<void> {
  await deleteFailuresBefore(tx, new Date(now.getTime() - WINDOW_MS));
}

function secondsUntil(oldest: string | null, now: Date): number {
  if (oldest === null) return 1;
  return Math.max(1, Math.ceil((new Date(oldest).getTime() + WINDOW_MS - now.getTime()) / 1000));
}

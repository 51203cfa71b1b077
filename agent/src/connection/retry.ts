import { ApiError } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds to wait after an unanswered call: 1 s growing to 30 s. */
export function nextRetryDelay(last: number | undefined): number {
  return last === undefined ? FIRST_WAIT_MS : Math.min(last * 2, LONGEST_WAIT_MS);
}

/** Whether the same call may succeed later: no answer, 408, 429 or 5xx. Other errors are final. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Repeats a call until it is answered. Throws an answered error, and the reason when `signal` aborts. */
export async function retry<T>(
  call: () => Promise<T>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<T> {
  for (let delay = nextRetryDelay(undefined); ; delay = nextRetryDelay(delay)) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !isRetryable(error)) throw error;
      const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await clock.sleep(Math.max(delay, retryAfter), signal);
    }
  }
}

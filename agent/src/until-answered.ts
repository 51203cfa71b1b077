import { ApiError } from '@pigeonpost/contract/client';
import type { Clock } from './clock.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds to wait after an unanswered call: 1 s growing to 30 s (4-agent-protocol, Server away). */
export function nextWait(last: number | undefined): number {
  return last === undefined ? FIRST_WAIT_MS : Math.min(last * 2, LONGEST_WAIT_MS);
}

/** Whether a failed call says nothing about what was asked, so that it is to be asked again. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Repeats a call until it is answered. Throws what was answered, if that is an error, and when `signal` aborts. */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<T> {
  for (let wait = nextWait(undefined); ; wait = nextWait(wait)) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isUnanswered(error)) throw error;
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await clock.sleep(Math.max(wait, asked), signal).catch(() => signal.throwIfAborted());
    }
  }
}

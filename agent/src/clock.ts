import { setTimeout as wait } from 'node:timers/promises';

/** The agent's only source of time. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only grow, whatever happens to the date. For grants and limits. */
  monotonic(): number;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    // Only the signal can reject it.
    await wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
  },
};

/** Whether the promise settles, either way, before the time is up. The promise itself goes on. */
export async function settlesWithin(clock: Clock, milliseconds: number, promise: Promise<unknown>) {
  const stop = new AbortController();
  const late = clock.sleep(milliseconds, stop.signal).then(() => false);
  const settled = promise.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([settled, late]);
  stop.abort();
  return inTime;
}

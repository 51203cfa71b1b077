import { setTimeout as wait } from 'node:timers/promises';

/** Where the agent gets its time from. Nothing else reads the machine's clock. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only ever grow, whatever happens to the date: for counting grants and limits. */
  monotonic(): number;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    // It rejects for one reason only: the signal.
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

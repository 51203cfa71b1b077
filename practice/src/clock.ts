import { setTimeout as wait } from 'node:timers/promises';

/** The one source of time; tests pass their own. */
export type Clock = {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => new Date(),
  async sleep(milliseconds, signal) {
    // Only the signal can reject it.
    await wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
  },
};

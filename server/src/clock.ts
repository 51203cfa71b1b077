import { setTimeout as wait } from 'node:timers/promises';

/** The only source of time: everything else is given a moment as a value. */
export interface Clock {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  async sleep(milliseconds, signal) {
    if (milliseconds <= 0) return;
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => {});
  },
};

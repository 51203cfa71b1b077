import { setTimeout as wait } from 'node:timers/promises';

/** The one source of time: tests hand in their own. `sleep` rejects when its signal aborts. */
export type Clock = {
  now(): Date;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
};

import { setTimeout as wait } from 'node:timers/promises';

/** The only source of time: all other code gets a moment as a value. */
export interface Clock {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Rings after that many milliseconds, unless the function that it returns is called first. */
  ringAfter(milliseconds: number, ring: () => void): () => void;
  /** Takes the database's time, whenever an engine transaction has read it. */
  learn(moment: Date): void;
  /** The moment that functions of the database use; null: the database's own. */
  readonly moment: Date | null;
}

/** The computer's own time, for code that runs before the database is open. */
export const systemClock: Pick<Clock, 'now' | 'sleep' | 'ringAfter'> = {
  now: () => new Date(),
  async sleep(milliseconds, signal) {
    if (milliseconds <= 0) return;
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => {});
  },
  ringAfter(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** Counts seconds from this call on, by a monotonic counter: only for measuring. */
export function startStopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}

/**
 * The database's time, on which several servers agree (docs/decisions/0010-time-is-the-databases.md): the moment last
 * read, plus the time since then by a monotonic counter.
 */
export function createDatabaseClock(told: Date, elapsed: () => number = () => performance.now()): Clock {
  let offset = told.getTime() - elapsed();
  return {
    now: () => new Date(Math.round(offset + elapsed())),
    learn(moment) {
      offset = moment.getTime() - elapsed();
    },
    moment: null,
    sleep: systemClock.sleep,
    ringAfter: systemClock.ringAfter,
  };
}

import { setTimeout as wait } from 'node:timers/promises';

/** The only source of time: everything else is given a moment as a value. */
export interface Clock {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Rings after that many milliseconds, unless it is stopped by what this gives. */
  ringAfter(milliseconds: number, ring: () => void): () => void;
  /** Is told the time of the database, whenever an engine transaction has asked for it. */
  learn(moment: Date): void;
  /** The moment that functions of the database work with; null where it is the database's own. */
  readonly moment: Date | null;
}

/** The computer's own time: for what precedes a database. */
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

/** Counts seconds from its call on, by a counter that nobody sets: for measuring only. */
export function startStopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}

/**
 * The database's time, in which several servers agree (docs/decisions/0010-time-is-the-databases.md): the moment
 * that it last told, and what has passed since then by a counter that nobody sets.
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

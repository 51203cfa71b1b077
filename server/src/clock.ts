import { setTimeout as wait } from 'node:timers/promises';

/** The only source of time: all other code gets a moment as a value. */
export interface Clock {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Rings after that many milliseconds, unless the function that it returns is called first. */
  ringAfter(milliseconds: number, ring: () => void): () => void;
  /** Takes the database's time in milliseconds, whenever an engine transaction has read it, in an answer that took so long. */
  learn(moment: number, seconds: number): void;
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
 * The database's time, on which several servers agree (docs/decisions/0010-time-is-the-databases.md): a moment that was
 * read, plus the time since then by a monotonic counter. A moment is read at some time between question and answer, so a
 * slow answer alone never sets the clock back: a step of the engine that comes after a lock is never dated before it.
 */
export function createDatabaseClock(told: number, elapsed: () => number = () => performance.now()): Clock {
  let offset = told - elapsed();
  return {
    now: () => new Date(Math.ceil(offset + elapsed())),
    learn(moment, seconds) {
      const least = moment - elapsed();
      offset = Math.min(Math.max(offset, least), least + seconds * 1000);
    },
    moment: null,
    sleep: systemClock.sleep,
    ringAfter: systemClock.ringAfter,
  };
}

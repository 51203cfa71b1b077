import { setImmediate as letOthersThrough, setTimeout as wait } from 'node:timers/promises';

/** What may ring early rings in steps of so long. */
const STEP_MS = 500;
/** A wait that is shorter is not made shorter still. */
const LONG_MS = 10_000;
const RUNG_AT_ONCE = 20;

/** The only source of time: everything else is given a moment as a value. */
export interface Clock {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Rings after that many milliseconds, unless it is stopped by what this gives. */
  ringAfter(milliseconds: number, ring: () => void): () => void;
  /**
   * The same for what waits by the thousand: a long wait ends up to half a second early, together with all that end
   * about then. One by one they find nothing of what they need in the processor's caches, and take twice as long.
   */
  ringAbout(milliseconds: number, ring: () => void): () => void;
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
  const steps = new Map<number, Set<() => void>>();
  return {
    now: () => new Date(Math.round(offset + elapsed())),
    learn(moment) {
      offset = moment.getTime() - elapsed();
    },
    moment: null,
    sleep: systemClock.sleep,
    ringAfter: systemClock.ringAfter,
    ringAbout(milliseconds, ring) {
      if (milliseconds < LONG_MS) return systemClock.ringAfter(milliseconds, ring);
      const now = elapsed();
      const step = Math.floor((now + milliseconds) / STEP_MS);
      const rings = steps.get(step) ?? openStep(step, now);
      rings.add(ring);
      return () => void rings.delete(ring);
    },
  };

  function openStep(step: number, now: number): Set<() => void> {
    const rings = new Set<() => void>();
    steps.set(step, rings);
    systemClock.ringAfter(step * STEP_MS - now, () => {
      steps.delete(step);
      void ringAll(rings);
    });
    return rings;
  }
}

async function ringAll(rings: Set<() => void>): Promise<void> {
  let rung = 0;
  for (const ring of rings) {
    ring();
    if (++rung % RUNG_AT_ONCE === 0) await letOthersThrough();
  }
}

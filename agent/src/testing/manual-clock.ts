import type { Clock } from '../clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and wakes the sleepers that are due. */
  turn(milliseconds: number): void;
  sleepers(): number;
}

/** A clock that stands still until a test turns it. */
export function manualClock(start = new Date('2030-01-01T12:00:00Z')): ManualClock {
  let elapsed = 0;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => new Date(start.getTime() + elapsed),
    monotonic: () => elapsed,
    sleepers: () => sleepers.size,
    sleep(milliseconds, signal) {
      return new Promise((resolve) => {
        const sleeper = { until: elapsed + milliseconds, wake: resolve };
        const wakeEarly = () => {
          sleepers.delete(sleeper);
          resolve();
        };
        if (signal?.aborted) return wakeEarly();
        signal?.addEventListener('abort', wakeEarly, { once: true });
        sleepers.add(sleeper);
      });
    },
    turn(milliseconds) {
      elapsed += milliseconds;
      for (const sleeper of [...sleepers].filter(({ until }) => until <= elapsed)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}

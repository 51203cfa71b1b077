import type { Clock } from '../clock.ts';

/** A clock that stands still until a test moves it; sleepers wake at their time. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers = new Set<{ until: number; wake: () => void }>();

  constructor(start = '2026-09-12T09:00:00.000Z') {
    this.#now = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.ringAfter(milliseconds, resolve);
      const wake = () => {
        stop();
        resolve();
      };
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  ringAfter(milliseconds: number, ring: () => void): () => void {
    if (milliseconds <= 0) ring();
    const sleeper = {
      until: this.#now + milliseconds,
      wake: () => {
        this.#sleepers.delete(sleeper);
        ring();
      },
    };
    this.#sleepers.add(sleeper);
    return () => void this.#sleepers.delete(sleeper);
  }

  /** The test alone says what time it is. */
  learn(): void {}

  get moment(): Date {
    return this.now();
  }

  /** The number of sleepers, which a test waits for before it moves the clock. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** The number of sleepers with at least this long to go; periodic events sleep for less. */
  sleepingFor(milliseconds: number): number {
    return [...this.#sleepers].filter(({ until }) => until - this.#now >= milliseconds).length;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#now) sleeper.wake();
  }
}

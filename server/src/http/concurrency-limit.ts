interface Queue {
  running: number;
  waiting: (() => void)[];
}

/**
 * A semaphore for each key: `concurrency` pieces of work run at a time and `maxWaiting` more wait, in order of arrival.
 */
export class ConcurrencyLimit<Key> {
  readonly #queues = new Map<Key, Queue>();
  readonly #concurrency: number;
  readonly #maxWaiting: number;

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  isFull(key: Key): boolean {
    return (this.#queues.get(key)?.running ?? 0) >= this.#concurrency;
  }

  /** Takes a place that is free at this moment, and returns the function that releases it. */
  tryAcquire(key: Key): (() => void) | undefined {
    if (this.isFull(key)) return undefined;
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    queue.running++;
    return this.#releaseOnce(key, queue);
  }

  /** Resolves with a function that releases the place; at once with undefined if too many wait already. */
  async acquire(key: Key): Promise<(() => void) | undefined> {
    const queue = this.#queues.get(key);
    if (!queue || queue.running < this.#concurrency) return this.tryAcquire(key);
    if (queue.waiting.length >= this.#maxWaiting) return undefined;
    // The place goes directly to the next in line, so that a new call cannot take it first.
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return this.#releaseOnce(key, queue);
  }

  #releaseOnce(key: Key, queue: Queue): () => void {
    let isReleased = false;
    return () => {
      if (!isReleased) this.#release(key, queue);
      isReleased = true;
    };
  }

  #release(key: Key, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) next();
    else if (--queue.running === 0) this.#queues.delete(key);
  }
}

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

  /** Resolves with a function that releases the place; at once with undefined if too many wait already. */
  async acquire(key: Key): Promise<(() => void) | undefined> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#concurrency) queue.running++;
    else if (queue.waiting.length >= this.#maxWaiting) return undefined;
    // The place goes directly to the next in line, so that a new call cannot take it first.
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
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

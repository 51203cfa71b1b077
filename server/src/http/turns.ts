interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Runs `atOnce` pieces of work at a time for each key and lets `waiting` more wait, which follow in the order in which
 * they came. Waiting holds nothing: no connection, no body.
 */
export class Turns<Key> {
  readonly #lines = new Map<Key, Line>();
  readonly #atOnce: number;
  readonly #waiting: number;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /** Resolves at its turn with what ends it; at once with undefined when too much waits already. */
  async take(key: Key): Promise<(() => void) | undefined> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#atOnce) line.running++;
    else if (line.waiting.length >= this.#waiting) return undefined;
    // Whoever ends hands its place on, so that nobody slips in between.
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    let isOver = false;
    return () => {
      if (!isOver) this.#end(key, line);
      isOver = true;
    };
  }

  #end(key: Key, line: Line): void {
    const next = line.waiting.shift();
    if (next) next();
    else if (--line.running === 0) this.#lines.delete(key);
  }
}

const FILTERS_HELD = 32;
const BYTES_HELD = 64 * 1024 * 1024;

interface Held {
  version: string;
  ids: Float64Array;
}

/**
 * The ids that filters found, in this server's memory: 32 filters, 64 MB, the one that was used last stays longest
 * (docs/decisions/0041-filters-held-in-memory.md). Each is good for the version under which it was found.
 */
export class HeldIds {
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  find(key: string, version: string): Float64Array | undefined {
    const held = this.#held.get(key);
    if (held?.version !== version) return undefined;
    // The last in the order of a Map is the one that was set last.
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.ids;
  }

  hold(key: string, held: Held): void {
    this.#drop(key);
    this.#held.set(key, held);
    this.#bytes += held.ids.byteLength;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= FILTERS_HELD && this.#bytes <= BYTES_HELD) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#held.get(key)?.ids.byteLength ?? 0;
    this.#held.delete(key);
  }
}

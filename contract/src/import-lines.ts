const ERRORS_SHOWN = 100;
const VALUE_SHOWN = 200;

/** A line that is not a name, with the reason; no reason once it is corrected. */
interface BadLine {
  value: string;
  reason: string | undefined;
}

/**
 * Counts the lines of an import, one after the other. The page uses it before an import and the server during it, so
 * that both say the same (docs/behaviour.md#imports).
 */
export class ImportLines<Line extends BadLine> {
  readonly #names = new Set<string>();
  /** Names that an earlier line already had. */
  duplicates = 0;
  invalid = 0;
  /** The first bad lines, their values shortened. */
  readonly errors: Line[] = [];

  /** The valid names, each once, in the order of their lines. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** Counts a valid name; false if an earlier line already had it. */
  add(name: string): boolean {
    // Asking `has` first would look it up twice.
    if (this.#names.size < this.#names.add(name).size) return true;
    this.duplicates += 1;
    return false;
  }

  /** Counts a bad line, and keeps a corrected one among the errors. */
  note(line: Line): void {
    if (line.reason !== undefined) this.invalid += 1;
    if (this.errors.length < ERRORS_SHOWN)
      this.errors.push({ ...line, value: line.value.trim().slice(0, VALUE_SHOWN) });
  }
}

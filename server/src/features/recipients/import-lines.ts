import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import { type NameKind, normalizeRecipient, recipientError } from '@pigeonpost/contract/recipients';

/** About a millisecond of work. Whoever is answered meanwhile waits for several such turns: a page of a list for six. */
export const LINES_AT_ONCE = 1_000;
const ERRORS_SHOWN = 100;
const VALUE_SHOWN = 200;

/** The report on the lines alone, before the list is asked; `valid` counts different names. */
export interface LineReport extends Pick<BulkReport, 'duplicates' | 'invalid' | 'errors'> {
  valid: number;
}

/** Checks the lines of an import and counts them, some at a time. */
export class LineReader {
  /** On what was read until now. */
  readonly report: LineReport = { valid: 0, duplicates: 0, invalid: 0, errors: [] };
  readonly #lines: readonly string[];
  readonly #kind: NameKind;
  readonly #seen = new Set<string>();
  readonly #linesOfNames: number[] = [];
  #next = 0;

  constructor(lines: readonly string[], kind: NameKind) {
    this.#lines = lines;
    this.#kind = kind;
  }

  get isOver(): boolean {
    return this.#next >= this.#lines.length;
  }

  /** Checks the next lines. Blank ones are dropped. */
  read(atOnce: number): void {
    const { report } = this;
    const end = Math.min(this.#next + atOnce, this.#lines.length);
    for (; this.#next < end; this.#next++) {
      const value = this.#lines[this.#next] ?? '';
      const name = normalizeRecipient(value);
      const reason = recipientError(name, this.#kind);
      if (reason !== undefined) {
        if (value.trim() !== '') noteInvalid(report, { line: this.#next + 1, value, reason });
        // Asking first whether it is there would look for it twice.
      } else if (this.#seen.size === this.#seen.add(name).size) report.duplicates++;
      else this.#linesOfNames.push(this.#next + 1);
    }
    report.valid = this.#seen.size;
  }

  /** The valid names that were read, each once, in the order of their lines. */
  listNames(): string[] {
    return [...this.#seen];
  }

  /** The line of each of these names, counted from 1. */
  listLines(): number[] {
    return this.#linesOfNames;
  }
}

/** The names at once with the report, where they are few enough for that. */
export async function collectNames(
  lines: readonly string[],
  kind: NameKind,
): Promise<{ names: string[]; report: LineReport }> {
  const reader = new LineReader(lines, kind);
  while (!reader.isOver) {
    reader.read(LINES_AT_ONCE);
    await letOthersRun();
  }
  return { names: reader.listNames(), report: reader.report };
}

function noteInvalid(report: LineReport, error: BulkReport['errors'][number]): void {
  report.invalid++;
  if (report.errors.length >= ERRORS_SHOWN) return;
  report.errors.push({ ...error, value: error.value.trim().slice(0, VALUE_SHOWN) });
}

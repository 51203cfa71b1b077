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
  #next = 0;

  constructor(lines: readonly string[], kind: NameKind) {
    this.#lines = lines;
    this.#kind = kind;
  }

  get isOver(): boolean {
    return this.#next >= this.#lines.length;
  }

  /**
   * The valid names of the next lines, those that came before left out, as rows for COPY: the line, counted from 1, and
   * the name. Blank lines are dropped.
   */
  readRows(atOnce: number): string {
    const { report } = this;
    const end = Math.min(this.#next + atOnce, this.#lines.length);
    let rows = '';
    for (; this.#next < end; this.#next++) {
      const value = this.#lines[this.#next] ?? '';
      const name = normalizeRecipient(value);
      const reason = recipientError(name, this.#kind);
      if (reason !== undefined) {
        if (value.trim() !== '') noteInvalid(report, { line: this.#next + 1, value, reason });
      } else if (this.#seen.size === this.#seen.add(name).size) {
        // Asking first whether it is there would look for it twice.
        report.duplicates++;
      } else {
        // The one character of an address that COPY reads as something else.
        rows += `${this.#next + 1}\t${name.replaceAll('\\', '\\\\')}\n`;
      }
    }
    report.valid = this.#seen.size;
    return rows;
  }
}

/** The names at once with the report, where they are few enough for that. */
export async function collectNames(
  lines: readonly string[],
  kind: NameKind,
): Promise<{ names: string[]; report: LineReport }> {
  const reader = new LineReader(lines, kind);
  const names: string[] = [];
  while (!reader.isOver) {
    for (const row of reader.readRows(LINES_AT_ONCE).split('\n'))
      if (row !== '') names.push(row.slice(row.indexOf('\t') + 1).replaceAll('\\\\', '\\'));
    await letOthersRun();
  }
  return { names, report: reader.report };
}

function noteInvalid(report: LineReport, error: BulkReport['errors'][number]): void {
  report.invalid++;
  if (report.errors.length >= ERRORS_SHOWN) return;
  report.errors.push({ ...error, value: error.value.trim().slice(0, VALUE_SHOWN) });
}

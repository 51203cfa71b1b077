import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { BulkReport } from '@pigeonpost/contract/calls/recipients';
import { type NameKind, normalizeRecipient, recipientError } from '@pigeonpost/contract/recipients';

// About a millisecond of work. Whoever is answered meanwhile waits for several such turns: a page of a list for six.
const LINES_AT_ONCE = 1_000;
const ERRORS_SHOWN = 100;
const VALUE_SHOWN = 200;

/** The report on the lines alone, before the list is asked; `valid` counts different names. */
export interface LineReport extends Pick<BulkReport, 'duplicates' | 'invalid' | 'errors'> {
  valid: number;
}

/** To be filled while the lines are read. */
export function emptyLineReport(): LineReport {
  return { valid: 0, duplicates: 0, invalid: 0, errors: [] };
}

/**
 * Checks and counts the lines of an import while they are being read, and gives the valid names once each, as
 * rows for COPY: the line, counted from 1, and the name. Blank lines are dropped.
 * An abort ends it early.
 */
export async function* readLines(
  { lines, kind }: NamedLines,
  report: LineReport,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const seen = new Set<string>();
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
    const rows = readSome({ lines, kind, start, seen, report });
    if (rows !== '') yield Buffer.from(rows);
    await letOthersRun();
    if (signal?.aborted) return;
  }
}

/** The names at once, where they are few enough for that. */
export async function collectNames(named: NamedLines, report: LineReport): Promise<string[]> {
  const names: string[] = [];
  for await (const rows of readLines(named, report))
    for (const row of rows.toString().trimEnd().split('\n'))
      names.push(row.slice(row.indexOf('\t') + 1).replaceAll('\\\\', '\\'));
  return names;
}

interface NamedLines {
  lines: readonly string[];
  kind: NameKind;
}

function readSome(work: {
  lines: readonly string[];
  kind: NameKind;
  start: number;
  seen: Set<string>;
  report: LineReport;
}): string {
  const { lines, kind, start, seen, report } = work;
  const end = Math.min(start + LINES_AT_ONCE, lines.length);
  let rows = '';
  for (let index = start; index < end; index++) {
    const value = lines[index] ?? '';
    const name = normalizeRecipient(value);
    const reason = recipientError(name, kind);
    if (reason !== undefined) {
      if (value.trim() !== '') noteInvalid(report, { line: index + 1, value, reason });
    } else if (seen.size === seen.add(name).size) {
      // Asking first whether it is there would look for it twice.
      report.duplicates++;
    } else {
      // The one character of an address that COPY reads as something else.
      rows += `${index + 1}\t${name.replaceAll('\\', '\\\\')}\n`;
    }
  }
  report.valid = seen.size;
  return rows;
}

function noteInvalid(report: LineReport, error: BulkReport['errors'][number]): void {
  report.invalid++;
  if (report.errors.length >= ERRORS_SHOWN) return;
  report.errors.push({ ...error, value: error.value.trim().slice(0, VALUE_SHOWN) });
}

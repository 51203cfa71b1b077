import { IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import {
  NAME_WORDS,
  type NameKind,
  normalizeRecipient,
  recipientError,
} from '@pigeonpost/contract/recipients';

const ERRORS_SHOWN = 100;
const VALUE_SHOWN = 200;

/** A line that is no name: its place from 1, and what is wrong with it; nothing any more once it is corrected. */
export type LineError = { line: number; value: string; reason: string | undefined };

/** What was typed in place of a refused line, by its place. */
export type Corrections = ReadonlyMap<number, string>;

/** What the lines of an import say by themselves, before the list is asked. */
export type LineCounts = {
  /** Different names that follow the rule. */
  valid: number;
  duplicates: number;
  invalid: number;
  /** The first 100, corrected ones among them. */
  errors: LineError[];
};

export type LineCounter = {
  /** Takes one line; false once there are more names than an import takes. */
  take: (value: string, line: number) => boolean;
  counts: () => LineCounts;
  names: () => string[];
  /** All lines that are left out, as a table that can be corrected and imported again; undefined without any. */
  refused: () => string[] | undefined;
};

type CounterOptions = { kind: NameKind; most?: number; corrections?: Corrections | undefined };

/** Counts lines as they arrive, by the contract's rules. Blank ones are dropped. */
export function createLineCounter({
  kind,
  most = IMPORT_MAX_LINES,
  corrections,
}: CounterOptions): LineCounter {
  const seen = new Set<string>();
  const errors: LineError[] = [];
  const refused: string[] = [];
  let duplicates = 0;
  let invalid = 0;
  const count = (name: string) => {
    if (seen.has(name)) duplicates += 1;
    else seen.add(name);
  };
  const refuse = (value: string, line: number, reason: string) => {
    invalid += 1;
    refused.push([value.trim(), line, reason].map(csvCell).join(','));
  };
  const take = (value: string, line: number) => {
    const name = normalizeRecipient(value);
    if (recipientError(name, kind) === undefined) count(name);
    else if (value.trim() !== '') {
      const typed = corrections?.get(line) ?? value;
      const corrected = normalizeRecipient(typed);
      const reason = recipientError(corrected, kind);
      if (reason === undefined) count(corrected);
      else refuse(typed, line, reason);
      if (errors.length < ERRORS_SHOWN) {
        errors.push({ line, value: value.trim().slice(0, VALUE_SHOWN), reason });
      }
    }
    return seen.size + duplicates + invalid <= most;
  };
  return {
    take,
    counts: () => ({ valid: seen.size, duplicates, invalid, errors: [...errors] }),
    names: () => [...seen],
    refused: () => (refused.length > 0 ? [`${NAME_WORDS[kind].one},line,reason`, ...refused] : undefined),
  };
}

/** In quotes where it has to be; what a spreadsheet would take for a formula gets an apostrophe. */
function csvCell(value: string | number): string {
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

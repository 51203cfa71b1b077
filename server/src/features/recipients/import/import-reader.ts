import { type BulkReport, recipientCalls } from '@pigeonpost/contract/calls/recipients';
import { ImportLines } from '@pigeonpost/contract/import-lines';
import { judgeName, type NameRules } from '@pigeonpost/contract/names/name-form';
import type { StatedSource } from '@pigeonpost/contract/people/sources';
import { BulkJsonBody } from '../../../http/bodies/bulk-json-body.ts';
import { type ErasedNames, erasedTest } from '../../../secrets/name-hash.ts';

// The check takes the same body.
const CALL = recipientCalls['POST /api/recipients/bulk'];
const ROWS_AT_ONCE = 5_000;

const encoder = new TextEncoder();

/** How the names of an import are judged. */
export interface ImportRules {
  rules: NameRules;
  /** The names that must not come back; undefined: none. */
  erased: ErasedNames | undefined;
}

/**
 * The report on the lines alone, before the list is asked; `valid` counts different names. `erased` has the lines of valid
 * names that were erased, which are left out.
 */
export type LineReport = Pick<BulkReport, 'duplicates' | 'invalid' | 'errors'> & {
  valid: number;
  erased: number[];
};

/**
 * Reads the body of an import: first it takes all pieces, then it gives what stands beside the lines, judges these, and
 * gives them as COPY rows, batch by batch; undefined once all are read. Repeats are later lines of a person with values that
 * the earlier ones lack.
 */
export interface LineReader<Head, Rules> {
  push(piece: Uint8Array): void;
  end(): Head;
  check(rules: Rules): LineReport;
  readRows(): Uint8Array | undefined;
  readRepeats(): Uint8Array | undefined;
}

/** What such a body has beside the names. */
export interface ImportNamesHead {
  list_id: number;
  source?: StatedSource | undefined;
}

/** Reads the body of an import or a check, in this thread or in the one for long bodies. */
export class ImportReader implements LineReader<ImportNamesHead, ImportRules> {
  readonly #body = new BulkJsonBody(CALL);
  #recipients: readonly string[] = [];
  #names: string[] = [];
  #linesOfNames: number[] = [];
  #read = 0;

  /** Takes the next piece; 400 where it breaks the JSON, or the list becomes too long. */
  push(piece: Uint8Array): void {
    this.#body.push(piece);
  }

  /** What the body has beside the names, which are kept; 400 where the schema refuses it. */
  end(): ImportNamesHead {
    const { recipients, ...head } = this.#body.end();
    this.#recipients = recipients;
    return head;
  }

  /** Judges all lines. */
  check({ rules, erased: erasedNames }: ImportRules): LineReport {
    const { names, lines, ...report } = judgeLines(this.#recipients, rules);
    const isErased = erasedTest(erasedNames);
    const erased = erasedNames ? lines.filter((_, at) => isErased(names[at] as string)) : [];
    const gone = new Set(erased);
    this.#names = gone.size === 0 ? names : names.filter((_, at) => !gone.has(lines[at] as number));
    this.#linesOfNames = gone.size === 0 ? lines : lines.filter((line) => !gone.has(line));
    return { valid: this.#names.length, erased, ...report };
  }

  /**
   * The next batch of valid names as COPY rows, in their order: the line, counted from 1, is the name's place in line.
   * Undefined once all are read. Call it when all lines are checked.
   */
  readRows(): Uint8Array | undefined {
    const from = this.#read;
    const names = this.#names.slice(from, from + ROWS_AT_ONCE);
    if (names.length === 0) return undefined;
    this.#read += names.length;
    let rows = '';
    // COPY treats a backslash as an escape.
    for (const [at, name] of names.entries())
      rows += `${this.#linesOfNames[from + at]}\t${name.replaceAll('\\', '\\\\')}\n`;
    return encoder.encode(rows);
  }

  /** Names alone have no values. */
  readRepeats(): undefined {}
}

type Judged = Omit<LineReport, 'valid' | 'erased'> & { names: string[]; lines: number[] };

/** Judges lines with one name each; blank ones are dropped. `lines` has the line of each name, counted from 1. */
export function judgeLines(recipients: readonly string[], rules: NameRules): Judged {
  const all = new ImportLines<BulkReport['errors'][number]>();
  const lines: number[] = [];
  for (const [index, value] of recipients.entries()) {
    const line = index + 1;
    const { name, reason } = judgeName(value, rules);
    if (reason === undefined) {
      if (all.add(name)) lines.push(line);
    } else if (value.trim() !== '') all.note({ line, value, reason });
  }
  const { duplicates, invalid, errors } = all;
  return { names: [...all.names], lines, duplicates, invalid, errors };
}

import { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { BulkJsonBody } from '../../http/bulk-json-body.ts';
import { LineReader, type LineReport } from './import-lines.ts';

// The check takes the same body.
const CALL = recipientCalls['POST /api/recipients/bulk'];

const encoder = new TextEncoder();

/** Reads the body of an import or a check, in turns that take a moment each, wherever it is called. */
export class ImportReader {
  readonly #body = new BulkJsonBody(CALL);
  #recipients: readonly string[] = [];
  #lines: LineReader | undefined;
  #names: string[] = [];
  #linesOfNames: number[] = [];

  /** Takes the next piece; 400 where it breaks the JSON, or the list becomes too long. */
  push(piece: Buffer): void {
    this.#body.push(piece);
  }

  /** What the body has beside the names, which are kept; 400 where the schema refuses it. */
  end(): { list_id: number } {
    const { recipients, list_id } = this.#body.end();
    this.#recipients = recipients;
    return { list_id };
  }

  /** Checks the next lines; the report on all of them once there are none left. */
  check(kind: NameKind, linesAtOnce: number): LineReport | undefined {
    this.#lines ??= new LineReader(this.#recipients, kind);
    this.#lines.read(linesAtOnce);
    if (!this.#lines.isOver) return undefined;
    this.#names = this.#lines.listNames();
    this.#linesOfNames = this.#lines.listLines();
    return this.#lines.report;
  }

  /**
   * The next batch of valid names as COPY rows, last line first: the line, counted from 1, is the name's place in line.
   * Undefined once all are read. Call it when all lines are checked.
   */
  readRows(atOnce: number): Uint8Array | undefined {
    const names = this.#names.splice(-atOnce);
    const lines = this.#linesOfNames.splice(-atOnce);
    if (names.length === 0) return undefined;
    let rows = '';
    for (let at = names.length - 1; at >= 0; at--)
      // COPY treats a backslash as an escape.
      rows += `${lines[at]}\t${names[at]?.replaceAll('\\', '\\\\')}\n`;
    return encoder.encode(rows);
  }
}

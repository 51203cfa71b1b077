import { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { createJsonReader, TooManyError } from '../../http/bulk-json.ts';
import { badRequest, notJson } from '../../http/errors.ts';
import { parseBody } from '../../http/parse-input.ts';
import { LineReader, type LineReport } from './import-lines.ts';

// The check takes the same body.
const { body: BODY, bulk } = recipientCalls['POST /api/recipients/bulk'];

/** The next names, or the report once there are none left. */
export type ImportPart = { rows: Uint8Array } | { report: LineReport };

const encoder = new TextEncoder();

/** Reads the body of an import or a check, in turns that take a moment each, wherever it is called. */
export class ImportReader {
  readonly #json = createJsonReader({ max: bulk.max });
  #isEmpty = true;
  #recipients: readonly string[] = [];
  #lines: LineReader | undefined;

  /** Takes the next piece; 400 where it breaks the JSON, or the list becomes too long. */
  push(piece: Buffer): void {
    this.#isEmpty = false;
    refuseBadJson(() => this.#json.push(piece));
  }

  /** What the body has beside the names, which are kept; 400 where the schema refuses it. */
  end(): { list_id: number } {
    const value = this.#isEmpty ? undefined : refuseBadJson(() => this.#json.end());
    const { recipients, list_id } = parseBody(BODY, value);
    this.#recipients = recipients;
    return { list_id };
  }

  /** The valid names of the next lines, as rows for COPY. */
  readPart(kind: NameKind, linesAtOnce: number): ImportPart {
    this.#lines ??= new LineReader(this.#recipients, kind);
    if (this.#lines.isOver) return { report: this.#lines.report };
    return { rows: encoder.encode(this.#lines.readRows(linesAtOnce)) };
  }
}

function refuseBadJson<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooManyError)
      throw badRequest(bulk.tooMany, { fields: { [bulk.field]: bulk.tooMany } });
    if (error instanceof SyntaxError) throw notJson();
    throw error;
  }
}

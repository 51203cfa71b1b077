import type { BulkBody } from '@pigeonpost/contract/call';
import { badRequest, notJson } from '../../errors.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-characters.ts';

// A batch is parsed at once, and what becomes of it is one message to the database.
const BATCH_BYTES = 128 * 1024;
// Everything beside the rows.
const HEAD_BYTES = 64 * 1024;
const MAX_DEPTH = 8;
const BODY_DEPTH = 1;
const ROWS_DEPTH = 2;
const ROW_DEPTH = 3;

const COLON = 0x3a;
// Space, tab, line feed, carriage return: all that JSON has.
const WHITE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const HEAD_TOO_LONG = 'The body has too much beside its rows';

/** A body without its rows, which stay JSON: each batch has whole rows, with commas between them. */
interface CutBody {
  head: Record<string, unknown>;
  batches: Buffer[];
}

/**
 * The JSON body of a bulk call whose members are rows, cut into batches of rows as it arrives. As values, all rows
 * would need ten times the memory.
 */
export class BulkRowsBody {
  readonly #bulk: BulkBody;
  readonly #maxValues: number;
  readonly #head = Buffer.alloc(HEAD_BYTES);
  #headBytes = 0;
  #batch: Uint8Array[] = [];
  #batchBytes = 0;
  #batches: Buffer[] = [];
  #rows = 1;
  #valuesOfRow = 0;
  #depth = 0;
  #place: 'before' | 'in rows' | 'after' = 'before';
  #isInString = false;
  #isEscaped = false;

  /** `maxValues` of a row bounds what one batch can take as values. */
  constructor({ bulk, maxValues }: { bulk: BulkBody; maxValues: number }) {
    this.#bulk = bulk;
    this.#maxValues = maxValues;
  }

  /** Takes the next piece; 400 where it cannot be JSON, or has too many rows or values. */
  push(piece: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (this.#isInString) this.#readInString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++this.#depth > MAX_DEPTH) throw notJson();
        if (this.#place === 'in rows') {
          if (this.#depth === ROW_DEPTH) this.#valuesOfRow = 1;
        } else if (this.#place === 'before' && this.#depth === ROWS_DEPTH) {
          this.#keepHead(piece.subarray(from, at));
          from = at;
          if (byte !== OPEN_BRACKET || !this.#isBehindField()) continue;
          this.#keepHead(piece.subarray(at, at + 1));
          this.#place = 'in rows';
          from = at + 1;
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (--this.#depth !== BODY_DEPTH || this.#place !== 'in rows') continue;
        this.#endBatch(piece.subarray(from, at));
        this.#place = 'after';
        from = at;
      } else if (byte === COMMA && this.#place === 'in rows') {
        this.#countComma();
        if (this.#depth !== ROWS_DEPTH || this.#batchBytes + at - from < BATCH_BYTES) continue;
        this.#endBatch(piece.subarray(from, at));
        from = at + 1;
      }
    }
    const rest = piece.subarray(from);
    if (this.#place === 'in rows') this.#keepRows(rest);
    else this.#keepHead(rest);
  }

  /** The whole body; 400 where what is beside the rows is not valid JSON. */
  end(): CutBody {
    if (this.#place === 'in rows') throw notJson();
    const batches = this.#batches;
    this.#batches = [];
    // A body without any text counts as an empty one, as in other calls.
    const head = this.#headBytes === 0 ? {} : parseJson(this.#head.toString('utf8', 0, this.#headBytes));
    if (this.#place === 'after' && !isEmptyList((head as Record<string, unknown>)[this.#bulk.field]))
      throw notJson();
    return { head: head as Record<string, unknown>, batches };
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  /** Whether what was kept last is the name of the rows. */
  #isBehindField(): boolean {
    const skipWhite = (from: number) => {
      let end = from;
      while (end > 0 && WHITE.has(this.#head[end - 1] as number)) end--;
      return end;
    };
    const colon = skipWhite(this.#headBytes) - 1;
    if (this.#head[colon] !== COLON) return false;
    const end = skipWhite(colon);
    const name = `"${this.#bulk.field}"`;
    return this.#head.toString('latin1', Math.max(0, end - name.length), end) === name;
  }

  #countComma(): void {
    const { max, tooMany, field } = this.#bulk;
    const refuse = (error: string) => badRequest(error, { fields: { [field]: error } });
    if (this.#depth === ROWS_DEPTH) {
      if (++this.#rows > max) throw refuse(tooMany);
    } else if (++this.#valuesOfRow > this.#maxValues)
      throw refuse(`Row ${this.#rows} has more than ${this.#maxValues - 1} values`);
  }

  #keepHead(bytes: Uint8Array): void {
    if (this.#headBytes + bytes.length > HEAD_BYTES) throw badRequest(HEAD_TOO_LONG);
    this.#head.set(bytes, this.#headBytes);
    this.#headBytes += bytes.length;
  }

  #keepRows(bytes: Uint8Array): void {
    this.#batchBytes += bytes.length;
    this.#batch.push(bytes);
  }

  #endBatch(bytes: Uint8Array): void {
    this.#keepRows(bytes);
    this.#batches.push(Buffer.concat(this.#batch));
    this.#batch = [];
    this.#batchBytes = 0;
  }
}

/** The rows of a batch; 400 where they are not valid JSON. */
export function parseRows(batch: Buffer): unknown[] {
  return parseJson(`[${batch.toString()}]`) as unknown[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

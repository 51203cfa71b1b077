import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { StartError } from '../start-error.ts';

/**
 * A backup file is one zstd stream of records: a letter, a length in four bytes, and that many bytes. First a head,
 * then for each table its name and columns and its rows in COPY's format, last the counts, the sequences and a checksum
 * of everything before. The stream ends with a checksum of its own (backups of 1.0.0 have none).
 */
export type RecordKind = 'head' | 'table' | 'rows' | 'end';

const LETTERS: Record<RecordKind, string> = { head: 'H', table: 'T', rows: 'R', end: 'E' };
const PREFIX_BYTES = 5;
const LONGEST_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

export const FORMAT = 'pigeonpost backup 1';

const Head = z.object({
  format: z.literal(FORMAT),
  taken_at: z.iso.datetime(),
  /** The newest migration of the database. */
  migration: z.int().positive(),
  migration_name: z.string(),
});
export type Head = z.infer<typeof Head>;

const Table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
export type Table = z.infer<typeof Table>;

const End = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.record(z.string(), z.int()),
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

type Entry =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: Table }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'end'; end: End };

/** A record as bytes of the file. */
export function encodeRecord(kind: RecordKind, payload: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(LETTERS[kind], 'latin1');
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
}

/** COPY writes a line break inside of a value as \n, so each line break ends a row. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

/**
 * Reads a backup to its end. Throws a StartError with the name of the file as soon as something is wrong: a missing
 * row, a changed byte, a missing end.
 */
export async function* readBackup(file: string): AsyncGenerator<Entry> {
  try {
    yield* readEntries(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartError(`There is no file ${file}.`);
    throw new StartError(`${file} is not a whole backup: ${message}. Use another one.`, { cause: error });
  }
}

async function* readEntries(file: string): AsyncGenerator<Entry> {
  const hash = createHash('sha256');
  const counted: Record<string, number> = {};
  let table: string | undefined;
  let isOver = false;
  for await (const { kind, payload } of readRecords(file)) {
    if (isOver) throw new Error('something follows its end');
    if (kind === 'end') {
      const end = End.parse(JSON.parse(payload.toString()));
      requireSame(end, { hash, counted });
      isOver = true;
      yield { kind, end };
      continue;
    }
    hash.update(encodeRecord(kind, payload));
    if (kind === 'head') yield { kind, head: Head.parse(JSON.parse(payload.toString())) };
    else if (kind === 'table') {
      const parsed = Table.parse(JSON.parse(payload.toString()));
      table = parsed.name;
      counted[table] = 0;
      yield { kind, table: parsed };
    } else {
      if (table === undefined) throw new Error('rows come before a table');
      counted[table] = (counted[table] ?? 0) + countRows(payload);
      yield { kind, rows: payload };
    }
  }
  if (!isOver) throw new Error('its end is missing');
}

function requireSame(end: End, found: { hash: Hash; counted: Record<string, number> }): void {
  if (found.hash.digest('hex') !== end.sha256) throw new Error('its checksum is another one');
  const names = new Set([...Object.keys(end.rows), ...Object.keys(found.counted)]);
  for (const name of names) {
    if (end.rows[name] !== found.counted[name])
      throw new Error(`${name} has ${found.counted[name] ?? 0} rows of ${end.rows[name] ?? 0}`);
  }
}

async function* readRecords(file: string): AsyncGenerator<{ kind: RecordKind; payload: Buffer }> {
  const source = createReadStream(file);
  const plain = createZstdDecompress();
  source.on('error', (error) => plain.destroy(error));
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of source.pipe(plain)) {
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    let at = 0;
    while (left.length - at >= PREFIX_BYTES) {
      const length = left.readUInt32BE(at + 1);
      if (length > LONGEST_BYTES) throw new Error('a record is longer than any');
      if (left.length - at < PREFIX_BYTES + length) break;
      const start = at + PREFIX_BYTES;
      yield {
        kind: kindOf(left.toString('latin1', at, at + 1)),
        payload: left.subarray(start, start + length),
      };
      at = start + length;
    }
    left = left.subarray(at);
  }
  if (left.length > 0) throw new Error('it ends in the middle of a record');
}

function kindOf(letter: string): RecordKind {
  const found = Object.entries(LETTERS).find(([, one]) => one === letter);
  if (!found) throw new Error('it holds a record of no known kind');
  return found[0] as RecordKind;
}

import type { Clock } from '../../../clock.ts';
import type { BulkReader, OpenBulkReader } from '../../../http/bodies/bulk-body.ts';
import type { Log } from '../../../log.ts';
import {
  type ImportNamesHead,
  ImportReader,
  type ImportRules,
  type LineReader,
  type LineReport,
} from './import-reader.ts';
import { type AskReader, createImportThread } from './import-thread.ts';
import { type TableHead, TableReader, type TableRules } from './table-reader.ts';

/** The lines of an import, kept by the reader that read them until the call is answered. */
export interface ImportedLines<Rules> {
  check(rules: Rules): Promise<LineReport>;
  readRows(): Promise<Uint8Array | undefined>;
  readRepeats(): Promise<Uint8Array | undefined>;
}

/** The body of an import, or of a check, as its handler is given it. */
type Body<Head, Rules> = Head & { lines: ImportedLines<Rules> };
export type ImportBody = Body<ImportNamesHead, ImportRules>;
/** The body of an import with columns. */
export type TableBody = Body<TableHead, TableRules>;

// Some 15,000 names, read sooner than a thread could start.
const SHORT_BYTES = 256 * 1024;

/** Reads short bodies here, and long ones in a thread of their own (docs/behaviour.md#imports). */
export function createImportReaders(deps: { clock: Clock; log: Log }): {
  names: OpenBulkReader<ImportBody>;
  table: OpenBulkReader<TableBody>;
} {
  const openInThread = createImportThread(deps);
  const isShort = (bytes: number) => bytes <= SHORT_BYTES;
  return {
    names: (bytes) => readBody(isShort(bytes) ? openHere(new ImportReader()) : openInThread('names')),
    table: (bytes) => readBody(isShort(bytes) ? openHere(new TableReader()) : openInThread('table')),
  };
}

function openHere<Head, Rules>(reader: LineReader<Head, Rules>): Opened<Head, Rules> {
  type Method = (given: unknown) => unknown;
  const ask = async (method: keyof typeof reader, given: unknown) =>
    (reader[method] as Method).call(reader, given);
  return { ask: ask as AskReader<Head, Rules>, close() {} };
}

interface Opened<Head, Rules> {
  ask: AskReader<Head, Rules>;
  close(): void;
}

function readBody<Head, Rules>({ ask, close }: Opened<Head, Rules>): BulkReader<Body<Head, Rules>> {
  const lines: ImportedLines<Rules> = {
    check: (rules) => ask('check', rules),
    readRows: () => ask('readRows'),
    readRepeats: () => ask('readRepeats'),
  };
  return {
    push: (piece) => ask('push', piece),
    end: async () => ({ ...(await ask('end')), lines }),
    close,
  };
}

import type { Clock } from '../../../clock.ts';
import type { BulkReader, OpenBulkReader } from '../../../http/bodies/bulk-body.ts';
import type { Log } from '../../../log.ts';
import { type ImportNamesHead, ImportReader, type ImportRules, type LineReport } from './import-reader.ts';
import { type AskThread, createImportThread, type ReaderKind } from './import-thread.ts';
import { type TableHead, TableReader } from './table-reader.ts';
import type { TableIds } from './table-row.ts';

/** The body of an import or a check, as its handler is given it. */
export interface ImportBody extends ImportNamesHead {
  names: ImportNames;
}

/** The names, kept by the ImportReader that read them until the call is answered. */
export interface ImportNames {
  check(rules: ImportRules): Promise<LineReport>;
  readRows(): Promise<Uint8Array | undefined>;
}

/** The body of an import with columns. */
export type TableBody = TableHead & { table: ImportTable };

/** The rows, kept by the TableReader that read them until the call is answered. */
export interface ImportTable {
  check(given: ImportRules & { ids: TableIds }): Promise<LineReport>;
  readRows(): Promise<Uint8Array | undefined>;
  readRepeats(): Promise<Uint8Array | undefined>;
}

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
    names: (bytes) =>
      isShort(bytes) ? readNamesHere(new ImportReader()) : readNamesInThread(openInThread('names')),
    table: (bytes) =>
      isShort(bytes) ? readTableHere(new TableReader()) : readTableInThread(openInThread('table')),
  };
}

function readNamesHere(reader: ImportReader): BulkReader<ImportBody> {
  const names: ImportNames = {
    check: async (rules) => reader.check(rules),
    readRows: async () => reader.readRows(),
  };
  return {
    push: async (piece) => reader.push(piece),
    end: async () => ({ ...reader.end(), names }),
    close() {},
  };
}

function readNamesInThread({ ask, close }: InThread<'names'>): BulkReader<ImportBody> {
  const names: ImportNames = {
    check: (rules) => ask('check', rules),
    readRows: () => ask('readRows'),
  };
  return {
    push: (piece) => ask('push', piece),
    end: async () => ({ ...(await ask('end')), names }),
    close,
  };
}

function readTableHere(reader: TableReader): BulkReader<TableBody> {
  const table: ImportTable = {
    check: async (given) => reader.check(given),
    readRows: async () => reader.readRows(),
    readRepeats: async () => reader.readRepeats(),
  };
  return {
    push: async (piece) => reader.push(piece),
    end: async () => ({ ...reader.end(), table }),
    close() {},
  };
}

function readTableInThread({ ask, close }: InThread<'table'>): BulkReader<TableBody> {
  const table: ImportTable = {
    check: (given) => ask('check', given),
    readRows: () => ask('readRows'),
    readRepeats: () => ask('readRepeats'),
  };
  return {
    push: (piece) => ask('push', piece),
    end: async () => ({ ...(await ask('end')), table }),
    close,
  };
}

interface InThread<Kind extends ReaderKind> {
  ask: AskThread<Kind>;
  close(): void;
}

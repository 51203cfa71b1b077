import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Clock } from '../../clock.ts';
import type { BulkReader, OpenBulkReader } from '../../http/bulk-body.ts';
import type { Log } from '../../log.ts';
import { ImportReader, type LineReport } from './import-reader.ts';
import { type AskThread, createImportThread } from './import-thread.ts';

/** The body of an import or a check, as its handler is given it. */
export interface ImportBody {
  list_id: number;
  names: ImportNames;
}

/** The names, kept by the ImportReader that read them until the call is answered. */
export interface ImportNames {
  check(kind: NameKind): Promise<LineReport>;
  readRows(): Promise<Uint8Array | undefined>;
}

// Some 15,000 names, read sooner than a thread could start.
const SHORT_BYTES = 256 * 1024;

/** Reads short bodies here, and long ones in a thread of their own (docs/behaviour.md#imports). */
export function createImportReaders(deps: { clock: Clock; log: Log }): OpenBulkReader<ImportBody> {
  const openInThread = createImportThread(deps);
  return (bytes) => (bytes <= SHORT_BYTES ? readHere(new ImportReader()) : readInThread(openInThread()));
}

function readHere(reader: ImportReader): BulkReader<ImportBody> {
  const names: ImportNames = {
    check: async (kind) => reader.check(kind),
    readRows: async () => reader.readRows(),
  };
  return {
    push: async (piece) => reader.push(piece),
    end: async () => ({ ...reader.end(), names }),
    close() {},
  };
}

function readInThread({ ask, close }: { ask: AskThread; close(): void }): BulkReader<ImportBody> {
  const names: ImportNames = {
    check: (kind) => ask<'check'>('check', kind),
    readRows: () => ask<'readRows'>('readRows'),
  };
  return {
    push: (piece) => ask<'push'>('push', piece),
    end: async () => ({ ...(await ask<'end'>('end')), names }),
    close,
  };
}

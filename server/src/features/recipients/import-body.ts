import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Clock } from '../../clock.ts';
import type { BulkReader, OpenBulkReader } from '../../http/bulk-body.ts';
import type { Log } from '../../log.ts';
import { LINES_AT_ONCE } from './import-lines.ts';
import { type ImportPart, ImportReader } from './import-reader.ts';
import { createImportThread, type ThreadImport } from './import-thread.ts';

/** The body of an import or a check, as its handler is given it. */
export interface ImportBody {
  list_id: number;
  names: ImportNames;
}

/** The names, kept where they were read until the call is answered. */
export interface ImportNames {
  /** The valid names of the next lines, as rows for COPY, or the report on all of them once there are none left. */
  readPart(kind: NameKind): Promise<ImportPart>;
}

// Some 15,000 names, read sooner than a thread could start.
const SHORT_BYTES = 256 * 1024;

/** Reads short bodies in turns between other calls, long ones in a thread of their own (docs/behaviour.md#import). */
export function createImportReaders(deps: { clock: Clock; log: Log }): OpenBulkReader<ImportBody> {
  const openInThread = createImportThread(deps);
  return (bytes) => (bytes <= SHORT_BYTES ? readHere() : readInThread(openInThread()));
}

function readHere(): BulkReader<ImportBody> {
  const reader = new ImportReader();
  const names: ImportNames = {
    async readPart(kind) {
      await letOthersRun();
      return reader.readPart(kind, LINES_AT_ONCE);
    },
  };
  return {
    push: async (piece) => reader.push(piece),
    end: async () => ({ ...reader.end(), names }),
    close() {},
  };
}

function readInThread({ ask, close }: ThreadImport): BulkReader<ImportBody> {
  const names: ImportNames = { readPart: (kind) => ask<ImportPart>({ kind }) };
  return {
    push: async (piece) => void (await ask({ piece })),
    end: async () => ({ ...(await ask<{ list_id: number }>({ end: true })), names }),
    close,
  };
}

import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Clock } from '../../clock.ts';
import type { BulkReader, OpenBulkReader } from '../../http/bulk-body.ts';
import type { Log } from '../../log.ts';
import { LINES_AT_ONCE, type LineReport } from './import-lines.ts';
import { ImportReader } from './import-reader.ts';
import { createImportThread, type ThreadImport } from './import-thread.ts';

/** The body of an import or a check, as its handler is given it. */
export interface ImportBody {
  list_id: number;
  names: ImportNames;
}

/** The names, kept where they were read until the call is answered. */
export interface ImportNames {
  /** Checks all lines. */
  check(kind: NameKind): Promise<LineReport>;
  /** After that, the next of the valid names as rows for COPY, the last line first; undefined once there are none left. */
  readRows(): Promise<Uint8Array | undefined>;
}

// Some 15,000 names, read sooner than a thread could start.
const SHORT_BYTES = 256 * 1024;

/** Reads short bodies in turns between other calls, long ones in a thread of their own (docs/behaviour.md#imports). */
export function createImportReaders(deps: { clock: Clock; log: Log }): OpenBulkReader<ImportBody> {
  const openInThread = createImportThread(deps);
  return (bytes) => (bytes <= SHORT_BYTES ? readHere() : readInThread(openInThread()));
}

function readHere(): BulkReader<ImportBody> {
  const reader = new ImportReader();
  const names: ImportNames = {
    async check(kind) {
      for (;;) {
        await letOthersRun();
        const report = reader.check(kind, LINES_AT_ONCE);
        if (report) return report;
      }
    },
    async readRows() {
      await letOthersRun();
      return reader.readRows(LINES_AT_ONCE);
    },
  };
  return {
    push: async (piece) => reader.push(piece),
    end: async () => ({ ...reader.end(), names }),
    close() {},
  };
}

function readInThread({ ask, close }: ThreadImport): BulkReader<ImportBody> {
  const names: ImportNames = {
    check: async (kind) => (await ask<{ report: LineReport }>({ kind })).report,
    readRows: async () => (await ask<{ rows?: Uint8Array }>({ rows: true })).rows,
  };
  return {
    push: async (piece) => void (await ask({ piece })),
    end: async () => ({ ...(await ask<{ list_id: number }>({ end: true })), names }),
    close,
  };
}

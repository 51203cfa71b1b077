import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { StartError } from '../start-error.ts';
import {
  type End,
  encodeRecord,
  type Head,
  type RecordKind,
  readBackup,
  type Table,
} from './backup-format.ts';

/** Takes the pieces of a backup. */
export interface BackupWriter {
  head(head: Head): Promise<void>;
  table(table: Table): Promise<void>;
  rows(bytes: Buffer): Promise<void>;
  end(end: Omit<End, 'sha256'>): Promise<void>;
}

/**
 * Writes a backup under a temporary name, reads it back, and renames it only then: a file with the final name is
 * complete, and readable by its owner only.
 */
export async function writeBackup(
  file: string,
  fill: (writer: BackupWriter) => Promise<void>,
): Promise<void> {
  await refuseExisting(file);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    await writeWhole(unfinished, fill);
    for await (const _ of readBackup(unfinished));
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw explain(error, file);
  }
}

async function writeWhole(path: string, fill: (writer: BackupWriter) => Promise<void>): Promise<void> {
  // The stream's own checksum covers the last record too, which cannot hold a checksum of itself.
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  // Errors are thrown where the stream is awaited.
  packed.on('error', () => {});
  packed.pipe(target);
  // Fails as soon as the disk does, also while nothing is being written.
  const done = finished(target);
  const failure = done.then(() => new Promise<never>(() => {}));
  done.catch(() => {});
  failure.catch(() => {});
  const hash = createHash('sha256');
  const write = async (kind: RecordKind, payload: Buffer) => {
    const bytes = encodeRecord(kind, payload);
    if (kind !== 'end') hash.update(bytes);
    if (!packed.write(bytes)) await Promise.race([once(packed, 'drain'), failure]);
  };
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  try {
    await fill({
      head: (head) => write('head', json(head)),
      table: (table) => write('table', json(table)),
      rows: (bytes) => write('rows', bytes),
      end: (end) => write('end', json({ ...end, sha256: hash.digest('hex') })),
    });
    packed.end();
    await done;
  } finally {
    packed.destroy();
    target.destroy();
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new StartError(`${file} exists already. Give the backup another name.`);
}

/** A name survives a power cut when its folder is on the disk; Windows cannot open folders, and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function explain(error: unknown, file: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`The disk has no room for ${file}. Nothing was left behind.`, { cause: error });
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR')
    return new StartError(`${file} cannot be written: ${message}.`, { cause: error });
  return error as Error;
}

import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Replaces a file as a whole: after a crash, a power cut or on a full disk it is the old one or the new one. Throws a
 * sentence, with the old file unchanged, if the new one cannot be written. It blocks on purpose, so that nothing else
 * in this process runs between reading and replacing.
 */
export function replaceFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.pigeonpost-${process.pid}.tmp`);
  try {
    writeWhole(temporary, { text, mode: modeOf(path) });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(`${path} could not be written: ${(error as Error).message}`, { cause: error });
  }
  syncFolder(dirname(path));
}

/** Writes all of a text to an open file: the system may take only a part of it at a time, as on a full disk. */
export function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    const taken = writeSync(file, bytes, written);
    if (taken === 0) throw new Error('the disk takes no more');
    written += taken;
  }
}

/** Makes added and removed names of a folder survive a power cut. */
export function syncFolder(path: string): void {
  // Windows cannot open folders, and does not need this.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function writeWhole(path: string, { text, mode }: { text: string; mode: number }): void {
  const file = openSync(path, 'w', mode);
  try {
    writeAll(file, text);
    fsyncSync(file);
    if (fstatSync(file).size !== Buffer.byteLength(text)) throw new Error('the file is not whole');
  } finally {
    closeSync(file);
  }
}

function modeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? found.mode & 0o777 : 0o600;
}

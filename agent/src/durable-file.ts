import { closeSync, fsyncSync, openSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Replaces a file as a whole: after a crash or a power cut it is the old one or the new one.
 * It blocks on purpose: nothing else of this process can come between reading and replacing.
 */
export function replaceFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.pigeonpost-${process.pid}.tmp`);
  const file = openSync(temporary, 'w', modeOf(path));
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
  syncFolder(dirname(path));
}

/** Makes names that were added to or removed from a folder survive a power cut. */
export function syncFolder(path: string): void {
  // Windows neither opens folders nor needs it.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function modeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? found.mode & 0o777 : 0o600;
}

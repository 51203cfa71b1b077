import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readTrailer, TRAILER_MAX } from '@pigeonpost/contract/server-trailer';

/** The server that this file was downloaded from, as it wrote it behind the program; undefined where it did not. */
export function findServerAddress(file: string): string | undefined {
  const open = openSync(file, 'r');
  try {
    const { size } = fstatSync(open);
    const end = Buffer.alloc(Math.min(size, TRAILER_MAX));
    readSync(open, end, 0, end.length, size - end.length);
    const address = readTrailer(end);
    return ['http:', 'https:'].includes(URL.parse(address ?? '')?.protocol ?? '') ? address : undefined;
  } finally {
    closeSync(open);
  }
}

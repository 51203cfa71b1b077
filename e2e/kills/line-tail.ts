import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 65_536;

/**
 * Reads a growing file of JSON lines: each call returns the complete lines since the last one. Synchronous, because a
 * read just after a kill must return the state at the kill.
 */
export function tailLines<Line>(path: string): () => Line[] {
  let position = 0;
  return () => {
    const text = readFrom(path, position);
    const whole = text.subarray(0, text.lastIndexOf(0x0a) + 1);
    position += whole.length;
    return whole
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  };
}

function readFrom(path: string, start: number): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
  try {
    const chunks: Buffer[] = [];
    for (let position = start; ; ) {
      const chunk = Buffer.alloc(CHUNK);
      const length = readSync(file, chunk, 0, CHUNK, position);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      position += length;
    }
  } finally {
    closeSync(file);
  }
}

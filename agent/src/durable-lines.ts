import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile, syncFolder } from './durable-file.ts';

/** A file of JSON lines that is only ever added to, or replaced as a whole. */
export interface DurableLines<Line> {
  /** What stood in it when it was opened. */
  lines(): Line[];
  /** Resolves once the line is on the disk. */
  append(line: Line): Promise<void>;
  keepOnly(choose: (lines: Line[]) => Line[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens such a file, making it if need be. A last line that a crash tore is cut off; throws when any other
 * cannot be read.
 */
export async function openDurableLines<Line extends object>(path: string): Promise<DurableLines<Line>> {
  let file = await open(path, 'a', 0o600);
  syncFolder(dirname(path));
  const atOpening = await readWhole<Line>(path);
  let tail: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const mine = tail.then(step, step);
    tail = mine;
    return mine;
  };
  return {
    lines: () => atOpening,
    append: (line) => inTurn(() => appendSynced({ file, path, text: `${JSON.stringify(line)}\n` })),
    keepOnly: (choose) =>
      inTurn(async () => {
        const lines = await readWhole<Line>(path);
        const kept = choose(lines);
        if (kept.length === lines.length) return;
        await file.close();
        try {
          replaceFile(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
        } finally {
          file = await open(path, 'a', 0o600);
        }
      }),
    close: () => inTurn(() => file.close()),
  };
}

async function appendSynced({ file, path, text }: { file: FileHandle; path: string; text: string }) {
  const { size } = await file.stat();
  try {
    await file.appendFile(text);
    await file.datasync();
  } catch (error) {
    // A full disk may have taken half the line: the next one must not be glued to it.
    await truncate(path, size);
    throw error;
  }
}

async function readWhole<Line extends object>(path: string): Promise<Line[]> {
  const bytes = await readFile(path);
  const lines: Line[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    const line = newline === -1 ? undefined : parse<Line>(bytes.subarray(start, end).toString());
    if (!line) {
      if (end + 1 < bytes.length) throw damaged(path, lines.length + 1);
      await truncate(path, start);
      break;
    }
    lines.push(line);
    start = end + 1;
  }
  return lines;
}

function parse<Line extends object>(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function damaged(path: string, line: number): Error {
  return new Error(`Line ${line} of ${path} is damaged. Move the file away and start again.`);
}

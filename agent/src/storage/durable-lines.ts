import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile, syncFolder } from './durable-file.ts';

/** A file of JSON lines that is only appended to, or replaced as a whole. */
interface DurableLines<Line> {
  /** Its lines when it was opened. */
  lines(): Line[];
  /** Resolves once the line is on the disk. */
  append(line: Line): Promise<void>;
  /** Throws, leaving the file as it was, unless the disk has room for this many bytes. */
  requireRoom(bytes: number): Promise<void>;
  /** Its lines now. */
  read(): Promise<Line[]>;
  keepOnly(choose: (lines: Line[]) => Line[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens such a file, making it if needed. A last line torn by a crash is cut off; throws if any other cannot be read.
 */
export async function openDurableLines<Line extends object>(path: string): Promise<DurableLines<Line>> {
  let file = await open(path, 'a', 0o600);
  syncFolder(dirname(path));
  const atOpening = await readWhole<Line>(path);
  let { size } = await file.stat();
  let tail: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const mine = tail.then(step, step);
    tail = mine;
    return mine;
  };
  const append = async (text: string) => {
    await appendSynced({ file, path, size, text });
    size += Buffer.byteLength(text);
  };
  return {
    lines: () => atOpening,
    append: (line) => inTurn(() => append(`${JSON.stringify(line)}\n`)),
    requireRoom: (bytes) =>
      inTurn(async () => {
        // Without a line end: if a crash leaves it there, it is cut off like any torn line.
        await appendSynced({ file, path, size, text: ' '.repeat(bytes) });
        await truncate(path, size);
      }),
    read: () => inTurn(() => readWhole<Line>(path)),
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
          ({ size } = await file.stat());
        }
      }),
    close: () => inTurn(() => file.close()),
  };
}

async function appendSynced(to: { file: FileHandle; path: string; size: number; text: string }) {
  const { file, path, size, text } = to;
  // The rest of an earlier line that could not be cut off either.
  if ((await file.stat()).size !== size) await truncate(path, size);
  try {
    await file.appendFile(text);
    await file.datasync();
  } catch (error) {
    // A full disk may have taken half the line: the next one must not follow it directly.
    await truncate(path, size).catch(() => {});
    throw new Error(`${path} could not be written: ${(error as Error).message}`, { cause: error });
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

import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Corrections } from './read/corrections.ts';
import type { LineCounts } from './read/count-rows.ts';
import type { Choice } from './read/opened.ts';
import {
  type OpenedFiles,
  type Outline,
  type Reading,
  type Remembered,
  readSource,
  type Source,
} from './read/read-source.ts';

/** Into which list, and how its names are written. */
export type ReadOptions = { list_id: number; kind: NameKind };

/** What the worker is asked: to read a source; a newer question stops the older one. */
export type ReadQuestion = {
  id: number;
  /** Left out where it is the one from before. */
  source: Source | undefined;
  choices: readonly Choice[];
  corrections: Corrections;
  remembered: readonly Remembered[];
} & ReadOptions;

/** Asks for the rows that are left out once more, those on do-not-contact among them. */
export type LeftOutQuestion = { id: number; blocked: readonly number[] };

/**
 * What it answers: first what the source was taken for, then the counts, the import's body with the valid names, and
 * the refused rows as a file; or why the source cannot be read.
 */
export type ReadAnswer = { id: number } & (
  | { outlines: Outline[]; counts?: undefined }
  | { outlines: Outline[]; counts: LineCounts; rows: number[]; body: Blob; refused: Blob | undefined }
  | { error: string; outlines?: undefined }
);

/** The rows that are left out as a file, with so many that are on do-not-contact. */
export type LeftOutAnswer = { id: number; refused: Blob | undefined; blocked: number };

let latest = 0;
let reading: Omit<Reading, 'isStopped'> | undefined;
const opened: OpenedFiles = new WeakMap();

self.onmessage = ({ data }: MessageEvent<ReadQuestion | LeftOutQuestion>) =>
  'blocked' in data ? writeLeftOut(data) : read(data);

async function read({ id, list_id, source = reading?.source, ...question }: ReadQuestion): Promise<void> {
  latest = id;
  if (!source) return;
  reading = { ...question, source, opened };
  try {
    const read = await readSource({
      ...reading,
      isStopped: () => latest !== id,
      onOutlines: (outlines) => answer({ id, outlines }),
    });
    if (!read) return;
    const { counter, outlines, rows } = read;
    const body = bodyOf(list_id, counter.names());
    answer({ id, outlines, counts: counter.counts(), rows, body, refused: counter.refused() });
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : 'The file cannot be read' });
  }
}

// Read again, because the rows of a million names are too many to be kept.
async function writeLeftOut({ id, blocked }: LeftOutQuestion): Promise<void> {
  if (!reading || id !== latest) return;
  const read = await readSource({ ...reading, blocked, isStopped: () => latest !== id });
  if (read) answer({ id, refused: read.counter.refused(), blocked: blocked.length });
}

// Written here: a million names would hold the page while they are made into JSON, or even handed over.
function bodyOf(list_id: number, recipients: string[]): Blob {
  return new Blob([JSON.stringify({ list_id, recipients })], { type: 'application/json' });
}

function answer(message: ReadAnswer | LeftOutAnswer): void {
  self.postMessage(message);
}

import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Aside } from './read/asides.ts';
import type { BodyColumn } from './read/columns.ts';
import type { Corrections } from './read/corrections.ts';
import type { LineCounts, RowNotes } from './read/count-rows.ts';
import type { Mend } from './read/mend.ts';
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
export type ReadOptions = { list_id: number; kind: NameKind; domain: string | null };

/** What the worker is asked: to read a source; a newer question stops the older one. */
export type ReadQuestion = {
  id: number;
  /** Left out where it is the one from before. */
  source: Source | undefined;
  choices: readonly Choice[];
  corrections: Corrections;
  taken: readonly Aside[];
  mends: readonly Mend[];
  remembered: readonly Remembered[];
  fields: readonly string[];
} & ReadOptions;

/** Asks for the rows that are left out once more, those on do-not-contact among them. */
export type LeftOutQuestion = { id: number; blocked: readonly number[] };

/**
 * What it answers: first what the source was taken for, then the counts, the valid names as the body of a check, which
 * is the import's too where a name is all that is known, the rows with columns, and the rows left out as a file; or why
 * the source cannot be read.
 */
export type ReadAnswer = { id: number } & (
  | { outlines: Outline[]; counts?: undefined }
  | {
      outlines: Outline[];
      counts: LineCounts;
      rows: number[];
      body: Blob;
      table: ImportRows | undefined;
      refused: Blob | undefined;
      notes: RowNotes;
    }
  | { error: string; outlines?: undefined }
);

/** The rows of an import with columns, as the members of a JSON list. */
export type ImportRows = { columns: readonly BodyColumn[]; rows: Blob };

/** The rows that are left out as a file, with so many that are on do-not-contact. */
export type LeftOutAnswer = { id: number; refused: Blob | undefined; blocked: number; notes: RowNotes };

let latest = 0;
let latestLeftOut = 0;
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
    const { counter, outlines, rows, repeated } = read;
    reading = { ...reading, repeated };
    const table = counter.table();
    const body = bodyOf(list_id, table?.names ?? counter.names());
    answer({
      id,
      outlines,
      counts: counter.counts(),
      rows,
      body,
      table: table && { columns: table.columns, rows: table.rows },
      refused: counter.refused(),
      notes: counter.notes(),
    });
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : 'The file cannot be read' });
  }
}

// Read again, because the rows of a million names are too many to be kept.
async function writeLeftOut({ id, blocked }: LeftOutQuestion): Promise<void> {
  if (!reading || id !== latest) return;
  const number = ++latestLeftOut;
  const isStopped = () => latest !== id || latestLeftOut !== number;
  const read = await readSource({ ...reading, blocked, isStopped });
  if (read && !isStopped()) {
    const { counter } = read;
    answer({ id, refused: counter.refused(), blocked: blocked.length, notes: counter.notes() });
  }
}

// Written here: a million names would hold the page while they are made into JSON, or even handed over.
function bodyOf(list_id: number, recipients: string[]): Blob {
  return new Blob([JSON.stringify({ list_id, recipients })], { type: 'application/json' });
}

function answer(message: ReadAnswer | LeftOutAnswer): void {
  self.postMessage(message);
}

import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Corrections } from './read/corrections.ts';
import type { LineCounts } from './read/count-rows.ts';
import type { Choice } from './read/opened.ts';
import { type Outline, type Remembered, readSource, type Source } from './read/read-source.ts';

/** Into which list, and how its names are written. */
export type ReadOptions = { list_id: number; kind: NameKind };

/** What the worker is asked: to read a source; a newer question stops the older one. */
export type ReadQuestion = {
  id: number;
  source: Source;
  choices: readonly Choice[];
  corrections: Corrections;
  remembered: readonly Remembered[];
} & ReadOptions;

/**
 * What it answers: first what the source was taken for, then the counts, the import's body with the valid names, and
 * the refused rows as a file; or why the source cannot be read.
 */
export type ReadAnswer = { id: number } & (
  | { outlines: Outline[]; counts?: undefined }
  | { outlines: Outline[]; counts: LineCounts; rows: number[]; body: Blob; refused: Blob | undefined }
  | { error: string; outlines?: undefined }
);

let latest = 0;

self.onmessage = async ({ data: { id, list_id, ...question } }: MessageEvent<ReadQuestion>) => {
  latest = id;
  try {
    const read = await readSource({
      ...question,
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
};

// Written here: a million names would hold the page while they are made into JSON, or even handed over.
function bodyOf(list_id: number, recipients: string[]): Blob {
  return new Blob([JSON.stringify({ list_id, recipients })], { type: 'application/json' });
}

function answer(message: ReadAnswer): void {
  self.postMessage(message);
}

import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Corrections, LineCounts } from './count-lines.ts';
import { readSource, type Source } from './read-source.ts';

/** Into which list, and how its names are written. */
export type ReadOptions = { list_id: number; kind: NameKind };

/** What the worker is asked: to read a source; a newer question stops the older one. */
export type ReadQuestion = { id: number; source: Source; corrections: Corrections } & ReadOptions;
/**
 * What it answers: the counts, the import's body with the valid names, and the refused lines as a file; or why the
 * source cannot be read.
 */
export type ReadAnswer = { id: number } & (
  | { counts: LineCounts; body: Blob; refused: Blob | undefined }
  | { error: string }
);

let latest = 0;

self.onmessage = async ({ data: { id, source, corrections, list_id, kind } }: MessageEvent<ReadQuestion>) => {
  latest = id;
  try {
    const counter = await readSource({ source, kind, corrections, isStopped: () => latest !== id });
    if (!counter) return;
    const body = bodyOf(list_id, counter.names());
    const refused = counter.refused();
    const file = refused && new Blob([refused.join('\r\n')], { type: 'text/csv' });
    answer({ id, counts: counter.counts(), body, refused: file });
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

import type { LineCounts } from './count-lines.ts';
import { readSource, type Source } from './read-source.ts';

/** What the worker is asked: to read a source; a newer question stops the older one. */
export type ReadQuestion = { id: number; source: Source; listId: number };
/** What it answers: the counts, and the import's body with the valid names; or why the source cannot be read. */
export type ReadAnswer = { id: number } & ({ counts: LineCounts; body: Blob } | { error: string });

let latest = 0;

self.onmessage = async ({ data: { id, source, listId } }: MessageEvent<ReadQuestion>) => {
  latest = id;
  try {
    const counter = await readSource({ source, isStopped: () => latest !== id });
    if (counter) answer({ id, counts: counter.counts(), body: bodyOf(listId, counter.names()) });
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

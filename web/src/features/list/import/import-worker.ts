import type { LineCounts } from './count-lines.ts';
import { readSource, type Source } from './read-source.ts';

/** What the worker is asked: to read a source; a newer question stops the older one. */
export type ReadQuestion = { id: number; source: Source };
/** What it answers: the counts and the valid names, one a line; or why the source cannot be read. */
export type ReadAnswer = { id: number } & ({ counts: LineCounts; names: string } | { error: string });

let latest = 0;

self.onmessage = async ({ data: { id, source } }: MessageEvent<ReadQuestion>) => {
  latest = id;
  try {
    const counter = await readSource({ source, isStopped: () => latest !== id });
    // Names travel as one text: a list of a million texts would hold the page while it arrives.
    if (counter) answer({ id, counts: counter.counts(), names: counter.names().join('\n') });
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : 'The file cannot be read' });
  }
};

function answer(message: ReadAnswer): void {
  self.postMessage(message);
}

import { useEffect, useRef, useState } from 'react';
import type { LineCounts } from './count-lines.ts';
import type { ReadAnswer, ReadQuestion } from './import-worker.ts';
import type { Source } from './read-source.ts';

const TYPING_PAUSE_MS = 150;
const NOTHING: ReadSource = {
  counts: { valid: 0, duplicates: 0, invalid: 0, faults: [] },
  body: undefined,
  isReading: false,
  error: undefined,
};

/** What was read last, and whether something newer is being read. */
export type ReadSource = {
  counts: LineCounts;
  /** The body of the import's call; undefined where nothing is valid. */
  body: Blob | undefined;
  isReading: boolean;
  error: string | undefined;
};

/** Reads what is typed or chosen, away from the page: it stays usable with a million lines. */
export function useImportSource(listId: number) {
  const [state, setState] = useState(NOTHING);
  const worker = useRef<Worker | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(0);
  const waiting = useRef<((read: ReadSource) => void)[]>([]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );
  const ask = (source: Source) => {
    worker.current ??= startWorker((answer) => {
      if (answer.id !== latest.current) return;
      const read = stateOf(answer);
      setState(read);
      for (const tell of waiting.current.splice(0)) tell(read);
    });
    worker.current.postMessage({ id: latest.current, source, listId } satisfies ReadQuestion);
  };
  const read = (source: Source) => {
    clearTimeout(timer.current);
    latest.current += 1;
    setState((last) => ({ ...last, isReading: true, error: undefined }));
    if ('file' in source) ask(source);
    else timer.current = setTimeout(() => ask(source), TYPING_PAUSE_MS);
  };
  /** What was read, once nothing newer is being read. */
  const settled = () =>
    state.isReading
      ? new Promise<ReadSource>((resolve) => waiting.current.push(resolve))
      : Promise.resolve(state);
  return { ...state, read, settled };
}

function startWorker(onAnswer: (answer: ReadAnswer) => void): Worker {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => onAnswer(data);
  return worker;
}

function stateOf(answer: ReadAnswer): ReadSource {
  if ('error' in answer) return { ...NOTHING, error: answer.error };
  const { counts, body } = answer;
  return { counts, body: counts.valid > 0 ? body : undefined, isReading: false, error: undefined };
}

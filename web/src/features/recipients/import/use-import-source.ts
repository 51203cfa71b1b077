import { useEffect, useRef, useState } from 'react';
import type { Corrections, LineCounts } from './count-lines.ts';
import type { ReadAnswer, ReadOptions, ReadQuestion } from './import-worker.ts';
import type { Source } from './read-source.ts';

const TYPING_PAUSE_MS = 150;
const NOTHING: ReadSource = {
  counts: { valid: 0, duplicates: 0, invalid: 0, errors: [] },
  body: undefined,
  refused: undefined,
  isReading: false,
  error: undefined,
};

/** What was read last, and whether something newer is being read. */
type ReadSource = {
  counts: LineCounts;
  /** The body of the import's call; undefined where nothing is valid. */
  body: Blob | undefined;
  /** The refused lines as a file. */
  refused: Blob | undefined;
  isReading: boolean;
  error: string | undefined;
};

/** Reads what is typed or chosen, away from the page: it stays usable with a million lines. */
export function useImportSource(options: ReadOptions) {
  const [state, setState] = useState(NOTHING);
  const worker = useRef<Worker | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(0);
  const source = useRef<Source>({ text: '' });
  const corrections = useRef<Corrections>(new Map());
  const waiting = useRef<((read: ReadSource) => void)[]>([]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );
  const ask = () => {
    worker.current ??= startWorker((answer) => {
      if (answer.id !== latest.current) return;
      const read = stateOf(answer);
      setState(read);
      for (const tell of waiting.current.splice(0)) tell(read);
    });
    worker.current.postMessage({
      id: latest.current,
      source: source.current,
      corrections: corrections.current,
      ...options,
    } satisfies ReadQuestion);
  };
  const askAfter = (milliseconds: number) => {
    clearTimeout(timer.current);
    latest.current += 1;
    setState((last) => ({ ...last, isReading: true, error: undefined }));
    timer.current = setTimeout(ask, milliseconds);
  };
  const read = (next: Source) => {
    source.current = next;
    // They were of other lines.
    corrections.current = new Map();
    askAfter('file' in next ? 0 : TYPING_PAUSE_MS);
  };
  const correct = (line: number, value: string) => {
    corrections.current = new Map(corrections.current).set(line, value);
    askAfter(TYPING_PAUSE_MS);
  };
  /** What was read, once nothing newer is being read. */
  const settled = () =>
    state.isReading
      ? new Promise<ReadSource>((resolve) => waiting.current.push(resolve))
      : Promise.resolve(state);
  const { valid, duplicates, invalid } = state.counts;
  return { ...state, hasLines: valid + duplicates + invalid > 0, read, correct, settled };
}

function startWorker(onAnswer: (answer: ReadAnswer) => void): Worker {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => onAnswer(data);
  return worker;
}

function stateOf(answer: ReadAnswer): ReadSource {
  if ('error' in answer) return { ...NOTHING, error: answer.error };
  const { counts, body, refused } = answer;
  return {
    counts,
    body: counts.valid > 0 ? body : undefined,
    refused,
    isReading: false,
    error: undefined,
  };
}

import { useEffect, useRef, useState } from 'react';
import type {
  ImportRows,
  LeftOutAnswer,
  LeftOutQuestion,
  ReadAnswer,
  ReadOptions,
  ReadQuestion,
} from './import-worker.ts';
import { type Aside, noAsides } from './read/asides.ts';
import { type LineError, placeOf } from './read/corrections.ts';
import type { LineCounts, RowNotes } from './read/count-rows.ts';
import { type Mend, USUAL_MENDS } from './read/mend.ts';
import type { Choice } from './read/opened.ts';
import type { Outline, Remembered, Source } from './read/read-source.ts';

const TYPING_PAUSE_MS = 150;
const NOTHING: ReadSource = {
  outlines: [],
  rows: [],
  counts: {
    valid: 0,
    duplicates: 0,
    invalid: 0,
    asides: noAsides(),
    aside: 0,
    broken: undefined,
    errors: [],
    first: [],
    last: undefined,
  },
  body: undefined,
  table: undefined,
  refused: undefined,
  blocked: 0,
  notes: { cut: 0 },
  isReading: false,
  error: undefined,
};

/** What was read last, and whether something newer is being read. */
type ReadSource = {
  /** What each file, or the text, was taken for. */
  outlines: Outline[];
  /** How many rows with people each of them has. */
  rows: number[];
  counts: LineCounts;
  /** The valid names as the body of a check, and of an import of names; undefined where nothing is valid. */
  body: Blob | undefined;
  /** The rows of an import with columns; undefined where a name is all that is known. */
  table: ImportRows | undefined;
  /** The refused rows as a file, and how many on do-not-contact are among them. */
  refused: Blob | undefined;
  blocked: number;
  notes: RowNotes;
  isReading: boolean;
  error: string | undefined;
};

/** What is read, by one place: a new question asks for all of it. */
type Question = Pick<ReadQuestion, 'choices' | 'corrections' | 'taken' | 'mends'> & { source: Source };

// What a person chose of other rows is no choice for these.
const NOTHING_CHOSEN = { choices: [], corrections: new Map(), taken: [], mends: USUAL_MENDS };

/** Reads what is typed or chosen, away from the page: it stays usable with a million rows. */
export function useImportSource(
  options: ReadOptions & {
    remembered: readonly Remembered[] | undefined;
    fields: readonly string[] | undefined;
    /** Whether it is being imported, or was: what the import itself adds to the fields changes nothing any more. */
    isSent: boolean;
  },
) {
  const [state, setState] = useState(NOTHING);
  const [pressed, setPressed] = useState<Pick<Question, 'taken' | 'mends'>>({
    taken: [],
    mends: USUAL_MENDS,
  });
  const worker = useRef<Worker | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(0);
  const question = useRef<Question>({ source: { text: '' }, ...NOTHING_CHOSEN });
  const sent = useRef<Source | undefined>(undefined);
  const waiting = useRef<((read: ReadSource) => void)[]>([]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );
  const takeAnswer = (answer: ReadAnswer | LeftOutAnswer) => {
    if (answer.id !== latest.current) return;
    if ('blocked' in answer) {
      const { refused, blocked, notes } = answer;
      return setState((last) => ({ ...last, refused, blocked, notes }));
    }
    if (answer.outlines && !answer.counts)
      return setState((last) => ({ ...last, outlines: answer.outlines }));
    const read = stateOf(answer);
    setState(read);
    for (const tell of waiting.current.splice(0)) tell(read);
  };
  const { remembered = [], fields = [], isSent, ...into } = options;
  const ask = () => {
    worker.current ??= startWorker(takeAnswer);
    const { source } = question.current;
    worker.current.postMessage({
      id: latest.current,
      ...question.current,
      // Sent again it would be another file, to be opened anew.
      source: source === sent.current ? undefined : source,
      ...into,
      remembered,
      fields,
    } satisfies ReadQuestion);
    sent.current = source;
  };
  const askAfter = (milliseconds: number, next: Partial<Question>) => {
    clearTimeout(timer.current);
    question.current = { ...question.current, ...next };
    latest.current += 1;
    setState((last) => ({ ...last, isReading: true, error: undefined }));
    timer.current = setTimeout(ask, milliseconds);
  };
  const again = useRef(() => {});
  again.current = () => {
    if (isSent) return;
    if (state.isReading || state.outlines.some(({ form }) => form === 'table')) askAfter(0, {});
  };
  // They may arrive after the first table was read, or while it is.
  useEffect(() => {
    if (options.remembered || options.fields) again.current();
  }, [options.remembered, options.fields]);
  const read = (source: Source) => {
    setPressed({ taken: [], mends: USUAL_MENDS });
    askAfter('files' in source ? 0 : TYPING_PAUSE_MS, { source, ...NOTHING_CHOSEN });
    if ('files' in source) setState((last) => ({ ...NOTHING, isReading: last.isReading }));
  };
  const choose = (index: number, choice: Choice) => {
    const choices = [...question.current.choices];
    const before = choices[index];
    const uses = choice.uses ? { uses: { ...before?.uses, ...choice.uses } } : {};
    choices[index] = { ...before, ...choice, ...uses };
    askAfter(0, { choices: Array.from(choices, (one) => one ?? {}) });
    setState((last) => ({
      ...last,
      outlines: last.outlines.map((outline, at) => (at === index ? withChoice(outline, choice) : outline)),
    }));
  };
  const correct = (error: LineError, value: string) =>
    askAfter(TYPING_PAUSE_MS, {
      corrections: new Map(question.current.corrections).set(placeOf(error), value),
    });
  const press = (next: Pick<Question, 'taken' | 'mends'>) => {
    setPressed(next);
    askAfter(0, next);
  };
  const { taken, mends } = pressed;
  /** Takes rows that start as left out, or leaves them out again. */
  const take = (aside: Aside) => press({ mends, taken: toggled(taken, aside) });
  const mend = (one: Mend) => press({ taken, mends: toggled(mends, one) });
  /** Puts those on do-not-contact, by their places among the valid names, into the file of what is left out. */
  const leaveOut = (blocked: readonly number[]) =>
    worker.current?.postMessage({ id: latest.current, blocked } satisfies LeftOutQuestion);
  /** What was read, once nothing newer is being read. */
  const settled = () =>
    state.isReading
      ? new Promise<ReadSource>((resolve) => waiting.current.push(resolve))
      : Promise.resolve(state);
  const { valid, duplicates, invalid, aside } = state.counts;
  const hasLines = valid + duplicates + invalid + aside > 0;
  return { ...state, ...pressed, hasLines, read, choose, correct, take, mend, leaveOut, settled };
}

function toggled<Kind>(kinds: readonly Kind[], kind: Kind): Kind[] {
  return kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind];
}

/** An outline as a choice makes it, until the worker has read by it: a box answers its press at once. */
function withChoice(outline: Outline, choice: Choice): Outline {
  const { layout, sample, kinds } = outline;
  const next = { ...outline, layout: { ...layout } };
  if (choice.column !== undefined) next.layout.column = choice.column < 0 ? undefined : choice.column;
  if (choice.hasHead !== undefined)
    next.layout.headLine = choice.hasHead ? (sample[0]?.line ?? 1) : undefined;
  if (choice.hasHead === false) next.isHeadRefused = true;
  next.uses = outline.uses.map((use, at) => choice.uses?.[at] ?? use);
  if (choice.kinds && kinds)
    next.kinds = kinds.map((one) => ({ ...one, isChosen: choice.kinds?.includes(one.kind) === true }));
  if (choice.since !== undefined && next.since) next.since = { ...next.since, isChosen: choice.since };
  if (choice.encoding !== undefined) next.encoding = choice.encoding;
  if (choice.separator !== undefined) next.separator = choice.separator;
  if (choice.sheet !== undefined) next.sheet = choice.sheet;
  return next;
}

function startWorker(onAnswer: (answer: ReadAnswer | LeftOutAnswer) => void): Worker {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<ReadAnswer | LeftOutAnswer>) => onAnswer(data);
  return worker;
}

function stateOf(answer: ReadAnswer): ReadSource {
  if (!answer.outlines) return { ...NOTHING, error: answer.error };
  if (!answer.counts) return { ...NOTHING, outlines: answer.outlines };
  const { outlines, counts, rows, body, table, refused, notes } = answer;
  return {
    outlines,
    rows,
    counts,
    body: counts.valid > 0 ? body : undefined,
    table: counts.valid > 0 ? table : undefined,
    refused,
    blocked: 0,
    notes,
    isReading: false,
    error: undefined,
  };
}

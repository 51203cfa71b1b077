import { IMPORT_BODY_LIMIT, IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import Papa from 'papaparse';
import { createLineCounter, type LineCounter } from './count-lines.ts';

const COLUMN_HEADS = ['username', 'recipient'];
const DELIMITERS = [',', ';', '\t', '|'];
const LINES_BETWEEN_PAUSES = 20_000;

export const TOO_MANY_LINES = `An import takes at most ${IMPORT_MAX_LINES.toLocaleString('en-US')} names`;
export const TOO_BIG = `A file may have at most ${IMPORT_BODY_LIMIT / 1024 / 1024} MB`;

/** What names are read from: the text box, or a .txt or .csv file. */
export type Source = { text: string } | { file: File };

type Reading = { source: Source; isStopped: () => boolean };

/**
 * Reads the names of a source in pieces, so that it can be stopped between two. Undefined when it was stopped;
 * throws an Error whose message a person can read.
 */
export async function readSource({ source, isStopped }: Reading): Promise<LineCounter | undefined> {
  if ('file' in source && source.file.size > IMPORT_BODY_LIMIT) throw new Error(TOO_BIG);
  const counter = createLineCounter();
  const blob = 'file' in source ? source.file : new Blob([source.text]);
  const isTable = 'file' in source && source.file.name.toLowerCase().endsWith('.csv');
  const whole = await (isTable
    ? readTable({ file: source.file, counter, isStopped })
    : readLines({ blob, counter, isStopped }));
  return whole ? counter : undefined;
}

async function readLines(work: { blob: Blob; counter: LineCounter; isStopped: () => boolean }) {
  const { blob, counter, isStopped } = work;
  let line = 0;
  let rest = '';
  const take = (value: string) => {
    line += 1;
    if (!counter.take(value, line)) throw new Error(TOO_MANY_LINES);
  };
  const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const [index, value] of lines.entries()) {
      take(value);
      if (index % LINES_BETWEEN_PAUSES === LINES_BETWEEN_PAUSES - 1) await pause();
      if (isStopped()) return false;
    }
    await pause();
  }
  take(rest);
  return !isStopped();
}

async function readTable(work: { file: File; counter: LineCounter; isStopped: () => boolean }) {
  const { file, counter, isStopped } = work;
  const text = await file.text();
  let line = 0;
  let column = 0;
  let isTooLong = false;
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data }, parser) => {
      line += 1;
      const head = line === 1 ? columnOf(data) : undefined;
      if (head !== undefined) column = head;
      else isTooLong = !counter.take(data[column] ?? '', line);
      if (isTooLong) parser.abort();
    },
  });
  if (isTooLong) throw new Error(TOO_MANY_LINES);
  return !isStopped();
}

// The parser's own guess gives up on short files and on blank lines.
function delimiterOf(text: string): string {
  const first = /^.*/m.exec(text.trimStart())?.[0] ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** The column that a first row names username or recipient; undefined where it is a name itself. */
function columnOf(row: string[]): number | undefined {
  const column = row.findIndex((cell) => COLUMN_HEADS.includes(cell.trim().toLowerCase()));
  return column < 0 ? undefined : column;
}

// Lets a newer source stop this one.
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

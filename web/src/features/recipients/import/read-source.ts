import { IMPORT_BODY_LIMIT, IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import type { NameKind } from '@pigeonpost/contract/recipients';
import Papa from 'papaparse';
import { type Corrections, createLineCounter, type LineCounter } from './count-lines.ts';

const COLUMN_HEADS = ['username', 'address', 'recipient'];
const DELIMITERS = [',', ';', '\t', '|'];
// Spreadsheets that are no text: read as lines they would be thousands of refused ones.
const OTHER_SHEETS = ['xls', 'xlsb', 'xlsm', 'ods', 'numbers'];
const LINES_BETWEEN_PAUSES = 20_000;

export const TOO_MANY_LINES = `An import takes at most ${IMPORT_MAX_LINES.toLocaleString('en-US')} names`;
const TOO_BIG = `A file may have at most ${IMPORT_BODY_LIMIT / 1024 / 1024} MB`;

const NOT_READABLE = 'This file cannot be read. Save it as .xlsx, .csv or .txt.';

/** What names are read from: the text box, or a .txt, .csv or .xlsx file. */
export type Source = { text: string } | { file: File };

type Reading = { source: Source; kind: NameKind; corrections?: Corrections; isStopped: () => boolean };

/**
 * Reads the names of a source in pieces, so that it can be stopped between two. Undefined when it was stopped;
 * throws an Error whose message a person can read.
 */
export async function readSource({
  source,
  kind,
  corrections,
  isStopped,
}: Reading): Promise<LineCounter | undefined> {
  if ('file' in source && source.file.size > IMPORT_BODY_LIMIT) throw new Error(TOO_BIG);
  const counter = createLineCounter({ kind, corrections });
  const whole = await ('file' in source
    ? readFile({ file: source.file, counter, isStopped })
    : readLines({ blob: new Blob([source.text]), counter, isStopped }));
  return whole ? counter : undefined;
}

type FileReading = { file: File; counter: LineCounter; isStopped: () => boolean };

function readFile(work: FileReading): Promise<boolean> {
  const ending = /\.(\w+)$/.exec(work.file.name.toLowerCase())?.[1] ?? '';
  if (ending === 'xlsx') return readSheet(work);
  if (OTHER_SHEETS.includes(ending)) throw new Error(NOT_READABLE);
  return ending === 'csv' ? readTable(work) : readLines({ ...work, blob: work.file });
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

/** The first sheet of a spreadsheet, row by row, as a .csv file is read. */
async function readSheet({ file, counter, isStopped }: FileReading): Promise<boolean> {
  const { sheetRows } = await import('./sheet-rows.ts');
  const takeRow = rowTaker(counter);
  let rows = 0;
  try {
    for await (const { line, cells } of sheetRows(await file.arrayBuffer())) {
      if (!takeRow(cells, line)) throw new Error(TOO_MANY_LINES);
      rows += 1;
      if (rows % LINES_BETWEEN_PAUSES === 0) await pause();
      if (isStopped()) return false;
    }
  } catch (error) {
    throw error instanceof Error && error.message === TOO_MANY_LINES ? error : new Error(NOT_READABLE);
  }
  return !isStopped();
}

async function readTable({ file, counter, isStopped }: FileReading): Promise<boolean> {
  const text = await file.text();
  const takeRow = rowTaker(counter);
  let line = 0;
  let isTooLong = false;
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data }, parser) => {
      line += 1;
      isTooLong = !takeRow(data, line);
      if (isTooLong) parser.abort();
    },
  });
  if (isTooLong) throw new Error(TOO_MANY_LINES);
  return !isStopped();
}

/** Takes the rows of a table: their first column, or the one that the first row names. False as `take`. */
function rowTaker(counter: LineCounter): (cells: string[], line: number) => boolean {
  let column = 0;
  return (cells, line) => {
    const head = line === 1 ? columnOf(cells) : undefined;
    if (head === undefined) return counter.take(cells[column] ?? '', line);
    column = head;
    return true;
  };
}

// The parser's own guess gives up on short files and on blank lines.
function delimiterOf(text: string): string {
  const first = /^.*/m.exec(text.trimStart())?.[0] ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** The column that a first row names username, address or recipient; undefined where it is a name itself. */
function columnOf(row: string[]): number | undefined {
  const column = row.findIndex((cell) => COLUMN_HEADS.includes(cell.trim().toLowerCase()));
  return column < 0 ? undefined : column;
}

// Lets a newer source stop this one.
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

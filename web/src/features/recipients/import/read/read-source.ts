import { IMPORT_BODY_LIMIT, IMPORT_HEADS_MAX, IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { plainHead } from '../../../../names/head-words.ts';
import type { Aside } from './asides.ts';
import {
  bodyColumns,
  type ColumnUse,
  fieldOf,
  type RememberedUse,
  type RememberedUses,
  rememberedUses,
  usesOf,
} from './columns.ts';
import type { Corrections } from './corrections.ts';
import { createRowCounter, type RowCounter } from './count-rows.ts';
import { COLUMNS_SHOWN } from './format-words.ts';
import { fitRow, isOwnHeads, type Layout, layOut, type Row } from './layout.ts';
import { createLeftOut } from './left-out.ts';
import { type Mend, USUAL_MENDS } from './mend.ts';
import { openFile, openText } from './open-source.ts';
import type { Choice, Opened } from './opened.ts';
import { isBlank, type SampleRow, sampleOf } from './sample-rows.ts';
import { NO_ROWS } from './sniff.ts';

export const TOO_MANY_LINES = `An import takes at most ${IMPORT_MAX_LINES.toLocaleString('en-US')} names`;
const TOO_BIG = `A file may have at most ${IMPORT_BODY_LIMIT / 1024 / 1024} MB`;
const SAMPLE_ROWS = 200;
const USERNAME = 'username';
/** The field that the dates of Instagram's download become. */
const SINCE = 'since';

/** What names are read from: the text box, or files. */
export type Source = { text: string } | { files: File[] };

/** What a person chose for a table with these heads: the column of names, and what the others become. */
export type Remembered = {
  heads: string;
  column: string;
  columns?: RememberedUses | null | undefined;
  chosen_at: string;
};

/** What one file, or the text, was read as; what a person may choose otherwise. */
export type Outline = Omit<Opened, 'rows'> & {
  name: string | undefined;
  layout: Layout;
  /** What each column becomes. */
  uses: ColumnUse[];
  /** Rows above the heads, which are no people. */
  titleRows: number;
  /** Columns that start as skipped because an import has no room for more fields. */
  overMax: number;
  /** Columns beyond those that are offered. */
  hiddenColumns: number;
  /** Whether the person said that the first row is no head. */
  isHeadRefused: boolean;
  /** The remembered choice that gave the column. */
  remembered: Remembered | undefined;
  /** What is to be remembered of a table whose heads are known; undefined for others. */
  choice: { heads: string; column: string; columns: Record<string, RememberedUse> } | undefined;
  sample: SampleRow[];
};

export type Reading = {
  source: Source;
  kind: NameKind;
  /** That of the account's site; left out, it has none. */
  domain?: string | null | undefined;
  choices?: readonly Choice[] | undefined;
  corrections?: Corrections | undefined;
  remembered?: readonly Remembered[] | undefined;
  /** The names of the user's fields. */
  fields?: readonly string[] | undefined;
  /** Kinds of rows that are taken although they start as left out. */
  taken?: readonly Aside[] | undefined;
  /** What is mended in values; what usually is, unless a person chose. */
  mends?: readonly Mend[] | undefined;
  /** The names with several rows, from a reading before. */
  repeated?: ReadonlySet<string> | undefined;
  /** Which of the names that are sent, counted from 1, are on do-not-contact: they are left out too. */
  blocked?: readonly number[] | undefined;
  /** What was opened of the files before. */
  opened?: OpenedFiles | undefined;
  isStopped: () => boolean;
  /** Told once the first rows are read, and again at the end with the number of rows. */
  onOutlines?: ((outlines: Outline[]) => void) | undefined;
};

/**
 * What was opened of a file, while it is read in the same way: another column, or other heads, are shown at once however
 * long the file is.
 */
export type OpenedFiles = WeakMap<File, { how: string; source: Opened; sample: Row[] }>;

/** What was read, and how many rows with people in them each file has. */
type SourceRead = {
  counter: RowCounter;
  outlines: Outline[];
  rows: number[];
  /** The names with several rows that say something of them, for another reading. */
  repeated: ReadonlySet<string> | undefined;
};

/**
 * Reads the names of a source in pieces, so that it can be stopped between two. Undefined when it was stopped; throws an
 * Error whose message a person can read.
 */
export async function readSource(reading: Reading): Promise<SourceRead | undefined> {
  const opened: OpenedPart[] = [];
  for (const [index, part] of partsOf(reading.source).entries()) {
    opened.push(await outlineOf(part, { ...reading, choice: reading.choices?.[index] ?? {} }));
    if (reading.isStopped()) return undefined;
  }
  reading.onOutlines?.(opened.map(({ outline }) => outline));
  const first = await readRows(reading, opened);
  // What several rows say of a person is compared in a reading of its own, which need keep nothing of the others.
  if (!first?.repeated || reading.repeated) return first;
  return readRows({ ...reading, repeated: first.repeated }, opened);
}

type OpenedPart = { source: Opened; outline: Outline };

async function readRows(reading: Reading, opened: readonly OpenedPart[]): Promise<SourceRead | undefined> {
  const outlines = opened.map(({ outline }) => outline);
  const [first] = outlines;
  const isTable = opened.length === 1 && first?.form === 'table';
  const leftOut = createLeftOut({
    kind: reading.kind,
    separator: (isTable && first?.separator) || ',',
    isTable,
    hasFiles: opened.length > 1,
  });
  const { kind, domain = null, corrections, blocked, repeated, taken = [], mends = USUAL_MENDS } = reading;
  const columns = bodyColumns(outlines);
  const counter = createRowCounter({
    kind,
    domain,
    columns,
    corrections,
    taken,
    mends,
    blocked,
    repeated,
    isForLeftOut: blocked !== undefined,
    leftOut,
  });
  const rows: number[] = [];
  for (const [index, { source, outline }] of opened.entries()) {
    const { name = '', layout, uses, form } = outline;
    counter.begin({ index, name, layout, uses, form });
    const count = await takeRows(source, { layout, counter, isStopped: reading.isStopped });
    if (count === undefined) return undefined;
    rows.push(count);
  }
  const again = columns.some(({ use }) => fieldOf(use) !== undefined) ? counter.table()?.repeated : undefined;
  return { counter, outlines, rows, repeated: again && again.size > 0 ? again : undefined };
}

type Part = { text: string } | { file: File };

function partsOf(source: Source): Part[] {
  return 'text' in source ? [source] : source.files.map((file) => ({ file }));
}

async function outlineOf(part: Part, reading: Reading & { choice: Choice }) {
  const { kind, choice, taken = [], mends = USUAL_MENDS } = reading;
  const { source, sample: all } = await openPart(part, reading);
  const shown = all.filter(({ isHidden }) => !isHidden || taken.includes('hidden'));
  const sample = shown.every(isBlank) ? all : shown;
  const isEmpty = source.kinds ? source.kinds.every(({ count }) => count === 0) : sample.every(isBlank);
  if ('file' in part && isEmpty) throw new Error(NO_ROWS);
  const rememberedOf = (heads: readonly string[]) =>
    reading.remembered?.find((one) => one.heads === headsKey(heads));
  const layout = source.kinds
    ? layoutOfAccounts(source)
    : layOut(sample, {
        kind,
        hasHead: choice.hasHead,
        column: choice.column,
        remembered: (heads) => rememberedOf(heads)?.column,
      });
  const found =
    layout.headLine === undefined || source.form !== 'table' ? undefined : rememberedOf(layout.heads);
  const { rows: _rows, ...said } = source;
  const below = sample.filter((row) => row.line > (layout.headLine ?? 0) && !isBlank(row));
  const { uses, overMax } =
    source.form === 'table'
      ? usesOf({
          layout,
          sample: below,
          fields: reading.fields ?? [],
          remembered: found?.columns ?? undefined,
          chosen: choice.uses,
        })
      : { uses: usesOfAccounts(source), overMax: 0 };
  const isAbove = ({ line }: Row) => layout.headLine !== undefined && line < layout.headLine;
  const outline: Outline = {
    ...said,
    name: 'file' in part ? part.file.name : undefined,
    layout,
    uses,
    titleRows: sample.filter((row) => !isBlank(row) && isAbove(row)).length,
    overMax,
    hiddenColumns: Math.max(0, layout.width - COLUMNS_SHOWN),
    isHeadRefused: choice.hasHead === false,
    remembered: choice.column === undefined && choice.uses === undefined ? found : undefined,
    choice: source.form === 'table' ? choiceIn({ layout, uses }) : undefined,
    sample: sampleOf(sample, { layout, kind, uses, mends, form: source.form }),
  };
  return { source, outline };
}

/** Instagram's download has the names, and their dates where these are wanted. */
function layoutOfAccounts({ since }: Opened): Layout {
  const heads = since?.isChosen ? [USERNAME, SINCE] : [USERNAME];
  return { headLine: undefined, heads, column: 0, width: heads.length };
}

const usesOfAccounts = ({ since }: Opened): ColumnUse[] =>
  since?.isChosen ? ['skip', { field: SINCE }] : [];

async function openPart(part: Part, { kind, choice, opened }: Reading & { choice: Choice }) {
  const options = { kind, choice, maxBytes: IMPORT_BODY_LIMIT, tooBig: TOO_BIG };
  if ('text' in part) return withSample(openText(part.text, options));
  const { encoding, separator, sheet, kinds, since } = choice;
  const how = JSON.stringify([kind, encoding, separator, sheet, kinds, since]);
  const before = opened?.get(part.file);
  if (before?.how === how) return before;
  const now = { how, ...(await withSample(await openFile(part.file, options))) };
  opened?.set(part.file, now);
  return now;
}

async function withSample(source: Opened): Promise<{ source: Opened; sample: Row[] }> {
  const sample: Row[] = [];
  for await (const batch of source.rows()) {
    sample.push(...batch.slice(0, SAMPLE_ROWS));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return { source, sample };
}

/** The heads of a table as they are remembered: without their order, and those that a file of left-out rows adds. */
export function headsKey(heads: readonly string[]): string {
  const own = isOwnHeads(heads) ? heads.slice(0, -2) : heads;
  return own.map(plainHead).toSorted().join(' ').slice(0, IMPORT_HEADS_MAX);
}

function choiceIn({ layout, uses }: Pick<Outline, 'layout' | 'uses'>): Outline['choice'] {
  const { headLine, heads, column } = layout;
  if (headLine === undefined || column === undefined) return undefined;
  const name = plainHead(heads[column] ?? '').slice(0, IMPORT_HEADS_MAX);
  if (name === '') return undefined;
  return { heads: headsKey(heads), column: name, columns: rememberedUses({ layout, uses }) };
}

type Taking = { layout: Layout; counter: RowCounter; isStopped: () => boolean };

/** How many rows below the heads were not blank; undefined when it was stopped. */
async function takeRows(source: Opened, { layout, counter, isStopped }: Taking): Promise<number | undefined> {
  let count = 0;
  for await (const batch of source.rows()) {
    for (const row of batch) {
      if (row.line <= (layout.headLine ?? 0) || isBlank(row)) continue;
      count += 1;
      if (!counter.take(fitRow(row, layout)) || count > IMPORT_MAX_LINES) throw new Error(TOO_MANY_LINES);
    }
    await pause();
    if (isStopped()) return undefined;
  }
  return count;
}

// Lets a newer source stop this one. By a message: a timer would take 4 ms, hundreds of times.
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

import { ImportLines } from '@pigeonpost/contract/import-lines';
import { IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import { nameOf } from '@pigeonpost/contract/names/name-of';
import { NAME_WORDS, type NameKind } from '@pigeonpost/contract/recipients';
import { isNameHead, plainHead } from '../../../../names/head-words.ts';
import { splitNames } from '../../parts/split-names.ts';
import { type Aside, type AsideCounts, noAsides } from './asides.ts';
import { isEmptyWord, isNobody, isSumWord } from './cell-words.ts';
import { type BodyColumn, type ColumnUse, placesOf } from './columns.ts';
import { type Corrections, type LineError, placeOf } from './corrections.ts';
import type { Layout, Row } from './layout.ts';
import type { LeftOut } from './left-out.ts';
import type { Mend } from './mend.ts';
import { type MendCounts, TableRows } from './table-rows.ts';

/** What the rows of an import say by themselves, before the list is asked. */
export type LineCounts = {
  /** Different names that follow the rule. */
  valid: number;
  duplicates: number;
  invalid: number;
  /** Rows with a name that start as left out, by kind, whether or not they are taken. */
  asides: AsideCounts;
  /** How many of these are left out. */
  aside: number;
  /** What another program broke in the values; undefined where a name is all that is read. */
  broken: MendCounts | undefined;
  /** The first 100, corrected ones among them. */
  errors: LineError[];
  /** The first names and the last one, as they would be added. */
  first: string[];
  last: string | undefined;
};

export type RowCounter = {
  /** Begins the rows of a file. */
  begin: (file: CountedFile) => void;
  /** Takes one row; false once there are more names than an import takes. */
  take: (row: Row) => boolean;
  counts: () => LineCounts;
  names: () => string[];
  /** What the import sends where a column is more than a name; undefined where none is. */
  table: () => TableRead | undefined;
  /** How many values were cut. */
  notes: () => RowNotes;
  /** The rows that are left out, as a table that can be corrected and imported again; undefined without any. */
  refused: () => Blob | undefined;
};

type CountedFile = {
  index: number;
  name: string;
  layout: Layout;
  uses: ColumnUse[];
  form: 'lines' | 'table' | 'accounts';
};

/** Rows that are imported, and stand among those left out all the same. */
export type RowNotes = { cut: number };

/** The rows of an import with columns, each with its name first, and the names that have several rows. */
type TableRead = {
  columns: readonly BodyColumn[];
  rows: Blob;
  /** The name of each row. */
  names: string[];
  repeated: ReadonlySet<string>;
};

type CounterOptions = {
  kind: NameKind;
  domain: string | null;
  /** What the rows have beside their names. */
  columns: readonly BodyColumn[];
  /** The names with several rows, from an earlier reading: rows that differ from the first are left out too. */
  repeated?: ReadonlySet<string> | undefined;
  corrections?: Corrections | undefined;
  /** Kinds of rows that start as left out and are taken all the same. */
  taken: readonly Aside[];
  /** What is mended in the values. */
  mends: readonly Mend[];
  /** Which of the names that are sent, counted from 1, are on do-not-contact, rising. */
  blocked?: readonly number[] | undefined;
  /** Whether the rows are only read for what is left out: the import's own rows are there already. */
  isForLeftOut?: boolean | undefined;
  leftOut: LeftOut;
};

const ON_DO_NOT_CONTACT = 'on do-not-contact';
const REPEATS_HEADS = 'repeats the heads';
const IS_HEAD = 'looks like a head';
const IS_HIDDEN = 'is hidden in the spreadsheet';
const IS_SUM = 'looks like a sum of the table';
const IS_NOBODY = 'is a word for none';
const NAMES_SHOWN = 3;

/** Counts rows as they arrive, by the contract's rules. Blank ones are dropped. */
export function createRowCounter(options: CounterOptions): RowCounter {
  const {
    kind,
    domain,
    columns,
    corrections,
    taken,
    mends,
    blocked = [],
    isForLeftOut = false,
    leftOut,
  } = options;
  const notes: RowNotes = { cut: 0 };
  const lines = new ImportLines<LineError>();
  const table = columns.length > 0 ? new TableRows(columns, mends) : undefined;
  const asides = noAsides();
  const isTaken = (kind: Aside) => taken.includes(kind);
  const namesOfRows: string[] = [];
  const repeated = new Set<string>();
  const firsts = new Map<string, { line: number; values: string[] }>();
  let file: Parameters<RowCounter['begin']>[0] | undefined;
  let heads = '';
  let nextBlocked = 0;
  let rowCount = 0;
  const count = (name: string, row: Row, value: string) => {
    if (table && isOtherRow(table, name, row, value)) return;
    const isNew = lines.add(name);
    if (table && !isNew) repeated.add(name);
    if (table) rowCount += 1;
    if (isNew && blocked[nextBlocked] === (table ? rowCount : lines.names.size)) {
      nextBlocked += 1;
      leaveOut(row, value, ON_DO_NOT_CONTACT);
    } else if (table) noteCuts(table, row, value);
    table?.countBroken(row);
    if (table && !isForLeftOut) {
      table.add(name, row);
      namesOfRows.push(name);
    }
  };
  const leaveOut = (row: Row, value: string, reason: string) => {
    if (file) leftOut.add({ row, column: file.layout.column ?? 0, value, reason, file: file.name });
  };
  const noteCuts = (rows: TableRows, row: Row, value: string) => {
    for (const cut of rows.cuts(row)) {
      notes.cut += 1;
      leaveOut(row, value, cut);
    }
  };
  /** Whether a further row of a person says something else than the first one, and starts as left out. */
  const isOtherRow = (rows: TableRows, name: string, row: Row, value: string) => {
    if (!options.repeated?.has(name)) return false;
    const values = rows.valuesOf(row);
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, { line: row.line, values });
      return false;
    }
    const difference = rows.differenceOf(first.values, values);
    if (difference) {
      leaveOut(row, value, `the same person as line ${first.line}; ${difference}`);
      // A person of two kinds in Instagram's download is one.
      if (file?.form !== 'accounts') asides.repeated += 1;
      if (file?.form !== 'accounts' && !isTaken('repeated')) return true;
    }
    first.values = first.values.map((known, at) => known || (values[at] ?? ''));
    return false;
  };
  /** Whether a row with a name starts as left out by what it is. */
  const isSetAside = (row: Row, value: string) => {
    const why = row.isHidden
      ? 'hidden'
      : file?.form !== 'accounts' && isSumRow(row, value)
        ? 'sum'
        : undefined;
    if (why === undefined) return false;
    asides[why] += 1;
    if (isTaken(why)) return false;
    leaveOut(row, value, why === 'hidden' ? IS_HIDDEN : IS_SUM);
    return true;
  };
  const countAll = (names: readonly string[], row: Row, value: string) => {
    // Of a line with several names each has a row of its own.
    for (const name of names) count(name, row, names.length > 1 ? name : value);
  };
  const take = (row: Row) => {
    const column = file?.layout.column;
    if (!file || column === undefined) return true;
    const { cells, line } = row;
    const value = cells[column] ?? '';
    const how = { kind, domain, form: file.form };
    const read = readValue(value, how);
    const isHead =
      file.layout.headLine !== undefined &&
      cells.length > 1 &&
      // The one cell first: all of them would be too much for a million wide rows.
      value.trim() === file.layout.heads[column] &&
      headsOf(cells) === heads;
    if (read.names && !isHead) {
      if (!isSetAside(row, value)) countAll(read.names, row, value);
    } else if (value.trim() !== '' || cells.some((cell) => cell.trim() !== '')) {
      const typed = corrections?.get(placeOf({ file: file.index, line }));
      const now = typed === undefined ? read : readValue(typed, how);
      const reason = typed === undefined && isHead ? REPEATS_HEADS : now.reason;
      if (reason === undefined) countAll(now.names ?? [], row, typed ?? value);
      else leaveOut(row, typed ?? value, reason);
      lines.note({ file: file.index, line, value, reason });
    }
    return lines.names.size + lines.duplicates + lines.invalid + asideCount() <= IMPORT_MAX_LINES;
  };
  const asideCount = () => {
    const { hidden, sum, repeated } = asides;
    return (
      (isTaken('hidden') ? 0 : hidden) + (isTaken('sum') ? 0 : sum) + (isTaken('repeated') ? 0 : repeated)
    );
  };
  return {
    begin: (next) => {
      file = next;
      heads = headsOf(next.layout.heads);
      table?.begin(placesOf(next, columns));
      leftOut.begin(next.layout);
    },
    take,
    counts: () => ({
      valid: lines.names.size,
      duplicates: lines.duplicates,
      invalid: lines.invalid,
      asides: { ...asides },
      aside: asideCount(),
      broken: table?.broken,
      errors: [...lines.errors],
      first: firstOf(lines.names),
      last: lines.names.size > NAMES_SHOWN ? lastOf(lines.names) : undefined,
    }),
    names: () => [...lines.names],
    table: () => table && { columns, rows: table.json(), names: namesOfRows, repeated },
    notes: () => ({ ...notes }),
    refused: leftOut.file,
  };
}

const headsOf = (cells: readonly string[]) => cells.map(plainHead).join('\t');

function firstOf(seen: ReadonlySet<string>): string[] {
  const first: string[] = [];
  for (const name of seen) if (first.push(name) === NAMES_SHOWN) break;
  return first;
}

function lastOf(seen: ReadonlySet<string>): string | undefined {
  let last: string | undefined;
  for (const name of seen) last = name;
  return last;
}

type Read = { names: string[]; reason?: undefined } | { names?: undefined; reason: string };

/** A row whose name is a word for a sum, or a figure beside one. */
function isSumRow({ cells }: Row, value: string): boolean {
  return isSumWord(value) || (/^\s*\d+\s*$/.test(value) && cells.some(isSumWord));
}

// What people write before their name in a form.
const LABEL = /^\s*(?:insta(?:gram)?|ig)\s*[:=]\s*/i;
const APOSTROPHES = /^\s*'+/;

type ReadOptions = { kind: NameKind; domain?: string | null; form: CountedFile['form'] };

/** The names in one value: one, or in a line several with commas between. */
export function readValue(value: string, how: ReadOptions): Read {
  const read = readBare(value, how);
  if (read.names || how.kind !== 'instagram') return read;
  const bare = value.replace(LABEL, '').replace(APOSTROPHES, '');
  return bare === value ? read : readBare(bare, how);
}

function readBare(value: string, { kind, domain = null, form }: ReadOptions): Read {
  if (isNameHead(value, kind === 'address'))
    return { reason: kind === 'instagram' ? `${IS_HEAD}: with @ it is a username` : IS_HEAD };
  const { name, reason } = nameOf(value, kind, domain);
  if (reason === undefined) {
    if (form === 'accounts' || !isNobody(value)) return { names: [name] };
    return { reason: kind === 'instagram' ? `${IS_NOBODY}: with @ it is a username` : IS_NOBODY };
  }
  const several = form === 'lines' ? splitNames(value, kind, domain) : undefined;
  if (several) return { names: several };
  if (isEmptyWord(value)) return { reason: `has no ${NAME_WORDS[kind].one}` };
  return { reason: name === '' ? `has no ${NAME_WORDS[kind].one}` : reason };
}

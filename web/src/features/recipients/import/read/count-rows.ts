import { ImportLines } from '@pigeonpost/contract/import-lines';
import { IMPORT_MAX_LINES } from '@pigeonpost/contract/limits';
import { nameOf } from '@pigeonpost/contract/name-of';
import { NAME_WORDS, type NameKind } from '@pigeonpost/contract/recipients';
import { isNameHead, plainHead } from '../../parts/head-words.ts';
import { splitNames } from '../../parts/split-names.ts';
import { type BodyColumn, type ColumnUse, placesOf } from './columns.ts';
import { type Corrections, type LineError, placeOf } from './corrections.ts';
import type { Layout, Row } from './layout.ts';
import type { LeftOut } from './left-out.ts';
import { TableRows } from './table-rows.ts';

/** What the rows of an import say by themselves, before the list is asked. */
export type LineCounts = {
  /** Different names that follow the rule. */
  valid: number;
  duplicates: number;
  invalid: number;
  /** The first 100, corrected ones among them. */
  errors: LineError[];
  /** The first names and the last one, as they would be added. */
  first: string[];
  last: string | undefined;
};

export type RowCounter = {
  /** Begins the rows of a file. */
  begin: (file: { index: number; name: string; layout: Layout; uses: ColumnUse[]; isLines: boolean }) => void;
  /** Takes one row; false once there are more names than an import takes. */
  take: (row: Row) => boolean;
  counts: () => LineCounts;
  names: () => string[];
  /** What the import sends where a column is more than a name; undefined where none is. */
  table: () => TableRead | undefined;
  /** How many rows say something else of a person than an earlier one, and how many values were cut. */
  notes: () => RowNotes;
  /** The rows that are left out, as a table that can be corrected and imported again; undefined without any. */
  refused: () => Blob | undefined;
};

/** Rows that are imported, and stand among those left out all the same. */
export type RowNotes = { differing: number; cut: number };

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
  /** What the rows have beside their names. */
  columns: readonly BodyColumn[];
  /** The names with several rows, from an earlier reading: rows that differ from the first are left out too. */
  repeated?: ReadonlySet<string> | undefined;
  corrections?: Corrections | undefined;
  /** Which of the names that are sent, counted from 1, are on do-not-contact, rising. */
  blocked?: readonly number[] | undefined;
  /** Whether the rows are only read for what is left out: the import's own rows are there already. */
  isForLeftOut?: boolean | undefined;
  leftOut: LeftOut;
};

const ON_DO_NOT_CONTACT = 'on do-not-contact';
const REPEATS_HEADS = 'repeats the heads';
const IS_HEAD = 'looks like a head';
const NAMES_SHOWN = 3;

/** Counts rows as they arrive, by the contract's rules. Blank ones are dropped. */
export function createRowCounter(options: CounterOptions): RowCounter {
  const { kind, columns, corrections, blocked = [], isForLeftOut = false, leftOut } = options;
  const notes: RowNotes = { differing: 0, cut: 0 };
  const lines = new ImportLines<LineError>();
  const table = columns.length > 0 ? new TableRows(columns) : undefined;
  const namesOfRows: string[] = [];
  const repeated = new Set<string>();
  const firsts = new Map<string, { line: number; values: string[] }>();
  let file: Parameters<RowCounter['begin']>[0] | undefined;
  let heads = '';
  let nextBlocked = 0;
  let rowCount = 0;
  const count = (name: string, row: Row, value: string) => {
    const isNew = lines.add(name);
    if (table && !isNew) repeated.add(name);
    if (table) rowCount += 1;
    if (isNew && blocked[nextBlocked] === (table ? rowCount : lines.names.size)) {
      nextBlocked += 1;
      leaveOut(row, value, ON_DO_NOT_CONTACT);
    } else if (table) noteValues(table, name, row, value);
    if (table && !isForLeftOut) {
      table.add(name, row);
      namesOfRows.push(name);
    }
  };
  const leaveOut = (row: Row, value: string, reason: string) => {
    if (file) leftOut.add({ row, column: file.layout.column ?? 0, value, reason, file: file.name });
  };
  const noteValues = (rows: TableRows, name: string, row: Row, value: string) => {
    for (const cut of rows.cuts(row)) {
      notes.cut += 1;
      leaveOut(row, value, cut);
    }
    if (!options.repeated?.has(name)) return;
    const values = rows.valuesOf(row);
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, { line: row.line, values });
      return;
    }
    const difference = rows.differenceOf(first.values, values);
    if (difference) {
      notes.differing += 1;
      leaveOut(row, value, `the same person as line ${first.line}; ${difference}`);
    }
    first.values = first.values.map((known, at) => known || (values[at] ?? ''));
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
    const read = readValue(value, { kind, isLines: file.isLines });
    const isHead =
      file.layout.headLine !== undefined &&
      cells.length > 1 &&
      // The one cell first: all of them would be too much for a million wide rows.
      value.trim() === file.layout.heads[column] &&
      headsOf(cells) === heads;
    if (read.names && !isHead) countAll(read.names, row, value);
    else if (value.trim() !== '' || cells.some((cell) => cell.trim() !== '')) {
      const typed = corrections?.get(placeOf({ file: file.index, line }));
      const now = typed === undefined ? read : readValue(typed, { kind, isLines: file.isLines });
      const reason = typed === undefined && isHead ? REPEATS_HEADS : now.reason;
      if (reason === undefined) countAll(now.names ?? [], row, typed ?? value);
      else leaveOut(row, typed ?? value, reason);
      lines.note({ file: file.index, line, value, reason });
    }
    return lines.names.size + lines.duplicates + lines.invalid <= IMPORT_MAX_LINES;
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

/** The names in one value: one, or in a line several with commas between. */
export function readValue(value: string, { kind, isLines }: { kind: NameKind; isLines: boolean }): Read {
  if (isNameHead(value, kind === 'address'))
    return { reason: kind === 'instagram' ? `${IS_HEAD}: with @ it is a username` : IS_HEAD };
  const { name, reason } = nameOf(value, kind);
  if (reason === undefined) return { names: [name] };
  const several = isLines ? splitNames(value, kind) : undefined;
  if (several) return { names: several };
  return { reason: name === '' ? `has no ${NAME_WORDS[kind].one}` : reason };
}

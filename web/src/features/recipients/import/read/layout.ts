import { isSurelyName, nameOf } from '@pigeonpost/contract/names/name-of';
import type { NameKind } from '@pigeonpost/contract/recipients';
import {
  isForeignHead,
  isHeadWord,
  isNameHead,
  nameHeadRank,
  plainHead,
} from '../../../../names/head-words.ts';
import { isNobody } from './cell-words.ts';
import { mend, USUAL_MENDS } from './mend.ts';

/** A row of a source, with its number in the file, from 1, and whether a spreadsheet hides it. */
export type Row = { line: number; cells: string[]; isHidden?: true };

/** Which row has the heads, and which column the names: undefined where only a person can tell. */
export type Layout = {
  /** The line of the heads; undefined where there are none, and the people begin with the first row. */
  headLine: number | undefined;
  heads: string[];
  column: number | undefined;
  width: number;
};

type LayoutOptions = {
  kind: NameKind;
  /** What the person said: whether the first row names the columns, and which of them has the names; -1 is none. */
  hasHead?: boolean | undefined;
  column?: number | undefined;
  /** The column that the person chose for such heads before. */
  remembered?: ((heads: string[]) => string | undefined) | undefined;
};

/** More rows than this above the heads are no title any more. */
const TITLE_ROWS = 15;
const LOOKED_AT_ROWS = 50;
const MOSTLY = 0.8;

/** Finds the heads and the names in the first rows of a source; blank rows do not count. */
export function layOut(sample: readonly Row[], options: LayoutOptions): Layout {
  const rows = sample.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1);
  const head = findHead(rows, { ...options, width: widest });
  const headRow = head === undefined ? undefined : rows[head];
  const width = headRow ? headRow.cells.length : widest;
  const heads = Array.from(
    { length: width },
    (_, at) => mend(headRow?.cells[at] ?? '', USUAL_MENDS).trim() || `Column ${at + 1}`,
  );
  const below = rows.slice(head === undefined ? 0 : head + 1).slice(0, LOOKED_AT_ROWS);
  const found = options.column ?? findColumn({ rows: below, heads: headRow ? heads : [], width, options });
  const column = found === undefined || found < 0 || found >= width ? undefined : found;
  return { headLine: headRow?.line, heads, column, width };
}

/**
 * A row of a table: what stands beyond the last head belongs to the last column. In a file of left-out rows the apostrophe
 * of our own goes, which stays behind where a person corrected a name that was guarded for spreadsheets.
 */
export function fitRow(row: Row, { width, heads, column }: Layout): Row {
  let { cells } = row;
  if (cells.length > width) {
    const beyond = cells.slice(width).filter((cell) => cell.trim() !== '');
    cells = [...cells.slice(0, width - 1), [cells[width - 1] ?? '', ...beyond].join(' ')];
  }
  if (column !== undefined && cells[column]?.startsWith("'") && isOwnHeads(heads))
    cells = cells.with(column, cells[column].slice(1));
  return cells === row.cells ? row : { ...row, cells };
}

const OWN_HEADS = 'line,reason';

/** Whether the last two columns are those that a file of left-out rows has of its own. */
export function isOwnHeads(heads: readonly string[]): boolean {
  return heads.slice(-2).map(plainHead).join() === OWN_HEADS;
}

type HeadOptions = LayoutOptions & { width: number };

function findHead(rows: readonly Row[], options: HeadOptions): number | undefined {
  if (options.hasHead === false || rows.length === 0) return undefined;
  const found = options.width === 1 ? headOfLines(rows, options) : headOfTable(rows, options);
  if (found !== undefined) return found;
  if (options.hasHead) return 0;
  return options.width > 1 ? headByData(rows, options) : undefined;
}

/** Of single names: a known word that other lines follow; further down only one that can hardly be a person. */
function headOfLines(rows: readonly Row[], { kind }: HeadOptions): number | undefined {
  const at = rows.slice(0, TITLE_ROWS).findIndex(({ cells: [cell = ''] }, place) => {
    if (place === 0 && isHeadWord(cell)) return true;
    const isAboveAll = rows.slice(0, place).every((above) => nameOf(above.cells[0] ?? '', kind).reason);
    return headRank(cell, kind) > 0 && isAboveAll;
  });
  return at >= 0 && at < rows.length - 1 ? at : undefined;
}

/** How surely a cell is the head of the names: a name or a link that only holds such a word is none. */
function headRank(cell: string, kind: NameKind): 0 | 1 | 2 {
  const rank = nameHeadRank(cell, kind === 'address');
  return rank === 1 && (nameOf(cell, kind).reason === undefined || LINK.test(cell)) ? 0 : rank;
}

const LINK = /^\s*(?:[a-z]+:\/\/|\S+\.[a-z]{2,}\/)/i;

/** The first of the rows with the most known words: a row of titles or groups above it has fewer. */
function headOfTable(rows: readonly Row[], options: HeadOptions): number | undefined {
  let best: { at: number; score: number } | undefined;
  for (const [at, { cells }] of rows.slice(0, TITLE_ROWS).entries()) {
    if (cells.some((cell) => isSurelyName(cell))) break;
    const below = rows.slice(at + 1, at + 1 + LOOKED_AT_ROWS);
    let [known, named] = [0, 0];
    for (const [column, cell] of cells.entries()) {
      if (isRepeated(cell, below, column)) continue;
      const rank = headRank(cell, options.kind);
      if (rank > 0 && isNamed(cell, below, column, options)) named = Math.max(named, rank);
      else if (isHeadWord(cell)) known += 1;
    }
    const score = named * 3 + known;
    // Further down, one known word may be a value of somebody's row.
    const isEnough =
      at === 0 ? named > 0 || (known > 0 && !isSomebody(cells, below, options)) : named > 0 || known > 1;
    if (isEnough && score > (best?.score ?? 0)) best = { at, score };
  }
  return best?.at;
}

/** Whether a row has a name, of a look that no head has, where those below it have theirs. */
function isSomebody(cells: readonly string[], below: readonly Row[], options: HeadOptions): boolean {
  const column = findColumn({ rows: below, heads: [], width: options.width, options });
  const cell = column === undefined ? '' : (cells[column] ?? '');
  return /[._\d]/.test(cell) && nameOf(cell, options.kind).reason === undefined;
}

/** Without a known word: the first row is a head where its cell is no name and those below it are. */
function headByData(rows: readonly Row[], options: HeadOptions): number | undefined {
  const [first, ...below] = rows;
  if (!first || below.length === 0) return undefined;
  const looked = below.slice(0, LOOKED_AT_ROWS);
  const column = findColumn({ rows: looked, heads: [], width: options.width, options });
  if (column === undefined) return undefined;
  const cell = first.cells[column] ?? '';
  return nameOf(cell, options.kind).reason !== undefined &&
    shareOf(looked, column, (below) => nameOf(below, options.kind).reason === undefined) >= MOSTLY
    ? 0
    : undefined;
}

type ColumnSearch = { rows: readonly Row[]; heads: readonly string[]; width: number; options: LayoutOptions };

function findColumn({ rows, heads, width, options }: ColumnSearch): number | undefined {
  if (width === 1) return 0;
  const wanted = heads.length > 0 ? options.remembered?.([...heads]) : undefined;
  const kept = wanted === undefined ? -1 : heads.findIndex((head) => plainHead(head) === wanted);
  if (kept >= 0) return kept;
  const columns = Array.from({ length: width }, (_, at) => at);
  const ranks = columns.map((at) => nameHeadRank(heads[at] ?? '', options.kind === 'address'));
  const mostSure = (some: readonly number[]) =>
    some.toSorted((a, b) => sureCount(rows, b, options) - sureCount(rows, a, options))[0];
  const headed = (wanted: (at: number) => boolean) => {
    const named = columns.filter((at) => wanted(at) && isNamed(heads[at] ?? '', rows, at, options));
    const good = named.filter((at) => holdsNames(rows, at, options.kind));
    return mostSure(good.length > 0 ? good : named);
  };
  const isForeign = (at: number) => options.kind === 'instagram' && isForeignHead(heads[at] ?? '');
  // Proof beats a head that may mean the names of another program.
  return (
    headed((at) => ranks[at] === 2 && !isForeign(at)) ??
    headed((at) => ranks[at] === 1) ??
    mostSure(columns.filter((at) => isSureColumn(rows, at, options))) ??
    headed((at) => ranks[at] === 2) ??
    lookedLike(rows, heads, options)
  );
}

function lookedLike(
  rows: readonly Row[],
  heads: readonly string[],
  { kind }: LayoutOptions,
): number | undefined {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), heads.length);
  // By the look of the values alone, and only where no other column looks alike: first names are valid usernames too.
  const alike = Array.from({ length: width }, (_, at) => at).filter(
    (at) => looksLikeNames(rows, at, kind) && !isHeadWord(heads[at] ?? ''),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

const cellsOf = (rows: readonly Row[], column: number) =>
  rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isNobody(cell));

function shareOf(rows: readonly Row[], column: number, holds: (cell: string) => boolean): number {
  const cells = cellsOf(rows, column);
  return cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;
}

/** At least half of the cells are names with a letter in them: a column of numbers is one of ids. */
function holdsNames(rows: readonly Row[], column: number, kind: NameKind): boolean {
  const holds = (cell: string) => nameOf(cell, kind).reason === undefined && /\p{L}/u.test(cell);
  return shareOf(rows, column, holds) >= 0.5;
}

/** Whether a column that is headed like one of names has names, or, where its head says nothing else, any words. */
function isNamed(head: string, rows: readonly Row[], column: number, options: LayoutOptions): boolean {
  if (holdsNames(rows, column, options.kind)) return true;
  return (
    isNameHead(head, options.kind === 'address') &&
    cellsOf(rows, column).some((cell) => !/^\d+$/.test(cell.trim()))
  );
}

function isSure(cell: string, { kind }: LayoutOptions): boolean {
  return kind === 'address' ? /^[^\s@]+@[^\s@]+$/.test(cell.trim()) : isSurelyName(cell);
}

const sureCount = (rows: readonly Row[], column: number, options: LayoutOptions) =>
  cellsOf(rows, column).filter((cell) => isSure(cell, options)).length;

const isSureColumn = (rows: readonly Row[], column: number, options: LayoutOptions) =>
  shareOf(rows, column, (cell) => isSure(cell, options)) >= 0.5;

/** At least 90 % are names, 95 % of them different, and two of five have what no first name and no town has. */
export function looksLikeNames(rows: readonly Row[], column: number, kind: NameKind): boolean {
  const cells = cellsOf(rows, column);
  const names = cells.map((cell) => nameOf(cell, kind)).flatMap(({ name, reason }) => (reason ? [] : [name]));
  if (cells.length === 0 || names.length < cells.length * 0.9) return false;
  if (new Set(names).size < names.length * 0.95) return false;
  const marked = names.filter((name) => /\p{L}/u.test(name) && /[._\d]/.test(name) && !isSerial(name));
  return marked.length >= names.length * 0.4;
}

/** A number with a fixed word before it, such as 'ord_1041' or 'A17'. */
const isSerial = (name: string) => /^[a-z]{1,4}[._]?\d+$/.test(name);

/** What stands in the rows below too is a value and no head. */
function isRepeated(cell: string, below: readonly Row[], column: number): boolean {
  const plain = plainHead(cell);
  return below.slice(0, 10).filter(({ cells }) => plainHead(cells[column] ?? '') === plain).length > 1;
}

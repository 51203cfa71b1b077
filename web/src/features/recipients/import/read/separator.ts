import Papa from 'papaparse';
import { isNameHead } from '../../../../names/head-words.ts';
import { SEPARATORS, type Separator } from './format-words.ts';

const LOOKED_AT_ROWS = 50;
const TITLE_ROWS = 10;
const LOOKED_AT_CHARACTERS = 400_000;
// Spreadsheets write it as a first line that names the separator; they do not show it.
const SEP_LINE = /^"?sep=(\t|;|,|\|)"?[ \t;,|]*(?:\n|$)/i;

/** A text without the line that names its separator, and what that line names. */
export function takeSepLine(text: string): { text: string; named: Separator | undefined; lines: number } {
  const line = SEP_LINE.exec(text);
  if (!line) return { text, named: undefined, lines: 0 };
  return { text: text.slice(line[0].length), named: line[1] as Separator, lines: 1 };
}

/**
 * The separator that gives the most columns, and the same number of them in nine of ten of the first rows; rows of a title
 * above them do not count. '' where there is none.
 */
export function separatorOf(text: string): Separator {
  const start = text.slice(0, LOOKED_AT_CHARACTERS);
  let best: { separator: Separator; columns: number } = { separator: '', columns: 1 };
  for (const separator of SEPARATORS) {
    if (!start.includes(separator)) continue;
    const columns = columnsWith(start, separator);
    if (columns > best.columns) best = { separator, columns };
  }
  return best.separator;
}

function columnsWith(text: string, delimiter: Separator): number {
  const { data } = Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    preview: LOOKED_AT_ROWS + TITLE_ROWS,
  });
  const widths = data.filter((row) => row.some((cell) => cell.trim() !== '')).map(({ length }) => length);
  const first = widths.findIndex((width) => width > 1);
  if (first < 0 || first > TITLE_ROWS) return 1;
  const rows = widths.slice(first, first + LOOKED_AT_ROWS);
  // Rows that are ragged belong to a table all the same where its heads are known.
  const heads = data.find((row) => row.length > 1) ?? [];
  if (heads.some((cell) => isNameHead(cell, false)) && rows.length > 1) return heads.length;
  // A single row below a title is no table.
  if (first > 0 && rows.length < 2) return 1;
  const counts = new Map<number, number>();
  for (const width of rows) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, times] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [1, 0]);
  return times >= rows.length * 0.9 ? width : 1;
}

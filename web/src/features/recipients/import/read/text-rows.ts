import { unguardFormula } from '@pigeonpost/contract/text/formula-guard';
import Papa from 'papaparse';
import type { Separator } from './format-words.ts';
import type { Row } from './layout.ts';

/** How many rows are read before something newer may stop the reading: another column is shown within 300 ms. */
export const ROWS_AT_ONCE = 4_000;

/** The rows of a text, whose lines end with \n, in batches; a line is one cell where there is no separator. */
export function textRows(text: string, separator: Separator, firstLine: number): Generator<Row[]> {
  return separator === '' ? lineRows(text, firstLine) : tableRows(text, separator, firstLine);
}

function* lineRows(text: string, firstLine: number): Generator<Row[]> {
  let [line, start] = [firstLine, 0];
  while (start <= text.length) {
    const rows: Row[] = [];
    while (rows.length < ROWS_AT_ONCE && start <= text.length) {
      const end = text.indexOf('\n', start);
      rows.push({ line, cells: [unguardFormula(text.slice(start, end < 0 ? undefined : end))] });
      line += 1;
      start = end < 0 ? text.length + 1 : end + 1;
    }
    yield rows;
  }
}

function* tableRows(text: string, delimiter: Separator, firstLine: number): Generator<Row[]> {
  let [line, at] = [firstLine, 0];
  while (at < text.length) {
    // The fast mode would split the whole rest for each batch.
    const { data, meta } = Papa.parse<string[]>(text.slice(at), {
      delimiter,
      newline: '\n',
      preview: ROWS_AT_ONCE,
      fastMode: false,
    });
    yield data.map((cells) => ({ line: line++, cells: cells.map(unguardFormula) }));
    if (!meta.truncated || meta.cursor === 0) return;
    at += meta.cursor;
  }
}

import { attribute, type CellFormat, formatsOf, shownNumber, unescapeXml } from './cell-format.ts';
import type { Row } from './layout.ts';

/** What the rows of all sheets of a workbook refer to. */
export type Workbook = { strings: string[]; formats: CellFormat[]; is1904: boolean };

type Parts = { workbook: string; styles: string | undefined; strings: string | undefined };

/** Reads the parts of a workbook that its sheets refer to. */
export function readWorkbook({ workbook, styles, strings }: Parts): Workbook {
  const texts: string[] = [];
  if (strings !== undefined) eachElement(strings, STRING, (_, content) => texts.push(textOf(content)));
  return {
    strings: texts,
    formats: styles === undefined ? [] : formatsOf(styles),
    is1904: /<(?:\w+:)?workbookPr\b[^>]*\sdate1904="(?:1|true)"/.test(workbook),
  };
}

// A tag each, so that a broken file takes no longer than a whole one.
const STRING = /<(\/?)(?:\w+:)?si\b([^>]*)>/g;
const RUN = /<(\/?)(?:\w+:)?t\b([^>]*)>/g;
const PHONETIC = /<(\/?)(?:\w+:)?rPh\b([^>]*)>/g;
const ROW = /<(\/?)(?:\w+:)?row\b([^>]*)>/g;
const CELL = /<(\/?)(?:\w+:)?c\b([^>]*)>/g;
const VALUE = /<(\/?)(?:\w+:)?v\b([^>]*)>/g;

/** Takes each element of a kind that has none of its kind in it; gives where the last whole one ends. */
function eachElement(xml: string, tag: RegExp, take: (attributes: string, content: string) => void): number {
  let open: { attributes: string; start: number } | undefined;
  let end = 0;
  for (const match of xml.matchAll(tag)) {
    const [whole, slash, attributes = ''] = match;
    const after = match.index + whole.length;
    if (slash === '/') {
      if (!open) continue;
      take(open.attributes, xml.slice(open.start, match.index));
      open = undefined;
    } else if (attributes.endsWith('/')) take(attributes, '');
    else {
      open = { attributes, start: after };
      continue;
    }
    end = after;
  }
  return end;
}

// A cell has at most 32,767 characters, each of which may be written as an entity.
const LONGEST_STRING = 300_000;

/** The text of a string with its runs, without how it is pronounced. */
function textOf(given: string): string {
  const content = given.slice(0, LONGEST_STRING);
  let written = content;
  if (content.includes('rPh'))
    eachElement(content, PHONETIC, (_, said) => (written = written.replace(said, '')));
  let text = '';
  eachElement(written, RUN, (_, run) => (text += run));
  const plain = unescapeXml(text);
  if (!plain.includes('_x')) return plain;
  return plain.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const MOST_CHARACTERS = 4_000_000;
const COLUMNS_MAX = 16_384;

/**
 * The rows of a sheet as its XML arrives, in batches, each cell as it is shown; a row that the sheet hides says so. Throws
 * where a row is longer than any row can be.
 */
export async function* sheetRows(
  xml: AsyncIterable<string>,
  workbook: Workbook,
  atOnce: number,
): AsyncGenerator<Row[]> {
  let rest = '';
  let line = 0;
  let rows: Row[] = [];
  for await (const piece of xml) {
    rest += piece;
    const end = eachElement(rest, ROW, (attributes, content) => {
      line = Number(attribute(attributes, 'r') ?? line + 1);
      const row = { line, cells: cellsOf(content, workbook) };
      rows.push(isHidden(attributes) ? { ...row, isHidden: true } : row);
    });
    rest = rest.slice(end);
    if (rest.length > MOST_CHARACTERS) throw new Error('A row of the sheet has no end.');
    if (rows.length < atOnce) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

const isHidden = (attributes: string) =>
  /^(?:1|true)$/.test(attribute(attributes, 'hidden') ?? '') ||
  /^0(?:\.0+)?$/.test(attribute(attributes, 'ht') ?? '');

function cellsOf(content: string, workbook: Workbook): string[] {
  const cells: string[] = [];
  eachElement(content, CELL, (attributes, inner) => {
    const at = columnOf(attribute(attributes, 'r')) ?? cells.length;
    if (at >= COLUMNS_MAX) return;
    while (cells.length < at) cells.push('');
    cells[at] = inner === '' ? '' : shownCell(attributes, inner, workbook);
  });
  while (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells;
}

/** The column of a reference such as 'AB12', from 0. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column === 0 ? undefined : column - 1;
}

function shownCell(attributes: string, inner: string, { strings, formats, is1904 }: Workbook): string {
  const type = attribute(attributes, 't');
  if (type === 'inlineStr') return textOf(inner);
  let value = '';
  eachElement(inner, VALUE, (_, given) => (value = given));
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return /^(?:1|true)$/.test(value) ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace('T', ' ').replace(/ 00:00(?::00(?:\.0+)?)?$/, '');
  const number = Number(value);
  if (type === 'str' || type === 'e' || value === '' || Number.isNaN(number)) return unescapeXml(value);
  return shownNumber(number, formats[Number(attribute(attributes, 's') ?? 0)] ?? 'plain', is1904);
}

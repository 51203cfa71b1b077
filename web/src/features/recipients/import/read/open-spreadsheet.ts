import { unguardFormula } from '@pigeonpost/contract/text/formula-guard';
import type { Archive } from './archive.ts';
import { attribute, unescapeXml } from './cell-format.ts';
import { layOut, looksLikeNames, type Row } from './layout.ts';
import type { Opened, OpenOptions } from './opened.ts';
import { readWorkbook, sheetRows, type Workbook } from './sheet-rows.ts';
import { NO_ROWS, NOT_READABLE } from './sniff.ts';
import { ROWS_AT_ONCE } from './text-rows.ts';

type Sheet = { name: string; isHidden: boolean; path: string };

const SAMPLE_ROWS = 60;
const WORKBOOK_BYTES = 4 * 1024 * 1024;
const STYLES_BYTES = 32 * 1024 * 1024;
const STRINGS_BYTES = 400 * 1024 * 1024;
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** Opens the sheet of a spreadsheet that has names: one with a column of them before a cover, a shown one before a hidden one. */
export async function openSpreadsheet(file: File, archive: Archive, options: OpenOptions): Promise<Opened> {
  if (file.size > options.maxBytes) throw new Error(options.tooBig);
  const partOf = async (path: string, most: number) =>
    archive.paths.includes(path)
      ? new TextDecoder().decode(await archive.read(path, most, options.tooBig))
      : undefined;
  const xml = (await partOf(WORKBOOK, WORKBOOK_BYTES)) ?? '';
  const workbook = readWorkbook({
    workbook: xml,
    styles: await partOf('xl/styles.xml', STYLES_BYTES),
    strings: await partOf('xl/sharedStrings.xml', STRINGS_BYTES),
  });
  const sheets = sheetsOf(xml, (await partOf(RELATIONS, WORKBOOK_BYTES)) ?? '');
  const book: Book = { archive, workbook, sheets };
  const sheet = options.choice.sheet ?? (await findSheet(book, options));
  const isWide = (await sampleOf(book, sheet)).some(({ cells }) => cells.length > 1);
  return {
    form: isWide ? 'table' : 'lines',
    format: 'Spreadsheet',
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    sheet,
    rows: () => rowsOf(book, sheet),
  };
}

type Book = { archive: Archive; workbook: Workbook; sheets: readonly Sheet[] };

function sheetsOf(xml: string, relations: string): Sheet[] {
  const paths = new Map(
    [...relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      pathOf(attribute(tag, 'Target') ?? ''),
    ]),
  );
  return [...xml.matchAll(/<(?:\w+:)?sheet(\s[^>]*)>/g)].map(([, attributes = '']) => ({
    name: unescapeXml(attribute(attributes, 'name') ?? ''),
    isHidden: /\sstate="(?:hidden|veryHidden)"/.test(attributes),
    path: paths.get(/\s\w+:id="([^"]*)"/.exec(attributes)?.[1]) ?? '',
  }));
}

/** The path of a part in the file, which is written from its root or from the folder of the workbook. */
const pathOf = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

async function findSheet(book: Book, { kind }: OpenOptions): Promise<number> {
  let best: { sheet: number; score: number } | undefined;
  for (const [sheet, { isHidden }] of book.sheets.entries()) {
    if (isHidden) continue;
    const rows = (await sampleOf(book, sheet)).filter(({ cells }) => cells.join('').trim() !== '');
    if (rows.length === 0) continue;
    const score = scoreOf(rows, kind);
    if (score > (best?.score ?? -1)) best = { sheet, score };
  }
  if (!best) throw new Error(NO_ROWS);
  return best.sheet;
}

/** How likely a sheet is the one with the people: a column of names, rows at all, or a cover. */
function scoreOf(rows: readonly Row[], kind: OpenOptions['kind']): number {
  const { width, column } = layOut(rows, { kind });
  if (width > 1) return column === undefined ? 1 : 3;
  return looksLikeNames(rows, 0, kind) ? 2 : Number(rows.length > 1) / 2;
}

async function sampleOf(book: Book, sheet: number): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of rowsOf(book, sheet, SAMPLE_ROWS)) {
    rows.push(...batch);
    if (rows.length >= SAMPLE_ROWS) break;
  }
  return rows;
}

async function* rowsOf(
  { archive, workbook, sheets }: Book,
  sheet: number,
  atOnce = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  const path = sheets[sheet]?.path ?? '';
  // A sheet of a chart has no part with rows.
  if (!archive.paths.includes(path)) return;
  try {
    for await (const rows of sheetRows(archive.readText(path), workbook, atOnce))
      yield rows.map((row) => ({ ...row, cells: row.cells.map(unguardFormula) }));
  } catch {
    throw new Error(NOT_READABLE);
  }
}

import { streamXlsxRows } from 'hucre/xlsx';
import type { Archive } from './archive.ts';
import { layOut, looksLikeNames, type Row } from './layout.ts';
import type { Opened, OpenOptions } from './opened.ts';
import { NO_ROWS, NOT_READABLE } from './sniff.ts';
import { ROWS_AT_ONCE } from './text-rows.ts';

type Sheet = { name: string; isHidden: boolean };

const SAMPLE_ROWS = 60;
const WORKBOOK_BYTES = 4 * 1024 * 1024;

/** Opens the sheet of a spreadsheet that has names: one with a column of them before a cover, a shown one before a hidden one. */
export async function openSpreadsheet(file: File, archive: Archive, options: OpenOptions): Promise<Opened> {
  if (file.size > options.maxBytes) throw new Error(options.tooBig);
  const workbook = await archive.read('xl/workbook.xml', WORKBOOK_BYTES, NOT_READABLE);
  const sheets = sheetsOf(new TextDecoder().decode(workbook));
  const bytes = await file.arrayBuffer();
  const sheet = options.choice.sheet ?? (await findSheet(bytes, sheets, options));
  const isWide = (await sampleOf(bytes, sheet)).some(({ cells }) => cells.length > 1);
  return {
    form: isWide ? 'table' : 'lines',
    format: 'Spreadsheet',
    sheets,
    sheet,
    rows: () => sheetRows(bytes, sheet),
  };
}

function sheetsOf(xml: string): Sheet[] {
  return [...xml.matchAll(/<(?:\w+:)?sheet\s([^>]*?)\/?>/g)].map(([, attributes = '']) => ({
    name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    isHidden: /\bstate="(?:hidden|veryHidden)"/.test(attributes),
  }));
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

async function findSheet(
  bytes: ArrayBuffer,
  sheets: readonly Sheet[],
  { kind }: OpenOptions,
): Promise<number> {
  let best: { sheet: number; score: number } | undefined;
  for (const [sheet, { isHidden }] of sheets.entries()) {
    if (isHidden) continue;
    const rows = (await sampleOf(bytes, sheet)).filter(({ cells }) => cells.join('').trim() !== '');
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

async function sampleOf(bytes: ArrayBuffer, sheet: number): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of sheetRows(bytes, sheet, SAMPLE_ROWS)) {
    rows.push(...batch);
    if (rows.length >= SAMPLE_ROWS) break;
  }
  return rows;
}

async function* sheetRows(bytes: ArrayBuffer, sheet: number, atOnce = ROWS_AT_ONCE): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  try {
    // Each reading gets bytes of its own, because a transferred buffer cannot be read again.
    for await (const { index, values } of streamXlsxRows(bytes.slice(0), { sheet })) {
      rows.push({ line: index + 1, cells: trimEnd(values.map(cellText)) });
      if (rows.length < atOnce) continue;
      yield rows;
      rows = [];
    }
  } catch {
    throw new Error(NOT_READABLE);
  }
  yield rows;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    const [day = '', time = ''] = value.toISOString().split('T');
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
  }
  return String(value);
}

function trimEnd(cells: string[]): string[] {
  while (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells;
}

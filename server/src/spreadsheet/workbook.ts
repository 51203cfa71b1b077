import { writeZip, type ZipEntry } from './zip.ts';

/** The most rows that a sheet may have. */
const SHEET_ROWS = 1_048_576;
/** A sheet ends here too, so that it fits a ZIP file however long its texts are: a character has three bytes at most. */
const SHEET_CHARACTERS = 1_000_000_000;
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OF_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Workbook {
  /** The name of the first sheet; the sheet after Log is Log_2. */
  sheetName: string;
  columns: { header: string; width: number }[];
  /** The rows, as texts, in pages that are best some thousand rows long. */
  pages: AsyncIterable<string[][]>;
}

/**
 * A workbook of texts (docs/decisions/0019-the-log-writes-its-own-workbook.md), written while it is read: a second
 * sheet begins where the rows of a sheet end, and each repeats the head.
 */
export function writeWorkbook(book: Workbook): AsyncGenerator<Buffer, void, undefined> {
  return writeZip(entriesOf(book));
}

async function* entriesOf({ sheetName, columns, pages }: Workbook): AsyncGenerator<ZipEntry> {
  const source = { pages: pages[Symbol.asyncIterator](), left: [] as string[][], isOver: false };
  let count = 0;
  try {
    do {
      count++;
      yield { path: `xl/worksheets/sheet${count}.xml`, parts: sheet(columns, source) };
    } while (!source.isOver);
  } finally {
    await source.pages.return?.();
  }
  yield { path: 'xl/styles.xml', parts: [STYLES] };
  yield { path: 'xl/workbook.xml', parts: [workbookXml(sheetName, count)] };
  yield { path: 'xl/_rels/workbook.xml.rels', parts: [workbookRelations(count)] };
  yield {
    path: '_rels/.rels',
    parts: [relations([relation(1, 'officeDocument', 'xl/workbook.xml')])],
  };
  yield { path: '[Content_Types].xml', parts: [contentTypes(count)] };
}

interface Source {
  pages: AsyncIterator<string[][]>;
  /** Rows of a page that the sheet before had no room for. */
  left: string[][];
  isOver: boolean;
}

async function* sheet(columns: Workbook['columns'], source: Source): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`,
  );
  const head = columns.map(({ header }) => header);
  yield `${PROLOGUE}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${rowXml(head, 1)}`;
  let row = 1;
  let characters = 0;
  while (row < SHEET_ROWS && characters < SHEET_CHARACTERS && !source.isOver) {
    const page = await takePage(source);
    const taken = page.slice(0, SHEET_ROWS - row);
    source.left = page.slice(taken.length);
    let xml = '';
    for (const cells of taken) xml += rowXml(cells, ++row);
    characters += xml.length;
    if (xml !== '') yield xml;
  }
  // Whether another sheet is needed.
  if (!source.isOver && source.left.length === 0) source.left = await takePage(source);
  yield '</sheetData></worksheet>';
}

async function takePage(source: Source): Promise<string[][]> {
  const { left } = source;
  if (left.length > 0) return left;
  const { value, done } = await source.pages.next();
  source.isOver = done === true;
  return done ? [] : value;
}

function rowXml(cells: string[], row: number): string {
  let xml = `<row r="${row}">`;
  for (let n = 0; n < cells.length; n++)
    xml += `<c r="${COLUMN_NAMES[n]}${row}" ${textXml(cells[n] ?? '')}</c>`;
  return `${xml}</row>`;
}

const COLUMN_NAMES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
// Nothing in it needs another form, and no space at its ends would be lost.
const PLAIN = /^(?![ \xa0])(?:[\x20-\x25\x27-\x3b\x3d\x3f-\x5e\x60-\x7e\xa1-\u1fff]|_(?![xX]))*(?<![ \xa0])$/;
const SPECIAL = /[&<>\r]|_(?=x[0-9a-f]{4}_)/gi;
const FORMS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // XML reads a return as a line's end.
  '\r': '_x000D_',
  // Such a name of a character would be read as the character.
  _: '_x005F_',
};

/** The short form, of a text that is a value, has half the characters; in it no space is said to be kept. */
function textXml(text: string): string {
  if (PLAIN.test(text)) return `t="str"><v>${text}</v>`;
  const safe = text.replace(SPECIAL, (one) => FORMS[one] ?? one);
  return `t="inlineStr"><is><t xml:space="preserve">${safe}</t></is>`;
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OF_DOCUMENT}/${type}" Target="${target}"/>`;

const relations = (all: string[]) =>
  `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

function workbookRelations(count: number): string {
  const sheets = numbers(count).map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`));
  return relations([...sheets, relation(count + 1, 'styles', 'styles.xml')]);
}

function workbookXml(name: string, count: number): string {
  const sheets = numbers(count).map(
    (n) => `<sheet name="${n === 1 ? name : `${name}_${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  return `${PROLOGUE}<workbook xmlns="${MAIN}" xmlns:r="${OF_DOCUMENT}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function contentTypes(count: number): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ...numbers(count).map((n) => [`/xl/worksheets/sheet${n}.xml`, 'worksheet']),
    ['/xl/styles.xml', 'styles'],
  ].map(([path, type]) => `<Override PartName="${path}" ContentType="${TYPES}.${type}+xml"/>`);
  return `${PROLOGUE}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

// The least that a workbook must have of them: one font, the two fills of every workbook, one border.
const STYLES = `${PROLOGUE}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamXlsxRows } from 'hucre/xlsx';
import { writeWorkbook } from './workbook.ts';

const COLUMNS = [{ header: 'Name', width: 20 }];

async function write(pages: string[][][]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const book = writeWorkbook({ sheetName: 'Log', columns: COLUMNS, pages: inTurn(pages) });
  for await (const part of book) parts.push(part);
  return Buffer.concat(parts);
}

async function* inTurn<T>(all: T[]): AsyncGenerator<T> {
  yield* all;
}

async function readSheet(file: Buffer, sheet: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { values } of streamXlsxRows(new Uint8Array(file).buffer, { sheet })) rows.push(values);
  return rows;
}

test('a text is read as it was written, whatever stands in it', async () => {
  const texts = [
    'a & <b> "c"',
    ' first and last ',
    'a_b',
    'a_xb',
    '00123',
    '_x0041_ is no A',
    'two\nlines',
    '漢字 😀',
    '',
    "it's",
  ];
  const file = await write([texts.map((text) => [text])]);
  assert.deepEqual(
    await readSheet(file, 'Log'),
    ['Name', ...texts].map((text) => [text]),
  );
});

test('a second sheet begins where the rows of a sheet end, with the head again', async () => {
  const rows = Array.from({ length: 1_048_575 }, () => []);
  const full = await write([rows]);
  assert.ok(!full.includes('sheet2.xml'), 'an empty second sheet');
  const file = await write([rows, [['one more'], ['and another']]]);
  assert.deepEqual(await readSheet(file, 'Log_2'), [['Name'], ['one more'], ['and another']]);
});

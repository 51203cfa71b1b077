import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { writeXlsx } from 'hucre/xlsx';
import type { Choice } from './opened.ts';
import { PEOPLE, read, readFile, rowsOf } from './testing/read-for-tests.ts';

test('text is read in the encoding that it has', async () => {
  const table = `Ad;Kullanıcı adı\n${rowsOf((name) => `Ayşe;${name}`)}`;
  const utf16 = (isLittle: boolean, mark: boolean) => {
    const units = [...(mark ? '\ufeff' : ''), ...table.replaceAll(/[ış]/g, 'i')].map((one) =>
      one.charCodeAt(0),
    );
    return new Uint8Array(
      units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
    );
  };
  const turkish = new Uint8Array([...table].map((one) => ({ ı: 0xfd, ş: 0xfe })[one] ?? one.charCodeAt(0)));
  for (const [content, format] of [
    [new TextEncoder().encode(table), 'Semicolons, Unicode (UTF-8)'],
    [utf16(true, true), 'Semicolons, Unicode (UTF-16)'],
    [utf16(true, false), 'Semicolons, Unicode (UTF-16)'],
    [utf16(false, true), 'Semicolons, Unicode (UTF-16, big-endian)'],
    [turkish, 'Semicolons, Turkish (Windows-1254)'],
  ] as const) {
    const { names, outline } = await readFile('people.txt', content);
    assert.deepEqual([names, outline?.format], [PEOPLE, format]);
  }
  const western = new Uint8Array([...'username;ort\nvera_kiln;Malm\xf6'].map((one) => one.charCodeAt(0)));
  const { outline } = await readFile('people.csv', western);
  assert.deepEqual(
    [outline?.format, outline?.sample[0]?.cells[1], outline?.isGarbled],
    ['Semicolons, Western (Windows-1252)', 'Malmö', false],
  );
  const asUnicode = await readFile('people.csv', western, { choice: { encoding: 'utf-8' } });
  assert.equal(asUnicode.outline?.isGarbled, true);
});

test('what is no text, and no table of people, is said to be none', async () => {
  const bytes = (...start: number[]) =>
    new Uint8Array([...start, ...Array.from({ length: 400 }, (_, at) => (at * 7) % 256)]);
  const cannot =
    /^This file cannot be read\. Save it as \.xlsx, \.csv or \.txt, or drop Instagram's download as it is\.$/;
  for (const [name, content] of [
    ['photo.jpg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['photo.txt', bytes(0x89, 0x50, 0x4e, 0x47)],
    ['paper.pdf', '%PDF-1.4\nvera_kiln'],
    ['contacts.vcf', 'BEGIN:VCARD\r\nFN:Anna\r\nEND:VCARD'],
    ['contacts.csv', 'BEGIN:VCARD\r\nFN:Anna\r\nEND:VCARD'],
    ['days.ics', 'BEGIN:VCALENDAR\r\n'],
    ['letter.rtf', '{\\rtf1 vera_kiln}'],
    ['old.xls', bytes(0xd0, 0xcf, 0x11, 0xe0)],
    ['broken.xlsx', bytes(0x50, 0x4b, 0x03, 0x04)],
    ['text.xlsx', 'no spreadsheet'],
  ] as const)
    await assert.rejects(readFile(name, content), { message: cannot }, name);
  const word = /^This is a Word file\./;
  await assert.rejects(readFile('list.docx', await zipOf('word/document.xml')), { message: word });
  const oldWord = new TextEncoder().encode([...'WordDocument'].join('\0'));
  const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...oldWord]);
  await assert.rejects(readFile('list.csv', ole), { message: word });
  const locked = new Uint8Array([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    ...new TextEncoder().encode([...'EncryptedPackage'].join('\0')),
  ]);
  await assert.rejects(readFile('locked.xlsx', locked), { message: 'This file is locked with a password.' });
  for (const empty of ['', ' \n\n', '\ufeff'])
    await assert.rejects(readFile('empty.csv', empty), { message: 'This file has no rows.' });
});

async function zipOf(path: string) {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  await zip.add(path, new TextReader('<x/>'));
  return new Uint8Array(await zip.close());
}

test('what a file is, its content says', async () => {
  const table = `Name,Username\n${rowsOf((name) => `Anna,${name}`)}`;
  for (const name of ['people.xlsx', 'people.zip', 'people.json', 'people'])
    assert.deepEqual((await readFile(name, table)).names, PEOPLE, name);
  const sheet = await writeXlsx({
    sheets: [{ name: 'A', rows: [['Username'], ...PEOPLE.map((one) => [one])] }],
  });
  assert.deepEqual((await readFile('people.csv', new Uint8Array(sheet))).names, PEOPLE);
});

test('a spreadsheet gives the shown sheet that has names, not a cover and not a hidden one', async () => {
  const people = [['Name', 'Username'], ...PEOPLE.map((name) => ['Anna', name])];
  const sheet = async (sheets: Parameters<typeof writeXlsx>[0]['sheets'], choice?: Choice) =>
    readFile('people.xlsx', new Uint8Array(await writeXlsx({ sheets })), choice ? { choice } : {});
  const cover = { name: 'Cover', rows: [['Customer export'], ['Made by Anna']] };
  const hidden = { name: 'Old', hidden: true, rows: [['Username'], ['gone.away']] };
  const { names, outline, errors } = await sheet([hidden, cover, { name: 'People', rows: people }]);
  assert.deepEqual([names, errors], [PEOPLE, []]);
  assert.deepEqual(
    outline?.sheets?.map(({ name, isHidden }) => [name, isHidden]),
    [
      ['Old', true],
      ['Cover', false],
      ['People', false],
    ],
  );
  const other = await sheet([hidden, { name: 'People', rows: people }], { sheet: 0 });
  assert.deepEqual(other.names, ['gone.away']);
  const numbers = await sheet([{ name: 'People', rows: [['Username'], [4711], ['nils_b']] }]);
  assert.deepEqual(numbers.names, ['4711', 'nils_b']);
});

test('what is left out comes as the columns of its table, and is read again as it was', async () => {
  const table = 'Name;Username;Note\nAnna;kaffe baren;=1+1\nBo;@otto weld;"a ""b""";c\nCy;vera_kiln;x\n';
  const { refused = '' } = await readFile('people.csv', table);
  assert.equal(
    refused,
    `\ufeffName;Username;Note;line;reason\r\nAnna;kaffe baren;'=1+1;2;has a space\r\nBo;'@otto weld;"a ""b"" c";3;has a space`,
  );
  const again = await readFile('left-out.csv', refused.replace('kaffe baren', 'kaffe_baren'));
  assert.deepEqual(again.names, ['kaffe_baren']);
  assert.deepEqual(
    again.refused,
    `\ufeffName;Username;Note;line;reason\r\nBo;'@otto weld;"a ""b"" c";3;has a space`,
  );
  const corrected = await readFile('left-out.csv', `username,line,reason\n'@otto.weld,3,has a space`);
  assert.deepEqual(corrected.names, ['otto.weld']);
});

test('several files are all read, each by what it is', async () => {
  const { names, outlines, errors, refused } = await read({
    files: [
      new File(['username\nvera_kiln\nkaffe baren'], 'a.csv'),
      new File([`town;handle\nOslo;otto.weld\nOslo;tomas__r`], 'b.csv'),
      new File(['[{"string_list_data":[{"value":"nia.b4"}]}]'], 'followers_1.json'),
    ],
  });
  assert.deepEqual(names, PEOPLE);
  assert.deepEqual(
    outlines.map(({ form }) => form),
    ['lines', 'table', 'accounts'],
  );
  assert.deepEqual([errors[0]?.file, errors[0]?.line], [0, 3]);
  assert.equal(refused, '\ufeffusername,file,line,reason\r\nkaffe baren,a.csv,3,has a space');
});

test('a table longer than a batch is read whole, with quotes and line ends in its cells', async () => {
  const rows = Array.from({ length: 45_000 }, (_, at) => `"a, ""b""\n${at}",person_${at}`);
  const {
    valid,
    invalid,
    rows: counted,
  } = await readFile('people.csv', `note,username\r\n${rows.join('\r\n')}\r\n`);
  assert.deepEqual([valid, invalid, counted], [45_000, 0, [45_000]]);
});

test('addresses are read by their own rule, from a column of that name', async () => {
  const people = 'name,Address\nAnna,Anna@Club.example\nBo,bo berg\n';
  const { names, refused } = await readFile('people.csv', people, { kind: 'address' });
  assert.deepEqual(names, ['anna@club.example']);
  assert.equal(refused, '\ufeffname,Address,line,reason\r\nBo,bo berg,3,has a space');
});

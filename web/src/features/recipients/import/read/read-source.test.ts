import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { writeXlsx } from 'hucre/xlsx';
import type { Choice } from './opened.ts';
import { readSource, type Source, TOO_MANY_LINES } from './read-source.ts';

const PEOPLE = ['vera_kiln', 'otto.weld', 'tomas__r', 'nia.b4'];

type Options = { kind?: NameKind; choice?: Choice; corrections?: Map<string, string> };

const read = async (source: Source, { kind = 'instagram', choice = {}, corrections }: Options = {}) => {
  const result = await readSource({ source, kind, choices: [choice], corrections, isStopped: () => false });
  assert.ok(result);
  const { counter, outlines, rows } = result;
  const refused = await textOf(counter.refused());
  return { ...counter.counts(), names: counter.names(), refused, outlines, rows, outline: outlines[0] };
};
/** With the mark at its start, which Blob.text() drops. */
const textOf = async (blob: Blob | undefined) =>
  blob && new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => ({
  files: [new File([content], name)],
});
const readFile = (name: string, content: string | Uint8Array<ArrayBuffer>, options?: Options) =>
  read(file(name, content), options);

/** The four people as the rows of a table, each with what `row` makes of a name and its place. */
const rowsOf = (row: (name: string, place: number) => string, end = '\n') => PEOPLE.map(row).join(end);

test('lines are trimmed, lower-cased and freed of @; blank ones are dropped', async () => {
  const { names, duplicates, invalid } = await read({
    text: ' @Lena.Hartog \r\n\r\nolive_and_oak\n@lena.hartog\n',
  });
  assert.deepEqual(names, ['lena.hartog', 'olive_and_oak']);
  assert.equal(duplicates, 1);
  assert.equal(invalid, 0);
});

test('a bad line is told with its place and its reason', async () => {
  const { errors, valid } = await read({ text: 'maja.s\nkaffebaren oslo\n\nhttps://instagram.com/p/x' });
  assert.equal(valid, 1);
  assert.deepEqual(errors, [
    { file: 0, line: 2, value: 'kaffebaren oslo', reason: 'has a space' },
    {
      file: 0,
      line: 4,
      value: 'https://instagram.com/p/x',
      reason: 'is a link to a post, not to a person',
    },
  ]);
});

test('a corrected line counts as what was typed in its place; what stays refused is a table', async () => {
  const text = 'maja.s\nkaffebaren oslo\n=1+1,"x"\nnils b';
  const corrections = new Map([
    ['0:2', '@Kaffebaren_Oslo'],
    ['0:4', 'nils c'],
  ]);
  const { names, invalid, errors, refused } = await read({ text }, { corrections });
  assert.deepEqual(names, ['maja.s', 'kaffebaren_oslo']);
  assert.equal(invalid, 2);
  assert.deepEqual(
    errors.map(({ line, reason }) => [line, reason]),
    [
      [2, undefined],
      [3, 'has a character that usernames cannot have'],
      [4, 'has a space'],
    ],
  );
  assert.equal(
    refused,
    `\ufeffusername,line,reason\r\n"'=1+1,""x""",3,has a character that usernames cannot have\r\nnils c,4,has a space`,
  );
});

test('a heading is no person, whatever it is called, and the column of names is found by it', async () => {
  for (const [heads, row] of [
    ['id,handle,first name', (name, place) => `${place + 1},${name},Anna`],
    ['Nome;Usuário;Cidade', (name) => `Joao;${name};Recife`],
    ['Ad;Soyad;Kullanıcı adı', (name, place) => `Ayse${place};Yildiz;${name}`],
    ['Nr;Benutzername;Name', (name) => `1;${name};"Müller, Änne"`],
    ['first_name,instagram,city', (name) => `anna,@${name},Oslo`],
    ['profileUrl,query', (name) => `https://www.instagram.com/${name}/,clay`],
    ['Name\tInstagram handle', (name) => `Anna\t${name}`],
    ['Name|What is your Instagram username?', (name) => `Anna|@${name}`],
    ["Prénom;Nom d'utilisateur", (name, place) => `anna${place};${name}`],
    ['user,handle', (name, place) => `${1000 + place},${name}`],
    ['姓名,ユーザー名', (name) => `花子,${name}`],
  ] as [string, (name: string, place: number) => string][]) {
    const { names, invalid, rows } = await readFile('people.csv', `${heads}\n${rowsOf(row)}\n`);
    assert.deepEqual([names, invalid, rows], [PEOPLE, 0, [4]], heads);
  }
});

test('heads are found below a title, a blank line, groups and a line that names the separator', async () => {
  const heads = (separator: string) =>
    `name${separator}username${separator}town\n${rowsOf((name) => `anna${separator}${name}${separator}Oslo`)}`;
  for (const [above, separator] of [
    ['Table 1,,\n', ','],
    ['\n', ','],
    ['sep=;\n', ';'],
    ['\ufeffsep=;\n', ';'],
    ['Customers of June\n\n', ';'],
    ['Exported by,Anna,\nOn,2026-06-14,\n\n', ','],
    ['Person,,Place\n', ','],
  ] as const) {
    const { names, invalid } = await readFile('people.csv', above + heads(separator));
    assert.deepEqual([names, invalid], [PEOPLE, 0], JSON.stringify(above));
  }
});

test('heads that stand again further down are left out, and told', async () => {
  const part = (from: number) =>
    `name,username\n${PEOPLE.slice(from, from + 2)
      .map((name) => `anna,${name}`)
      .join('\n')}\n`;
  const { names, errors } = await readFile('people.csv', part(0) + part(2));
  assert.deepEqual(names, PEOPLE);
  assert.deepEqual(
    errors.map(({ line, reason }) => [line, reason]),
    [[4, 'repeats the heads']],
  );
});

test('the first of many lines is no person where it is a known word, and an @name always is one', async () => {
  for (const head of ['Username', 'Instagram', 'Name', 'Handle', 'Usuário']) {
    const { names, outline } = await read({ text: `${head}\n${PEOPLE.join('\n')}` });
    assert.deepEqual(names, PEOPLE, head);
    assert.equal(outline?.layout.headLine, 1);
  }
  assert.deepEqual((await read({ text: '@name\nvera_kiln' })).names, ['name', 'vera_kiln']);
  const further = await read({ text: 'vera_kiln\nUsername\notto.weld' });
  assert.deepEqual(further.names, ['vera_kiln', 'otto.weld']);
  assert.equal(further.errors[0]?.reason, 'looks like a head: with @ it is a username');
  const kept = await read({ text: 'Name\nvera_kiln' }, { choice: { hasHead: false } });
  assert.deepEqual(kept.names, ['name', 'vera_kiln']);
});

test('without a known head only a column that no other looks like is taken, else none', async () => {
  const headless = await readFile('people.csv', 'maja.s,Maja,Oslo\r\n"nils_b","Nils, B.",Bergen\r\n');
  assert.deepEqual(headless.names, ['maja.s', 'nils_b']);
  for (const table of [
    'Kontakt,Ort\nanna,Oslo\nbo,Bergen\ncy,Malmo',
    '1,anna\n2,bo\n3,cy',
    'ord_1041,anna\nord_1042,bo',
    'vera_kiln,otto.weld,anna\ntomas__r,nia.b4,bo',
    'Name,Followers\nAnna,12\nBo,13',
  ]) {
    const { names, outline } = await readFile('people.csv', table);
    assert.deepEqual([names, outline?.layout.column], [[], undefined], table);
  }
});

test('a person chooses the column, none, and whether the first row has the heads', async () => {
  const table = 'anna,Oslo\nbo,Bergen';
  const chosen = await readFile('people.csv', table, { choice: { column: 0 } });
  assert.deepEqual(chosen.names, ['anna', 'bo']);
  const head = await readFile('people.csv', table, { choice: { column: 0, hasHead: true } });
  assert.deepEqual([head.names, head.outline?.layout.heads], [['bo'], ['anna', 'Oslo']]);
  const none = await readFile('people.csv', 'username,town\nvera_kiln,Oslo', { choice: { column: -1 } });
  assert.equal(none.outline?.layout.column, undefined);
});

test('a remembered column is taken for the same heads in any order', async () => {
  const remembered = [{ heads: 'kontakt ort', column: 'kontakt', chosen_at: '2026-06-14T10:00:00Z' }];
  const source = file('people.csv', 'Ort;Kontakt\nOslo;anna\nBergen;bo');
  const result = await readSource({ source, kind: 'instagram', remembered, isStopped: () => false });
  assert.deepEqual(result?.counter.names(), ['anna', 'bo']);
  assert.equal(result?.outlines[0]?.remembered, remembered[0]);
});

test('commas between names are several names, and first and last names are none of them', async () => {
  assert.deepEqual((await read({ text: 'vera_kiln, otto.weld, tomas__r, nia.b4' })).names, PEOPLE);
  assert.deepEqual((await read({ text: '@vera_kiln, @otto.weld\n@tomas__r, @nia.b4' })).names, PEOPLE);
  assert.deepEqual((await read({ text: 'vera_kiln\notto.weld, tomas__r; nia.b4,' })).names, PEOPLE);
  assert.deepEqual((await read({ text: '@vera_kiln @otto.weld\ntomas__r\nnia.b4' })).names, PEOPLE);
  const people = await read({ text: 'Berg, Anna\nLund, Bo\nHolm, Cy' });
  assert.deepEqual([people.names, people.outline?.layout.column], [[], undefined]);
});

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
    [outline?.format, outline?.sample[0]?.cells[1]],
    ['Semicolons, Western (Windows-1252)', 'Malmö'],
  );
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
  ] as const)
    await assert.rejects(readFile(name, content), { message: cannot }, name);
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

test('the figures add up to the rows that are not blank', async () => {
  const table = 'username,town\nvera_kiln,Oslo\n\n@Vera_Kiln,Oslo\n,Bergen\nkaffe baren,Oslo\n,\n';
  const { valid, duplicates, invalid, rows, errors } = await readFile('people.csv', table);
  assert.deepEqual([valid, duplicates, invalid, rows], [1, 1, 2, [4]]);
  assert.equal(errors[0]?.reason, 'has no username');
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

test('the first names and the last one are shown as they would be added', async () => {
  const { first, last } = await read({ text: '@Vera_Kiln\notto.weld\ntomas__r\nvera_kiln\nnia.b4' });
  assert.deepEqual([first, last], [['vera_kiln', 'otto.weld', 'tomas__r'], 'nia.b4']);
});

test('more names than an import takes are refused', async () => {
  const text = 'a\n'.repeat(1_000_001);
  await assert.rejects(readFile('many.txt', text), { message: TOO_MANY_LINES });
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

test('a reading that is stopped says so', async () => {
  assert.equal(
    await readSource({ source: { text: 'maja.s\nnils_b' }, kind: 'instagram', isStopped: () => true }),
    undefined,
  );
});

test('addresses are read by their own rule, from a column of that name', async () => {
  const people = 'name,Address\nAnna,Anna@Club.example\nBo,bo berg\n';
  const { names, refused } = await readFile('people.csv', people, { kind: 'address' });
  assert.deepEqual(names, ['anna@club.example']);
  assert.equal(refused, '\ufeffname,Address,line,reason\r\nBo,bo berg,3,has a space');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource, TOO_MANY_LINES } from './read-source.ts';
import { PEOPLE, read, readFile, rowsOf } from './testing/read-for-tests.ts';

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

test('a remembered column is taken for the same heads in any order, and for no others', async () => {
  const remembered = [{ heads: 'kontakt ort', column: 'kontakt', chosen_at: '2026-06-14T10:00:00Z' }];
  const readTable = (table: string) =>
    readSource({
      source: { files: [new File([table], 'people.csv')] },
      kind: 'instagram',
      remembered,
      isStopped: () => false,
    });
  const result = await readTable('Ort;Kontakt\nOslo;anna\nBergen;bo');
  assert.deepEqual(result?.counter.names(), ['anna', 'bo']);
  assert.equal(result?.outlines[0]?.remembered, remembered[0]);
  const other = await readTable('Ort;Kontakt;Alter\nOslo;anna;31\nBergen;bo;27');
  assert.equal(other?.outlines[0]?.remembered, undefined);
});

test('commas between names are several names, and first and last names are none of them', async () => {
  assert.deepEqual((await read({ text: 'vera_kiln, otto.weld, tomas__r, nia.b4' })).names, PEOPLE);
  assert.deepEqual((await read({ text: '@vera_kiln, @otto.weld\n@tomas__r, @nia.b4' })).names, PEOPLE);
  assert.deepEqual((await read({ text: 'vera_kiln\notto.weld, tomas__r; nia.b4,' })).names, PEOPLE);
  assert.deepEqual((await read({ text: '@vera_kiln @otto.weld\ntomas__r\nnia.b4' })).names, PEOPLE);
  const people = await read({ text: 'Berg, Anna\nLund, Bo\nHolm, Cy' });
  assert.deepEqual([people.names, people.outline?.layout.column], [[], undefined]);
});

test('the figures add up to the rows that are not blank', async () => {
  const table = 'username,town\nvera_kiln,Oslo\n\n@Vera_Kiln,Oslo\n,Bergen\nkaffe baren,Oslo\n,\n';
  const { valid, duplicates, invalid, rows, errors } = await readFile('people.csv', table);
  assert.deepEqual([valid, duplicates, invalid, rows], [1, 1, 2, [4]]);
  assert.equal(errors[0]?.reason, 'has no username');
});

test('the first names and the last one are shown as they would be added', async () => {
  const { first, last } = await read({ text: '@Vera_Kiln\notto.weld\ntomas__r\nvera_kiln\nnia.b4' });
  assert.deepEqual([first, last], [['vera_kiln', 'otto.weld', 'tomas__r'], 'nia.b4']);
});

test('more names than an import takes are refused', async () => {
  const text = 'a\n'.repeat(1_000_001);
  await assert.rejects(readFile('many.txt', text), { message: TOO_MANY_LINES });
});

test('a reading that is stopped says so', async () => {
  assert.equal(
    await readSource({ source: { text: 'maja.s\nnils_b' }, kind: 'instagram', isStopped: () => true }),
    undefined,
  );
});

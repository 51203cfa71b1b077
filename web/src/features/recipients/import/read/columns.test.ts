import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsError, type RememberedUses } from './columns.ts';
import { read, readFile } from './testing/read-for-tests.ts';

const usesOf = async (heads: string, options: { fields?: string[]; columns?: RememberedUses } = {}) => {
  const { fields = [], columns } = options;
  const names = heads.split(';');
  const cells = names.map((_, at) => (at === 0 ? '@vera_kiln' : `value ${at}`)).join(';');
  const first = await readFile('people.csv', `${heads}\n${cells}\n`, { fields });
  if (!columns) return first.outline?.uses;
  const remembered = [{ ...choiceOf(first), columns, chosen_at: '2026-06-14T10:00:00Z' }];
  return (await readFile('people.csv', `${heads}\n${cells}\n`, { fields, remembered })).outline?.uses;
};

const choiceOf = ({ outline }: Awaited<ReturnType<typeof readFile>>) => {
  assert.ok(outline?.choice);
  return outline.choice;
};

test('a column starts as the field of its name, as a new one, or is left out where it is private', async () => {
  assert.deepEqual(await usesOf('Username;First Name;Ort', { fields: ['first_name'] }), [
    'skip',
    { field: 'first_name' },
    { field: 'ort' },
  ]);
  const isPrivate =
    'E-mail;Phone;Telefonnummer;Mail;IBAN;Passwort;Geburtstag;Correo electrónico;Téléphone;Doğum';
  const uses = (await usesOf(`Username;${isPrivate}`)) ?? [];
  assert.deepEqual(uses.slice(1, -1), uses.slice(1, -1).fill('skip'));
  assert.deepEqual(await usesOf('Username;E-mail', { fields: ['e_mail'] }), ['skip', { field: 'e_mail' }]);
  // Two heads of one name, and no more fields than an import takes.
  assert.deepEqual(await usesOf('Username;Ort;ort;2024;Ort!'), [
    'skip',
    { field: 'ort' },
    { field: 'ort_2' },
    'skip',
    { field: 'ort_3' },
  ]);
  assert.deepEqual(await usesOf('Username;Tags;tag'), ['skip', 'tags', { field: 'tag' }]);
  assert.deepEqual(await usesOf('Username;Tags', { fields: ['tags'] }), ['skip', { field: 'tags' }]);
  const many = Array.from({ length: 24 }, (_, at) => `Word ${at}`).join(';');
  const fields = (await usesOf(`Username;${many}`))?.filter((use) => typeof use === 'object');
  assert.equal(fields?.length, 20);
});

test('a column whose cells are mostly longer than a value starts as left out', async () => {
  const { outline } = await readFile('a.csv', `Username;Story\n@vera_kiln;${'x'.repeat(501)}\n`);
  assert.deepEqual(outline?.uses, ['skip', 'skip']);
});

test('what was remembered for these heads is used, and their left-out file fits it', async () => {
  const columns: RememberedUses = { ort: { field: 'city' }, gruppe: 'tags' };
  assert.deepEqual(await usesOf('Username;Ort;Gruppe;Constructor', { columns }), [
    'skip',
    { field: 'city' },
    'tags',
    'skip',
  ]);
  const { outline, table } = await readFile(
    'left-out.csv',
    'Username;Ort;line;reason\n@vera_kiln;Oslo;4;has a space\n',
  );
  assert.deepEqual(outline?.uses, ['skip', { field: 'ort' }, 'skip', 'skip']);
  assert.equal(outline?.choice?.heads, 'ort username');
  assert.equal(table, '[["vera_kiln","Oslo"]]');
});

test('a further row that differs, and a value that is cut, stand in the file of left-out rows', async () => {
  const long = 'y'.repeat(501);
  const text = `Username;City;Wants\nvera_kiln;Oslo;${long}\nvera_kiln;Bergen;Mugs\nvera_kiln;;Mugs\nnia.b4;Lund;Mugs\n`;
  const { refused, table, valid, duplicates, asides, aside } = await readFile('people.csv', text, {
    fields: ['wants'],
  });
  assert.deepEqual([valid, duplicates, asides.repeated, aside], [2, 0, 2, 2]);
  const names = (json: string | undefined) => JSON.parse(json ?? '[]').map(([name]: string[]) => name);
  assert.deepEqual(names(table), ['vera_kiln', 'nia.b4']);
  const all = await readFile('people.csv', text, { fields: ['wants'], taken: ['repeated'] });
  assert.deepEqual([all.duplicates, all.asides.repeated, all.aside], [2, 2, 0]);
  assert.deepEqual(names(all.table), ['vera_kiln', 'vera_kiln', 'vera_kiln', 'nia.b4']);
  assert.equal(
    refused,
    [
      '\ufeffUsername;City;Wants;line;reason',
      `vera_kiln;Oslo;${long};2;"Wants is longer than 500 characters; the beginning was kept"`,
      `vera_kiln;Bergen;Mugs;3;"the same person as line 2; City differs: Oslo, Bergen; Wants differs: ${'y'.repeat(500)}, Mugs"`,
      `vera_kiln;;Mugs;4;"the same person as line 2; Wants differs: ${'y'.repeat(500)}, Mugs"`,
    ].join('\r\n'),
  );
  assert.equal(JSON.parse(table ?? '[]')[0][2].length, 500);
});

test('a tag that is too long is cut, and its row stands in the file of left-out rows', async () => {
  const long = `Autumn market ${'x'.repeat(40)}`;
  const { refused, table } = await readFile(
    'people.csv',
    `Username;Tag\nvera_kiln;regular, ${long}\nnia.b4;vip\n`,
    {
      choice: { uses: { 1: 'tags' } },
    },
  );
  assert.equal(table, `[["vera_kiln","regular,${long.slice(0, 40)}"],["nia.b4","vip"]]`);
  assert.equal(
    refused,
    [
      '\ufeffUsername;Tag;line;reason',
      `vera_kiln;regular, ${long};2;"Tag has a tag of more than 40 characters; its beginning was kept"`,
    ].join('\r\n'),
  );
});

test('names without columns have no rows beside them', async () => {
  assert.equal((await read({ text: 'vera_kiln\nnia.b4' })).table, undefined);
});

test('too many fields are said to be too many', () => {
  const columns = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ use: { field: `f${at}` }, head: `F${at}` }));
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `known${at}`);
  assert.equal(columnsError(columns(20), fields(30)), undefined);
  assert.match(columnsError(columns(21), []) ?? '', /^An import takes at most 20 fields\./);
  assert.equal(
    columnsError(columns(1), fields(50)),
    'You have 50 fields, the most there can be. Remove one in Settings, or leave this column out.',
  );
});

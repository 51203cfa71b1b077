import assert from 'node:assert/strict';
import { readFile as readBytes, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import type { Mend } from './mend.ts';
import { PEOPLE, readFile } from './testing/read-for-tests.ts';

// Files as people have them, each with the people who are in it.
const FOLDER = new URL('./samples/', import.meta.url);
const NOBODY = /^This file (?:cannot be read|has no list of accounts)/;
type Sample = { people: string[] | RegExp; kind?: 'address'; asides?: number };
const FOUR: Sample = { people: PEOPLE };
const SAMPLES: Record<string, Sample> = {
  '_chat.txt': { people: [] },
  'blank-first.csv': FOUR,
  'br-excel.csv': FOUR,
  'capitals.csv': FOUR,
  'contacts.csv': FOUR,
  'contacts.vcf': { people: NOBODY },
  'crm-no-account.csv': FOUR,
  'crm-tags.csv': FOUR,
  'crm.csv': FOUR,
  'de-excel.csv': FOUR,
  'fan-first.txt': { people: ['instagram_fan', 'otto.weld', 'tomas__r'] },
  'filtered.xlsx': { ...FOUR, asides: 2 },
  'first-name-words.csv': { people: [...PEOPLE, 'ruth.m_1', 'sol_2', 'pia_3', 'kim_4'] },
  'first-name.csv': FOUR,
  'followers_1.html': FOUR,
  'followers_1.json': FOUR,
  'following.json': FOUR,
  'following_accounts.csv': {
    people: ['vera@clay.example', 'otto@clay.example', 'tomas@kiln.example', 'nia@kiln.example'],
    kind: 'address',
  },
  'footer.csv': { ...FOUR, asides: 1 },
  'form.csv': FOUR,
  'formats.xlsx': FOUR,
  'gaps.csv': FOUR,
  'household.csv': { people: ['vera_kiln', 'otto.weld'], asides: 1 },
  'html-names.csv': FOUR,
  'links-without-scheme.txt': FOUR,
  'members.csv': FOUR,
  'mojibake.csv': FOUR,
  'newsletter-tags.csv': FOUR,
  'profileurl-only.csv': FOUR,
  'result.json': { people: NOBODY },
  'sep-first.csv': FOUR,
  'sep-line.csv': FOUR,
  'title-row.csv': FOUR,
  'tr-1254.csv': FOUR,
  'url-column.csv': FOUR,
};

const readSample = async (name: string, options: Parameters<typeof readFile>[2] = {}) =>
  readFile(name, new Uint8Array(await readBytes(new URL(name, FOLDER))), options);

const rowsOf = ({ table }: { table: string | undefined }): string[][] => JSON.parse(table ?? '[]');

test('every file gives the people who are in it, and nobody else', async () => {
  assert.deepEqual((await readdir(FOLDER)).toSorted(), Object.keys(SAMPLES).toSorted());
  for (const [name, { people, kind = 'instagram', asides = 0 }] of Object.entries(SAMPLES)) {
    if (people instanceof RegExp) {
      await assert.rejects(readSample(name, { kind }), { message: people }, name);
      continue;
    }
    const read = await readSample(name, { kind });
    assert.deepEqual([read.names, read.aside], [people, asides], name);
    const rows = read.valid + read.duplicates + read.invalid + read.aside;
    assert.equal(read.rows[0], rows, `${name}: each row is counted once`);
  }
});

test('a row that starts as left out is told with its reason, and taken by one press', async () => {
  const hidden = await readSample('filtered.xlsx');
  assert.match(hidden.refused ?? '', /\nmoe_no,Moe,no,4,is hidden in the spreadsheet\r\n/);
  const all = await readSample('filtered.xlsx', { taken: ['hidden'] });
  assert.deepEqual(all.names, ['vera_kiln', 'otto.weld', 'moe_no', 'tomas__r', 'lou_no', 'nia.b4']);
  assert.deepEqual([all.asides.hidden, all.aside], [2, 0]);
  const rows = [
    ['Username', 'Orders'],
    ...PEOPLE.map((name) => [name, 1]),
    ['Sum', 4],
    ['', 'Total'],
    [4, 'Total:'],
  ];
  const sheet = new Uint8Array(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
  const footer = await readFile('footer.xlsx', sheet);
  assert.deepEqual([footer.names, footer.asides.sum], [PEOPLE, 2]);
  const taken = await readFile('footer.xlsx', sheet, { taken: ['sum'] });
  assert.deepEqual(taken.names, [...PEOPLE, 'sum', '4']);
  assert.deepEqual(
    (await readFile('a.csv', 'username,n\n@total,1\n')).names,
    ['total'],
    'with @ it is a name',
  );
});

test('a cell is what one sees: times, shares, amounts and ticks; days as ISO writes them', async () => {
  const [first, second] = rowsOf(await readSample('formats.xlsx'));
  const seen = ['2026-10-25', '14:30', '20%', '12.50 €', '00123', 'TRUE', '0.3', '2026-10-25 12:00'];
  assert.deepEqual(first, ['vera_kiln', ...seen, '', '447900900123']);
  assert.deepEqual(second?.slice(2, 8), ['18:00', '13%', '9.99 €', '04021', 'FALSE', '3.3']);
});

test('a word for an empty cell brings nothing', async () => {
  const values = rowsOf(await readSample('first-name-words.csv')).map(([, name]) => name);
  assert.deepEqual(values, ['Anna', '', '', '', '', '', '', '']);
  const words = ['(blank)', '—', 'keine Angabe', 'inconnue', 'N.D.', 'brak', 'Okänd', '#NAME?', 'nvt', 'NA'];
  const kept = ['no', 'Nil', 'Na', 'Nan', 'Tom', '0', 'x', 'None of us', '😀'];
  const read = async (cells: string[]) => {
    const rows = cells.map((cell, at) => `p_${at}\t${cell}`).join('\n');
    return rowsOf(await readFile('a.csv', `username\tnote\n${rows}`)).map(([, value]) => value);
  };
  assert.deepEqual(await read(['x', ...words]), ['x', ...words.map(() => '')]);
  assert.deepEqual(await read(kept), kept);
});

test('what another program broke is counted and mended, capitals on demand', async () => {
  const valuesOf = async (name: string, mends?: Mend[]) => {
    const read = await readSample(name, { mends });
    const counts = Object.values(read.broken ?? {}).map(({ count }) => count);
    return [rowsOf(read).map(([, value]) => value), counts];
  };
  assert.deepEqual(await valuesOf('html-names.csv'), [
    ['Siobhán', "O'Shea", 'Kim & Lou', 'Zoë'],
    [3, 0, 0],
  ]);
  assert.deepEqual(await valuesOf('html-names.csv', []), [
    ['Siobh&aacute;n', 'O&#39;Shea', 'Kim &amp; Lou', 'Zoë'],
    [3, 0, 0],
  ]);
  assert.deepEqual(await valuesOf('mojibake.csv'), [
    ['Zoë', 'José', 'Bjørn', 'Anna'],
    [0, 6, 0],
  ]);
  const capitals = ['MARI-LIIS', 'anna', 'McKay', 'ÅSE'];
  assert.deepEqual(await valuesOf('capitals.csv'), [capitals, [0, 0, 2]]);
  assert.deepEqual(await valuesOf('capitals.csv', ['capitals']), [
    ['Mari-Liis', 'anna', 'McKay', 'Åse'],
    [0, 0, 2],
  ]);
});

test('tags lose their quotes, and are split at commas, semicolons and bars', async () => {
  const tagsOf = async (name: string) => rowsOf(await readSample(name)).map((row) => row.at(-1));
  assert.deepEqual(await tagsOf('newsletter-tags.csv'), ['VIP,Raku 2026', 'VIP', '', 'Raku 2026,Oslo']);
  assert.deepEqual(await tagsOf('crm-tags.csv'), ['VIP,Raku 2026', 'VIP', 'Raku 2026,Oslo', 'VIP,Oslo']);
});

test('Instagram’s download says where its people are from', async () => {
  const { outline } = await readSample('followers_1.json');
  assert.match(outline?.from?.text ?? '', /^Instagram’s own download of \d\d-\d\d-\d{4}$/);
});

test('a hostile cell of 64 kB is read, and left out', async () => {
  for (const piece of ["'", 'insta:', '&amp;', 'Ã«', 'A', '"",', ': '] as const) {
    const cell = piece.repeat(64_000 / piece.length).replaceAll('"', '""');
    const read = await readFile(
      'a.csv',
      `username,note,tags\n"${cell}","${cell}","${cell}"\nvera_kiln,x,y\n`,
    );
    assert.deepEqual([read.names, read.invalid], [['vera_kiln'], 1], piece);
  }
});

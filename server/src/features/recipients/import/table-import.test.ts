import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitForLockWaits } from '../../../testing/lock-waits.ts';
import { countOf, fieldsOf, type Known, startImports, type Table } from '../../../testing/table-imports.ts';

const CITIES: Table = {
  columns: [
    { new_field: 'Vorname', label: 'Vorname' },
    { new_field: 'Ort', label: 'Ort' },
  ],
  rows: [
    ['@Lena.Hartog', 'Lena', 'Tromsø'],
    ['nils_b', 'Nils', 'Malmö'],
    ['nils_b', 'Nils', 'Lund'],
    ['kaffe baren', 'Jo', 'Oslo'],
  ],
};

test('the columns of an import become fields, and the first row of a person counts', async (t) => {
  const { app, user, list, load, known } = await startImports(t);
  const { import_id, ...report } = await load(CITIES);
  const errors = [{ line: 4, value: 'kaffe baren', reason: 'has a space' }];
  const counts = { duplicates: 1, invalid: 1, blocked: 0, errors, updated: 0, differing: 0, replaced: 0 };
  assert.deepEqual(report, { ...counts, added: 2, already_there: 0 });
  const expected = {
    'lena.hartog': { ort: 'Tromsø', vorname: 'Lena' },
    nils_b: { ort: 'Malmö', vorname: 'Nils' },
  };
  assert.deepEqual(fieldsOf(await known()), expected);
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: list.id } });
  assert.deepEqual(
    imports.map(({ id, added }) => [id, added]),
    [[import_id, 2]],
  );
  const again = await load(CITIES);
  assert.deepEqual(again, { ...counts, added: 0, already_there: 2, import_id: null });
  assert.deepEqual(fieldsOf(await known()), expected);
  const { rows } = await app.database.pool.query('select name, label from fields order by id');
  assert.deepEqual(rows, [
    { name: 'vorname', label: 'Vorname' },
    { name: 'ort', label: 'Ort' },
  ]);
});

test('later rows of a person fill only what is still empty, also after a gap of many rows', async (t) => {
  const { load, known } = await startImports(t);
  const others = Array.from({ length: 6_000 }, (_, n) => [`name_${n}`, 'x'.repeat(30), '', '']);
  const columns = ['a', 'b', 'c'].map((new_field) => ({ new_field }));
  const report = await load({
    columns,
    rows: [
      ['lena', '1', '', ''],
      ['LENA', '2', '2', ''],
      ['maja', '', '', ''],
      ...others,
      ['lena', '3', '3', '3'],
      ['maja', '4', '', ''],
    ],
  });
  assert.deepEqual([report.added, report.duplicates], [6_002, 3]);
  const { lena, maja } = fieldsOf(await known());
  assert.deepEqual([lena, maja], [{ a: '1', b: '2', c: '3' }, { a: '4' }]);
});

test('gaps of those who are there are filled, or all is replaced, and who differs is counted', async (t) => {
  const { app, user, list, load, known } = await startImports(t);
  for (const recipient of ['ada', 'bo', 'cy'])
    await user.call('POST /api/recipients', { body: { recipient, list_id: list.id } });
  const columns = [{ new_field: 'city' }, { new_field: 'size' }];
  // Nothing was known of them, but they were in the list.
  const first = await load({
    columns,
    rows: [
      ['ada', 'Oslo', ''],
      ['bo', 'Bergen', 'M'],
      ['new', 'Oslo', ''],
    ],
  });
  assert.deepEqual([first.added, first.already_there, first.updated, first.differing], [1, 2, 2, 0]);
  const rows = [
    ['ada', 'Lund', 'S'],
    ['bo', 'Bergen', ''],
    ['cy', 'Malmö', ''],
  ];
  const filled = await load({ columns, rows });
  assert.deepEqual([filled.added, filled.already_there, filled.updated, filled.differing], [0, 3, 2, 1]);
  const people = {
    ada: { city: 'Oslo', size: 'S' },
    bo: { city: 'Bergen', size: 'M' },
    cy: { city: 'Malmö' },
    new: { city: 'Oslo' },
  };
  assert.deepEqual(fieldsOf(await known()), people);
  const replaced = await load({ columns, rows, fill: 'replace' });
  assert.deepEqual([replaced.updated, replaced.differing], [1, 1]);
  assert.deepEqual(fieldsOf(await known()), { ...people, ada: { city: 'Lund', size: 'S' } });
  const status = await app.database.pool.query('select count(*)::int from recipients');
  assert.equal(status.rows[0].count, 4);
});

test('in another list the same person is new and keeps what is known of them', async (t) => {
  const { user, load, known } = await startImports(t);
  const { list } = await user.call('POST /api/lists', { body: { name: 'Others' } });
  await load({ columns: [{ new_field: 'city' }], rows: [['ada', 'Oslo']] });
  const report = await load(
    { columns: [{ new_field: 'city' }], rows: [['ada', 'Lund']] },
    { list_id: list.id },
  );
  assert.deepEqual([report.added, report.updated, report.differing], [1, 0, 1]);
  assert.deepEqual(fieldsOf(await known()), { ada: { city: 'Oslo' } });
});

test('whom the import leaves out gets nothing', async (t) => {
  const { app, user, load, known } = await startImports(t);
  await user.call('POST /api/do-not-contact', { body: { recipient: 'maja' } });
  const report = await load({
    columns: [{ new_field: 'city' }, { note: true }],
    rows: [
      ['ada', 'Oslo', ''],
      ['maja', 'Lund', 'called'],
      ['maja', 'Lund', 'again'],
      ['two words', 'Bergen', 'nobody'],
      ['', 'Malmö', ''],
      ['', ' ', ''],
    ],
    tags: ['fair'],
  });
  assert.deepEqual([report.added, report.blocked, report.invalid], [1, 1, 2]);
  assert.deepEqual(report.blocked_lines, [2]);
  assert.deepEqual(report.errors[1], { line: 5, value: '', reason: 'is empty' });
  assert.deepEqual(await known(), { ada: { fields: { city: 'Oslo' }, tags: ['fair'] } });
  assert.equal(await countOf(app, 'person_notes'), 0);
});

test('tags are put on everybody and on each row, new ones are made, and earlier ones stay', async (t) => {
  const { load, known } = await startImports(t);
  const rows = [
    ['ada', 'VIP, Spring fair ,,vip'],
    ['bo', ''],
    ['ada', 'late'],
  ];
  await load({ columns: [{ tags: true }], rows, tags: ['2026'] });
  const report = await load({ columns: [], rows: [['ada'], ['cy']], tags: ['Vip', 'new'] });
  assert.deepEqual([report.added, report.already_there, report.updated], [1, 1, 0]);
  const tags = Object.entries(await known()).map(([name, one]) => [name, one.tags]);
  assert.deepEqual(tags, [
    ['ada', ['VIP', 'Spring fair', 'late', '2026', 'new']],
    ['bo', ['2026']],
    ['cy', ['VIP', 'new']],
  ]);
});

test('nobody has more than twenty tags or eight thousand characters, and nothing known is lost', async (t) => {
  const { load, known } = await startImports(t);
  const names = Array.from({ length: 15 }, (_, n) => `a${n}`);
  await load({ columns: [{ tags: true }], rows: [['ada', names.join()]] });
  await load({ columns: [{ tags: true }], rows: [['ada', names.map((name) => `b${name}`).join()]] });
  const { tags } = (await known()).ada as Known;
  assert.deepEqual([tags.length, tags.slice(0, 15)], [20, names]);
  const columns = Array.from({ length: 20 }, (_, n) => ({ new_field: `f${n}` }));
  const long = Array.from({ length: 20 }, () => '😀'.repeat(600));
  await load({
    columns,
    rows: [
      ['bo', ...long],
      ['cy', ...long.slice(0, 15), '', '', '', '', ''],
    ],
  });
  await load({
    columns: [{ new_field: 'g1' }, { new_field: 'g2' }],
    rows: [
      ['bo', 'x', ''],
      ['cy', 'y'.repeat(500), ''],
    ],
  });
  await load({ columns: [{ new_field: 'g2' }], rows: [['cy', 'z']] });
  const people = fieldsOf(await known());
  assert.deepEqual(Object.keys(people.bo ?? {}).length, 16);
  assert.equal(people.bo?.f0, '😀'.repeat(500));
  assert.deepEqual([people.cy?.g1?.length, people.cy?.g2], [500, undefined]);
});

test('values are kept on one line, whatever characters they have', async (t) => {
  const { load, known } = await startImports(t);
  const values = [
    'tab\tand\r\nline',
    'back\\slash "quote" \\N',
    'half \ud800 pair',
    '\u0000 nul',
    '  ',
    "o'tool \u2028 x",
  ];
  const columns = values.map((_, n) => ({ new_field: `v${n}` }));
  await load({ columns, rows: [['ada', ...values]] });
  assert.deepEqual(fieldsOf(await known()).ada, {
    v0: 'tab and line',
    v1: 'back\\slash "quote" \\N',
    v2: 'half \ufffd pair',
    v3: 'nul',
    v5: "o'tool   x",
  });
});

test('bare names leave no trace beside the list', async (t) => {
  const { app, load } = await startImports(t);
  const report = await load({ columns: [], rows: [['ada'], ['bo'], ['@Ada']] });
  assert.deepEqual([report.added, report.duplicates], [2, 1]);
  for (const table of ['people', 'fields', 'tags', 'person_notes'])
    assert.equal(await countOf(app, table), 0);
});

test('a person of whom something becomes known during the import keeps it', async (t) => {
  const { app, user, load, known } = await startImports(t);
  await load({ columns: [{ new_field: 'city' }, { new_field: 'size' }], rows: [['zoe', 'Lund', '']] });
  const { rows } = await app.database.pool.query("select id from fields where name = 'city'");
  const importing = await app.database.pool.connect();
  try {
    await importing.query('begin');
    await importing.query(
      `insert into people (user_id, recipient, fields) values ($1, 'ada', jsonb_build_object($2::text, 'Oslo'))`,
      [user.id, rows[0].id],
    );
    const loading = load({
      columns: [{ new_field: 'city' }, { new_field: 'size' }],
      rows: [
        ['ada', 'Bergen', 'M'],
        ['bo', 'Bergen', ''],
      ],
    });
    await waitForLockWaits(app.database, 1);
    await importing.query('commit');
    assert.equal((await loading).added, 2);
  } finally {
    importing.release();
  }
  const people = fieldsOf(await known());
  assert.deepEqual([people.ada, people.bo], [{ city: 'Oslo', size: 'M' }, { city: 'Bergen' }]);
});

test('an undone import leaves what it filled', async (t) => {
  const { user, load, known } = await startImports(t);
  const { import_id } = await load(CITIES);
  const removed = await user.call('DELETE /api/recipients/import/{id}', { params: { id: import_id ?? 0 } });
  assert.deepEqual(removed, { removed: 2, restored: 0 });
  assert.deepEqual(Object.keys(await known()), ['lena.hartog', 'nils_b']);
});

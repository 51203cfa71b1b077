import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';
import { refusal } from '../../../testing/refusal.ts';
import { countOf, fieldsOf, knownOf, startImports, type Table } from '../../../testing/table-imports.ts';
import { until } from '../../../testing/until.ts';

test('a field is used by its id or its name, and a field of somebody else is not there', async (t) => {
  const { app, list, load, known } = await startImports(t);
  await load({ columns: [{ new_field: 'City' }], rows: [['ada', 'Oslo']] });
  const { rows } = await app.database.pool.query('select id from fields');
  const field = rows[0].id as number;
  await load({ columns: [{ field }], rows: [['bo', 'Lund']] });
  assert.deepEqual(fieldsOf(await known()), { ada: { city: 'Oslo' }, bo: { city: 'Lund' } });
  const twice = await refusal(load({ columns: [{ field }, { new_field: 'CITY' }], rows: [['cy', '', '']] }));
  assert.deepEqual([twice.status, twice.message], [400, 'Two columns are the field city']);
  const other = await app.signUp();
  const theirs = (await other.call('POST /api/lists', { body: { name: 'Theirs' } })).list;
  for (const attempt of [
    () => load({ columns: [{ field }], rows: [['cy', 'Rome']] }, { list_id: theirs.id, as: other }),
    () => load({ columns: [{ new_field: 'city' }], rows: [['cy', 'Rome']] }, { list_id: list.id, as: other }),
  ])
    assert.equal((await refusal(attempt())).status, 404);
  await load(
    { columns: [{ new_field: 'city' }], rows: [['ada', 'Rome']] },
    { list_id: theirs.id, as: other },
  );
  assert.deepEqual(fieldsOf(await known()).ada, { city: 'Oslo' });
  assert.deepEqual(fieldsOf(await knownOf(app, other)), { ada: { city: 'Rome' } });
});

test('a body that does not fit is refused in words, and nothing of it stays', async (t) => {
  const { app, load } = await startImports(t);
  const four = ['a', 'b', 'c', 'd'].map((new_field) => ({ new_field }));
  const good = Array.from({ length: 6 }, (_, n) => [`name_${n}`, '', '', '', '']);
  const fields = (count: number) => Array.from({ length: count }, (_, n) => ({ new_field: `f${n}` }));
  const cases: [object, string][] = [
    [{ columns: four, rows: [...good, ['x', '1', '2', '3', '4', '5']] }, 'Row 7 has 5 values for 4 columns'],
    [{ columns: four, rows: [['x']] }, 'Row 1 has 0 values for 4 columns'],
    [{ columns: [{ new_field: 'a' }], rows: [['x', '1', '2']] }, 'Row 1 has 2 values for 1 column'],
    [{ columns: [], rows: [[]] }, 'Row 1 has no name'],
    [{ columns: [], rows: ['ada'] }, 'Row 1 is not a list of texts'],
    [{ columns: four, rows: [...good, ['x', '1', 2, '3', '4']] }, 'Row 7 is not a list of texts'],
    [{ columns: [], rows: [Array(24).fill('x')] }, 'Row 1 has more than 22 values'],
    [{ columns: [], rows: [] }, 'Please enter at least one recipient'],
    [{ columns: [], rows: [[''], [' ']] }, 'Please enter at least one recipient'],
    [{ columns: [] }, 'Please enter at least one recipient'],
    [{ rows: [['x']] }, 'Say what each column becomes'],
    [{ columns: [{ new_field: '42' }], rows: [['x', '']] }, 'Field name is required'],
    [{ columns: [{}], rows: [['x', '']] }, 'Each column is a field, a new_field, tags or note'],
    [{ columns: fields(21), rows: [['x', ...Array(21).fill('')]] }, 'An import takes at most 20 fields'],
    [{ columns: [{ tags: true }, { tags: true }], rows: [['x', '', '']] }, 'Only one column can have tags'],
    [{ columns: [{ note: true }, { note: true }], rows: [['x', '', '']] }, 'Only one column can be a note'],
    [
      { columns: [{ new_field: 'a' }, { new_field: 'A' }], rows: [['x', '', '']] },
      'Two columns are the field a',
    ],
    [{ columns: [], rows: [['x']], tags: ['y'.repeat(41)] }, 'A tag has at most 40 characters'],
    [
      {
        columns: [{ tags: true }],
        rows: [
          ['x', ''],
          ['y', `ok,${'y'.repeat(41)}`],
        ],
      },
      'Row 2 has a tag of more than 40 characters',
    ],
    [
      { columns: [{ tags: true }], rows: Array.from({ length: 201 }, (_, n) => [`name_${n}`, `t${n}`]) },
      'An import has at most 200 different tags',
    ],
    [{ columns: [], rows: [['x']], fill: 'some' }, 'fill is empty or replace'],
  ];
  for (const [table, error] of cases) {
    const refused = await refusal(load(table as Table));
    assert.deepEqual([refused.status, refused.message], [400, error]);
  }
  for (const table of ['recipients', 'people', 'fields', 'tags'])
    assert.equal(await countOf(app, table), 0, table);
});

test('more than fifty fields or two hundred tags are refused, and nothing of the import stays', async (t) => {
  const { app, load } = await startImports(t);
  const fields = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ new_field: `f${from + n}` }));
  const names = (columns: object[]) => [['ada', ...columns.map(() => 'x')]];
  for (const columns of [fields(0, 20), fields(20, 40), fields(40, 50)])
    await load({ columns, rows: names(columns) });
  const full = 'You have 50 fields, the most there can be. Remove one in Settings, or leave this column out.';
  const columns = fields(49, 51);
  const refused = await refusal(load({ columns, rows: [['bo', 'x', 'x']] }));
  assert.deepEqual([refused.status, refused.message], [400, full]);
  await load({ columns: fields(49, 50), rows: [['cy', 'x']] });
  const tags = Array.from({ length: 200 }, (_, n) => [`name_${n}`, `t${n}`]);
  await load({ columns: [{ tags: true }], rows: tags });
  const one = await refusal(load({ columns: [], rows: [['bo']], tags: ['T199', 'another'] }));
  assert.deepEqual(
    [one.status, one.message],
    [400, 'You can have 200 tags. Remove some in Settings, or leave the tags out.'],
  );
  await load({ columns: [], rows: [['dag']], tags: ['T199'] });
  const { rows } = await app.database.pool.query("select 1 from recipients where recipient = 'bo'");
  assert.deepEqual(rows, []);
});

// Long enough to be read in a thread.
const MANY = Array.from({ length: 20_000 }, (_, n) => [
  `somebody.in.a.long.list.${n}`,
  `Name ${n}`,
  n % 2 ? 'Oslo' : '',
]);
const TWO = [{ new_field: 'first_name' }, { new_field: 'city' }];

test('a long import is made like a short one, in the order of its rows', async (t) => {
  const { app, list, load, known } = await startImports(t);
  const rows = [['@Lena', 'Lena', ''], ...MANY, ['lena', 'Lena?', 'Bergen']];
  const report = await load({ columns: TWO, rows });
  assert.deepEqual([report.added, report.duplicates, report.invalid], [20_001, 1, 0]);
  const people = fieldsOf(await known());
  assert.equal(Object.keys(people).length, 20_001);
  assert.deepEqual(people.lena, { city: 'Bergen', first_name: 'Lena' });
  assert.deepEqual(people['somebody.in.a.long.list.7'], { city: 'Oslo', first_name: 'Name 7' });
  assert.deepEqual(people['somebody.in.a.long.list.8'], { first_name: 'Name 8' });
  const names = async (order: string) => {
    const text = `select recipient from recipients where list_id = $1 order by ${order}`;
    return (await app.database.pool.query(text, [list.id])).rows.map(({ recipient }) => recipient);
  };
  const expected = ['lena', ...MANY.map(([name]) => name)];
  assert.deepEqual(await names('position'), expected);
  assert.deepEqual(await names('id'), expected);
  const ragged = await refusal(load({ columns: TWO, rows: [...MANY, ['x', 'y']] }));
  assert.deepEqual([ragged.status, ragged.message], [400, 'Row 20001 has 1 value for 2 columns']);
});

test('an import with columns is made though its caller has gone', async (t) => {
  const { app, load, known } = await startImports(t);
  const gone = new AbortController();
  await rolledBack(app.database, async (client) => {
    await client.query('lock table lists in access exclusive mode');
    const loading = load({ columns: TWO, rows: MANY }, { signal: gone.signal });
    await waitForLockWaits(app.database, 1);
    gone.abort();
    await assert.rejects(loading);
  });
  await until('all people', async () => Object.keys(await known()).length === MANY.length);
});

test('an import that dies at its end leaves no field, tag, note or person', async (t) => {
  const { app, user, load } = await startImports(t);
  const table: Table = {
    columns: [{ new_field: 'city' }, { note: true }],
    rows: [['ada', 'Oslo', 'called']],
    tags: ['fair'],
  };
  await rolledBack(app.database, async (client) => {
    // The counts come last, under the user's lock: with it held here, all else is written and not committed.
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const failing = refusal(load(table));
    await waitForLockWaits(app.database, 1);
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.ok((await failing).status >= 500);
  });
  for (const name of ['recipients', 'people', 'fields', 'tags', 'person_notes'])
    assert.equal(await countOf(app, name), 0, name);
  assert.equal((await load(table)).added, 1);
});

test('while an import runs, one with columns is refused, also one that runs on another server', async (t) => {
  const { app, user, load } = await startImports(t);
  const table: Table = { columns: [], rows: [['ada']] };
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(5, $1::int)', [user.id]);
    const { status, message } = await refusal(load(table));
    assert.deepEqual(
      [status, message],
      [409, 'An import or another change of your people is running. Try again when it has ended.'],
    );
  });
  assert.equal((await load(table)).added, 1);
});

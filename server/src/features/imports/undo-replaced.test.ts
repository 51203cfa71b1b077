import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { countOf, fieldsOf, startImports, type Table } from '../../testing/table-imports.ts';
import { forgetImports } from './replaced-queries.ts';
import { finishUndos, undoImport } from './undo-import.ts';

const columns = [{ new_field: 'city' }, { new_field: 'size' }];

/** A list of three people, over whom an import with other values goes; `bo` has the same ones in it, `dee` is new. */
async function startReplaced(t: TestContext) {
  const imports = await startImports(t);
  const { user, list, load } = imports;
  await load({
    columns,
    rows: [
      ['ada', 'Oslo', 'S'],
      ['bo', 'Bergen', 'M'],
      ['cy', 'Lund', ''],
    ],
  });
  imports.app.clock.advance(11 * 60_000);
  const table: Table = {
    columns,
    rows: [
      ['ada', 'Malmö', 'L'],
      ['bo', 'Bergen', ''],
      ['cy', 'Århus', 'XL'],
      ['dee', 'Tromsø', ''],
    ],
    fill: 'replace',
  };
  const undo = (id: number | null) =>
    user.call('DELETE /api/recipients/import/{id}', { params: { id: id ?? 0 } });
  const put = (name: string, fields: Record<string, string | null>) =>
    user.call('PUT /api/people/{name}', { params: { name }, body: { fields } });
  const [city = 0, size = 0] = (await user.call('GET /api/fields')).fields.map(({ id }) => id);
  const names = async () =>
    (await user.call('GET /api/lists/{id}/recipients', { params: { id: list.id } })).recipients
      .map(({ recipient }) => recipient)
      .toSorted();
  return { ...imports, table, undo, put, city, size, names };
}

test('undo brings back the values that an import replaced, and leaves what it filled in', async (t) => {
  const { app, load, known, undo, table, names } = await startReplaced(t);
  const { import_id, ...report } = await load(table);
  assert.deepEqual([report.added, report.updated, report.replaced], [1, 2, 2]);
  assert.deepEqual(await undo(import_id), { removed: 1, restored: 2 });
  assert.deepEqual(fieldsOf(await known()), {
    ada: { city: 'Oslo', size: 'S' },
    bo: { city: 'Bergen', size: 'M' },
    cy: { city: 'Lund', size: 'XL' },
    dee: { city: 'Tromsø' },
  });
  assert.deepEqual(await names(), ['ada', 'bo', 'cy']);
  assert.equal(await countOf(app, 'replaced_values'), 0);
});

test('what somebody changed since the import stays, and so does a deleted value', async (t) => {
  const { load, known, undo, put, table, city, size } = await startReplaced(t);
  const { import_id } = await load(table);
  await put('ada', { [city]: 'Rome' });
  await put('cy', { [city]: null });
  assert.deepEqual(await undo(import_id), { removed: 1, restored: 1 });
  const { ada, cy } = fieldsOf(await known());
  assert.deepEqual([ada, cy], [{ city: 'Rome', size: 'S' }, { size: 'XL' }]);
  assert.ok(size > city);
});

test('an import that only replaces values can be undone too, and one that replaces none keeps nothing', async (t) => {
  const { app, user, list, load, known, undo, table, names } = await startReplaced(t);
  const before = fieldsOf(await known());
  const rows = table.rows.slice(0, 3);
  const filled = await load({ ...table, rows, fill: 'empty' });
  assert.deepEqual([filled.replaced, filled.import_id], [0, null]);
  const { import_id, replaced, added } = await load({ ...table, rows });
  assert.deepEqual([added, replaced], [0, 2]);
  assert.deepEqual(await undo(import_id), { removed: 0, restored: 2 });
  assert.deepEqual(fieldsOf(await known()), { ...before, cy: { city: 'Lund', size: 'XL' } });
  assert.deepEqual(await names(), ['ada', 'bo', 'cy']);
  const again = await load({ columns, rows: [['ada', 'Oslo', 'S']], fill: 'replace' });
  assert.deepEqual([again.replaced, again.import_id], [0, null]);
  assert.equal(await countOf(app, 'replaced_values'), 0);
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: list.id } });
  assert.deepEqual(imports, []);
});

test('replaced values are kept for ten minutes, and go with a person who is erased', async (t) => {
  const { app, user, load, undo, table } = await startReplaced(t);
  const { import_id } = await load(table);
  const forget = () => app.deps.asSystem('forget imports', (tx) => forgetImports(tx, app.clock.now()));
  await user.call('POST /api/people/{name}/erase', { params: { name: 'cy' }, body: { confirm: 'cy' } });
  await forget();
  const kept = await app.database.pool.query('select recipient from replaced_values');
  assert.deepEqual(kept.rows, [{ recipient: 'ada' }]);
  app.clock.advance(10 * 60_000 + 1);
  assert.equal((await refusal(undo(import_id))).status, 404);
  await forget();
  assert.equal(await countOf(app, 'replaced_values'), 0);
  assert.equal(await countOf(app, 'recipient_imports'), 0);
});

test('values that thousands had come back in batches, also after the undo was killed', async (t) => {
  const { app, user, load } = await startImports(t);
  const rows = (city: string) => Array.from({ length: 7_000 }, (_, n) => [`name.${n}`, city]);
  await load({ columns: [{ new_field: 'city' }], rows: rows('Oslo') });
  const { import_id, replaced } = await load({
    columns: [{ new_field: 'city' }],
    rows: rows('Lund'),
    fill: 'replace',
  });
  assert.equal(replaced, 7_000);
  let transactions = 0;
  const asUser: typeof app.deps.asUser = (...work) => {
    transactions += 1;
    // The decision, and a batch.
    if (transactions > 2) throw new Error('killed');
    return app.deps.asUser(...work);
  };
  const key = { user_id: user.id, id: import_id ?? 0 };
  await assert.rejects(undoImport({ ...app.deps, asUser }, key), /killed/);
  assert.equal(await countOf(app, 'replaced_values'), 2_000);
  await finishUndos(app.deps);
  const { rows: cities } = await app.database.pool.query(
    'select distinct value from people, jsonb_each_text(fields)',
  );
  assert.deepEqual(cities, [{ value: 'Oslo' }]);
  assert.equal(await countOf(app, 'recipient_imports'), 1);
});

test('people whose name has another form since get their values back', async (t) => {
  const { app, user, load, known } = await startImports(t);
  await user.call('PUT /api/settings', { body: { names: 'address' } });
  const rows = (city: string) => ['bo', 'bo@club.example', 'cy@clay.example'].map((name) => [name, city]);
  await load({ columns: [{ new_field: 'city' }], rows: rows('Oslo') });
  const { import_id } = await load({
    columns: [{ new_field: 'city' }],
    rows: rows('Lund'),
    fill: 'replace',
  });
  const site = { kind: 'xmpp', address: 'https://chat.club.example/', domain: 'club.example' } as const;
  await user.call('PUT /api/site', { body: { site } });
  const { rows: kept } = await app.database.pool.query(
    'select recipient from replaced_values order by recipient',
  );
  assert.deepEqual(
    kept.map(({ recipient }) => recipient),
    ['bo', 'cy@clay.example'],
  );
  const undone = user.call('DELETE /api/recipients/import/{id}', { params: { id: import_id ?? 0 } });
  assert.deepEqual(await undone, { removed: 0, restored: 2 });
  assert.deepEqual(fieldsOf(await known()), { bo: { city: 'Oslo' }, 'cy@clay.example': { city: 'Oslo' } });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../../testing/refusal.ts';
import { fieldsOf, startImports } from '../../../testing/table-imports.ts';
import type { SignedUp } from '../../../testing/test-app.ts';

interface Wanted {
  field_id?: number;
  value?: string;
  ids?: number[];
  search?: string;
  after_id?: number;
}

const setValue = (user: SignedUp, list: number, body: Wanted) =>
  user.call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list },
    body: { action: 'set_value', ...body },
  });

const makeField = async (user: SignedUp, name: string) =>
  (await user.call('POST /api/fields', { body: { name, label: name } })).field.id;

const idsOf = async (user: SignedUp, list: number, names: string[]) => {
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
  const ids = new Map(recipients.map(({ recipient, id }) => [recipient, id]));
  return names.map((name) => ids.get(name) ?? 0);
};

const PEOPLE = {
  columns: [{ new_field: 'city' }],
  rows: [
    ['ann', 'Oslo'],
    ['bo', 'Bergen'],
    ['cy', ''],
  ],
};

test('selected people get one value, by the rules of a value, and the answer says what an undo needs', async (t) => {
  const { user, list, load, known } = await startImports(t);
  await load(PEOPLE);
  const [field_id = 0] = (await user.call('GET /api/fields')).fields.map(({ id }) => id);
  const [ann = 0, bo = 0, cy = 0] = await idsOf(user, list.id, ['ann', 'bo', 'cy']);
  const none = { full: 0, full_ids: [], busy: 0, busy_ids: [], last_id: null };
  assert.deepEqual(
    await setValue(user, list.id, { field_id, value: '  Ber\ngen ', ids: [ann, bo, cy, 999_999] }),
    { ...none, changed: 3, changed_ids: [ann, bo, cy], values_before: ['Oslo', 'Bergen', ''] },
  );
  assert.deepEqual(fieldsOf(await known()), {
    ann: { city: 'Ber gen' },
    bo: { city: 'Ber gen' },
    cy: { city: 'Ber gen' },
  });
  const again = await setValue(user, list.id, { field_id, value: 'Ber gen', ids: [ann, bo] });
  assert.deepEqual(again, { ...none, changed: 0, changed_ids: [], values_before: [] });
  const taken = await setValue(user, list.id, { field_id, value: ' ', ids: [cy] });
  assert.deepEqual([taken.changed, taken.values_before], [1, ['Ber gen']]);
  assert.deepEqual(fieldsOf(await known()).cy, {});
});

test('all that match get a value a batch at a time, also people of whom nothing was known', async (t) => {
  const { app, user, list, load, known } = await startImports(t);
  await load({ columns: [], rows: Array.from({ length: 5_200 }, (_, n) => [`name.${n}`]) });
  const field_id = await makeField(user, 'city');
  const first = await setValue(user, list.id, { field_id, value: 'Oslo', after_id: 0 });
  assert.equal(first.changed, 5_000);
  const second = await setValue(user, list.id, { field_id, value: 'Oslo', after_id: first.last_id ?? 0 });
  assert.deepEqual([second.changed, second.full, second.last_id], [200, 0, null]);
  const some = await setValue(user, list.id, { field_id, value: '', search: 'name.51' });
  assert.equal(some.changed, 111);
  const values = Object.values(fieldsOf(await known()));
  assert.equal(values.filter(({ city }) => city === 'Oslo').length, 5_089);
  const { rows } = await app.database.pool.query(
    `select after from audit_log where kind = 'recipients' and after ? 'set_value' order by id`,
  );
  assert.deepEqual(rows[0], { after: { set_value: 5_000, name: 'city', search: '' } });
});

test('who would have too much text keeps what they have, and is named', async (t) => {
  const { user, list, load, known } = await startImports(t);
  const columns = Array.from({ length: 16 }, (_, n) => ({ new_field: `f${n}` }));
  await load({
    columns,
    rows: [
      ['ann', ...columns.map(() => 'x'.repeat(500))],
      ['bo', ...columns.map(() => '')],
    ],
  });
  const field_id = await makeField(user, 'city');
  const [ann = 0, bo = 0] = await idsOf(user, list.id, ['ann', 'bo']);
  const { changed_ids, full, full_ids } = await setValue(user, list.id, {
    field_id,
    value: 'Oslo',
    ids: [ann, bo],
  });
  assert.deepEqual([changed_ids, full, full_ids], [[bo], 1, [ann]]);
  const people = fieldsOf(await known());
  assert.deepEqual([people.ann?.city, people.bo?.city], [undefined, 'Oslo']);
});

test('the field and the list are the own ones, and the call names a field and a value', async (t) => {
  const { app, user, list, load, known } = await startImports(t);
  await load({ columns: [], rows: [['ann']] });
  const ids = await idsOf(user, list.id, ['ann']);
  const field_id = await makeField(user, 'city');
  const gone = await makeField(user, 'gone');
  await user.call('DELETE /api/fields/{id}', { params: { id: gone } });
  const stranger = await app.signUp();
  const theirs = await makeField(stranger, 'city');
  for (const [who, field, words] of [
    [user, theirs, 'Field not found'],
    [user, gone, 'Field not found'],
    [stranger, theirs, 'List not found'],
  ] as const)
    for (const which of [{ ids }, {}]) {
      const refused = await refusal(setValue(who, list.id, { field_id: field, value: 'Oslo', ...which }));
      assert.deepEqual([refused.status, refused.message], [404, words]);
    }
  for (const [body, words] of [
    [{ field_id, ids }, 'Name a field and its value with set_value, and with nothing else'],
    [{ value: 'Oslo', ids }, 'Name a field and its value with set_value, and with nothing else'],
    [{ field_id, value: 'x'.repeat(501), ids }, 'A value must not exceed 500 characters'],
  ] as const) {
    const refused = await refusal(setValue(user, list.id, { ...body, ids: [...body.ids] }));
    assert.deepEqual([refused.status, refused.message], [400, words]);
  }
  assert.deepEqual(await known(), {});
});

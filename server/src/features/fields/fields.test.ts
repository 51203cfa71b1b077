import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTheSameMoment } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { removeDeletedFields } from './remove-deleted-fields.ts';

const makeField = async (user: SignedUp, name: string, label?: string) =>
  (await user.call('POST /api/fields', { body: { name, ...(label === undefined ? {} : { label }) } })).field;

const namesOf = async (user: SignedUp) =>
  (await user.call('GET /api/fields')).fields.map(({ name, label }) => [name, label]);

/** Says what is known of people, as an import does. */
async function know(app: TestApp, user: SignedUp, people: Record<string, Record<string, string>>) {
  for (const [recipient, fields] of Object.entries(people))
    await app.database.pool.query('insert into people (user_id, recipient, fields) values ($1, $2, $3)', [
      user.id,
      recipient,
      JSON.stringify(fields),
    ]);
}

test('a field is made, renamed and deleted, and its name is kept in its normal form', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const city = await makeField(user, ' Home Town ', 'Home town');
  assert.deepEqual(city, { id: city.id, name: 'home_town', label: 'Home town', people: null, examples: [] });
  await makeField(user, 'wants');
  const { field } = await user.call('PUT /api/fields/{id}', {
    params: { id: city.id },
    body: { name: 'City' },
  });
  assert.deepEqual([field.name, field.label], ['city', 'Home town']);
  assert.deepEqual(await namesOf(user), [
    ['city', 'Home town'],
    ['wants', 'wants'],
  ]);
  await user.call('DELETE /api/fields/{id}', { params: { id: city.id } });
  assert.deepEqual(await namesOf(user), [['wants', 'wants']]);
  const again = await makeField(user, 'city');
  assert.notEqual(again.id, city.id, 'values of the deleted one would be read as the new one’s');
});

test('what is no name of a field, or is one already, is refused in words', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { id } = await makeField(user, 'wants');
  await makeField(user, 'city');
  for (const [name, status, message] of [
    ['', 400, 'Field name is required'],
    ['2nd', 400, 'A field name has letters, digits and _, and begins with a letter'],
    ['Username', 400, 'A field cannot be called username'],
    ['x'.repeat(41), 400, 'Field name must not exceed 40 characters'],
    ['CITY', 409, 'You have a field city already.'],
  ] as const) {
    const refused = [
      await refusal(makeField(user, name)),
      await refusal(user.call('PUT /api/fields/{id}', { params: { id }, body: { name } })),
    ];
    for (const one of refused)
      assert.deepEqual(
        [one.status, one.message, one.body.fields],
        [status, message, { name: message }],
        name,
      );
  }
  const renamed = await user.call('PUT /api/fields/{id}', {
    params: { id },
    body: { name: 'Wants', label: ' W ' },
  });
  assert.deepEqual([renamed.field.name, renamed.field.label], ['wants', 'W']);
});

test('a user has 50 fields at most, also of two calls at once', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  for (let n = 1; n <= 49; n++) await makeField(user, `field_${n}`);
  const calls = ['a', 'b'].map((name) => () => makeField(user, name));
  const made = await atTheSameMoment(app.database, { table: 'fields', calls });
  assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const refused = await refusal(makeField(user, 'c'));
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'You have 50 fields, the most there can be. Remove one first.'],
  );
});

test('people are counted by field, all of them or those of a list with examples', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const [city, wants] = [await makeField(user, 'city'), await makeField(user, 'wants')];
  await know(app, user, {
    ann: { [city.id]: 'Oslo', [wants.id]: 'Mugs' },
    bea: { [city.id]: 'Oslo' },
    cy: { [city.id]: 'Malmö' },
    elsewhere: { [wants.id]: 'Bowls' },
  });
  const { list } = await user.call('POST /api/lists', { body: { name: 'Kiln', description: '' } });
  await user.call('POST /api/recipients/bulk', {
    body: { list_id: list.id, recipients: ['ann', 'bea', 'cy', 'di'] },
  });
  const counts = async (query: { list_id?: number; counted?: 'true' }) =>
    (await user.call('GET /api/fields', { query })).fields.map(({ people, examples }) => [people, examples]);
  assert.deepEqual(await counts({}), [
    [null, []],
    [null, []],
  ]);
  assert.deepEqual(await counts({ counted: 'true' }), [
    [3, []],
    [2, []],
  ]);
  assert.deepEqual(await counts({ list_id: list.id }), [
    [3, ['Oslo', 'Malmö']],
    [1, ['Mugs']],
  ]);
  const stranger = await app.signUp();
  const refused = await refusal(stranger.call('GET /api/fields', { query: { list_id: list.id } }));
  assert.equal(refused.status, 404);
});

test('nobody sees, changes or deletes another user’s field', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { id } = await makeField(user, 'city');
  for (const { call } of [await app.signUp(), await app.signUp({ role: 'admin' })]) {
    assert.deepEqual((await call('GET /api/fields')).fields, []);
    const calls = [
      () => call('PUT /api/fields/{id}', { params: { id }, body: { label: 'Mine' } }),
      () => call('DELETE /api/fields/{id}', { params: { id } }),
    ];
    for (const one of calls) assert.equal((await refusal(one())).status, 404);
  }
  assert.deepEqual(await namesOf(user), [['city', 'city']]);
});

test('the values of a deleted field go in batches, and those of the others stay', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const [city, wants] = [await makeField(user, 'city'), await makeField(user, 'wants')];
  await app.database.pool.query(
    `insert into people (user_id, recipient, fields)
     select $1, 'name' || n, jsonb_build_object($2::text, 'Oslo', $3::text, 'Mugs') from generate_series(1, 10001) n`,
    [user.id, city.id, wants.id],
  );
  await user.call('DELETE /api/fields/{id}', { params: { id: city.id } });
  await removeDeletedFields(app.deps);
  const { rows } = await app.database.pool.query(
    'select fields, count(*) as count from people where user_id = $1 group by fields',
    [user.id],
  );
  assert.deepEqual(rows, [{ fields: { [wants.id]: 'Mugs' }, count: 10001 }]);
  const left = await app.database.pool.query('select name from fields where user_id = $1', [user.id]);
  assert.deepEqual(left.rows, [{ name: 'wants' }]);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { atTheSameMoment, rolledBack } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp, type TestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  return { app, user: await app.signUp() };
}

const makeField = async (user: SignedUp, name: string, label?: string) =>
  (await user.call('POST /api/fields', { body: { name, ...(label !== undefined && { label }) } })).field;

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
  const { user } = await start(t);
  const city = await makeField(user, ' Home Town ', 'Home\ntown ');
  assert.deepEqual(city, { id: city.id, name: 'home_town', label: 'Home town', people: null, examples: [] });
  await makeField(user, 'Straße', '');
  const params = { id: city.id };
  const renamed = await user.call('PUT /api/fields/{id}', { params, body: { name: 'City' } });
  assert.deepEqual(renamed.field, { ...city, name: 'city' });
  const labelled = await user.call('PUT /api/fields/{id}', { params, body: { label: ' Town ' } });
  assert.deepEqual(labelled.field, { ...city, name: 'city', label: 'Town' });
  await user.call('PUT /api/fields/{id}', { params, body: { label: ' ' } });
  assert.deepEqual(await namesOf(user), [
    ['city', 'Town'],
    ['straße', 'straße'],
  ]);
  await user.call('DELETE /api/fields/{id}', { params });
  assert.deepEqual(await namesOf(user), [['straße', 'straße']]);
  assert.equal((await refusal(user.call('DELETE /api/fields/{id}', { params }))).message, 'Field not found');
  const again = await makeField(user, 'city');
  assert.notEqual(again.id, city.id, "values of the deleted one would be the new one's");
});

test('a name that no field can have, or that another one has, is refused in words', async (t) => {
  const { user } = await start(t);
  const { id } = await makeField(user, 'wants');
  await makeField(user, 'city');
  for (const [name, status, message] of [
    [' ', 400, 'Field name is required'],
    ['2nd', 400, 'A field name has letters, digits and _, and begins with a letter'],
    ['first-name', 400, 'A field name has letters, digits and _, and begins with a letter'],
    ['Username', 400, 'A field cannot be called username'],
    ['OPTOUT', 400, 'A field cannot be called optout'],
    ['x'.repeat(41), 400, 'Field name must not exceed 40 characters'],
    [' City', 409, 'You have a field city already.'],
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
  const { field } = await user.call('PUT /api/fields/{id}', { params: { id }, body: { name: 'WANTS' } });
  assert.equal(field.name, 'wants', 'its own name is not taken');
  const label = (await makeField(user, 'long', 'x'.repeat(61))).label;
  assert.equal(label, 'x'.repeat(60));
  const nothing = await refusal(user.call('PUT /api/fields/{id}', { params: { id }, body: {} }));
  assert.deepEqual([nothing.status, nothing.message], [400, 'Nothing to change: name at least one field']);
});

test('a user has 50 fields at most, and of two calls at the same moment one is refused', async (t) => {
  const { app, user } = await start(t);
  for (let n = 1; n <= 49; n++) await makeField(user, `field_${n}`);
  const calls = ['a', 'b'].map((name) => () => makeField(user, name));
  const made = await atTheSameMoment(app.database, { table: 'fields', calls });
  assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const refused = await refusal(makeField(user, 'c'));
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'You have 50 fields, the most there can be. Remove one first.'],
  );
  assert.equal((await namesOf(user)).length, 50);
});

test('people are counted by field: all of them, or those of a list with examples', async (t) => {
  const { app, user } = await start(t);
  const [city, wants, empty] = [
    await makeField(user, 'city'),
    await makeField(user, 'wants'),
    await makeField(user, 'empty'),
  ];
  await know(app, user, {
    ann: { [city.id]: 'Oslo', [wants.id]: 'Mugs' },
    bea: { [city.id]: 'Oslo' },
    cy: { [city.id]: 'Malmö' },
    dan: { [city.id]: 'Rome' },
    eve: { [city.id]: 'Lund', [String(empty.id + 1)]: 'of a deleted field' },
    somewhere: { [wants.id]: 'Bowls' },
  });
  const { list } = await user.call('POST /api/lists', { body: { name: 'Kiln' } });
  const recipients = ['eve', 'dan', 'cy', 'bea', 'ann', 'unknown'];
  await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  const counts = async (query: { list_id?: number; counted?: 'true' }) => {
    const { fields, is_counted_to_end } = await user.call('GET /api/fields', { query });
    assert.equal(is_counted_to_end, true);
    return fields.map(({ people, examples }) => [people, examples]);
  };
  assert.deepEqual(await counts({}), [
    [null, []],
    [null, []],
    [null, []],
  ]);
  assert.deepEqual(await counts({ counted: 'true' }), [
    [5, []],
    [2, []],
    [0, []],
  ]);
  assert.deepEqual(await counts({ list_id: list.id }), [
    [5, ['Oslo', 'Malmö', 'Rome']],
    [1, ['Mugs']],
    [0, []],
  ]);
  const stranger = await app.signUp();
  const refused = await refusal(stranger.call('GET /api/fields', { query: { list_id: list.id } }));
  assert.deepEqual([refused.status, refused.message], [404, 'List not found']);
});

test('a list is counted up to a number of people, and the answer says so', async (t) => {
  const { app, user } = await start(t);
  const city = await makeField(user, 'city');
  const { list } = await user.call('POST /api/lists', { body: { name: 'Kiln' } });
  const insert = async (from: number, to: number) => {
    const values = [user.id, from, to];
    await app.database.pool.query(
      `insert into people (user_id, recipient, fields)
       select $1, 'name' || n, '{"${city.id}": "Oslo"}' from generate_series($2::int, $3::int) n`,
      values,
    );
    await app.database.pool.query(
      `insert into recipients (user_id, list_id, recipient, position, created_at)
       select $1, ${list.id}, 'name' || n, n, now() from generate_series($2::int, $3::int) n`,
      values,
    );
  };
  await insert(1, 200_000);
  const ask = async (query: { list_id?: number; counted?: 'true' }) => {
    const { fields, is_counted_to_end } = await user.call('GET /api/fields', { query });
    return [fields[0]?.people, is_counted_to_end];
  };
  for (const query of [{ counted: 'true' } as const, { list_id: list.id }])
    assert.deepEqual(await ask(query), [200_000, true]);
  await insert(200_001, 200_001);
  for (const query of [{ counted: 'true' } as const, { list_id: list.id }])
    assert.deepEqual(await ask(query), [200_000, false]);
});

test("another user's field is not found, and administrators do not see it either", async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeField(user, 'city');
  for (const { call } of [await app.signUp(), await app.signUp({ role: 'admin' })]) {
    assert.deepEqual((await call('GET /api/fields')).fields, []);
    const calls = [
      () => call('PUT /api/fields/{id}', { params: { id }, body: { label: 'Mine' } }),
      () => call('DELETE /api/fields/{id}', { params: { id } }),
    ];
    for (const one of calls) assert.equal((await refusal(one())).status, 404);
    await call('POST /api/fields', { body: { name: 'city' } });
  }
  assert.deepEqual(await namesOf(user), [['city', 'city']]);
});

test('with an expired subscription fields are read, not written', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ subscriptionDays: -1 });
  assert.deepEqual((await user.call('GET /api/fields', { query: { counted: 'true' } })).fields, []);
  const params = { id: 1 };
  for (const write of [
    () => makeField(user, 'city'),
    () => user.call('PUT /api/fields/{id}', { params, body: { name: 'city' } }),
    () => user.call('DELETE /api/fields/{id}', { params }),
  ])
    assert.equal((await refusal(write())).status, 403);
});

test('while an import runs no field is changed, and it is said why', async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeField(user, 'city');
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(5, $1::int)', [user.id]);
    for (const write of [
      () => makeField(user, 'wants'),
      () => user.call('PUT /api/fields/{id}', { params: { id }, body: { name: 'town' } }),
      () => user.call('DELETE /api/fields/{id}', { params: { id } }),
    ]) {
      const { status, message } = await refusal(write());
      assert.deepEqual(
        [status, message],
        [409, 'An import or another change of your people is running. Try again when it has ended.'],
      );
    }
  });
  assert.deepEqual(await namesOf(user), [['city', 'city']]);
});

test('the audit log tells of fields, and not of their values', async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeField(user, 'city', 'City');
  await know(app, user, { ann: { [id]: 'Oslo' } });
  await user.call('PUT /api/fields/{id}', { params: { id }, body: { name: 'town' } });
  await user.call('DELETE /api/fields/{id}', { params: { id } });
  const { entries } = await user.call('GET /api/audit-log/own', { query: { limit: 100 } });
  const told = entries.filter(({ kind }) => kind === 'field').toReversed();
  assert.deepEqual(
    told.map(({ action, subject_name, before, after }) => [action, subject_name, before, after]),
    [
      ['created', 'city', null, { name: 'city', label: 'City' }],
      ['changed', 'town', { name: 'city' }, { name: 'town' }],
      ['deleted', 'town', { name: 'town', label: 'City' }, null],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes('Oslo'));
});

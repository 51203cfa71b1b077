import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rolledBack } from '../../testing/lock-waits.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { removeFieldsAndTags } from './remove-fields-and-tags.ts';

/** A deleted field of 10,001 people, who have another one too. */
async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const make = async (name: string) => (await user.call('POST /api/fields', { body: { name } })).field.id;
  const [city, wants] = [await make('city'), await make('wants')];
  await app.database.pool.query(
    `insert into people (user_id, recipient, fields)
     select $1, 'name' || n, jsonb_build_object($2::text, 'Oslo', $3::text, 'Mugs') from generate_series(1, 10001) n`,
    [user.id, city, wants],
  );
  await user.call('DELETE /api/fields/{id}', { params: { id: city } });
  const query = async (text: string) => (await app.database.pool.query(text)).rows;
  const having = async (id: number) =>
    (await query(`select count(*) from people where fields ? '${id}'`))[0]?.count as number;
  return {
    app,
    user,
    city,
    wants,
    having,
    cleanups: () => query('select id from fields where deleted_at is not null'),
  };
}

test('the values of a deleted field go in batches, and those of others stay', async (t) => {
  const { app, city, wants, having, cleanups } = await start(t);
  assert.deepEqual([await having(city), await cleanups()], [10_001, [{ id: city }]]);
  await removeFieldsAndTags(app.deps);
  assert.deepEqual([await having(city), await having(wants), await cleanups()], [0, 10_001, []]);
});

test('values that a crash left go with the next turn, and show nowhere until then', async (t) => {
  const { app, user, city, wants, having, cleanups } = await start(t);
  let batches = 0;
  const dying = {
    ...app.deps,
    asUser: (async (user_id, work) => {
      if (++batches === 2) throw new Error('the server dies');
      return app.deps.asUser(user_id, work);
    }) as typeof app.deps.asUser,
  };
  await removeFieldsAndTags(dying);
  assert.deepEqual([await having(city), (await cleanups()).length], [5_001, 1]);
  const { fields } = await user.call('GET /api/fields', { query: { counted: 'true' } });
  assert.deepEqual(
    fields.map(({ id, people }) => [id, people]),
    [[wants, 10_001]],
  );
  await removeFieldsAndTags(app.deps);
  assert.deepEqual([await having(city), await cleanups()], [0, []]);
});

test('a person who is being changed keeps nobody waiting, and is cleaned at the next turn', async (t) => {
  const { app, city, having, cleanups } = await start(t);
  await rolledBack(app.database, async (client) => {
    await client.query(`select from people where recipient = 'name7' for update`);
    await removeFieldsAndTags(app.deps);
    assert.deepEqual([await having(city), (await cleanups()).length], [1, 1]);
  });
  await removeFieldsAndTags(app.deps);
  assert.deepEqual([await having(city), await cleanups()], [0, []]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

test('a page shows fields and tags of its people where it asks for them', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const stranger = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'Kiln' } });
  await user.call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [{ new_field: 'city' }, { new_field: 'wants' }, { new_field: 'size' }, { tags: true }],
      rows: [
        ['ann', 'Oslo', 'Mugs', 'L', 'buyer, friend'],
        ['bea', '', 'Bowls', 'M', ''],
      ],
    },
  });
  await user.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'cy' } });
  const { fields } = await user.call('GET /api/fields');
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? 0;
  const [city, wants, size] = [idOf('city'), idOf('wants'), idOf('size')];
  const { field: theirs } = await stranger.call('POST /api/fields', { body: { name: 'city' } });
  const page = async (query: { fields?: string; search?: string; sort_by?: 'name_asc' }) => {
    const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
      params: { id: list.id },
      query: { sort_by: 'name_asc', ...query },
    });
    return recipients;
  };
  const known = async (query: Parameters<typeof page>[0]) =>
    (await page(query)).map((one) => [one.recipient, one.fields, one.tags?.length]);

  for (const one of await page({})) assert.ok(!('fields' in one) && !('tags' in one));
  assert.deepEqual(await known({ fields: `${city},${wants},${theirs.id},999999999999999` }), [
    ['ann', { [city]: 'Oslo', [wants]: 'Mugs' }, 2],
    ['bea', { [wants]: 'Bowls' }, 0],
    ['cy', {}, 0],
  ]);
  assert.deepEqual(await known({ fields: String(size), search: 'b' }), [['bea', { [size]: 'M' }, 0]]);
  assert.deepEqual(await known({ fields: '0', search: 'nn' }), [['ann', {}, 2]]);
  assert.deepEqual(await known({ fields: '0', search: 'nobody' }), []);
  await user.call('DELETE /api/fields/{id}', { params: { id: wants } });
  assert.deepEqual((await known({ fields: `${wants},${city}` }))[0], ['ann', { [city]: 'Oslo' }, 2]);
  await app.database.pool.query(`update tags set deleted_at = now() where name = 'friend'`);
  const { rows } = await app.database.pool.query(`select id from tags where name = 'buyer'`);
  assert.deepEqual((await page({ fields: '0' }))[0]?.tags, [rows[0].id]);
  for (const [text, message] of [
    ['1,2,3,4,5,6', 'A page shows at most 5 fields'],
    ['city', 'fields must be ids of fields with commas between them'],
    ['1,', 'fields must be ids of fields with commas between them'],
    ['-1', 'fields must be ids of fields with commas between them'],
    ['9'.repeat(16), 'fields must be ids of fields with commas between them'],
  ] as const) {
    const refused = await refusal(page({ fields: text }));
    assert.deepEqual([refused.status, refused.message], [400, message], text);
  }
});

test('of the same name, one user is never shown what another one knows', async (t) => {
  const app = await startTestApp(t);
  const [user, stranger] = [await app.signUp(), await app.signUp()];
  const { field } = await stranger.call('POST /api/fields', { body: { name: 'city' } });
  for (const { call } of [user, stranger]) {
    const { list } = await call('POST /api/lists', { body: { name: 'Kiln' } });
    await call('POST /api/recipients', { body: { list_id: list.id, recipient: 'ann' } });
  }
  await app.database.pool.query('insert into people (user_id, recipient, fields) values ($1, $2, $3)', [
    stranger.id,
    'ann',
    JSON.stringify({ [field.id]: 'Oslo' }),
  ]);
  const shownTo = async ({ call }: typeof user) => {
    const [list] = (await call('GET /api/lists')).lists;
    assert.ok(list);
    const params = { id: list.id };
    const query = { fields: String(field.id) };
    return (await call('GET /api/lists/{id}/recipients', { params, query })).recipients.map(
      ({ fields }) => fields,
    );
  };
  assert.deepEqual(await shownTo(user), [{}]);
  assert.deepEqual(await shownTo(stranger), [{ [field.id]: 'Oslo' }]);
});

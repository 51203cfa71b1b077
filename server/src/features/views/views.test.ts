import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Condition, whereOf } from '@pigeonpost/contract/people/conditions';
import { VIEWS_MAX } from '@pigeonpost/contract/people/views';
import { atTheSameMoment } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { startImports } from '../../testing/table-imports.ts';

const PENDING: Condition[] = [{ kind: 'status', status: 'pending' }];

test('a view is made, changed and deleted, and every list is seen by it', async (t) => {
  const { app, user, list, load } = await startImports(t);
  await load({
    columns: [{ tags: true }],
    rows: [
      ['ann', 'VIP'],
      ['bo', ''],
    ],
  });
  const [vip] = (await user.call('GET /api/tags')).tags;
  assert.ok(vip);
  const conditions: Condition[] = [{ kind: 'tag', id: vip.id, test: 'is' }];
  const { view } = await user.call('POST /api/views', { body: { name: ' Regular \n guests ', conditions } });
  assert.deepEqual(view, { id: view.id, name: 'Regular guests', conditions, where: whereOf(conditions) });
  const params = { id: view.id };
  const seen = async (as = user, id = list.id) => {
    const query = { view: view.id };
    const { recipients } = await as.call('GET /api/lists/{id}/recipients', { params: { id }, query });
    return recipients.map(({ recipient }) => recipient);
  };
  assert.deepEqual(await seen(), ['ann']);
  const others: Condition[] = [{ kind: 'tag', id: vip.id, test: 'is_not' }];
  await user.call('PUT /api/views/{id}', { params, body: { name: 'regular guests', conditions: others } });
  assert.deepEqual(await seen(), ['bo']);
  const stranger = await app.signUp();
  const { list: theirs } = await stranger.call('POST /api/lists', { body: { name: 'Theirs' } });
  const body = { name: 'Mine', conditions: PENDING };
  for (const call of [
    () => seen(stranger, theirs.id),
    () => stranger.call('PUT /api/views/{id}', { params, body }),
    () => stranger.call('DELETE /api/views/{id}', { params }),
  ]) {
    const refused = await refusal(call());
    assert.deepEqual([refused.status, refused.message], [404, 'View not found']);
  }
  assert.equal(
    (await refusal(stranger.call('POST /api/views', { body: { name: 'x', conditions } }))).status,
    404,
  );
  assert.deepEqual((await stranger.call('GET /api/views')).views, []);
  await user.call('DELETE /api/tags/{id}', { params: { id: vip.id } });
  const { views } = await user.call('GET /api/views');
  assert.deepEqual(
    views,
    [{ id: view.id, name: 'regular guests', conditions: others, where: whereOf(others) }],
    'it stays',
  );
  assert.equal(
    (await refusal(seen())).message,
    'This filter asks for a tag that is not there. Take that condition away.',
  );
  await user.call('DELETE /api/views/{id}', { params });
  assert.deepEqual((await user.call('GET /api/views')).views, []);
  const { rows } = await app.database.pool.query(
    `select action, subject_name from audit_log where kind = 'view' order by id`,
  );
  assert.deepEqual(
    rows.map(({ action, subject_name }) => `${action} ${subject_name}`),
    ['created Regular guests', 'changed regular guests', 'deleted regular guests'],
  );
});

test('a view that there cannot be, or that there is already, is refused in words', async (t) => {
  const { app, user } = await startImports(t);
  const make = (body: { name: string; conditions?: Condition[] }, as = user) =>
    as.call('POST /api/views', { body: { conditions: PENDING, ...body } });
  await make({ name: 'Öst' });
  const { view } = await make({ name: 'West' });
  const taken = 'You have a view öst already.';
  for (const [call, status, words] of [
    [() => make({ name: ' \n ' }), 400, 'Name is required'],
    [() => make({ name: 'x'.repeat(61) }), 400, 'A name has at most 60 characters'],
    [() => make({ name: 'x', conditions: [] }), 400, 'Choose at least one condition'],
    [() => make({ name: 'öst' }), 409, taken],
    [
      () =>
        user.call('PUT /api/views/{id}', {
          params: { id: view.id },
          body: { name: 'öst', conditions: PENDING },
        }),
      409,
      taken,
    ],
  ] as const) {
    const refused = await refusal(call());
    assert.equal(refused.status, status);
    assert.ok(Object.values(refused.body.fields ?? {}).includes(words), JSON.stringify(refused.body));
  }
  const unpaid = await app.signUp({ subscriptionDays: null });
  assert.equal((await refusal(make({ name: 'x' }, unpaid))).status, 403);
  for (let number = 3; number < VIEWS_MAX; number++) await make({ name: `View ${number}` });
  const calls = [() => make({ name: 'Thirty' }), () => make({ name: 'More' })];
  const made = await atTheSameMoment(app.database, { table: 'views', calls });
  assert.deepEqual(made.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal((await user.call('GET /api/views')).views.length, VIEWS_MAX);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';
import { removeDeletedLists } from '../recipients/remove-deleted-lists.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  return { app, user: await app.signUp() };
}

async function makeList(user: SignedUp, name = 'People') {
  return (await user.call('POST /api/lists', { body: { name } })).list;
}

test('a list is made empty, changed, and read', async (t) => {
  const { app, user } = await start(t);
  const { list } = await user.call('POST /api/lists', {
    body: { name: ' September ', description: ' class ' },
  });
  assert.deepEqual(list, {
    id: list.id,
    name: 'September',
    description: 'class',
    recipient_count: 0,
    pending: 0,
    sent: 0,
    failed: 0,
    unclear: 0,
    not_found: 0,
    running_campaign: null,
    created_at: app.clock.now().toISOString(),
  });
  const params = { id: list.id };
  const renamed = await user.call('PUT /api/lists/{id}', { params, body: { name: 'October' } });
  assert.deepEqual(renamed.list, { ...list, name: 'October' });
  const changed = await user.call('PUT /api/lists/{id}', { params, body: { description: null } });
  assert.deepEqual(changed.list, { ...list, name: 'October', description: '' });
  assert.deepEqual(await user.call('GET /api/lists/{id}', { params: { id: list.id } }), changed);
  // An emoji is one character, as in the field.
  const long = { name: 'Long', description: '🔥'.repeat(500) };
  assert.equal((await user.call('POST /api/lists', { body: long })).list.description, long.description);
  const nameless = await refusal(user.call('POST /api/lists', { body: { name: '' } }));
  assert.equal(nameless.status, 400);
  assert.deepEqual(nameless.body, {
    error: 'List name is required',
    fields: { name: 'List name is required' },
  });
});

test('the length of a name is counted in code points', async (t) => {
  const { user } = await start(t);
  const name = '🔥'.repeat(100);
  assert.equal((await makeList(user, name)).name, name);
  const refused = await refusal(makeList(user, `${name}🔥`));
  assert.equal(refused.message, 'List name must not exceed 100 characters');
});

test('lists are answered newest first, all of them or a page, found by name', async (t) => {
  const { user } = await start(t);
  for (const name of ['Winter', 'Spring', 'Summer']) await makeList(user, name);
  const all = await user.call('GET /api/lists');
  assert.deepEqual(
    all.lists.map(({ name }) => name),
    ['Summer', 'Spring', 'Winter'],
  );
  assert.deepEqual(all.pagination, { currentPage: 1, totalPages: 1, totalItems: 3, itemsPerPage: 3 });
  const page = await user.call('GET /api/lists', { query: { search: 'S', page: 2, limit: 1 } });
  assert.deepEqual(
    page.lists.map(({ name }) => name),
    ['Spring'],
  );
  assert.deepEqual(page.pagination, { currentPage: 2, totalPages: 2, totalItems: 2, itemsPerPage: 1 });
});

test('a list names its running campaign', async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeList(user);
  await createCampaignRow(app.deps, { user_id: user.id, status: 'paused', list_id: id, name: 'Paused' });
  const running = await createCampaignRow(app.deps, { user_id: user.id, status: 'running', list_id: id });
  const { list } = await user.call('GET /api/lists/{id}', { params: { id } });
  assert.deepEqual(list.running_campaign, { id: running, name: 'Spring' });
});

for (const status of ['pending', 'running', 'paused'] as const) {
  test(`a list of a ${status} campaign is not deleted, and the campaign is named`, async (t) => {
    const { app, user } = await start(t);
    const { id } = await makeList(user);
    await createCampaignRow(app.deps, { user_id: user.id, status, list_id: id });
    const error = await refusal(user.call('DELETE /api/lists/{id}', { params: { id } }));
    assert.equal(error.status, 409);
    assert.equal(
      error.body.error,
      'This list is used by the campaign "Spring". Stop or delete that campaign first.',
    );
    assert.equal((await user.call('GET /api/lists')).lists.length, 1);
  });
}

test('a deleted list is gone at once for every call, and finished campaigns keep only its name', async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeList(user);
  const { recipient } = await user.call('POST /api/recipients', { body: { recipient: 'lena', list_id: id } });
  const campaign = await createCampaignRow(app.deps, { user_id: user.id, status: 'completed', list_id: id });
  await user.call('DELETE /api/lists/{id}', { params: { id } });
  assert.deepEqual((await user.call('GET /api/lists')).lists, []);
  const calls = [
    () => user.call('GET /api/lists/{id}', { params: { id } }),
    () => user.call('PUT /api/lists/{id}', { params: { id }, body: { name: 'Back' } }),
    () => user.call('DELETE /api/lists/{id}', { params: { id } }),
    () => user.call('GET /api/lists/{id}/recipients', { params: { id } }),
    () => user.call('POST /api/recipients', { body: { recipient: 'maja', list_id: id } }),
    () => user.call('POST /api/recipients/bulk', { body: { recipients: ['maja'], list_id: id } }),
    () => user.call('POST /api/recipients/bulk/check', { body: { recipients: ['maja'], list_id: id } }),
    () => user.call('DELETE /api/recipients/{id}', { params: { id: recipient.id } }),
    () =>
      user.call('PUT /api/recipients/{id}/status', {
        params: { id: recipient.id },
        body: { status: 'sent' },
      }),
  ];
  for (const call of calls) assert.equal((await refusal(call())).status, 404);
  const row = await app.database.db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', campaign)
    .executeTakeFirstOrThrow();
  assert.equal(row.list_id, null);
  assert.equal(row.list_name, 'People');
});

test('the rows of a deleted list go in batches, and no other list loses any', async (t) => {
  const { app, user } = await start(t);
  const gone = await makeList(user, 'Gone');
  const kept = await makeList(user, 'Kept');
  const recipients = Array.from({ length: 12_000 }, (_, n) => `name.${n}`);
  for (const list of [gone, kept]) {
    await user.call('POST /api/recipients/bulk', { body: { recipients, list_id: list.id } });
  }
  await user.call('DELETE /api/lists/{id}', { params: { id: gone.id } });
  const batches = countTransactions(app.deps);
  await removeDeletedLists(batches.deps);
  assert.ok(batches.count() >= 4, `${batches.count()} batches`);
  const { rows } = await app.database.pool.query('select list_id, count(*) from recipients group by list_id');
  assert.deepEqual(rows, [{ list_id: kept.id, count: 12_000 }]);
  const lists = await app.database.db.selectFrom('lists').select('id').execute();
  assert.deepEqual(lists, [{ id: kept.id }]);
  await removeDeletedLists(app.deps);
});

function countTransactions(deps: Parameters<typeof removeDeletedLists>[0]) {
  let transactions = 0;
  const counting: typeof deps = {
    log: deps.log,
    readAsSystem: deps.readAsSystem,
    asUser(user_id, work) {
      transactions++;
      return deps.asUser(user_id, work);
    },
  };
  return { deps: counting, count: () => transactions };
}

test("another user's list is not found", async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeList(user);
  const other = await app.signUp();
  const params = { id };
  const calls = [
    () => other.call('GET /api/lists/{id}', { params }),
    () => other.call('PUT /api/lists/{id}', { params, body: { name: 'Mine' } }),
    () => other.call('DELETE /api/lists/{id}', { params }),
    () => other.call('GET /api/lists/{id}/recipients', { params }),
    () => other.call('POST /api/recipients', { body: { recipient: 'maja', list_id: id } }),
    () => other.call('POST /api/recipients/bulk', { body: { recipients: ['maja'], list_id: id } }),
    () => other.call('POST /api/recipients/bulk/check', { body: { recipients: ['maja'], list_id: id } }),
  ];
  for (const call of calls) {
    const error = await refusal(call());
    assert.equal(error.status, 404);
    assert.deepEqual(error.body, { error: 'List not found' });
  }
  assert.deepEqual((await other.call('GET /api/lists')).lists, []);
  const { list } = await user.call('GET /api/lists/{id}', { params });
  assert.equal(list.name, 'People');
  assert.equal(list.recipient_count, 0);
});

test('with an expired subscription lists are read, not written', async (t) => {
  const { app } = await start(t);
  const user = await app.signUp({ subscriptionDays: -1 });
  const params = { id: 1 };
  assert.deepEqual((await user.call('GET /api/lists')).lists, []);
  const writes = [
    () => user.call('POST /api/lists', { body: { name: 'People' } }),
    () => user.call('PUT /api/lists/{id}', { params, body: { name: 'People' } }),
    () => user.call('DELETE /api/lists/{id}', { params }),
    () => user.call('POST /api/recipients', { body: { recipient: 'maja', list_id: 1 } }),
    () => user.call('POST /api/recipients/bulk', { body: { recipients: ['maja'], list_id: 1 } }),
    () => user.call('DELETE /api/recipients/{id}', { params }),
    () => user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } }),
  ];
  for (const write of writes) {
    const error = await refusal(write());
    assert.equal(error.status, 403);
    assert.deepEqual(error.body, { error: 'Subscription expired. Please renew to continue.' });
  }
  assert.equal((await refusal(app.client()('GET /api/lists'))).status, 401);
});

test('lists are sorted naturally and filtered by pending work', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  for (const name of ['Market 10', 'market 1', 'Market 2'])
    await user.call('POST /api/lists', { body: { name } });
  const { lists: made } = await user.call('GET /api/lists');
  const list_id = made.find(({ name }) => name === 'Market 2')?.id ?? 0;
  await user.call('POST /api/recipients', { body: { list_id, recipient: 'ann' } });
  const names = async (query: object) =>
    (await user.call('GET /api/lists', { query })).lists.map(({ name }) => name);
  assert.deepEqual(await names({}), ['Market 2', 'market 1', 'Market 10']);
  assert.deepEqual(await names({ sort_by: 'name' }), ['market 1', 'Market 2', 'Market 10']);
  assert.deepEqual(await names({ sort_by: 'recipients_desc' }), ['Market 2', 'market 1', 'Market 10']);
  assert.deepEqual(await names({ filter: 'pending' }), ['Market 2']);
  assert.deepEqual(await names({ filter: 'empty', sort_by: 'name', limit: 1 }), ['market 1']);
  assert.deepEqual(await names({ filter: 'sending' }), []);
  const unknown = user.call('GET /api/lists', { query: { filter: 'odd' } as never });
  assert.equal((await refusal(unknown)).status, 400);
});

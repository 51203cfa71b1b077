import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { atTheSameMoment } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

async function makeTemplate(user: SignedUp, name = 'Hello') {
  const body = { name, content: 'Hello {username}' };
  return (await user.call('POST /api/templates', { body })).template;
}

async function start(t: TestContext) {
  const app = await startTestApp(t);
  return { app, user: await app.signUp() };
}

test('a template is made, changed, and kept as it was typed', async (t) => {
  const { app, user } = await start(t);
  const { template } = await user.call('POST /api/templates', {
    body: { name: ' Hello ', content: '  Hello {username}\nhow are you?\n' },
  });
  assert.deepEqual(template, {
    id: template.id,
    name: 'Hello',
    content: '  Hello {username}\nhow are you?\n',
    is_selected: false,
    created_at: app.clock.now().toISOString(),
  });
  const changed = await user.call('PUT /api/templates/{id}', {
    params: { id: template.id },
    body: { name: 'Bye', content: 'Bye {username}' },
  });
  assert.deepEqual(changed.template, { ...template, name: 'Bye', content: 'Bye {username}' });
  const { templates } = await user.call('GET /api/templates');
  assert.deepEqual(templates, [changed.template]);
});

test('templates are answered newest first, all of them or a page, found by any part of the name', async (t) => {
  const { user } = await start(t);
  for (let n = 1; n <= 12; n++) await makeTemplate(user, `Class_${n}`);
  const all = await user.call('GET /api/templates');
  assert.deepEqual(
    all.templates.map(({ name }) => name),
    Array.from({ length: 12 }, (_, index) => `Class_${12 - index}`),
  );
  assert.deepEqual(all.pagination, { currentPage: 1, totalPages: 1, totalItems: 12, itemsPerPage: 12 });
  const page = await user.call('GET /api/templates', { query: { page: 2, limit: 5 } });
  assert.deepEqual(
    page.templates.map(({ name }) => name),
    ['Class_7', 'Class_6', 'Class_5', 'Class_4', 'Class_3'],
  );
  assert.deepEqual(page.pagination, { currentPage: 2, totalPages: 3, totalItems: 12, itemsPerPage: 5 });
  const found = await user.call('GET /api/templates', { query: { search: 'class_1' } });
  assert.deepEqual(
    found.templates.map(({ name }) => name),
    ['Class_12', 'Class_11', 'Class_10', 'Class_1'],
  );
  const past = await user.call('GET /api/templates', { query: { page: 9 } });
  assert.deepEqual(past, {
    templates: [],
    pagination: { currentPage: 9, totalPages: 2, totalItems: 12, itemsPerPage: 10 },
  });
});

test('a template without a name or content is refused, and one with too long a content', async (t) => {
  const { user } = await start(t);
  const nameless = await refusal(user.call('POST /api/templates', { body: { name: ' ', content: 'Hello' } }));
  assert.equal(nameless.status, 400);
  assert.deepEqual(nameless.body, {
    error: 'Template name is required',
    fields: { name: 'Template name is required' },
  });
  const empty = await refusal(user.call('POST /api/templates', { body: { name: 'Hello', content: ' \n' } }));
  assert.equal(empty.status, 400);
  assert.equal(empty.body.error, 'Template content is required');
  // An emoji is one character, as in the field.
  await user.call('POST /api/templates', { body: { name: 'Hello', content: '🔥'.repeat(1000) } });
  const content = '🔥'.repeat(1001);
  const long = await refusal(user.call('POST /api/templates', { body: { name: 'Hello', content } }));
  assert.equal(long.body.error, 'Template content must not exceed 1,000 characters');
  const search = '🔥'.repeat(200);
  assert.deepEqual((await user.call('GET /api/templates', { query: { search } })).templates, []);
});

test('selecting a template unselects the one before', async (t) => {
  const { user } = await start(t);
  const first = await makeTemplate(user);
  const second = await makeTemplate(user);
  await user.call('PUT /api/templates/{id}/select', { params: { id: first.id } });
  const { template } = await user.call('PUT /api/templates/{id}/select', { params: { id: second.id } });
  assert.equal(template.is_selected, true);
  const { templates } = await user.call('GET /api/templates');
  assert.deepEqual(
    templates.filter(({ is_selected }) => is_selected).map(({ id }) => id),
    [second.id],
  );
  const again = await user.call('PUT /api/templates/{id}/select', { params: { id: second.id } });
  assert.equal(again.template.is_selected, true);
});

test('of templates selected at the same moment one stays selected', async (t) => {
  const { app, user } = await start(t);
  const made = [];
  for (let n = 0; n < 6; n++) made.push(await makeTemplate(user));
  const calls = made.map(
    ({ id }) =>
      () =>
        user.call('PUT /api/templates/{id}/select', { params: { id } }),
  );
  const outcomes = await atTheSameMoment(app.database, { table: 'templates', calls });
  assert.ok(outcomes.every(({ status }) => status === 'fulfilled'));
  const { templates } = await user.call('GET /api/templates');
  assert.equal(templates.filter(({ is_selected }) => is_selected).length, 1);
});

test('selecting a missing template leaves the selected one', async (t) => {
  const { user } = await start(t);
  const { id } = await makeTemplate(user);
  await user.call('PUT /api/templates/{id}/select', { params: { id } });
  assert.equal(
    (await refusal(user.call('PUT /api/templates/{id}/select', { params: { id: id + 1 } }))).status,
    404,
  );
  const { templates } = await user.call('GET /api/templates');
  assert.equal(templates[0]?.is_selected, true);
});

for (const status of ['pending', 'running', 'paused'] as const) {
  test(`a template of a ${status} campaign is not deleted, and the campaign is named`, async (t) => {
    const { app, user } = await start(t);
    const { id } = await makeTemplate(user);
    await createCampaignRow(app.deps, { user_id: user.id, status, message_template_id: id });
    const error = await refusal(user.call('DELETE /api/templates/{id}', { params: { id } }));
    assert.equal(error.status, 409);
    assert.equal(
      error.body.error,
      'This template is used by the campaign "Spring". Stop or delete that campaign first.',
    );
    assert.equal((await user.call('GET /api/templates')).templates.length, 1);
  });
}

test('a template of finished campaigns is deleted, and they lose its id', async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeTemplate(user);
  const campaign = await createCampaignRow(app.deps, {
    user_id: user.id,
    status: 'completed',
    message_template_id: id,
  });
  await user.call('DELETE /api/templates/{id}', { params: { id } });
  assert.deepEqual((await user.call('GET /api/templates')).templates, []);
  const row = await app.database.db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', campaign)
    .executeTakeFirstOrThrow();
  assert.equal(row.message_template_id, null);
  assert.equal(row.template_name, 'Hello');
  assert.equal((await refusal(user.call('DELETE /api/templates/{id}', { params: { id } }))).status, 404);
});

test("another user's template is not found", async (t) => {
  const { app, user } = await start(t);
  const { id } = await makeTemplate(user);
  const other = await app.signUp();
  const params = { id };
  const body = { name: 'Mine', content: 'Mine' };
  const calls = [
    () => other.call('PUT /api/templates/{id}', { params, body }),
    () => other.call('PUT /api/templates/{id}/select', { params }),
    () => other.call('DELETE /api/templates/{id}', { params }),
  ];
  for (const call of calls) {
    const error = await refusal(call());
    assert.equal(error.status, 404);
    assert.deepEqual(error.body, { error: 'Template not found' });
  }
  assert.deepEqual((await other.call('GET /api/templates')).templates, []);
  assert.equal((await user.call('GET /api/templates')).templates[0]?.name, 'Hello');
});

test('with an expired subscription templates are read, not written', async (t) => {
  const { app } = await start(t);
  const user = await app.signUp({ subscriptionDays: -1 });
  assert.deepEqual((await user.call('GET /api/templates')).templates, []);
  const body = { name: 'Hello', content: 'Hello' };
  const params = { id: 1 };
  const writes = [
    () => user.call('POST /api/templates', { body }),
    () => user.call('PUT /api/templates/{id}', { params, body }),
    () => user.call('PUT /api/templates/{id}/select', { params }),
    () => user.call('DELETE /api/templates/{id}', { params }),
  ];
  for (const write of writes) {
    const error = await refusal(write());
    assert.equal(error.status, 403);
    assert.deepEqual(error.body, { error: 'Subscription expired. Please renew to continue.' });
  }
  assert.equal((await refusal(app.client()('GET /api/templates'))).status, 401);
});

import assert from 'node:assert/strict';
import { DRAFTS_MAX } from '@pigeonpost/contract/campaigns';
import type { Answer } from '@pigeonpost/contract/client';
import { engineTest, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const IS_A_DRAFT = 'This is a draft. Choose a template, a list and at least one profile first.';

const draft = async ({ user }: World, body: object = {}) =>
  (await user.call('POST /api/campaigns', { body: { draft: true, ...body } })).campaign;

const edit = async ({ user }: World, id: number, body: object) =>
  (await user.call('PUT /api/campaigns/{id}', { params: { id }, body })).campaign;

const write = async ({ user }: World, name = 'Hello') =>
  (await user.call('POST /api/templates', { body: { name, content: `${name} {username}` } })).template.id;

type Campaign = Answer<'POST /api/campaigns'>['campaign'];

const parts = ({ message_template_id, list_id, profiles_used }: Campaign) => ({
  message_template_id,
  list_id,
  profiles_used,
});

engineTest('a draft holds nothing: what it names can be deleted, which empties its fields', async (world) => {
  const { user } = world;
  const template = await write(world);
  const list = await world.list(['ada']);
  const profile = await world.profile('one');
  const chosen = { message_template_id: template, list_id: list, profiles_used: [profile] };
  const made = await draft(world, { name: 'Kiln', ...chosen });
  assert.deepEqual(
    [made.status, made.stage, made.template_name, made.list_name],
    ['pending', 'draft', 'Hello', 'People'],
  );
  await user.call('PUT /api/templates/{id}', {
    params: { id: template },
    body: { name: 'Later', content: 'Later' },
  });
  assert.equal((await world.details(made.id)).template_content, 'Later', 'nothing is copied yet');
  await user.call('DELETE /api/templates/{id}', { params: { id: template } });
  await user.call('DELETE /api/lists/{id}', { params: { id: list } });
  await user.call('DELETE /api/profiles/{id}', { params: { id: profile } });
  const emptied = await world.details(made.id);
  assert.deepEqual(parts(emptied), { message_template_id: null, list_id: null, profiles_used: [] });
  assert.deepEqual([emptied.template_name, emptied.list_name], ['', '']);
});

engineTest('a draft cannot start and counts nowhere but as a draft', async (world) => {
  const { user } = world;
  const list = await world.list(['ada', 'bo']);
  const { id } = await draft(world, { list_id: list });
  assert.deepEqual((await refusal(world.start(id))).body, { error: IS_A_DRAFT });
  const start_at = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString();
  const schedule = user.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } });
  assert.deepEqual((await refusal(schedule)).body, { error: IS_A_DRAFT });
  const plan = user.call('GET /api/campaigns/{id}/plan', { params: { id } });
  const noPlan = await refusal(plan);
  assert.deepEqual([noPlan.status, noPlan.body], [409, { error: IS_A_DRAFT }]);
  const message = user.call('PUT /api/campaigns/{id}/message', {
    params: { id },
    body: { template_content: 'Hi' },
  });
  assert.equal((await refusal(message)).status, 409);
  const found = async (status: 'draft' | 'pending' | 'unfinished') =>
    (await user.call('GET /api/campaigns', { query: { status } })).pagination.totalItems;
  assert.deepEqual([await found('draft'), await found('pending'), await found('unfinished')], [1, 1, 0]);
  const { counts } = await user.call('GET /api/campaigns');
  assert.deepEqual([counts.draft, counts.pending, counts.scheduled], [1, 1, 0]);
  const { stats, recentCampaigns } = await user.call('GET /api/campaigns/dashboard-stats');
  assert.deepEqual([stats.campaigns, stats.pending, recentCampaigns], [0, 0, []]);
});

engineTest('a draft is finished once nothing is missing, and copies its texts then', async (world) => {
  const { id, start_at } = await draft(world, { name: 'Kiln', start_at: '2027-01-04T08:00:00.000Z' });
  assert.equal(start_at, '2027-01-04T08:00:00.000Z');
  const { body, status } = await refusal(edit(world, id, { draft: false }));
  assert.deepEqual([status, body.error], [400, IS_A_DRAFT]);
  assert.deepEqual(Object.keys(body.fields ?? {}), ['message_template_id', 'list_id', 'profiles_used']);
  const template = await write(world);
  const chosen = await edit(world, id, {
    message_template_id: template,
    list_id: await world.list(['ada']),
    profiles_used: [await world.profile('one')],
  });
  assert.deepEqual([chosen.stage, chosen.start_at], ['draft', start_at]);
  assert.equal(
    (await edit(world, id, { start_at: '2020-01-04T08:00:00.000Z' })).stage,
    'draft',
    'or a past one',
  );
  const finished = await edit(world, id, { draft: false });
  assert.deepEqual(
    [finished.stage, finished.start_at, finished.template_content],
    [null, null, 'Hello {username}'],
  );
  await world.user.call('PUT /api/templates/{id}', {
    params: { id: template },
    body: { name: 'Later', content: 'Later' },
  });
  assert.equal((await world.details(id)).template_content, 'Hello {username}');
  await world.start(id);
  assert.equal((await world.work()).length, 1);
  assert.equal((await refusal(edit(world, id, { draft: true }))).status, 400);
});

engineTest('a user has at most fifty drafts', async (world) => {
  for (let count = 0; count < DRAFTS_MAX; count++) await draft(world);
  const { status, body } = await refusal(draft(world));
  assert.deepEqual([status, body.error], [409, 'You have 50 drafts. Finish or delete one first.']);
});

engineTest("another user's parts and drafts are not there", async (world) => {
  const stranger = await world.app.signUp();
  const list_id = await world.list(['ada']);
  const { id } = await draft(world);
  const foreign = { body: { draft: true, list_id } as const };
  assert.equal((await refusal(stranger.call('POST /api/campaigns', foreign))).status, 404);
  const editing = stranger.call('PUT /api/campaigns/{id}', { params: { id }, body: { name: 'Mine' } });
  assert.equal((await refusal(editing)).status, 404);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { createListRow, createLogRows, createProfileRow, setProgress } from '../../testing/rows.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const partsOf = async (owner: SignedUp) => ({
    name: 'Spring',
    message_template_id: (
      await owner.call('POST /api/templates', { body: { name: 'Hello', content: 'Hello {username}' } })
    ).template.id,
    list_id: await createListRow(app.deps, { user_id: owner.id, name: 'People', pending: 7 }),
    profiles_used: [await createProfileRow(app.deps, { user_id: owner.id, profile_name: 'shop' })],
  });
  const create = (body: object, call = user.call) => call('POST /api/campaigns', { body: body as never });
  const get = async (id: number) => (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  return { app, user, partsOf, create, get, parts: await partsOf(user) };
}

test('a new campaign waits for its start, with a copy of its message', async (t) => {
  const { app, user, create, get, parts } = await start(t);
  const { campaign } = await create({
    ...parts,
    profiles_used: [...parts.profiles_used, ...parts.profiles_used],
  });
  assert.deepEqual(campaign, {
    id: campaign.id,
    name: 'Spring',
    status: 'pending',
    stage: null,
    start_at: null,
    start_problem: null,
    countdown_until: null,
    hours: null,
    not_after: null,
    cap_day: null,
    canary: null,
    template_name: 'Hello',
    template_content: 'Hello {username}',
    message_template_id: parts.message_template_id,
    list_id: parts.list_id,
    list_name: 'People',
    profiles_used: parts.profiles_used,
    profiles_able: 1,
    total_list: 7,
    total_sent: 0,
    total_failed: 0,
    total_not_found: 0,
    total_replied: 0,
    total_uncertain: 0,
    paused_reason: null,
    waiting_reason: null,
    waiting_until: null,
    standstill: null,
    next_send_at: null,
    created_at: app.clock.now().toISOString(),
    started_at: null,
    completed_at: null,
    archived_at: null,
  });
  await user.call('PUT /api/templates/{id}', {
    params: { id: parts.message_template_id },
    body: { name: 'Bye', content: 'Bye' },
  });
  const { ends_early, ends_late, end, ...details } = await get(campaign.id);
  assert.ok(ends_early !== null && ends_late !== null && end !== null);
  assert.deepEqual(details, {
    ...campaign,
    start_refusal: null,
    waiting_kind: null,
    next_profile_name: null,
    open_windows: [],
    last_sent: null,
    skipped_messaged: 0,
    reads_blanks: false,
    leave_out: null,
    reads_replies: false,
    replies_read_at: null,
    follows: null,
    nth_follow_up: null,
    waits_for: [],
    followed_by: [],
    logs: [],
  });
});

test("before its first start a campaign's total is its list's present pending count, then its own", async (t) => {
  const { app, user, create, get, parts } = await start(t);
  const { id } = (await create(parts)).campaign;
  const setPending = (pending: number) =>
    app.deps.asUser(user.id, (tx) =>
      tx.updateTable('lists').set({ pending }).where('id', '=', parts.list_id).execute(),
    );
  await setPending(9);
  assert.equal((await get(id)).total_list, 9);
  await setProgress(app.deps, { user_id: user.id, campaign_id: id }, { mark: 1, total_list: 9 });
  await setPending(4);
  assert.equal((await get(id)).total_list, 9);
});

test('a campaign needs a name of at most 10 characters, a template, a list and a profile', async (t) => {
  const { create, parts } = await start(t);
  const missing = 'Please fill in all required fields';
  const refused = async (change: object) => {
    const { status, message } = await refusal(create({ ...parts, ...change }));
    return [status, message];
  };
  assert.deepEqual(await refused({ name: '  ' }), [400, missing]);
  assert.deepEqual(await refused({ message_template_id: null }), [400, missing]);
  assert.deepEqual(await refused({ list_id: undefined }), [400, missing]);
  assert.deepEqual(await refused({ profiles_used: [] }), [400, missing]);
  assert.deepEqual(await refused({ name: '12345678901' }), [
    400,
    'Campaign name must not exceed 10 characters',
  ]);
  assert.equal((await create({ ...parts, name: '1234567890' })).campaign.name, '1234567890');
});

test('missing parts, and those of another user, cannot be used', async (t) => {
  const { app, create, parts, partsOf } = await start(t);
  const theirs = await partsOf(await app.signUp());
  for (const key of ['message_template_id', 'list_id', 'profiles_used'] as const) {
    assert.equal((await refusal(create({ ...parts, [key]: theirs[key] }))).status, 404, key);
  }
  assert.equal((await refusal(create(parts, app.client()))).status, 401);
  const expired = await app.signUp({ subscriptionDays: -1 });
  const { status, message } = await refusal(create(parts, expired.call));
  assert.deepEqual([status, message], [403, 'Subscription expired. Please renew to continue.']);
});

test('a profile that is inactive, blocked or deleted cannot be used', async (t) => {
  const { app, user, create, parts } = await start(t);
  const now = app.clock.now();
  const refused = async (
    profile_name: string,
    state: { is_active?: boolean; blocked_at?: Date; deleted_at?: Date },
  ) => {
    const id = await createProfileRow(app.deps, { user_id: user.id, profile_name, ...state });
    return (await refusal(create({ ...parts, profiles_used: [id] }))).status;
  };
  assert.equal(await refused('off', { is_active: false }), 400);
  assert.equal(await refused('blocked', { blocked_at: now }), 400);
  assert.equal(await refused('gone', { deleted_at: now }), 404);
});

test('profiles of running campaigns are refused by name', async (t) => {
  const { app, user, create, parts } = await start(t);
  const other = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'atelier' });
  const profile_ids = [...parts.profiles_used, other];
  await createCampaignRow(app.deps, { user_id: user.id, name: 'Sept', status: 'running', profile_ids });
  await createCampaignRow(app.deps, { user_id: user.id, name: 'Old', status: 'paused', profile_ids });
  const refused = await refusal(create({ ...parts, profiles_used: profile_ids }));
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.body, {
    error:
      'Cannot create campaign: Profiles atelier, shop are already being used in running campaigns (Sept)',
    conflicting_profiles: [
      { name: 'atelier', campaign: 'Sept' },
      { name: 'shop', campaign: 'Sept' },
    ],
  });
});

test('a template or list that is deleted at the same moment is used by no campaign', async (t) => {
  const { user, create, parts } = await start(t);
  const [created, removed] = await Promise.allSettled([
    create(parts),
    user.call('DELETE /api/templates/{id}', { params: { id: parts.message_template_id } }),
  ]);
  assert.notEqual(created.status, removed.status);
});

test('campaigns are answered in pages, found by name, template or list, and by status', async (t) => {
  const { app, user, create, parts } = await start(t);
  for (let n = 1; n <= 12; n++) await create({ ...parts, name: `Class_${n}` });
  const running = await createCampaignRow(app.deps, { user_id: user.id, name: 'Kiln', status: 'running' });
  const names = async (query: object) =>
    (await user.call('GET /api/campaigns', { query })).campaigns.map(({ name }) => name);
  assert.deepEqual((await names({})).slice(0, 3), ['Kiln', 'Class_12', 'Class_11']);
  assert.deepEqual(await names({ page: 2 }), ['Class_3', 'Class_2', 'Class_1']);
  assert.deepEqual(await names({ search: 'CLASS_1' }), ['Class_12', 'Class_11', 'Class_10', 'Class_1']);
  assert.equal((await names({ search: 'people', limit: 100 })).length, 13);
  assert.deepEqual(await names({ search: '%' }), []);
  assert.deepEqual(await names({ status: 'running' }), ['Kiln']);
  const { pagination } = await user.call('GET /api/campaigns', { query: { page: 99, limit: 5 } });
  assert.deepEqual(pagination, { currentPage: 99, totalPages: 3, totalItems: 13, itemsPerPage: 5 });
  assert.equal((await refusal(user.call('GET /api/campaigns', { query: { limit: 101 } }))).status, 400);
  await user.call('DELETE /api/campaigns/{id}', { params: { id: running } });
  assert.deepEqual(await names({ status: 'running' }), []);
});

test('running campaigns come first, then paused ones, in every list; other orders can be requested', async (t) => {
  const { app, user, parts } = await start(t);
  const row = (name: string, status: CampaignStatus, progress = {}) =>
    createCampaignRow(app.deps, { user_id: user.id, name, status }).then((campaign_id) =>
      setProgress(app.deps, { user_id: user.id, campaign_id }, { mark: 1, total_list: 10, ...progress }),
    );
  await row('resting', 'paused', { total_sent: 5 });
  await row('Kiln', 'running', { total_sent: 3, total_failed: 4 });
  for (let n = 1; n <= 101; n++) {
    await createCampaignRow(app.deps, { user_id: user.id, name: `done ${n}`, status: 'completed' });
  }
  await row('burnt', 'failed', { total_failed: 1 });
  await user.call('POST /api/campaigns', { body: { ...parts, name: 'atelier' } });
  const names = async (query: object) =>
    (await user.call('GET /api/campaigns', { query: { limit: 4, ...query } })).campaigns.map(
      ({ name }) => name,
    );
  assert.deepEqual(await names({}), ['Kiln', 'resting', 'atelier', 'burnt']);
  assert.deepEqual(await names({ sort_by: 'created_asc' }), ['resting', 'Kiln', 'done 1', 'done 2']);
  assert.deepEqual((await names({ sort_by: 'name_asc' })).slice(0, 2), ['atelier', 'burnt']);
  assert.deepEqual((await names({ sort_by: 'name_desc' })).slice(0, 2), ['resting', 'Kiln']);
  assert.deepEqual((await names({ sort_by: 'progress_desc' })).slice(0, 3), ['Kiln', 'resting', 'burnt']);
  assert.deepEqual(await names({ status: 'ended' }), ['burnt', 'done 101', 'done 100', 'done 99']);
  assert.equal((await refusal(names({ sort_by: 'luck' }))).status, 400);

  const { recentCampaigns } = await user.call('GET /api/campaigns/dashboard-stats');
  assert.deepEqual(
    recentCampaigns?.slice(0, 3).map(({ name }) => name),
    ['Kiln', 'resting', 'atelier'],
  );
  const asked = { search: 'i', status: 'ended' } as const;
  const { counts, pagination } = await user.call('GET /api/campaigns', { query: asked });
  assert.deepEqual(counts, {
    running: 1,
    paused: 1,
    pending: 1,
    completed: 0,
    failed: 0,
    draft: 0,
    scheduled: 0,
    archived: 0,
    standing_still: 0,
  });
  assert.equal(pagination.totalItems, 0);
  const all = await user.call('GET /api/campaigns', { query: { status: 'ended' } });
  assert.deepEqual(all.counts, {
    running: 1,
    paused: 1,
    pending: 1,
    draft: 0,
    scheduled: 0,
    completed: 101,
    failed: 1,
    archived: 0,
    standing_still: 0,
  });
  assert.equal(all.pagination.totalItems, 102);
});

test('a campaign is answered to its owner only, and not after it is deleted', async (t) => {
  const { app, user, create, parts } = await start(t);
  const { id } = (await create(parts)).campaign;
  const other = await app.signUp();
  const calls = [
    'GET /api/campaigns/{id}',
    'GET /api/campaigns/{id}/profile-performance',
    'GET /api/campaigns/{id}/next',
    'GET /api/campaigns/{id}/logs/export',
  ] as const;
  for (const name of calls) {
    const { status, message } = await refusal(other.call(name, { params: { id } }));
    assert.deepEqual([status, message], [404, 'Campaign not found'], name);
    assert.equal((await refusal(app.client()(name, { params: { id } }))).status, 401);
  }
  assert.deepEqual((await other.call('GET /api/campaigns')).campaigns, []);
  await user.call('DELETE /api/campaigns/{id}', { params: { id } });
  for (const name of calls) assert.equal((await refusal(user.call(name, { params: { id } }))).status, 404);
});

test("a campaign's page begins with its last 50 log lines, oldest first", async (t) => {
  const { app, user, create, get, parts } = await start(t);
  const { id } = (await create(parts)).campaign;
  const lines = Array.from({ length: 60 }, (_, n) => ({ message: `line ${n}`, recipient: `name${n}` }));
  await createLogRows(app.deps, { user_id: user.id, campaign_id: id }, lines);
  const { logs } = await get(id);
  assert.deepEqual(
    logs.map(({ message }) => message),
    lines.slice(10).map(({ message }) => message),
  );
  assert.deepEqual(
    { ...logs[0], id: 0 },
    {
      id: 0,
      campaign_id: id,
      campaign_name: 'Spring',
      action: 'message_sent',
      created_at: app.clock.now().toISOString(),
      profile_name: null,
      recipient: 'name10',
      message: 'line 10',
      reason_kind: null,
    },
  );
});

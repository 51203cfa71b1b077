import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { createDayRow, createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';

type Query = Record<string, string | number>;

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const ask = (query: Query = {}, call = user.call) => call('GET /api/profiles/performance', { query });
  const rows = async (query?: Query) => (await ask(query)).profilePerformance;
  const names = async (query?: Query) => (await rows(query)).map(({ profile_name }) => profile_name);
  const profile = (profile_name: string, more: object = {}) =>
    createProfileRow(app.deps, { user_id: user.id, profile_name, ...more });
  const day = (row: Omit<Parameters<typeof createDayRow>[1], 'user_id'>) =>
    createDayRow(app.deps, { user_id: user.id, ...row });
  return { app, user, ask, rows, names, profile, day };
}

test("a profile's row sums its days over all campaigns", async (t) => {
  const { app, user, rows, profile, day } = await start(t);
  const id = await profile('shop', { next_send_at: app.clock.now() });
  const running = await createCampaignRow(app.deps, {
    user_id: user.id,
    name: 'Sept',
    status: 'running',
    profile_ids: [id],
  });
  await day({ day: '2026-09-10', campaign_id: running, profile_id: id, sent: 2, failed: 1, blocked: 1 });
  await day({ day: '2026-09-11', campaign_id: running, profile_id: id, sent: 3 });
  await day({ day: '2026-09-09', campaign_id: running + 1, profile_id: id, sent: 1 });
  assert.deepEqual(await rows(), [
    {
      profile_id: id,
      profile_name: 'shop',
      profile_path: '/p/shop',
      is_active: 1,
      messages_sent: 6,
      messages_failed: 1,
      replied: 0,
      profile_blocked: 1,
      total_actions: 8,
      success_rate: 85.7,
      efficiency: 75,
      campaigns_used: 2,
      first_action: '2026-09-09T09:00:00.000Z',
      last_action: '2026-09-11T17:00:00.000Z',
      blocked_at: null,
      sent_before_block: null,
      signed_out_at: null,
      faulted_at: null,
      fault_kind: null,
      fault_until: null,
      rest_reason: null,
      next_send_at: app.clock.now().toISOString(),
      deleted_at: null,
      running_campaign: { id: running, name: 'Sept' },
    },
  ]);
});

test('a profile without results has zeros, also if a result was taken back', async (t) => {
  const { rows, profile, day } = await start(t);
  const id = await profile('idle');
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: id });
  const [row] = await rows();
  assert.deepEqual(
    [row?.total_actions, row?.success_rate, row?.efficiency, row?.campaigns_used, row?.first_action],
    [0, 0, 0, 0, null],
  );
});

test('a deleted profile keeps its name in its results, and is gone without any', async (t) => {
  const { app, names, profile, day } = await start(t);
  const gone = await profile('gone', { deleted_at: app.clock.now() });
  await profile('never', { deleted_at: app.clock.now() });
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: gone, sent: 1 });
  // Profile 0: a message whose profile is no longer known.
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: 0, sent: 1 });
  assert.deepEqual(await names(), ['gone']);
  assert.deepEqual(await names({ start_date: '2026-09-11' }), []);
});

test('rows are sorted as requested, by default most sent messages first', async (t) => {
  const { names, profile, day } = await start(t);
  const [a, b, c] = [await profile('a'), await profile('b'), await profile('c')];
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: a, sent: 9, failed: 9 });
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: b, sent: 4, blocked: 9 });
  await day({ day: '2026-09-10', campaign_id: 2, profile_id: c, sent: 8, failed: 2, blocked: 1 });
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: c, sent: 0, failed: 1 });
  const orders: Record<string, string[]> = {
    messages_sent: ['a', 'c', 'b'],
    messages_failed: ['a', 'c', 'b'],
    success_rate: ['b', 'c', 'a'],
    total_actions: ['a', 'b', 'c'],
    campaigns_used: ['c', 'a', 'b'],
  };
  assert.deepEqual(await names(), ['a', 'c', 'b']);
  for (const [key, expected] of Object.entries(orders))
    assert.deepEqual(await names({ sort_by: `${key}_desc` }), expected, key);
  assert.deepEqual(await names({ sort_by: 'messages_sent_asc' }), ['b', 'c', 'a']);
  assert.deepEqual(await names({ sort_by: 'success_rate_asc' }), ['a', 'c', 'b']);
});

test('rows come in pages, found by name, within a range of days', async (t) => {
  const { ask, rows, names, profile, day } = await start(t);
  for (let n = 10; n < 22; n++) await profile(`class_${n}`);
  const { profilePerformance, pagination } = await ask();
  assert.equal(profilePerformance.length, 5);
  // The dashboard's default, not the 10 of other lists.
  assert.deepEqual(pagination, { currentPage: 1, totalPages: 3, totalItems: 12, itemsPerPage: 5 });
  assert.deepEqual(await names({ page: 3 }), ['class_20', 'class_21']);
  const past = await ask({ page: 9 });
  assert.deepEqual([past.profilePerformance, past.pagination.totalItems], [[], 12]);
  assert.deepEqual(await names({ search: 'CLASS_2' }), ['class_20', 'class_21']);
  const shop = await profile('shop');
  await day({ day: '2026-09-10', campaign_id: 1, profile_id: shop, sent: 1 });
  await day({ day: '2026-09-11', campaign_id: 1, profile_id: shop, sent: 2 });
  await day({ day: '2026-09-12', campaign_id: 1, profile_id: shop, sent: 4 });
  const sent = async (query: Query) => (await rows({ search: 'shop', ...query }))[0]?.messages_sent;
  assert.equal(await sent({ start_date: '2026-09-11' }), 6);
  assert.equal(await sent({ end_date: '2026-09-11' }), 3);
  assert.equal(await sent({ start_date: '2026-09-11', end_date: '2026-09-11' }), 2);
});

test('invalid queries are refused', async (t) => {
  const { app, ask } = await start(t);
  const refused = async (query: Query) => {
    const { status, message } = await refusal(ask(query));
    return [status, message];
  };
  const backwards = { start_date: '2026-09-02', end_date: '2026-09-01' };
  assert.deepEqual(await refused(backwards), [400, 'Date input not valid.']);
  assert.deepEqual(await refused({ sort_by: 'name_desc' }), [400, 'This order is not known']);
  assert.equal((await refused({ limit: 0 }))[0], 400);
  assert.equal((await refusal(ask({}, app.client()))).status, 401);
  const other = await app.signUp();
  assert.deepEqual((await ask({}, other.call)).profilePerformance, []);
});

test("a campaign's own performance lists every profile it uses or used, with its results there", async (t) => {
  const { app, user, profile, day } = await start(t);
  const [a, idle, gone, elsewhere] = [
    await profile('a'),
    await profile('idle'),
    await profile('gone', { deleted_at: app.clock.now() }),
    await profile('elsewhere'),
  ];
  const id = await createCampaignRow(app.deps, {
    user_id: user.id,
    status: 'paused',
    profile_ids: [a, idle, gone],
  });
  await day({ day: '2026-09-10', campaign_id: id, profile_id: a, sent: 2 });
  await day({ day: '2026-09-11', campaign_id: id, profile_id: a, sent: 3, failed: 5 });
  await day({ day: '2026-09-11', campaign_id: id + 1, profile_id: a, sent: 99 });
  await day({ day: '2026-09-11', campaign_id: id + 1, profile_id: elsewhere, sent: 99 });
  const { profilePerformance } = await user.call('GET /api/campaigns/{id}/profile-performance', {
    params: { id },
  });
  assert.deepEqual(
    profilePerformance.map((row) => [
      row.profile_name,
      row.messages_sent,
      row.messages_failed,
      row.success_rate,
    ]),
    [
      ['a', 5, 5, 50],
      ['gone', 0, 0, 0],
      ['idle', 0, 0, 0],
    ],
  );
});

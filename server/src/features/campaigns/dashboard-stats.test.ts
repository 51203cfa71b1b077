import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { addNames, engineTest } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { createDayRow, createListRow, setProgress } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';

// The clock of a test is at 12-09-2026 09:00 UTC.
async function start(t: TestContext, timeZone = 'UTC') {
  const app = await startTestApp(t);
  const user = await app.signUp({ timeZone });
  const stats = async (query: { start_date?: string; end_date?: string } = {}) =>
    (await user.call('GET /api/campaigns/dashboard-stats', { query })).stats;
  const day = (row: Omit<Parameters<typeof createDayRow>[1], 'user_id' | 'profile_id'>) =>
    createDayRow(app.deps, { user_id: user.id, profile_id: 1, ...row });
  const campaign = async (
    status: Parameters<typeof createCampaignRow>[1]['status'],
    progress: Parameters<typeof setProgress>[2],
    list_id?: number,
  ) => {
    const row = { user_id: user.id, status, ...(list_id !== undefined && { list_id }) };
    const campaign_id = await createCampaignRow(app.deps, row);
    await setProgress(app.deps, { user_id: user.id, campaign_id }, progress);
    return campaign_id;
  };
  return { app, user, stats, day, campaign };
}

test('a new user has nothing, in thirty days without results', async (t) => {
  const { user, stats } = await start(t);
  const { days, ...figures } = await stats();
  assert.deepEqual(figures, {
    campaigns: 0,
    recipients: 0,
    sent: 0,
    failed: 0,
    pending: 0,
    running: 0,
    paused: 0,
    not_found: 0,
    uncertain: 0,
    replied: 0,
    lists: 0,
  });
  assert.equal(days.length, 30);
  assert.deepEqual(
    [days[0], days[29]],
    [
      { day: '2026-08-14', sent: 0, failed: 0 },
      { day: '2026-09-12', sent: 0, failed: 0 },
    ],
  );
  assert.deepEqual((await user.call('GET /api/campaigns/dashboard-stats')).recentCampaigns, []);
});

test('one statement computes all figures', async (t) => {
  const { stats } = await start(t);
  const asked = t.mock.method(pg.Client.prototype, 'query').mock;
  await stats();
  const texts = asked.calls.map(({ arguments: [query] }) => (query as { text?: string }).text ?? '');
  assert.equal(texts.filter((text) => /\b(campaigns|lists|daily_performance)\b/.test(text)).length, 1);
});

test('the figures are the sums of the rows', async (t) => {
  const { app, user, stats, day, campaign } = await start(t);
  const list = await createListRow(app.deps, { user_id: user.id, pending: 40 });
  await campaign('pending', {}, list);
  const running = await campaign('running', { mark: 1, total_list: 100, total_sent: 60, total_failed: 10 });
  await campaign('paused', { mark: 1, total_list: 20, total_sent: 5, total_failed: 0 });
  const stopped = await campaign('completed', {
    mark: 1,
    total_list: 1000,
    total_sent: 200,
    total_failed: 3,
  });
  await day({
    day: '2026-09-12',
    campaign_id: running,
    sent: 60,
    failed: 10,
    not_found: 4,
    uncertain: 2,
    replied: 9,
  });
  await day({ day: '2026-09-01', campaign_id: stopped, sent: 200, failed: 3, not_found: 1 });
  const { days, ...figures } = await stats();
  assert.deepEqual(figures, {
    campaigns: 4,
    recipients: 40 + 100 + 20 + 1000,
    sent: 260,
    failed: 13,
    pending: 40 + 30 + 15,
    running: 1,
    paused: 1,
    not_found: 5,
    uncertain: 2,
    replied: 9,
    lists: 1,
  });
  assert.deepEqual(days.at(-1), { day: '2026-09-12', sent: 60, failed: 10 });
  assert.deepEqual(
    days.filter(({ sent }) => sent > 0).map(({ day: date }) => date),
    ['2026-09-01', '2026-09-12'],
  );
});

engineTest('a name counts once however many unfinished campaigns share its list', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy', 'di']);
  const campaigns: number[] = [];
  for (const name of ['one', 'two']) {
    const campaign = await world.campaign({ list, profiles: [await world.profile(name)], name });
    await world.start(campaign);
    campaigns.push(campaign);
  }
  const pending = async () => (await world.user.call('GET /api/campaigns/dashboard-stats')).stats.pending;
  assert.equal(await pending(), 4);
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.equal(await pending(), 3, 'a person whom one campaign has written to gets nothing from the other');
  await addNames(world.app, { user_id: world.user.id, list, names: ['late', 'later'] });
  assert.equal(await pending(), 3, 'those added since belong to neither');
  const many = Array.from({ length: 5_001 }, (_, index) => `much.later.${index}`);
  await addNames(world.app, { user_id: world.user.id, list, names: many });
  assert.equal(await pending(), 3, 'however many they are');
  const third = await world.campaign({ list, profiles: [await world.profile('three')], name: 'three' });
  assert.equal(await pending(), 5 + many.length);
  const [first = 0, second = 0] = campaigns;
  for (const id of [third, first]) await world.user.call('DELETE /api/campaigns/{id}', { params: { id } });
  const { total_list, total_sent, total_failed } = await world.details(second);
  assert.equal(await pending(), total_list - total_sent - total_failed, 'one alone has what its page says');
});

test('a range counts campaigns by creation and messages by result; pending is the present number', async (t) => {
  const { stats, day, campaign } = await start(t);
  const before = await campaign('running', {
    mark: 1,
    total_list: 10,
    total_sent: 4,
    created_at: '2026-08-31T23:59:59Z',
  });
  const inside = await campaign('completed', {
    mark: 1,
    total_list: 5,
    total_sent: 5,
    created_at: '2026-09-01T00:00:00Z',
  });
  await day({ day: '2026-08-31', campaign_id: before, sent: 1 });
  await day({ day: '2026-09-01', campaign_id: before, sent: 2, failed: 1 });
  await day({ day: '2026-09-02', campaign_id: inside, sent: 5 });
  await day({ day: '2026-09-03', campaign_id: inside, sent: 7 });
  const both = await stats({ start_date: '2026-09-01', end_date: '2026-09-02' });
  assert.deepEqual(
    [both.campaigns, both.recipients, both.sent, both.failed, both.pending, both.running],
    [1, 5, 7, 1, 6, 0],
  );
  assert.deepEqual(both.days, [
    { day: '2026-09-01', sent: 2, failed: 1 },
    { day: '2026-09-02', sent: 5, failed: 0 },
  ]);
  const until = await stats({ end_date: '2026-08-31' });
  assert.deepEqual([until.campaigns, until.sent, until.days.length], [1, 1, 30]);
  const from = await stats({ start_date: '2026-09-03' });
  assert.deepEqual([from.campaigns, from.sent, from.days.length], [0, 7, 10]);
});

test("days are days of the user's own zone", async (t) => {
  const { app, stats, campaign } = await start(t, 'Pacific/Auckland');
  app.clock.advance(4 * 3_600_000);
  await campaign('completed', { created_at: '2026-09-09T12:30:00Z' });
  const { days } = await stats();
  assert.equal(days.at(-1)?.day, '2026-09-13');
  assert.equal((await stats({ start_date: '2026-09-10', end_date: '2026-09-10' })).campaigns, 1);
  assert.equal((await stats({ start_date: '2026-09-09', end_date: '2026-09-09' })).campaigns, 0);
});

test('a deleted campaign does not count any more, but its results do', async (t) => {
  const { app, user, stats, day, campaign } = await start(t);
  const id = await campaign('completed', { mark: 1, total_list: 9, total_sent: 9 });
  await day({ day: '2026-09-11', campaign_id: id, sent: 9 });
  await user.call('DELETE /api/campaigns/{id}', { params: { id } });
  const { campaigns, recipients, sent, pending } = await stats();
  assert.deepEqual([campaigns, recipients, sent, pending], [0, 0, 9, 0]);
  const other = await app.signUp();
  assert.equal((await other.call('GET /api/campaigns/dashboard-stats')).stats.sent, 0);
});

test('without dates the newest campaigns are included', async (t) => {
  const { user, campaign } = await start(t);
  for (let n = 1; n <= 6; n++) await campaign('completed', { mark: 1, total_list: n, total_sent: n });
  const { recentCampaigns } = await user.call('GET /api/campaigns/dashboard-stats');
  assert.deepEqual(
    recentCampaigns?.map(({ total_list, total_sent, total_failed, status }) => [
      total_list,
      total_sent,
      total_failed,
      status,
    ]),
    [6, 5, 4, 3, 2].map((n) => [n, n, 0, 'completed']),
  );
  const query = { start_date: '2026-09-01' };
  const ranged = await user.call('GET /api/campaigns/dashboard-stats', { query });
  assert.equal(ranged.recentCampaigns, undefined);
});

test('invalid dates, and a range that ends before it starts, are refused', async (t) => {
  const { app, stats } = await start(t);
  const refused = async (query: { start_date?: string; end_date?: string }) => {
    const { status, message } = await refusal(stats(query));
    return [status, message];
  };
  const invalid = [400, 'Date input not valid.'];
  assert.deepEqual(await refused({ start_date: '2026-09-02', end_date: '2026-09-01' }), invalid);
  assert.deepEqual(await refused({ start_date: '31/12/2026' }), invalid);
  assert.deepEqual(await refused({ end_date: '2026-02-30' }), invalid);
  assert.deepEqual(await refused({ start_date: '0000-01-01' }), invalid);
  assert.equal((await stats({ start_date: '0001-01-01' })).days.length, 3660);
  assert.equal((await refusal(app.client()('GET /api/campaigns/dashboard-stats'))).status, 401);
});

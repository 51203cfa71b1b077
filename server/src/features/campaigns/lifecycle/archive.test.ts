import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { refusal as errorOf } from '../../../testing/refusal.ts';
import { setProgress } from '../../../testing/rows.ts';
import { type SignUpOptions, startTestApp } from '../../../testing/test-app.ts';

/** Status and sentence of a refused call. */
async function refusal(call: Promise<unknown>) {
  const { status, message } = await errorOf(call);
  return [status, message];
}

async function start(t: TestContext, options: SignUpOptions = {}) {
  const app = await startTestApp(t);
  const user = await app.signUp(options);
  const make = (name: string, status: CampaignStatus) =>
    createCampaignRow(app.deps, { user_id: user.id, name, status });
  const names = async (query: object = {}) =>
    (await user.call('GET /api/campaigns', { query })).campaigns.map(({ name }) => name);
  const archive = (campaign_ids: number[], archived = true, call = user.call) =>
    call('PUT /api/campaigns/archived', { body: { campaign_ids, archived } });
  return { app, user, make, names, archive };
}

test('archived campaigns are in no list but their own, and can be restored', async (t) => {
  const { user, make, names, archive } = await start(t);
  const [old, failed] = [await make('Old', 'completed'), await make('Failed', 'failed')];
  await make('Kept', 'completed');
  assert.deepEqual(await archive([old, failed, old]), { changed: 2 });
  assert.deepEqual(await archive([old]), { changed: 0 });
  assert.deepEqual(await names(), ['Kept']);
  assert.deepEqual(await names({ status: 'ended' }), ['Kept']);
  assert.deepEqual(await names({ status: 'archived' }), ['Failed', 'Old']);
  const { counts, pagination } = await user.call('GET /api/campaigns', { query: { status: 'archived' } });
  assert.deepEqual([counts.completed, counts.failed, counts.archived, pagination.totalItems], [1, 0, 2, 2]);
  const { recentCampaigns = [] } = await user.call('GET /api/campaigns/dashboard-stats', {});
  assert.deepEqual(
    recentCampaigns.map(({ name }) => name),
    ['Kept'],
  );
  const found = await user.call('GET /api/search', { query: { search: 'Old' } });
  assert.deepEqual(found.campaigns, []);
  assert.deepEqual(await archive([old, failed], false), { changed: 2 });
  assert.deepEqual(await names({ status: 'archived' }), []);
});

test('one that has not ended, or is another user’s, keeps all of them from being archived', async (t) => {
  const { app, user, make, names, archive } = await start(t);
  const old = await make('Old', 'completed');
  const paused = await make('Paused', 'paused');
  assert.deepEqual(await refusal(archive([old, paused])), [
    409,
    'Only a campaign that has ended can be archived.',
  ]);
  const other = await app.signUp();
  const theirs = await createCampaignRow(app.deps, { user_id: other.id, status: 'completed' });
  assert.deepEqual(await refusal(archive([old, theirs])), [404, 'Campaign not found']);
  assert.equal((await refusal(archive([])))[0], 400);
  assert.deepEqual(await names({ status: 'archived' }), []);
  assert.deepEqual(await archive([theirs], true, other.call), { changed: 1 });
  assert.deepEqual(await names(), ['Paused', 'Old']);
  await user.call('DELETE /api/campaigns/{id}', { params: { id: old }, body: {} });
  assert.deepEqual(await refusal(archive([old])), [404, 'Campaign not found']);
});

test('one campaign is archived and restored by its address, by its owner and once it has ended', async (t) => {
  const { app, user, make, names } = await start(t, { subscriptionDays: -1 });
  const [old, running] = [await make('Old', 'completed'), await make('Running', 'running')];
  const archive = (id: number, archived: boolean, call = user.call) =>
    call('PUT /api/campaigns/{id}/archive', { params: { id }, body: { archived } });
  const archived_at = app.clock.now().toISOString();
  assert.equal((await archive(old, true)).campaign.archived_at, archived_at);
  app.clock.advance(1000);
  assert.equal((await archive(old, true)).campaign.archived_at, archived_at);
  assert.deepEqual(await names({ status: 'archived' }), ['Old']);
  const { campaign } = await archive(old, false);
  assert.deepEqual([campaign.status, campaign.archived_at], ['completed', null]);
  for (const archived of [true, false])
    assert.deepEqual(await refusal(archive(running, archived)), [
      409,
      'Only a campaign that has ended can be archived.',
    ]);
  const other = await app.signUp();
  assert.deepEqual(await refusal(archive(old, true, other.call)), [404, 'Campaign not found']);
  assert.deepEqual(await names({ status: 'archived' }), []);
});

test('the message of a campaign changes until its first start', async (t) => {
  const { app, user, make } = await start(t);
  const id = await make('New', 'pending');
  const change = (template_content: string, call = user.call, of = id) =>
    call('PUT /api/campaigns/{id}/message', { params: { id: of }, body: { template_content } });
  assert.equal((await change('Hi {username}')).campaign.template_content, 'Hi {username}');
  assert.deepEqual(await refusal(change('  ')), [400, 'Template content is required']);
  assert.deepEqual(await refusal(change('x'.repeat(1001))), [
    400,
    'Template content must not exceed 1,000 characters',
  ]);
  const other = await app.signUp();
  assert.deepEqual(await refusal(change('Hi', other.call)), [404, 'Campaign not found']);
  const running = await make('Runs', 'paused');
  assert.deepEqual(await refusal(change('Hi', user.call, running)), [
    409,
    'The message of a campaign can only be changed before its first start',
  ]);
});

test('campaigns are found by the days of their creation, in the user’s zone', async (t) => {
  const { app, user, make, names } = await start(t, { timeZone: 'Pacific/Auckland' });
  const at = async (name: string, created_at: string) => {
    const id = await make(name, 'completed');
    await app.deps.asUser(user.id, (tx) =>
      tx.updateTable('campaigns').set({ created_at }).where('id', '=', id).execute(),
    );
  };
  await at('Before', '2026-10-31T10:59:00Z');
  await at('First', '2026-10-31T11:00:00Z');
  await at('Last', '2026-11-30T10:59:00Z');
  await at('After', '2026-11-30T11:00:00Z');
  const november = { start_date: '2026-11-01', end_date: '2026-11-30' };
  assert.deepEqual(await names(november), ['Last', 'First']);
  const { counts, pagination } = await user.call('GET /api/campaigns', { query: november });
  assert.deepEqual([counts.completed, pagination.totalItems], [2, 2]);
  assert.deepEqual(await names({ start_date: '2026-11-30' }), ['After', 'Last']);
  const backwards = { start_date: '2026-11-02', end_date: '2026-11-01' };
  assert.deepEqual(await refusal(names(backwards)), [400, 'Date input not valid.']);
});

test('ended campaigns are compared by their results, and their months are summed whole', async (t) => {
  const { app, user, make, names } = await start(t);
  const ended = async (name: string, times: [string, string], counts: number[]) => {
    const id = await make(name, 'completed');
    const [total_list = 0, total_sent = 0, total_not_found = 0] = counts;
    const total_failed = total_not_found;
    const progress = { mark: 1, total_list, total_sent, total_failed, total_not_found };
    await setProgress(app.deps, { user_id: user.id, campaign_id: id }, progress);
    const [started_at, completed_at] = times;
    await app.deps.asUser(user.id, (tx) =>
      tx.updateTable('campaigns').set({ started_at, completed_at }).where('id', '=', id).execute(),
    );
  };
  await ended('Short', ['2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z'], [10, 9, 1]);
  await ended('Long', ['2026-10-02T08:00:00Z', '2026-10-09T09:00:00Z'], [100, 80, 20]);
  await ended('Big', ['2026-11-01T08:00:00Z', '2026-11-02T09:00:00Z'], [200, 190, 4]);
  const by = (sort_by: string) => names({ status: 'ended', sort_by });
  assert.deepEqual(await by('ended_desc'), ['Big', 'Long', 'Short']);
  assert.deepEqual(await by('ended_asc'), ['Short', 'Long', 'Big']);
  assert.deepEqual(await by('sent_desc'), ['Big', 'Long', 'Short']);
  assert.deepEqual(await by('reached_desc'), ['Big', 'Short', 'Long']);
  assert.deepEqual(await by('not_found_desc'), ['Long', 'Short', 'Big']);
  assert.deepEqual(await by('took_asc'), ['Short', 'Big', 'Long']);
  // The page has one of October's two; the figures are those of the month.
  const query = { status: 'ended', sort_by: 'ended_desc', limit: 2 } as const;
  const { months } = await user.call('GET /api/campaigns', { query });
  assert.deepEqual(months, [
    { month: '2026-11', campaigns: 1, total_list: 200, total_sent: 190, total_not_found: 4 },
    { month: '2026-10', campaigns: 2, total_list: 110, total_sent: 89, total_not_found: 21 },
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { touchAgent } from '../../../testing/agent-signs.ts';
import { connect, join, next } from '../../../testing/browser.ts';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { engineTest } from '../../../testing/engine-world.ts';
import { enrolMachine } from '../../../testing/machine.ts';
import { createProfileRow } from '../../../testing/rows.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const UNABLE = 'No profile of this campaign is able to send';

test('dashboard, log and administrator get the same standstill as the list', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const admin = await app.signUp({ role: 'admin' });
  const make = async (name: string, status: 'running' | 'paused', blocked_at?: Date) => {
    const profile = { user_id: user.id, profile_name: name, ...(blocked_at && { blocked_at }) };
    const profile_ids = [await createProfileRow(app.deps, profile)];
    return createCampaignRow(app.deps, { user_id: user.id, name, status, profile_ids });
  };
  await make('waits', 'running');
  await make('sends', 'running');
  const stopped = await make('blocked', 'paused', app.clock.now());
  await make('mine', 'paused');
  await app.database.pool.query('update campaigns set paused_reason = $1 where id = $2', [UNABLE, stopped]);
  const machine = await enrolMachine(app, user, 'studio');
  await touchAgent(app.deps, { user_id: user.id, agent_id: machine.agent_id });
  await machine.report({ folders: ['/p/waits', '/p/sends'], open: ['/p/waits'] });
  const wordsOf = (campaigns: { name: string; standstill: { words: string } | null }[]) =>
    campaigns.map(({ name, standstill }) => [name, standstill?.words ?? null]);
  const listed = (await user.call('GET /api/campaigns')).campaigns;
  assert.deepEqual(wordsOf(listed), [
    ['sends', null],
    ['waits', 'waits for waits’s window'],
    ['mine', 'by you'],
    ['blocked', 'blocked blocked'],
  ]);
  const { recentCampaigns = [] } = await user.call('GET /api/campaigns/dashboard-stats');
  assert.deepEqual(wordsOf(recentCampaigns), wordsOf(listed));
  assert.deepEqual(wordsOf((await user.call('GET /api/campaigns/logs')).campaigns), wordsOf(listed));
  const overview = await admin.call('GET /api/dashboard/overview');
  assert.deepEqual(wordsOf(overview.running.campaigns), [
    ['waits', 'waits for waits’s window'],
    ['sends', null],
  ]);
  assert.equal(overview.running.standing, 1);
});

test('recent campaigns are included with a range on request', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  await createCampaignRow(app.deps, { user_id: user.id, name: 'Kiln', status: 'completed' });
  const ask = async (query: object) =>
    (await user.call('GET /api/campaigns/dashboard-stats', { query })).recentCampaigns?.map(
      ({ name }) => name,
    );
  assert.equal(await ask({ start_date: '2026-09-01' }), undefined);
  assert.deepEqual(await ask({ start_date: '2026-09-01', recent: '1' }), ['Kiln']);
});

engineTest('a person in line is told what the campaign waits for', async (world) => {
  const list = await world.list(['ann', 'sara']);
  const id = await world.campaign({ list, profiles: [await world.profile('shop')] });
  await world.start(id);
  const said = async () => {
    const answer = await world.user.call('GET /api/people/{name}', { params: { name: 'sara' } });
    return answer.campaigns.map(({ campaign_status, standstill }) => [campaign_status, standstill?.words]);
  };
  await world.work({ capacity: 0 });
  await world.agent.report({ folders: ['/p/shop'] });
  assert.deepEqual(await said(), [['running', undefined]]);
  await world.agent.report({ folders: ['/p/shop'], open: ['/p/shop'] });
  assert.deepEqual(await said(), [['running', 'waits for shop’s window']]);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id } });
  assert.deepEqual(await said(), [['paused', 'by you']]);
});

test("browsers are told when a standstill may have changed, and of nothing else in a machine's report", async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const profile_id = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'one' });
  const campaign_id = await createCampaignRow(app.deps, {
    user_id: user.id,
    status: 'paused',
    profile_ids: [profile_id],
  });
  const socket = connect(t, app.url, user.token);
  await join(socket, user.id);
  const heard: string[] = [];
  socket.onAny((name) => heard.push(name));
  const machine = await enrolMachine(app, user, 'studio');
  const report = async (has: Parameters<typeof machine.report>[0]) => {
    const told = next(socket, 'agent_update');
    await machine.report(has);
    assert.deepEqual(await told, { agent_id: machine.agent_id, connected: true });
  };
  await report({ folders: ['/p/one'] });
  await report({ folders: ['/p/one'], open: ['/p/one'] });
  await machine.report({ folders: ['/p/one'], open: ['/p/one'], driving: ['/p/one'] });
  await report({ folders: ['/p/one'] });
  await report({ folders: ['/p/one'], drivers: [] });
  const params = { id: profile_id };
  for (const change of ['toggle', 'toggle', 'resume'] as const) {
    const told = next(socket, 'campaign_update');
    await user.call(`PUT /api/profiles/{id}/${change}`, { params });
    assert.deepEqual(await told, { campaign_id, status: 'paused' });
  }
  const told = next(socket, 'campaign_update');
  await user.call('POST /api/profiles/bulk', { body: { action: 'switch_off', profile_ids: [profile_id] } });
  await told;
  assert.deepEqual(heard, [...Array(4).fill('agent_update'), ...Array(4).fill('campaign_update')]);
});

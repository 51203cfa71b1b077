import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { touchAgent } from '../../../testing/agent-signs.ts';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { enrolMachine } from '../../../testing/machine.ts';
import { createListRow, createProfileRow } from '../../../testing/rows.ts';
import { startTestApp } from '../../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const change = (profile_id: number, values: object) =>
    app.deps.asUser(user.id, (tx) =>
      tx.updateTable('profiles').set(values).where('id', '=', profile_id).execute(),
    );
  const pause = (id: number, paused_reason: string | null) =>
    app.deps.asUser(user.id, (tx) =>
      tx.updateTable('campaigns').set({ status: 'paused', paused_reason }).where('id', '=', id).execute(),
    );
  const profile = (profile_name: string) =>
    createProfileRow(app.deps, { user_id: user.id, profile_name, profile_path: `/p/${profile_name}` });
  const campaign = (name: string, profile_ids: number[]) =>
    createCampaignRow(app.deps, { user_id: user.id, name, status: 'running', profile_ids });
  const list = async (query: object = {}) => (await user.call('GET /api/campaigns', { query })).campaigns;
  const of = async (name: string) => (await list()).find((one) => one.name === name);
  const words = async (name: string) => {
    const { kind, words: text } = (await of(name))?.standstill ?? {};
    return [kind, text];
  };
  return { app, user, change, pause, profile, campaign, list, of, words };
}

test('a list has the same waiting reason of each running campaign as its own call', async (t) => {
  const { app, user, profile, campaign, of, words } = await start(t);
  const [a, b, c] = [await profile('one'), await profile('two'), await profile('three')];
  const id = await campaign('Window', [a]);
  await campaign('Windows', [b, c]);
  assert.deepEqual(await words('Window'), ['agent', 'waits for the agent']);
  const machine = await enrolMachine(app, user, 'studio');
  await touchAgent(app.deps, { user_id: user.id, agent_id: machine.agent_id });
  const folders = ['/p/one', '/p/two', '/p/three'];
  await machine.report({ folders, open: folders });
  assert.deepEqual(await words('Window'), ['window', 'waits for one’s window']);
  assert.deepEqual(await words('Windows'), ['window', 'waits for 2 windows']);
  const own = (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  const listed = await of('Window');
  assert.equal(listed?.waiting_reason, 'one is open in Firefox: close it to go on.');
  assert.equal(listed?.waiting_reason, own.waiting_reason);
  assert.deepEqual(listed?.standstill, own.standstill);
  await machine.report({ folders, open: ['/p/two'] });
  assert.deepEqual(await words('Window'), [undefined, undefined]);
  assert.deepEqual(await words('Windows'), [undefined, undefined]);
  await machine.report({ folders, drivers: [] });
  assert.deepEqual(await words('Window'), ['driver', 'waits for a site driver']);
});

test('a running campaign waits for the disconnected machine, by its name', async (t) => {
  const { app, user, profile, campaign, words } = await start(t);
  await campaign('Away', [await profile('one')]);
  const away = await enrolMachine(app, user, 'studio-mac');
  await away.report({ folders: ['/p/one'] });
  const here = await enrolMachine(app, user, 'here');
  await touchAgent(app.deps, { user_id: user.id, agent_id: here.agent_id });
  assert.deepEqual(await words('Away'), ['machine', 'waits for studio-mac']);
});

test('a profile that Firefox cannot start is named, several are counted', async (t) => {
  const { app, user, profile, campaign, change, words } = await start(t);
  const [a, b] = [await profile('one'), await profile('two')];
  await campaign('Faulted', [a, b]);
  const machine = await enrolMachine(app, user, 'studio');
  await touchAgent(app.deps, { user_id: user.id, agent_id: machine.agent_id });
  await machine.report({ folders: ['/p/one', '/p/two'] });
  const fault = { faulted_at: app.clock.now(), fault_reason: 'No.', fault_until: app.clock.now() };
  await change(a, fault);
  assert.deepEqual(await words('Faulted'), [undefined, undefined]);
  await change(b, fault);
  assert.deepEqual(await words('Faulted'), ['fault', '2 profiles cannot start']);
  await change(a, { is_active: false });
  assert.deepEqual(await words('Faulted'), ['fault', 'two cannot start']);
});

test('a paused campaign says who paused it, and the present state of its profiles', async (t) => {
  const { app, profile, campaign, change, pause, words } = await start(t);
  const [a, b] = [await profile('one'), await profile('two')];
  const id = await campaign('Paused', [a, b]);
  const now = app.clock.now();
  await pause(id, null);
  assert.deepEqual(await words('Paused'), ['by_you', 'by you']);
  await change(a, { blocked_at: now });
  await change(b, { blocked_at: now });
  assert.deepEqual(await words('Paused'), ['by_you', 'by you']);
  await pause(id, 'No profile of this campaign is able to send');
  assert.deepEqual(await words('Paused'), ['profiles', 'both profiles blocked']);
  await change(b, { blocked_at: null, signed_out_at: now });
  assert.deepEqual(await words('Paused'), ['profiles', '1 blocked, 1 signed out']);
  await change(a, { deleted_at: now });
  assert.deepEqual(await words('Paused'), ['profiles', 'two signed out']);
  await change(b, { signed_out_at: null });
  assert.deepEqual(await words('Paused'), ['ready', 'can be started again']);
  await pause(id, 'Your subscription has expired');
  assert.deepEqual(await words('Paused'), ['subscription', 'subscription expired']);
});

test('campaigns that stand still and need a person are counted and listed by themselves', async (t) => {
  const { app, user, profile, campaign, pause, list } = await start(t);
  await campaign('Waits', [await profile('one')]);
  await pause(await campaign('By me', [await profile('two')]), null);
  await pause(
    await campaign('Blocked', [await profile('three')]),
    'No profile of this campaign is able to send',
  );
  await createCampaignRow(app.deps, { user_id: user.id, name: 'Over', status: 'completed' });
  const names = async (query: object) => (await list(query)).map(({ name }) => name);
  assert.deepEqual(await names({ status: 'standing_still' }), ['Waits', 'Blocked']);
  const { counts, pagination } = await user.call('GET /api/campaigns', {
    query: { status: 'standing_still' },
  });
  assert.deepEqual([counts.standing_still, counts.paused, pagination.totalItems], [2, 2, 2]);
  const found = await user.call('GET /api/campaigns', { query: { search: 'blo' } });
  assert.equal(found.counts.standing_still, 1);
});

test('the number of profiles that can send is the present one, before its start too', async (t) => {
  const { app, user, profile, change, of } = await start(t);
  const [a, b] = [await profile('one'), await profile('two')];
  const list_id = await createListRow(app.deps, { user_id: user.id, pending: 3 });
  await createCampaignRow(app.deps, {
    user_id: user.id,
    name: 'New',
    status: 'pending',
    list_id,
    profile_ids: [a, b],
  });
  assert.equal((await of('New'))?.profiles_able, 2);
  await change(a, { is_active: false });
  assert.equal((await of('New'))?.profiles_able, 1);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { touchAgent } from '../../../testing/agent-signs.ts';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { enrolMachine } from '../../../testing/machine.ts';
import { createLogRows, createProfileRow } from '../../../testing/rows.ts';
import { startTestApp } from '../../../testing/test-app.ts';

async function start(t: TestContext, config: { practiceUrl?: string } = {}) {
  const app = await startTestApp(t, config);
  const user = await app.signUp();
  const first = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'first' });
  const second = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'second' });
  const id = await createCampaignRow(app.deps, {
    user_id: user.id,
    status: 'running',
    profile_ids: [first, second],
  });
  const get = async () => (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  const connect = (agent_id: number) => touchAgent(app.deps, { user_id: user.id, agent_id });
  const change = (profile_id: number, values: object) =>
    app.deps.asUser(user.id, (tx) =>
      tx.updateTable('profiles').set(values).where('id', '=', profile_id).execute(),
    );
  return { app, user, id, get, connect, change, first, second };
}

test('a running campaign says that no agent is connected', async (t) => {
  const { get } = await start(t);
  assert.equal(
    (await get()).waiting_reason,
    'No agent is connected. Start one on the machine that has your Firefox profiles.',
  );
});

test('it names the disconnected machine, and nothing once a machine with a profile is connected', async (t) => {
  const { app, user, get, connect } = await start(t);
  const here = await enrolMachine(app, user, 'here');
  await connect(here.agent_id);
  assert.equal((await get()).waiting_reason, 'No machine has reported the folder of first, second.');
  const away = await enrolMachine(app, user, 'away');
  await away.report({ folders: ['/p/first'] });
  assert.equal((await get()).waiting_reason, 'first belongs to away, whose agent is not connected.');
  await here.report({ folders: ['/p/second'] });
  assert.equal((await get()).waiting_reason, null);
});

test('it names the missing driver', async (t) => {
  const { app, user, get, connect } = await start(t);
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  await machine.report({ folders: ['/p/first'], drivers: ['practice'] });
  assert.equal(
    (await get()).waiting_reason,
    'The agent on studio has the practice driver only: sending to Instagram needs a site driver of your own.',
  );
  await machine.report({ folders: ['/p/first'], drivers: [] });
  assert.equal(
    (await get()).waiting_reason,
    'The agent on studio has no site driver, so it sends nothing: put one into its folder "drivers" and start it again.',
  );
  await machine.report({ folders: ['/p/first'], drivers: ['own'] });
  assert.equal((await get()).waiting_reason, null);
});

test('a server for the practice inbox waits for an agent on the practice driver', async (t) => {
  const { app, user, get, connect } = await start(t, { practiceUrl: 'http://127.0.0.1:1' });
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  await machine.report({ folders: ['/p/first'], drivers: ['own'] });
  assert.match((await get()).waiting_reason ?? '', /^The agent on studio does not use the driver "practice"/);
  await machine.report({ folders: ['/p/first'], drivers: ['practice'] });
  assert.equal((await get()).waiting_reason, null);
});

test("a script with the user's login token works every profile", async (t) => {
  const { user, get } = await start(t);
  await user.call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths: [] } });
  assert.equal((await get()).waiting_reason, null);
});

test('the next message is that of the eligible profile that is due first and not sending', async (t) => {
  const { app, get, change, first, second } = await start(t);
  const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);
  await change(first, { next_send_at: later(300) });
  await change(second, { next_send_at: later(120) });
  const next = async () => {
    const { next_send_at, next_profile_name } = await get();
    return [next_send_at, next_profile_name];
  };
  assert.deepEqual(await next(), [later(120).toISOString(), 'second']);
  await change(second, { blocked_at: app.clock.now() });
  assert.deepEqual(await next(), [later(300).toISOString(), 'first']);
  await change(first, { next_send_at: null });
  assert.deepEqual(await next(), [app.clock.now().toISOString(), 'first']);
  await change(first, { is_active: false });
  assert.deepEqual(await next(), [null, null]);
});

test('a campaign that does not run waits for nothing', async (t) => {
  const { app, user } = await start(t);
  const id = await createCampaignRow(app.deps, { user_id: user.id, status: 'paused' });
  const { campaign } = await user.call('GET /api/campaigns/{id}', { params: { id } });
  assert.deepEqual([campaign.waiting_reason, campaign.next_send_at], [null, null]);
});

test('it says that the site does not answer, until another line of its log follows', async (t) => {
  const { app, user, get, connect, id } = await start(t);
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  await machine.report({ folders: ['/p/first'] });
  const log = (line: { message?: string; reason_kind?: string }) =>
    createLogRows(app.deps, { user_id: user.id, campaign_id: id }, [{ action: 'retry', ...line }]);
  await log({ reason_kind: 'site_away' });
  assert.equal(
    (await get()).waiting_reason,
    'The site does not answer. Each profile tries again after its usual delay, and no recipient loses a try.',
  );
  await log({ message: 'The thread did not open.' });
  assert.equal((await get()).waiting_reason, null);
});

test("a person's open window over a profile of a running campaign is reported", async (t) => {
  const { app, user, get, connect } = await start(t);
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  const folders = ['/p/first', '/p/second'];
  const windows = async () => {
    const { waiting_reason, open_windows } = await get();
    return [waiting_reason, open_windows.map(({ profile_path }) => profile_path)];
  };
  await machine.report({ folders, driving: folders });
  assert.deepEqual(await windows(), [null, []]);
  await machine.report({ folders, open: ['/p/second'] });
  assert.deepEqual(await windows(), [null, ['/p/second']]);
  await machine.report({ folders, open: folders });
  assert.deepEqual(await windows(), [
    'first, second are open in Firefox: close one to go on.',
    ['/p/first', '/p/second'],
  ]);
  await machine.report({ folders: ['/p/first'], open: ['/p/first'] });
  await user.call('POST /api/profiles/close', { body: { profile_path: '/p/first' } });
  const { requests } = await user.call('GET /api/profiles/requests');
  assert.deepEqual(
    requests.map(({ request_type, profile_path }) => [request_type, profile_path]),
    [['close', '/p/first']],
  );
});

test('the one profile that a person has open is named', async (t) => {
  const { app, user, get, connect, change, second } = await start(t);
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  await change(second, { is_active: false });
  await machine.report({ folders: ['/p/first', '/p/second'], open: ['/p/first', '/p/second'] });
  const { waiting_reason, open_windows } = await get();
  assert.equal(waiting_reason, 'first is open in Firefox: close it to go on.');
  assert.equal(open_windows.length, 1);
});

const GOES_ON = 'Sending goes on by itself once Firefox starts again, and no recipient loses a try.';

test('it names the profiles with which Firefox cannot start and why, once none of them can send', async (t) => {
  const { app, user, get, connect, change, first, second } = await start(t);
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  const folders = ['/p/first', '/p/second'];
  await machine.report({ folders });
  const fault = (id: number, fault_reason: string) =>
    change(id, { faulted_at: app.clock.now(), fault_reason, fault_until: app.clock.now() });
  await fault(first, "Couldn't load XPCOM");
  assert.equal((await get()).waiting_reason, null);
  await fault(second, "Couldn't load XPCOM");
  assert.equal((await get()).waiting_reason, `first, second cannot start: Couldn't load XPCOM. ${GOES_ON}`);
  await fault(second, 'There is no Firefox profile at /p/second.');
  assert.equal(
    (await get()).waiting_reason,
    `first cannot start: Couldn't load XPCOM. second cannot start: There is no Firefox profile at /p/second. ${GOES_ON}`,
  );
  // Closing a window is what its owner can do at once.
  await machine.report({ folders, open: ['/p/second'] });
  assert.equal((await get()).waiting_reason, 'second is open in Firefox: close it to go on.');
});

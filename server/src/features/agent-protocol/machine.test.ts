import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CONNECTED_SECONDS } from '@pigeonpost/contract/agent';
import { rolledBack, waitForLockWaits } from '../../testing/lock-waits.ts';
import { enrolMachine, type Machine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const profile = (profile_name: string) =>
    createProfileRow(app.deps, { user_id: user.id, profile_name, profile_path: `/p/${profile_name}` });
  const machineOf = async (id: number) => {
    const rows = await app.deps.asUser(user.id, (tx) =>
      tx.selectFrom('profiles').select('agent_id').where('id', '=', id).execute(),
    );
    return rows[0]?.agent_id;
  };
  return { app, user, profile, machineOf };
}

test('a login token is exchanged for an agent token that survives the logout', async (t) => {
  const { app, user } = await start(t);
  const body = { machine_name: 'studio', platform: 'linux', agent_version: '0.1.0' };
  const enrolled = await user.call('POST /api/agent/enrol', { body });
  assert.deepEqual(enrolled.user, { id: user.id, username: user.username });
  await user.call('POST /api/auth/logout');
  const machine = app.client(enrolled.agent_token);
  await machine('POST /api/agent/requests/{id}/result', {
    params: { id: 1 },
    body: { status: 'failed' },
  }).catch(({ status }) => assert.equal(status, 404));
  assert.equal((await refusal(machine('POST /api/agent/enrol', { body }))).status, 403);
  assert.equal((await refusal(app.client()('POST /api/agent/enrol', { body }))).status, 401);
});

test("enrolling and work name the database's identity, the same after a restart", async (t) => {
  const { app, user } = await start(t);
  const machine = await enrolMachine(app, user);
  const { rows } = await app.database.pool.query('select id, epoch from server_identity');
  const server = { ...rows[0], mark: 0 };
  const body = { machine_name: 'studio', platform: 'linux', agent_version: '0.1.0' };
  assert.deepEqual((await user.call('POST /api/agent/enrol', { body })).server, server);
  const work = { capacity: 1, wait_seconds: 0, profile_paths: [] };
  assert.deepEqual((await machine.call('POST /api/agent/work', { body: work })).server, server);
  const again = app.database.pool.query('insert into server_identity default values');
  await assert.rejects(again, /server_identity_once/);
});

test('a profile belongs to the machine that first reported its folder', async (t) => {
  const { app, user, profile, machineOf } = await start(t);
  const shared = await profile('shared');
  const late = await profile('late');
  const first = await enrolMachine(app, user, 'first');
  const second = await enrolMachine(app, user, 'second');
  await first.report({ folders: ['/p/shared'] });
  await second.report({ folders: ['/p/shared', '/p/late'] });
  await first.report({ folders: ['/p/shared', '/p/late'] });
  assert.equal(await machineOf(shared), first.agent_id);
  assert.equal(await machineOf(late), second.agent_id);
});

test('the profiles of a revoked machine go to another that has their folders', async (t) => {
  const { app, user, profile, machineOf } = await start(t);
  const kept = await profile('kept');
  const lost = await profile('lost');
  const first = await enrolMachine(app, user, 'first');
  const second = await enrolMachine(app, user, 'second');
  await first.report({ folders: ['/p/kept', '/p/lost'] });
  await second.report({ folders: ['/p/kept'] });
  await user.call('DELETE /api/agents/{id}', { params: { id: first.agent_id } });
  assert.equal(await machineOf(kept), second.agent_id);
  assert.equal(await machineOf(lost), null);
});

test('a machine that enrols again takes over its own profiles, and no other machine does', async (t) => {
  const { app, user, profile, machineOf } = await start(t);
  const id = await profile('mine');
  const before = await enrolMachine(app, user, 'studio');
  await before.report({ folders: ['/p/mine'] });
  for (const [name, platform] of [
    ['laptop', 'linux'],
    ['studio', 'win32'],
  ] as const) {
    const stranger = await enrolMachine(app, user, name, platform);
    await stranger.report({ folders: ['/p/mine'] });
    assert.equal(await machineOf(id), before.agent_id);
  }
  const again = await enrolMachine(app, user, 'studio');
  await again.report({ folders: ['/p/mine'] });
  assert.equal(await machineOf(id), again.agent_id);
});

test('a machine gets its profiles back when the agent beside it that took them has gone', async (t) => {
  const { app, user, profile, machineOf } = await start(t);
  const id = await profile('mine');
  const ask = async (machine: Machine) => {
    const body = { capacity: 1, wait_seconds: 0, profile_paths: ['/p/mine'] };
    await machine.call('POST /api/agent/work', { body });
  };
  const first = await enrolMachine(app, user, 'studio');
  await first.report({ folders: ['/p/mine'] });
  // Started before the first one asked for work, so the first does not count as connected.
  const second = await enrolMachine(app, user, 'studio');
  await second.report({ folders: ['/p/mine'] });
  await ask(second);
  await ask(first);
  assert.equal(await machineOf(id), second.agent_id);
  const stranger = await enrolMachine(app, user, 'laptop');
  await stranger.report({ folders: ['/p/mine'] });
  // Nothing but time passes after this one.
  await ask(first);
  app.clock.advance((CONNECTED_SECONDS + 1) * 1000);
  await ask(stranger);
  assert.equal(await machineOf(id), second.agent_id);
  await ask(first);
  assert.equal(await machineOf(id), first.agent_id);
});

test('after a new password the machine that enrols again is listed once', async (t) => {
  const { app, user } = await start(t);
  await enrolMachine(app, user, 'studio');
  const namesake = await enrolMachine(app, user, 'studio', 'win32');
  await app.deps.asUser(user.id, (tx) => tx.deleteFrom('sessions').where('kind', '=', 'agent').execute());
  const again = await enrolMachine(app, user, 'studio');
  const { agents } = await user.call('GET /api/agents');
  assert.deepEqual(agents.map(({ id }) => id).sort(), [namesake.agent_id, again.agent_id].sort());
});

test("a script with a login token is one agent, 'Your own script', however often it calls", async (t) => {
  const { app, user } = await start(t);
  const firefox = { detected: false, executable: null, version: null, profiles_dir: null, error: null };
  const report = () =>
    user.call('PUT /api/agent/machine', { body: { firefox, profiles: [], open: [], drivers: ['mine'] } });
  await Promise.all([report(), report()]);
  const { agents } = await user.call('GET /api/agents');
  assert.deepEqual(
    agents.map(({ machine_name, drivers }) => [machine_name, drivers]),
    [['Your own script', ['mine']]],
  );
  await user.call('DELETE /api/agents/{id}', { params: { id: agents[0]?.id ?? 0 } });
  await report();
  assert.equal((await user.call('GET /api/agents')).agents.length, 1);
  assert.ok(app.url);
});

test("a profile's password is read by the agent of its machine only, and cached nowhere", async (t) => {
  const { app, user } = await start(t);
  const machine = await enrolMachine(app, user);
  const elsewhere = await enrolMachine(app, user, 'kiln room');
  const ofMachine = { user_id: user.id, agent_id: machine.agent_id };
  const id = await createProfileRow(app.deps, {
    ...ofMachine,
    profile_name: 'shop',
    insta_username: 'shop',
    insta_password: 'pässword',
  });
  const without = await createProfileRow(app.deps, { ...ofMachine, profile_name: 'bare' });
  const gone = await createProfileRow(app.deps, {
    ...ofMachine,
    profile_name: 'gone',
    deleted_at: app.clock.now(),
  });
  const free = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'free' });
  const signIn = (call = machine.call, profile_id = id) =>
    call('GET /api/agent/profiles/{id}/sign-in', { params: { id: profile_id } });
  assert.deepEqual(await signIn(), { insta_username: 'shop', insta_password: 'pässword' });
  assert.deepEqual(await signIn(machine.call, without), { insta_username: null, insta_password: null });
  const browser = await refusal(signIn(user.call));
  assert.equal(browser.status, 403);
  assert.match(browser.message, /only to the agent of its machine/);
  assert.equal((await refusal(signIn(elsewhere.call))).status, 404);
  assert.equal((await refusal(signIn(machine.call, free))).status, 404);
  assert.equal((await refusal(signIn(machine.call, gone))).status, 404);
  const foreign = await enrolMachine(app, await app.signUp());
  assert.equal((await refusal(signIn(foreign.call))).status, 404);
  assert.equal((await refusal(signIn(app.client()))).status, 401);
  const headers = { authorization: `Bearer ${machine.token}` };
  const answer = await fetch(`${app.url}/api/agent/profiles/${id}/sign-in`, { headers });
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('a session that ends while its machine enrols leaves no token behind', async (t) => {
  const { app, user } = await start(t);
  const body = { machine_name: 'studio', platform: 'linux', agent_version: '0.1.0' };
  const { refused } = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const refused = refusal(user.call('POST /api/agent/enrol', { body }));
    await waitForLockWaits(app.database, 1);
    // As a new password does.
    await app.database.pool.query('delete from sessions where user_id = $1', [user.id]);
    return { refused };
  });
  assert.equal((await refused).status, 401);
  assert.equal((await app.database.pool.query('select from agents')).rowCount, 0);
});

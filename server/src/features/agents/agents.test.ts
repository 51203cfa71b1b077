import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { touchAgent } from '../../testing/agent-signs.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { announceDisconnectedAgents } from './presence.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const told: unknown[] = [];
  const deps = {
    ...app.deps,
    publish: (user_id: number, event: string, payload: unknown) => told.push([user_id, event, payload]),
  } as typeof app.deps;
  const user = await app.signUp();
  const touch = (agent_id: number) => touchAgent(deps, { user_id: user.id, agent_id });
  return { app, deps, user, told, touch };
}

test('an enrolled machine is listed with its report', async (t) => {
  const { app, deps, user, touch } = await start(t);
  const machine = await enrolMachine(app, user, 'studio-mac');
  await createProfileRow(deps, { user_id: user.id, profile_name: 'one', profile_path: '/p/one' });
  await machine.report({ folders: ['/p/one'], drivers: ['own'], counts_unread: false });
  await touch(machine.agent_id);
  const { agents } = await user.call('GET /api/agents');
  assert.deepEqual(agents, [
    {
      id: machine.agent_id,
      machine_name: 'studio-mac',
      platform: 'linux',
      agent_version: '0.1.0',
      newer_version: null,
      connected: true,
      last_seen_at: app.clock.now().toISOString(),
      created_at: app.clock.now().toISOString(),
      profiles: 1,
      drivers: ['own'],
      counts_unread: false,
      takes_site: false,
      is_changing_site: false,
      site_error: null,
      firefox: {
        detected: true,
        executable: '/usr/bin/firefox',
        version: '153.0',
        profiles_dir: '/p',
        error: null,
      },
    },
  ]);
});

test('an agent counts as connected for 60 seconds after its last sign of life, and coming and going is announced once', async (t) => {
  const { app, deps, user, told, touch } = await start(t);
  const { agent_id } = await enrolMachine(app, user);
  const isConnected = async () => (await user.call('GET /api/agents')).agents[0]?.connected;
  assert.equal(await isConnected(), false);
  await touch(agent_id);
  await touch(agent_id);
  app.clock.advance(59_000);
  assert.equal(await isConnected(), true);
  await announceDisconnectedAgents(deps);
  assert.deepEqual(told, [[user.id, 'agent_update', { agent_id, connected: true }]]);
  app.clock.advance(1000);
  assert.equal(await isConnected(), false);
  await announceDisconnectedAgents(deps);
  await announceDisconnectedAgents(deps);
  assert.deepEqual(told.slice(1), [[user.id, 'agent_update', { agent_id, connected: false }]]);
  await touch(agent_id);
  assert.deepEqual(told.slice(2), [[user.id, 'agent_update', { agent_id, connected: true }]]);
});

test('a revoked agent is off the list, and its token and its waiting poll end at once', async (t) => {
  const { app, user } = await start(t);
  const machine = await enrolMachine(app, user);
  await machine.report();
  const waiting = refusal(
    machine.call('POST /api/agent/work', { body: { capacity: 1, wait_seconds: 50, profile_paths: [] } }),
  );
  await user.call('DELETE /api/agents/{id}', { params: { id: machine.agent_id } });
  assert.equal((await waiting).status, 401);
  assert.equal((await refusal(machine.report())).status, 401);
  assert.deepEqual((await user.call('GET /api/agents')).agents, []);
  const again = await refusal(user.call('DELETE /api/agents/{id}', { params: { id: machine.agent_id } }));
  assert.equal(again.status, 404);
});

test("another user's agent is not found, and an agent's token does not open its user's screens", async (t) => {
  const { app, user } = await start(t);
  const machine = await enrolMachine(app, user);
  const other = await app.signUp();
  const foreign = await refusal(other.call('DELETE /api/agents/{id}', { params: { id: machine.agent_id } }));
  assert.equal(foreign.status, 404);
  assert.deepEqual((await other.call('GET /api/agents')).agents, []);
  assert.equal((await refusal(machine.call('GET /api/agents'))).status, 403);
  assert.equal((await refusal(app.client()('GET /api/agents'))).status, 401);
});

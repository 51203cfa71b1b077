import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { insertRequests } from './features/requests/queries.ts';
import { assertEngineInvariants } from './testing/engine-invariants.ts';
import { createWorld, type World } from './testing/engine-world.ts';
import { refusal } from './testing/refusal.ts';
import { startTestPeers, type TestApp } from './testing/test-app.ts';
import { until } from './testing/until.ts';

/** Two servers; the world's calls go to the first. Nobody turns the clock, so that no poll ends by itself. */
async function startPeers(t: TestContext): Promise<{ world: World; one: TestApp; other: TestApp }> {
  const [one, other] = await startTestPeers(t);
  return { world: await createWorld(one), one, other };
}

/** A work call that waits at that server. */
async function poll(server: TestApp, token: string) {
  const asleep = server.clock.sleeping;
  const answer = server.client(token)('POST /api/agent/work', {
    body: { capacity: 10, wait_seconds: 50, profile_paths: ['/p/one'] },
  });
  // A refusal may come before anybody looks at it.
  answer.catch(() => {});
  await until('a work call that waits', () => server.clock.sleeping > asleep);
  return { answer };
}

const LISTENERS = "application_name = 'pigeonpost: listener' and datname = current_database()";

test('what happens at one server wakes the calls that wait at another, at once', async (t) => {
  const { world, one, other } = await startPeers(t);
  const { token } = world.agent;
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list: await world.list(['ada', 'bo']), profiles: [profile] });

  const forStart = await poll(other, token);
  await world.start(campaign);
  const [delivery] = (await forStart.answer).deliveries;
  assert.equal(delivery?.recipient, 'ada');
  // Where an agent asks next does not matter: the lease is the database's.
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });

  const forRequest = await poll(other, token);
  await world.user.call('POST /api/profiles/open', { body: { profile_path: '/p/one' } });
  assert.equal((await forRequest.answer).requests[0]?.kind, 'open');

  const ofRevoked = await poll(other, token);
  await world.user.call('DELETE /api/agents/{id}', { params: { id: world.agent.agent_id } });
  assert.equal((await refusal(ofRevoked.answer)).status, 401);

  const ofDisabled = await poll(other, world.user.token);
  const admin = await one.signUp({ role: 'admin' });
  await admin.call('DELETE /api/users/{id}', { params: { id: world.user.id } });
  assert.equal((await refusal(ofDisabled.answer)).status, 401);
});

test('a server whose listening connection was cut hears again, and looks for what it missed', async (t) => {
  const { world, one, other } = await startPeers(t);
  const waiting = await poll(other, world.agent.token);
  // Told to nobody, like what is told while the connection is away.
  const request = { kind: 'list', agent_id: world.agent.agent_id, profile_path: null, payload: {} } as const;
  await one.deps.asUser(world.user.id, (tx) =>
    insertRequests(tx, { user_id: world.user.id, requests: [request], now: one.clock.now() }),
  );
  const { pool } = one.database;
  const cut = await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENERS}`);
  assert.equal(cut.rowCount, 2);
  assert.equal((await waiting.answer).requests[0]?.kind, 'list');

  const next = await poll(other, world.agent.token);
  const profile = await world.profile('one');
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles: [profile] }));
  assert.equal((await next.answer).deliveries[0]?.recipient, 'ada');
  await assertEngineInvariants(pool);
});

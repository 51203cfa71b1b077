import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Call } from '@pigeonpost/contract/client';
import { sweepLeases } from '../engine/sweep.ts';
import { insertRequests } from '../features/requests/queries.ts';
import { type Browser, connect, join, next } from '../testing/browser.ts';
import { assertEngineInvariants } from '../testing/engine-invariants.ts';
import { createWorld, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { databaseUrl, withClient } from '../testing/template-database.ts';
import { type SignedUp, startTestPeers, type TestApp } from '../testing/test-app.ts';
import { until, untilPollsSleep } from '../testing/until.ts';
import { startTimers } from '../timers.ts';

/** Two servers; the world's calls go to the first. The clock stands still, so no poll ends by itself. */
async function startPeers(t: TestContext): Promise<{ world: World; one: TestApp; other: TestApp }> {
  const [one, other] = await startTestPeers(t);
  return { world: await createWorld(one), one, other };
}

/** A work call that waits at that server. */
async function poll(server: TestApp, token: string) {
  const answer = server.client(token)('POST /api/agent/work', {
    body: { capacity: 10, wait_seconds: 50, profile_paths: ['/p/one'] },
  });
  // A refusal may come before it is awaited.
  answer.catch(() => {});
  await untilPollsSleep(server.clock);
  return { answer };
}

/** A browser that reconnects when its connection breaks. */
async function stayConnected(t: TestContext, server: TestApp, user: SignedUp): Promise<Browser> {
  const socket = connect(t, server.url, user.token, { reconnectionDelay: 1 });
  await join(socket, user.id);
  return socket;
}

async function comeBack(socket: Browser, user_id: number): Promise<void> {
  await next(socket, 'disconnect');
  await join(socket, user_id);
}

/** The event of a start may follow others. */
function untilRunning(socket: Browser): Promise<void> {
  return new Promise((resolve) => {
    socket.on('campaign_update', ({ status }) => {
      if (status === 'running') resolve();
    });
  });
}

const LISTENER = 'pigeonpost: listener';

test('a change at one server wakes the calls that wait at another, at once', async (t) => {
  const { world, one, other } = await startPeers(t);
  const { token } = world.agent;
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list: await world.list(['ada', 'bo']), profiles: [profile] });

  const forStart = await poll(other, token);
  await world.start(campaign);
  const [delivery] = (await forStart.answer).deliveries;
  assert.equal(delivery?.recipient, 'ada');
  // The server of the agent's next call does not matter: the lease is in the database.
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

test("an event at one server reaches the user's browsers at all, in order and whatever its length", async (t) => {
  const [one, other] = await startTestPeers(t);
  const marta = await one.signUp();
  const admin = await one.signUp({ role: 'admin' });
  const socket = connect(t, other.url, marta.token);
  const watching = connect(t, other.url, admin.token);
  assert.ok('ok' in (await join(socket, marta.id)));
  assert.ok('ok' in (await join(watching, admin.id)));
  const heard: unknown[] = [];
  socket.on('campaign_log', ({ message }) => heard.push(message));
  socket.on('ticket_update', ({ ticket_id }) => heard.push(ticket_id));
  watching.on('ticket_update', ({ ticket_id }) => heard.push(-ticket_id));
  const texts = ['kurz', 'ünïcode 🕊 '.repeat(4_000), 'x'.repeat(50_000)];
  const line = { id: 1, campaign_id: 1, campaign_name: 'Spring', profile_name: null, recipient: null };
  for (const message of texts)
    one.deps.publish(marta.id, 'campaign_log', {
      ...line,
      message,
      reason_kind: null,
      action: 'message_sent',
      created_at: one.clock.now().toISOString(),
    });
  const both = Promise.all([next(socket, 'ticket_update'), next(watching, 'ticket_update')]);
  one.deps.publishWithAdmins(marta.id, 'ticket_update', { ticket_id: 7 });
  await both;
  assert.deepEqual(heard, [...texts, 7, -7]);
});

test('a session that ends at one server ends its live connections at all, and no others', async (t) => {
  const [one, other] = await startTestPeers(t);
  const [marta, nils, admin] = [await one.signUp(), await one.signUp(), await one.signUp({ role: 'admin' })];
  const [hers, his, elsewhere] = [marta, nils, admin].map(({ token }) => connect(t, other.url, token)) as [
    Browser,
    Browser,
    Browser,
  ];
  await Promise.all([hers, his, elsewhere].map((socket) => next(socket, 'connect')));
  const loggedOut = next(hers, 'disconnect');
  await marta.call('POST /api/auth/logout');
  assert.equal(await loggedOut, 'io server disconnect');
  const deleted = next(his, 'disconnect');
  await admin.call('DELETE /api/users/{id}', { params: { id: nils.id } });
  assert.equal(await deleted, 'io server disconnect');
  // A server that ends closes only the connections of its own browsers.
  await one.close();
  assert.ok('ok' in (await join(elsewhere, admin.id)));
});

test('a token that ends, or a user who changes, at one server is no longer cached at any other', async (t) => {
  const [one, other] = await startTestPeers(t);
  const owner = { username: 'Marta', password: 'kiln-9000' };
  await one.client()('POST /api/auth/register', { body: owner });
  const signIn = async () => {
    const { token, user } = await one.client()('POST /api/auth/login', { body: owner });
    return { here: one.client(token), there: other.client(token), user };
  };
  const [first, second] = [await signIn(), await signIn()];
  const admin = await one.signUp({ role: 'admin' });
  const statusAt = (call: Call) =>
    call('GET /api/users').then(
      () => 200,
      ({ status }) => status,
    );
  // The clock stands still: a cached entry stays until a nudge.
  const become = (what: string, status: number, call = first.there) =>
    until(what, async () => (await statusAt(call)) === status);
  assert.deepEqual(await Promise.all([statusAt(first.there), statusAt(second.there)]), [403, 403]);

  const { id, username, pack } = first.user;
  const body = { username, pack, role: 'admin', is_active: true, subscription_end_date: null } as const;
  await admin.call('PUT /api/users/{id}', { params: { id }, body });
  await become('an administrator', 200);

  await first.here('PUT /api/auth/profile', { body: { time_zone: 'Asia/Tokyo' } });
  await until('the time zone', async () => {
    return (await first.there('GET /api/auth/profile')).user.time_zone === 'Asia/Tokyo';
  });

  await second.here('POST /api/auth/logout');
  await become('a session that ended', 401, second.there);
  assert.equal(await statusAt(first.there), 200);
  const third = await signIn();
  await statusAt(third.there);
  const { sessions } = await first.here('GET /api/auth/sessions');
  const params = { id: sessions.find(({ is_current }) => !is_current)?.id ?? 0 };
  await first.here('DELETE /api/auth/sessions/{id}', { params });
  await become('a session that was ended', 401, third.there);

  await first.here('POST /api/auth/logout-everywhere');
  await become('the end of all sessions', 401);
});

test('a server whose listening connection was cut hears again, and fetches what it missed', async (t) => {
  const { world, one, other } = await startPeers(t);
  const sockets = await Promise.all([one, other].map((server) => stayConnected(t, server, world.user)));
  const back = Promise.all(sockets.map((socket) => comeBack(socket, world.user.id)));
  const waiting = await poll(other, world.agent.token);
  // Not announced, like changes while the connection is away.
  const request = { kind: 'list', agent_id: world.agent.agent_id, profile_path: null, payload: {} } as const;
  await one.deps.asUser(world.user.id, (tx) =>
    insertRequests(tx, { user_id: world.user.id, requests: [request], now: one.clock.now() }),
  );
  const { pool } = one.database;
  const cut = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [LISTENER],
  );
  assert.equal(cut.rowCount, 2);
  // The database may be another one: the agent's next call names what it saw from this one.
  assert.deepEqual((await waiting.answer).requests, []);

  // Each browser comes back and fetches what it may have missed.
  await back;
  const found = await other.client(world.agent.token)('POST /api/agent/work', {
    body: { capacity: 0, wait_seconds: 0, profile_paths: [] },
  });
  assert.equal(found.requests[0]?.kind, 'list');
  const after = await poll(other, world.agent.token);
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list: await world.list(['ada']), profiles: [profile] });
  const started = Promise.all(sockets.map(untilRunning));
  await world.start(campaign);
  assert.equal((await after.answer).deliveries[0]?.recipient, 'ada');
  await started;
  await assertEngineInvariants(pool);
});

test('one of several servers runs its timers, and another one takes over when it is cut off', async (t) => {
  const { world, one, other } = await startPeers(t);
  const leading = await Promise.all([one.deps.leads(), other.deps.leads()]);
  assert.deepEqual(leading.toSorted(), [false, true]);
  const successor = leading[0] ? other : one;

  // Whichever runs: the lease that ran out ends once, and completes the campaign once.
  for (const server of [one, other]) t.after(startTimers(server.deps));
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list: await world.list(['ada']), profiles });
  await world.start(campaign);
  await world.sending();
  world.turn(301);
  const isOver = async () => (await world.details(campaign)).status === 'failed';
  await until('the end of the campaign', isOver);
  // Two servers that do it at the same moment, because one has just lost its connection, still do it once.
  await Promise.all([one, other].flatMap(({ deps }) => [sweepLeases(deps), sweepLeases(deps)]));
  assert.deepEqual(
    (await world.details(campaign)).logs.map(({ action }) => action),
    ['started', 'message_failed', 'failed'],
  );

  await one.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [LISTENER],
  );
  await until('another server that leads', () => successor.deps.leads());
  await assertEngineInvariants(one.database.pool);
});

test('messages that a server cannot send make the browsers of the others reconnect and fetch', async (t) => {
  const [one, other] = await startTestPeers(t);
  const marta = await one.signUp();
  const socket = await stayConnected(t, other, marta);
  const back = comeBack(socket, marta.id);
  const url = String(one.database.address.connectionString);
  const name = new URL(url).pathname.slice(1);
  await withClient(databaseUrl(url, 'postgres'), async (client) => {
    try {
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity
          where application_name = $1 and datname = $2 order by backend_start limit 1`,
        [LISTENER, name],
      );
      one.deps.publish(marta.id, 'user_update', { user_id: marta.id });
    } finally {
      await client.query(`alter database ${name} allow_connections true`);
    }
  });
  await back;
});

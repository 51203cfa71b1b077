import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CONNECT_TIMEOUT_MS } from '@pigeonpost/contract/realtime';
import { Manager, type Socket } from 'socket.io-client';
import { type Browser, connect, join, next } from './testing/browser.ts';
import { startTestApp } from './testing/test-app.ts';
import { startTimers } from './timers.ts';

test('no connection opens without a valid token', async (t) => {
  const { url } = await startTestApp(t);
  for (const token of [undefined, 'pp_nothing']) {
    const error = await next(connect(t, url, token), 'connect_error');
    assert.equal((error as Error).message, 'Please log in.');
  }
});

test("a browser gets its own user's events and may not join another user's room", async (t) => {
  const app = await startTestApp(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const socket = connect(t, app.url, marta.token);
  const heard: number[] = [];
  socket.on('agent_update', ({ agent_id }) => heard.push(agent_id));
  assert.deepEqual(await join(socket, nils.id), { error: 'This room belongs to somebody else.' });
  assert.ok('ok' in (await join(socket, marta.id)));
  const arrived = next(socket, 'agent_update');
  app.deps.publish(nils.id, 'agent_update', { agent_id: 1, connected: true });
  app.deps.publish(marta.id, 'agent_update', { agent_id: 2, connected: true });
  await arrived;
  assert.deepEqual(heard, [2]);
});

test('the server answers any payload of an event and keeps running', async (t) => {
  const app = await startTestApp(t);
  const marta = await app.signUp();
  const socket = connect(t, app.url, marta.token) as Socket;
  const abuse: unknown[] = [
    { toString: 1 },
    { valueOf: 1, toString: null },
    null,
    [],
    [marta.id],
    {},
    true,
    '',
    '0x1',
    `${marta.id}n`,
    'NaN',
    Number.MAX_VALUE,
    Buffer.from('1'),
    { length: 1, [Symbol.toPrimitive.toString()]: 1 },
  ];
  for (const event of ['join_user_room', 'leave_user_room', 'error', 'no_such_event']) {
    for (const payload of abuse) {
      if (event === 'join_user_room')
        assert.ok('error' in (await socket.emitWithAck(event, payload)), String(event));
      socket.emit(event, payload, 'and', { more: [payload] });
      socket.emit(event);
    }
  }
  assert.deepEqual(await socket.emitWithAck('join_user_room'), {
    error: 'This room belongs to somebody else.',
  });
  assert.ok('ok' in (await join(socket as Browser, marta.id)));
  assert.ok('ok' in (await socket.emitWithAck('join_user_room', String(marta.id))));
});

test("logging out ends only that session's live connections", async (t) => {
  const app = await startTestApp(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const [hers, his] = [connect(t, app.url, marta.token), connect(t, app.url, nils.token)];
  await Promise.all([next(hers, 'connect'), next(his, 'connect')]);
  const ended = next(hers, 'disconnect');
  await marta.call('POST /api/auth/logout');
  await ended;
  assert.ok('ok' in (await join(his, nils.id)));
});

for (const [how, end] of Object.entries({
  'runs out': 'update sessions set expires_at = $2 where user_id = $1',
  'is deleted': 'delete from sessions where user_id = $1 and $2::timestamptz is not null',
  'belongs to a disabled account':
    'update users set is_active = false where id = $1 and $2::timestamptz is not null',
  'belongs to an account with another role now':
    "update users set role = 'admin' where id = $1 and $2::timestamptz is not null",
})) {
  test(`the connection of a session that ${how} is closed, and no other`, async (t) => {
    const app = await startTestApp(t);
    const [marta, nils] = [await app.signUp(), await app.signUp()];
    const [hers, his] = [connect(t, app.url, marta.token), connect(t, app.url, nils.token)];
    await Promise.all([next(hers, 'connect'), next(his, 'connect')]);
    const ended = next(hers, 'disconnect');
    await app.database.pool.query(end, [marta.id, app.clock.now()]);
    const stop = startTimers(app.deps);
    await ended;
    assert.ok('ok' in (await join(his, nils.id)));
    // Before the server closes: their questions to a missing database would make it wait.
    await stop();
  });
}

test('a user has at most 50 connections, opened one by one or all at once', async (t) => {
  const app = await startTestApp(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const outcomes = await Promise.all(
    Array.from({ length: 55 }, async () => {
      const socket = connect(t, app.url, marta.token);
      return Promise.race([
        next(socket, 'connect').then(() => socket),
        next(socket, 'connect_error').then((error) => (error as Error).message),
      ]);
    }),
  );
  const open = outcomes.filter((outcome) => typeof outcome !== 'string');
  assert.equal(open.length, 50);
  assert.deepEqual(
    [...new Set(outcomes.filter((outcome) => typeof outcome === 'string'))],
    ['Too many windows of this account are open. Please close some of them.'],
  );
  assert.ok('ok' in (await join(connect(t, app.url, nils.token), nils.id)));
  open[0]?.disconnect();
  const again = connect(t, app.url, marta.token);
  again.on('connect_error', () => again.connect());
  assert.ok('ok' in (await join(again, marta.id)));
});

test('of one network a hundred connections may wait to log in, by either transport and for 20 seconds', async (t) => {
  const app = await startTestApp(t, { proxies: 1 });
  const marta = await app.signUp();
  const office = { 'x-forwarded-for': '192.0.2.7' };
  const enter = () => connect(t, app.url, marta.token, { reconnection: false, extraHeaders: office });
  const joined = enter();
  assert.ok('ok' in (await join(joined, marta.id)));
  const poll = (headers: Record<string, string>) =>
    fetch(`${app.url}/socket.io/?EIO=4&transport=polling`, { headers });

  const waiting = await Promise.all(Array.from({ length: 50 }, () => openConnection(t, app.url, office)));
  const closed = waiting.map((manager) => nextOf(manager, 'close'));
  const polls = await Promise.all(Array.from({ length: 60 }, () => poll(office)));
  const refusals = polls.filter(({ status }) => status === 403);
  assert.equal(refusals.length, 10);
  assert.match((await refusals[0]?.text()) ?? '', /"Too many connections from this network wait to log in\./);
  await next(enter(), 'connect_error');
  assert.equal((await poll({ 'x-forwarded-for': '192.0.2.8' })).status, 200, 'another network');
  assert.ok('ok' in (await join(joined, marta.id)));

  app.clock.advance(CONNECT_TIMEOUT_MS);
  await Promise.all(closed);
  assert.ok('ok' in (await join(enter(), marta.id)));
  assert.ok('ok' in (await join(joined, marta.id)), 'time closes none that joined');
});

test('a connection that joined leaves its place to others', async (t) => {
  const app = await startTestApp(t);
  for (const { id, token } of [await app.signUp(), await app.signUp(), await app.signUp()]) {
    const answers = Array.from({ length: 40 }, () => join(connect(t, app.url, token), id));
    assert.ok((await Promise.all(answers)).every((answer) => 'ok' in answer));
  }
});

test('a connection whose user has left it is closed', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  const connection = await openConnection(t, app.url);
  const socket = connection.socket('/', { auth: { token } });
  const connected = next(socket, 'connect');
  socket.connect();
  await connected;
  const closed = nextOf(connection, 'close');
  // Its packet alone: the client library would close the connection itself.
  connection.engine.write('1');
  await closed;
});

test('a server with open connections closes', async (t) => {
  const app = await startTestApp(t);
  const marta = await app.signUp();
  const socket = connect(t, app.url, marta.token);
  await next(socket, 'connect');
  const ended = next(socket, 'disconnect');
  await app.close();
  assert.equal(await ended, 'io server disconnect');
});

/** A connection that shows no token. */
async function openConnection(
  t: TestContext,
  url: string,
  extraHeaders: Record<string, string> = {},
): Promise<Manager> {
  const connection = new Manager(url, { transports: ['websocket'], reconnection: false, extraHeaders });
  t.after(() => connection.engine.close());
  await nextOf(connection, 'open');
  return connection;
}

const nextOf = (connection: Manager, event: 'open' | 'close') =>
  new Promise<void>((resolve) => connection.once(event, () => resolve()));

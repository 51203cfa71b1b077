import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserEvents, RoomAck, ServerEvents } from '@pigeonpost/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { startTestApp } from './testing/test-app.ts';

type Browser = Socket<ServerEvents, BrowserEvents>;

function connect(t: TestContext, url: string, token?: string): Browser {
  const socket: Browser = io(url, { transports: ['websocket'], auth: { token }, reconnection: false });
  t.after(() => socket.disconnect());
  return socket;
}

const next = (socket: Browser, event: string): Promise<unknown> =>
  new Promise((resolve) => (socket as Socket).once(event, resolve));

const join = (socket: Browser, userId: number): Promise<RoomAck> =>
  socket.emitWithAck('join_user_room', userId);

test('without a token that holds, no connection opens', async (t) => {
  const { url } = await startTestApp(t);
  for (const token of [undefined, 'pp_nothing']) {
    const error = await next(connect(t, url, token), 'connect_error');
    assert.equal((error as Error).message, 'Please log in.');
  }
});

test('a browser hears of its own user and may not join the room of another', async (t) => {
  const app = await startTestApp(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const socket = connect(t, app.url, marta.token);
  const heard: number[] = [];
  socket.on('agent_update', ({ agent_id }) => heard.push(agent_id));
  assert.deepEqual(await join(socket, nils.id), { error: 'This room belongs to somebody else.' });
  assert.deepEqual(await join(socket, marta.id), { ok: true });
  const arrived = next(socket, 'agent_update');
  app.deps.publish(nils.id, 'agent_update', { agent_id: 1, connected: true });
  app.deps.publish(marta.id, 'agent_update', { agent_id: 2, connected: true });
  await arrived;
  assert.deepEqual(heard, [2]);
});

test('logging out ends the live connection of that session, and of no other', async (t) => {
  const app = await startTestApp(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const [hers, his] = [connect(t, app.url, marta.token), connect(t, app.url, nils.token)];
  await Promise.all([next(hers, 'connect'), next(his, 'connect')]);
  const ended = next(hers, 'disconnect');
  await marta.call('POST /api/auth/logout');
  await ended;
  assert.deepEqual(await join(his, nils.id), { ok: true });
});

test('a server with open connections closes', async (t) => {
  const app = await startTestApp(t);
  const marta = await app.signUp();
  const socket = connect(t, app.url, marta.token);
  await next(socket, 'connect');
  const ended = next(socket, 'disconnect');
  t.after(() => ended);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ServerEvents } from '@pigeonpost/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

async function connect(t: TestContext, url: string, user: SignedUp): Promise<Socket<ServerEvents>> {
  const socket: Socket<ServerEvents> = io(url, {
    transports: ['websocket'],
    auth: { token: user.token },
    reconnection: false,
  });
  t.after(() => socket.disconnect());
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await (socket as Socket).emitWithAck('join_user_room', user.id);
  return socket;
}

const ended = (socket: Socket<ServerEvents>) =>
  new Promise<void>((resolve) => (socket as Socket).once('disconnect', () => resolve()));

test('a password that an administrator sets ends the sessions, agents and sockets of that user only', async (t) => {
  const app = await startTestApp(t);
  const [ida, nils, lena] = [await app.signUp({ role: 'admin' }), await app.signUp(), await app.signUp()];
  const machine = await enrolMachine(app, nils);
  const [his, hers] = [await connect(t, app.url, nils), await connect(t, app.url, lena)];
  const hisEnd = ended(his);
  const polling = refusal(
    machine.call('POST /api/agent/work', { body: { capacity: 1, wait_seconds: 50, profile_paths: [] } }),
  );
  const set = (id: number, new_password: string) =>
    ida.call('PUT /api/users/{id}/password', { params: { id }, body: { new_password } });
  assert.equal((await refusal(set(nils.id, 'short'))).status, 400);
  assert.equal((await refusal(set(nils.id, nils.username))).message, 'The password must not be the username');
  assert.equal((await refusal(set(999_999, 'raku-night'))).status, 404);
  await nils.call('GET /api/settings');
  await set(nils.id, 'raku-night');
  await hisEnd;
  assert.equal((await polling).status, 401);
  assert.equal((await refusal(nils.call('GET /api/settings'))).status, 401);
  assert.ok(hers.connected);
  await lena.call('GET /api/settings');
  const body = { username: nils.username, password: 'raku-night' };
  await app.client()('POST /api/auth/login', { body });

  // A user who sets their own password keeps this session.
  await set(ida.id, 'slow-kitchen');
  await ida.call('GET /api/users');
});

test('a user who asked for a new password is marked until they have one', async (t) => {
  const app = await startTestApp(t);
  const [ida, nils] = [await app.signUp({ role: 'admin' }), await app.signUp()];
  const marked = async () =>
    (await ida.call('GET /api/users')).users
      .filter((user) => user.password_reset_requested_at !== null)
      .map(({ id }) => id);
  const forget = () => app.client()('POST /api/auth/forgot-password', { body: { username: nils.username } });
  await forget();
  assert.deepEqual(await marked(), [nils.id]);
  const params = { id: nils.id };
  await ida.call('PUT /api/users/{id}/password', { params, body: { new_password: 'raku-night' } });
  assert.deepEqual(await marked(), []);
  await forget();
  const body = { username: nils.username, password: 'raku-night' };
  await app.client()('POST /api/auth/login', { body });
  assert.deepEqual(await marked(), []);
});

test('a changed account is announced to its own browsers only, and a changed or lost role ends their connections', async (t) => {
  const app = await startTestApp(t);
  const [ida, nils, lena] = [await app.signUp({ role: 'admin' }), await app.signUp(), await app.signUp()];
  const [his, hers] = [await connect(t, app.url, nils), await connect(t, app.url, lena)];
  const heard: string[] = [];
  hers.on('user_update', () => heard.push('lena'));
  const told = new Promise((resolve) => his.once('user_update', resolve));
  const account = { username: nils.username, role: 'user', pack: 'pro', is_active: true } as const;
  const change = (part: object) =>
    ida.call('PUT /api/users/{id}', { params: { id: nils.id }, body: { ...account, ...part } });
  await change({});
  assert.deepEqual(await told, { user_id: nils.id });
  assert.ok(his.connected);
  const hisEnd = ended(his);
  await change({ role: 'admin' });
  await hisEnd;
  const again = await connect(t, app.url, nils);
  const itsEnd = ended(again);
  await change({ role: 'admin', is_active: false });
  await itsEnd;
  assert.deepEqual(heard, []);
  assert.ok(hers.connected);
});

test('a disabled account loses its sessions, machines, pairings and links for good', async (t) => {
  const app = await startTestApp(t);
  const [ida, nils] = [await app.signUp({ role: 'admin' }), await app.signUp()];
  const machine = await enrolMachine(app, nils);
  const work = () =>
    machine.call('POST /api/agent/work', { body: { capacity: 1, wait_seconds: 0, profile_paths: [] } });
  await work();
  const paired = { machine_name: 'kiln', platform: 'linux', agent_version: '0.1.0' };
  const { user_code, device_code } = await app.client()('POST /api/agent/pairings', { body: paired });
  await nils.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  const { token } = await ida.call('POST /api/users/{id}/reset-link', { params: { id: nils.id } });
  const set = (is_active: boolean) =>
    ida.call('PUT /api/users/{id}', {
      params: { id: nils.id },
      body: { username: nils.username, role: 'user', pack: 'starter', is_active },
    });
  await set(false);
  await set(true);
  assert.equal((await refusal(nils.call('GET /api/settings'))).status, 401);
  assert.equal((await refusal(work())).status, 401);
  const ask = app.client()('POST /api/agent/pairings/token', { body: { device_code } });
  assert.equal((await refusal(ask)).status, 404);
  const body = { token, new_password: 'raku-night' };
  assert.equal((await refusal(app.client()('POST /api/auth/reset-password', { body }))).status, 400);
  const { rows } = await app.database.pool.query(
    `select (select count(*) from sessions where user_id = $1) as sessions,
      (select count(*) from agents where user_id = $1 and revoked_at is null) as agents`,
    [nils.id],
  );
  assert.deepEqual(rows, [{ sessions: 0, agents: 0 }]);
});

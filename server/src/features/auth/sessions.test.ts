import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { connect, next } from '../../testing/browser.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const OWNER = { username: 'Marta', password: 'kiln-9000' };

/** Signed in twice, a minute apart. */
async function start(t: TestContext) {
  const app = await startTestApp(t);
  await app.client()('POST /api/auth/register', { body: OWNER });
  const login = () => app.client()('POST /api/auth/login', { body: OWNER });
  const first = await login();
  app.clock.advance(60_000);
  const second = await login();
  return { app, user: first.user, first: first.token, second: second.token };
}

test("sessions list the place and time of their sign-in, and the caller's own one", async (t) => {
  const { app, first, second } = await start(t);
  const { sessions } = await app.client(first)('GET /api/auth/sessions');
  assert.deepEqual(
    sessions.map(({ is_current, address, user_agent }) => [is_current, address, user_agent]),
    [
      [false, '127.0.0.1', 'node'],
      [true, '127.0.0.1', 'node'],
    ],
  );
  assert.ok(!JSON.stringify(sessions).includes(second));
});

test('one session is ended, and the others continue', async (t) => {
  const { app, first, second } = await start(t);
  const own = app.client(first);
  const { sessions } = await own('GET /api/auth/sessions');
  const params = { id: sessions.find(({ is_current }) => !is_current)?.id ?? 0 };
  const stranger = await app.signUp();
  assert.equal((await refusal(stranger.call('DELETE /api/auth/sessions/{id}', { params }))).status, 404);
  await own('DELETE /api/auth/sessions/{id}', { params });
  assert.equal((await refusal(app.client(second)('GET /api/lists'))).status, 401);
  assert.equal((await refusal(own('DELETE /api/auth/sessions/{id}', { params }))).status, 404);
  assert.equal((await own('GET /api/auth/sessions')).sessions.length, 1);
});

test('logging out everywhere ends every browser, and no agent', async (t) => {
  const { app, user, first, second } = await start(t);
  const own = app.client(first);
  const machine = await enrolMachine(app, { ...user, token: first, call: own });
  assert.deepEqual(await own('POST /api/auth/logout-everywhere'), { ended: 2 });
  for (const token of [first, second])
    assert.equal((await refusal(app.client(token)('GET /api/lists'))).status, 401);
  await machine.report();
  const again = await app.client()('POST /api/auth/login', { body: OWNER });
  const { entries } = await app.client(again.token)('GET /api/audit-log/own', { query: { kind: 'session' } });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['created', 'deleted', 'deleted', 'created', 'created'],
  );
});

test('a user is signed in in a hundred browsers at most: one more ends the one that was unused for longest', async (t) => {
  const { app, user, first, second } = await start(t);
  const other = await app.signUp();
  const machine = await enrolMachine(app, { ...user, token: second, call: app.client(second) });
  const live = connect(t, app.url, second);
  await next(live, 'connect');
  const closed = next(live, 'disconnect');
  await app.database.pool.query(
    `insert into sessions (user_id, kind, token_hash, created_at, last_used_at, expires_at)
    select $1, 'login', sha256(convert_to(n::text, 'UTF8')), $2, $2, 'infinity' from generate_series(1, 98) n`,
    [user.id, app.clock.now()],
  );
  app.clock.advance(60_000);
  await app.client(first)('GET /api/lists');
  const newest = await app.client()('POST /api/auth/login', { body: OWNER });
  assert.equal((await app.client(first)('GET /api/auth/sessions')).sessions.length, 100);
  assert.equal((await refusal(app.client(second)('GET /api/lists'))).status, 401);
  await closed;
  await app.client(newest.token)('GET /api/lists');
  await machine.report();
  await other.call('GET /api/lists');
});

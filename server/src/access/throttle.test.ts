import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { type TestContext, test } from 'node:test';
import { hashPassword } from '../features/auth/passwords.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const MINUTE_MS = 60_000;
const LOGIN = 'POST /api/auth/login';
const OWNER = { username: 'marta', password: 'kiln-9000' };

async function start(t: TestContext) {
  const app = await startTestApp(t);
  await app.client()('POST /api/auth/register', { body: OWNER });
  const login = (password: string, username = OWNER.username) =>
    app.client()('POST /api/auth/login', { body: { username, password } });
  return { app, login };
}

/** Failures of strangers at other addresses. */
async function failElsewhere(app: TestApp, username: string | null, tries: number, address = '203.0.113.7') {
  const failure = { username, address, failed_at: app.clock.now() };
  const failures = Array.from({ length: tries }, () => failure);
  await app.deps.asSystem('test', (tx) => tx.insertInto('login_failures').values(failures).execute());
}

/**
 * The answers to calls that are all made at once. They have no time limit: a client that gives up does not know whether
 * it was checked.
 */
async function answersOf(app: TestApp, calls: { call: string; body: object; token?: string }[]) {
  const answers = await Promise.all(
    calls.map(async ({ call, body, token }) => {
      const [method = '', path] = call.split(' ');
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const response = await fetch(app.url + path, { method, headers, body: JSON.stringify(body) });
      const retryAfter = Number(response.headers.get('retry-after'));
      return { status: response.status, retryAfter, text: await response.text() };
    }),
  );
  const statuses = answers.map(({ status }) => status);
  const throttled = answers.filter(({ status }) => status === 429);
  // 503 on a busy machine: it got no connection to the database.
  const checked = answers.filter(({ status }) => status !== 429 && status !== 503);
  const { rows: counted } = await app.database.pool.query('select from login_failures');
  return { statuses, throttled, checked: checked.map(({ status }) => status), counted: counted.length };
}

test('ten failures for a name block it for 15 minutes, with the time to wait', async (t) => {
  const { app, login } = await start(t);
  for (let tries = 0; tries < 10; tries++) assert.equal((await refusal(login('wrong'))).status, 401);
  const throttled = await refusal(login(OWNER.password));
  assert.deepEqual([throttled.status, throttled.retryAfter], [429, 15 * 60]);
  app.clock.advance(15 * MINUTE_MS);
  await login(OWNER.password);
});

test('the time to wait lasts until fewer failures count, not until one of them is forgotten', async (t) => {
  const { app, login } = await start(t);
  await refusal(login('wrong'));
  await refusal(login('wrong', 'somebody'));
  app.clock.advance(4 * MINUTE_MS);
  for (let tries = 0; tries < 9; tries++) await refusal(login('wrong'));
  assert.equal((await refusal(login('wrong'))).retryAfter, 11 * 60);
  app.clock.advance(11 * MINUTE_MS);
  assert.equal((await refusal(login('wrong'))).status, 401);
  assert.equal((await refusal(login('wrong'))).retryAfter, 4 * 60);
});

test('a hundred failures block an address, for every name', async (t) => {
  const { app, login } = await start(t);
  await failElsewhere(app, null, 100, '127.0.0.1');
  const throttled = await refusal(login(OWNER.password));
  assert.deepEqual([throttled.status, throttled.retryAfter], [429, 15 * 60]);
  const registered = refusal(
    app.client()('POST /api/auth/register', { body: { ...OWNER, username: 'new-here' } }),
  );
  assert.equal((await registered).status, 429);
});

test('strangers cannot block the owner at an address from which the owner has signed in before', async (t) => {
  const { app, login } = await start(t);
  await login(OWNER.password);
  await failElsewhere(app, 'marta', 10);
  await login(OWNER.password);
  assert.equal((await refusal(login('wrong'))).status, 401);
  const throttled = await refusal(login(OWNER.password));
  assert.deepEqual([throttled.status, throttled.retryAfter], [429, 15 * 60]);
});

test('at an unknown address, even the right password waits', async (t) => {
  const { app, login } = await start(t);
  await app.client()('POST /api/auth/register', { body: { ...OWNER, username: 'ines' } });
  await login(OWNER.password, 'ines');
  await failElsewhere(app, 'marta', 10);
  assert.equal((await refusal(login(OWNER.password))).status, 429);
});

test('a changed password makes every other address unknown', async (t) => {
  const { app, login } = await start(t);
  const { token, user } = await login(OWNER.password);
  await app.deps.asSystem('test', (tx) =>
    tx
      .insertInto('known_addresses')
      .values({ user_id: user.id, address: '203.0.113.7', last_used_at: app.clock.now() })
      .execute(),
  );
  await app.client(token)('PUT /api/auth/password', {
    body: { current_password: OWNER.password, new_password: 'raku-night' },
  });
  const known = await app.deps.asSystem('test', (tx) =>
    tx.selectFrom('known_addresses').select('address').execute(),
  );
  assert.deepEqual(known, [{ address: '127.0.0.1' }]);
});

test('of thirty-five simultaneous guesses at most ten are checked, and the others are answered alike', async (t) => {
  const { app } = await start(t);
  const passwords = [...Array.from({ length: 34 }, (_, n) => `guess-${n}`), OWNER.password];
  const { statuses, checked, counted, throttled } = await answersOf(
    app,
    passwords.map((password) => ({ call: LOGIN, body: { ...OWNER, password } })),
  );
  assert.ok(checked.length <= 10 && counted <= 10, statuses.join());
  assert.deepEqual([...new Set(checked)], [401], 'the right one came after ten others');
  const bodies = new Set(throttled.map(({ text }) => text));
  assert.ok(bodies.size === 1 || bodies.size === 2, [...bodies].join());
});

test('of thirty-five simultaneous guesses of the own password at most ten are checked', async (t) => {
  const { app, login } = await start(t);
  const { token } = await login(OWNER.password);
  const { statuses, checked, counted, throttled } = await answersOf(
    app,
    Array.from({ length: 35 }, (_, n) => ({
      call: 'PUT /api/auth/password',
      body: { current_password: `guess-${n}`, new_password: 'raku-night' },
      token,
    })),
  );
  assert.ok(checked.length <= 10 && counted <= 10, statuses.join());
  assert.deepEqual([...new Set(checked)], [400]);
  assert.ok(throttled.length > 0);
});

test('simultaneous right passwords are no failures: a throttled one may be repeated in a moment', async (t) => {
  const { app, login } = await start(t);
  const { statuses, throttled } = await answersOf(
    app,
    Array.from({ length: 30 }, () => ({ call: LOGIN, body: OWNER })),
  );
  assert.ok(statuses.includes(200));
  for (const { retryAfter } of throttled) assert.ok(retryAfter > 0 && retryAfter <= 2, String(retryAfter));
  await login(OWNER.password);
});

test('a sign-in that the server is too busy to check is refused at once, and is no failure', async (t) => {
  const { app, login } = await start(t);
  let isBusy = true;
  t.after(() => {
    isBusy = false;
  });
  const hashing = Array.from({ length: 5 * availableParallelism() }, async () => {
    while (isBusy) await hashPassword('kiln-9000');
  });
  const busy = await refusal(login(OWNER.password));
  isBusy = false;
  await Promise.all(hashing);
  assert.deepEqual([busy.status, busy.retryAfter], [429, 2]);
  const { rows } = await app.database.pool.query('select from login_failures');
  assert.equal(rows.length, 0);
  await login(OWNER.password);
});

test('a taken name is a failure of the address, and blocks no account', async (t) => {
  const { app, login } = await start(t);
  for (let tries = 0; tries < 11; tries++)
    assert.equal((await refusal(app.client()('POST /api/auth/register', { body: OWNER }))).status, 409);
  const { rows } = await app.database.pool.query('select username from login_failures');
  assert.equal(rows.length, 11);
  await login(OWNER.password);
});

test('a try that a crash left open counts like a failure and no longer', async (t) => {
  const { app, login } = await start(t);
  await failElsewhere(app, 'marta', 10);
  await app.database.pool.query('update login_failures set is_pending = true');
  assert.equal((await refusal(login(OWNER.password))).retryAfter, 2);
  app.clock.advance(MINUTE_MS);
  assert.equal((await refusal(login(OWNER.password))).retryAfter, 14 * 60);
  app.clock.advance(14 * MINUTE_MS);
  await login(OWNER.password);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@pigeonpost/contract/client';
import { rolledBack, waitForLockWaits } from '../../testing/lock-waits.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { startTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => assert.fail('the call was expected to fail'),
    (thrown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

test('a new user registers, logs in, is known, and logs out', async (t) => {
  const app = await startTestApp(t);
  const call = app.client();
  await call('POST /api/auth/register', { body: { username: 'Marta', password: 'kiln-9000' } });
  const { token, user } = await call('POST /api/auth/login', {
    body: { username: 'marta', password: 'kiln-9000', time_zone: 'Europe/Oslo' },
  });
  assert.equal(user.username, 'Marta');
  assert.equal(user.role, 'user');
  assert.equal(user.pack, 'starter');
  assert.equal(user.time_zone, 'Europe/Oslo');
  assert.equal(user.subscription_end_date, new Date(app.clock.now().getTime() + 14 * DAY_MS).toISOString());
  const signedIn = app.client(token);
  assert.deepEqual((await signedIn('GET /api/auth/profile')).user, user);
  await signedIn('POST /api/auth/logout');
  assert.equal((await failure(signedIn('GET /api/auth/profile'))).status, 401);
});

test('the signed-in user is answered with the offsets of their zone, those of another one once it is saved', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ timeZone: 'America/Edmonton' });
  const { time_zone_offsets: edmonton } = (await user.call('GET /api/auth/profile')).user;
  const lastChange = (zone: typeof edmonton) => new Date((zone.changes.at(-1) ?? 0) * 60_000).toISOString();
  // Alberta keeps its summer time.
  assert.deepEqual([lastChange(edmonton), edmonton.ahead.at(-1)], ['2026-03-08T09:00:00.000Z', -360]);
  const save = async (time_zone: string) =>
    (await user.call('PUT /api/auth/profile', { body: { time_zone } })).user.time_zone_offsets;
  assert.deepEqual(await save('Asia/Kathmandu'), { changes: [], ahead: [345] });
  const { changes, ahead } = await save('US/Eastern');
  assert.ok(changes.includes(Date.parse('2026-11-01T06:00:00Z') / 60_000));
  assert.deepEqual([changes.length + 1, ahead.at(-1)], [ahead.length, -300]);
  assert.equal((await failure(save('Factory'))).body.error, 'This time zone is not known');
});

test('a zone that is no longer known counts as UTC', async (t) => {
  const user = await (await startTestApp(t)).signUp({ timeZone: 'Factory' });
  const { time_zone_offsets } = (await user.call('GET /api/auth/profile')).user;
  assert.deepEqual(time_zone_offsets, { changes: [], ahead: [0] });
});

test('a registration is refused with the specified texts and leaves nothing', async (t) => {
  const call = (await startTestApp(t)).client();
  const register = (username: string, password: string) =>
    call('POST /api/auth/register', { body: { username, password } });
  const short = await failure(register('ab', 'abc'));
  assert.equal(short.status, 400);
  assert.deepEqual(short.body, {
    error: 'Username must be at least 3 characters long',
    fields: {
      username: 'Username must be at least 3 characters long',
      password: 'Password must be at least 6 characters long',
    },
  });
  await register('marta', 'kiln-9000');
  const taken = await failure(register('MARTA', 'kiln-9000'));
  assert.equal(taken.status, 409);
  assert.deepEqual(taken.body, { error: 'Username is already taken' });
});

test('of two simultaneous registrations of one name, one succeeds', async (t) => {
  const call = (await startTestApp(t)).client();
  const twice = ['marta', 'Marta'].map((username) =>
    call('POST /api/auth/register', { body: { username, password: 'kiln-9000' } }),
  );
  const outcomes = await Promise.allSettled(twice);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('a wrong password and an unknown name answer the same', async (t) => {
  const call = (await startTestApp(t)).client();
  await call('POST /api/auth/register', { body: { username: 'marta', password: 'kiln-9000' } });
  const wrong = await failure(
    call('POST /api/auth/login', { body: { username: 'marta', password: 'nope' } }),
  );
  const unknown = await failure(
    call('POST /api/auth/login', { body: { username: 'nobody', password: 'nope' } }),
  );
  assert.equal(wrong.status, 401);
  assert.deepEqual(wrong.body, unknown.body);
});

test('a login token ends 30 days after its last use', async (t) => {
  const app = await startTestApp(t);
  const { call } = await app.signUp({ subscriptionDays: 365 });
  app.clock.advance(29 * DAY_MS);
  await call('GET /api/auth/profile');
  app.clock.advance(29 * DAY_MS);
  await call('GET /api/auth/profile');
  app.clock.advance(30 * DAY_MS);
  assert.equal((await failure(call('GET /api/auth/profile'))).status, 401);
});

test('a password change during a sign-in with the old one makes that sign-in fail', async (t) => {
  const app = await startTestApp(t);
  const call = app.client();
  const body = { username: 'marta', password: 'kiln-9000' };
  await call('POST /api/auth/register', { body });
  const { refused } = await rolledBack(app.database, async (client) => {
    await client.query(`update users set password_hash = 'another'`);
    const refused = failure(call('POST /api/auth/login', { body }));
    await waitForLockWaits(app.database, 1);
    await client.query('commit');
    return { refused };
  });
  assert.equal((await refused).status, 401);
});

test('a disabled account is reported only after the right password, and its tokens stop working', async (t) => {
  const app = await startTestApp(t);
  const call = app.client();
  const body = { username: 'marta', password: 'kiln-9000' };
  await call('POST /api/auth/register', { body });
  const { token, user } = await call('POST /api/auth/login', { body });
  await app.deps.asSystem('test', (tx) =>
    tx.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute(),
  );
  assert.equal((await failure(app.client(token)('GET /api/auth/profile'))).status, 401);
  const refused = await failure(call('POST /api/auth/login', { body }));
  assert.equal(refused.status, 403);
  assert.equal(refused.message, 'This account is disabled');
  assert.equal(
    (await failure(call('POST /api/auth/login', { body: { ...body, password: 'x' } }))).status,
    401,
  );
});

test('a changed password ends every other session, and a wrong current one is 400', async (t) => {
  const app = await startTestApp(t);
  const call = app.client();
  const body = { username: 'marta', password: 'kiln-9000' };
  await call('POST /api/auth/register', { body });
  const [here, there] = [
    await call('POST /api/auth/login', { body }),
    await call('POST /api/auth/login', { body }),
  ];
  const change = (current_password: string) =>
    app.client(here.token)('PUT /api/auth/password', {
      body: { current_password, new_password: 'raku-night' },
    });
  assert.equal((await failure(change('wrong'))).status, 400);
  await change('kiln-9000');
  await app.client(here.token)('GET /api/auth/profile');
  assert.equal((await failure(app.client(there.token)('GET /api/auth/profile'))).status, 401);
  await call('POST /api/auth/login', { body: { ...body, password: 'raku-night' } });
});

test('ten wrong own passwords are throttled too', async (t) => {
  const app = await startTestApp(t);
  const body = { username: 'marta', password: 'kiln-9000' };
  await app.client()('POST /api/auth/register', { body });
  const { token } = await app.client()('POST /api/auth/login', { body });
  const change = (current_password: string) =>
    app.client(token)('PUT /api/auth/password', { body: { current_password, new_password: 'raku-night' } });
  for (let tries = 0; tries < 10; tries++) assert.equal((await failure(change('wrong'))).status, 400);
  const shut = await failure(change('kiln-9000'));
  assert.deepEqual([shut.status, shut.retryAfter], [429, 15 * 60]);
});

test("a changed password ends the waiting polls of the user's agents", async (t) => {
  const app = await startTestApp(t);
  const body = { username: 'marta', password: 'kiln-9000' };
  await app.client()('POST /api/auth/register', { body });
  const { token, user } = await app.client()('POST /api/auth/login', { body });
  const machine = await enrolMachine(app, { ...user, token, call: app.client(token) });
  const waiting = failure(
    machine.call('POST /api/agent/work', { body: { capacity: 1, wait_seconds: 50, profile_paths: [] } }),
  );
  await app.client(token)('PUT /api/auth/password', {
    body: { current_password: 'kiln-9000', new_password: 'raku-night' },
  });
  assert.equal((await waiting).status, 401);
});

test('a password request gets the same answer for every name', async (t) => {
  const call = (await startTestApp(t)).client();
  const { message } = await call('POST /api/auth/forgot-password', { body: { username: 'nobody' } });
  assert.equal(message, 'If that account exists, an administrator will see your request.');
});

test("a user's own transaction cannot make the user an administrator, whatever the query", async (t) => {
  const app = await startTestApp(t);
  const { id } = await app.signUp();
  const rise = app.deps.asUser(id, (tx) => tx.updateTable('users').set({ role: 'admin' }).execute());
  await assert.rejects(rise, /permission denied/);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { forgetResetLinks } from './password-resets.ts';

const HOUR_MS = 3_600_000;

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const [ida, nils] = [await app.signUp({ role: 'admin' }), await app.signUp()];
  const visitor = app.client();
  return {
    app,
    ida,
    nils,
    makeLink: () => ida.call('POST /api/users/{id}/reset-link', { params: { id: nils.id } }),
    check: (token: string) => visitor('POST /api/auth/reset-password/check', { body: { token } }),
    reset: (token: string, new_password = 'raku-night') =>
      visitor('POST /api/auth/reset-password', { body: { token, new_password } }),
    signIn: (password: string) =>
      visitor('POST /api/auth/login', { body: { username: nils.username, password } }),
  };
}

const isInvalid = {
  status: 400,
  code: 'reset_link_invalid',
  message: 'This link was used already, or it is incomplete. Ask an administrator for a new one.',
};

test('a link sets a new password once, and ends every session and agent of its user', async (t) => {
  const { app, ida, nils, makeLink, check, reset, signIn } = await start(t);
  const machine = await enrolMachine(app, nils);
  await app.client()('POST /api/auth/forgot-password', { body: { username: nils.username } });
  const { token, expires_at } = await makeLink();
  assert.equal(expires_at, new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString());
  assert.deepEqual(await check(token), { username: nils.username, expires_at });
  // Opening it does not use it up, nor does a refused password.
  assert.equal((await refusal(reset(token, 'short'))).status, 400);
  assert.equal((await refusal(reset(token, nils.username))).message, 'The password must not be the username');
  await reset(token);
  assert.equal((await refusal(nils.call('GET /api/settings'))).status, 401);
  assert.equal(
    (
      await refusal(
        machine.call('POST /api/agent/work', { body: { capacity: 1, wait_seconds: 0, profile_paths: [] } }),
      )
    ).status,
    401,
  );
  await signIn('raku-night');
  const { users } = await ida.call('GET /api/users');
  assert.equal(users.find(({ id }) => id === nils.id)?.password_reset_requested_at, null);
  await assert.rejects(reset(token), isInvalid);
  await assert.rejects(check(token), isInvalid);
  await assert.rejects(reset('pp_nothing'), isInvalid);
});

test('a link expires after 24 hours and says so, until it is forgotten', async (t) => {
  const { app, makeLink, check, reset } = await start(t);
  const { token } = await makeLink();
  app.clock.advance(24 * HOUR_MS);
  const isExpired = {
    status: 400,
    code: 'reset_link_expired',
    message: 'This link has expired. Ask an administrator for a new one.',
  };
  await assert.rejects(check(token), isExpired);
  await assert.rejects(reset(token), isExpired);
  app.clock.advance(31 * 24 * HOUR_MS);
  await app.deps.asSystem('test', (tx) => forgetResetLinks(tx, app.clock.now()));
  await assert.rejects(check(token), isInvalid);
});

test('another link, and any change of the password, make a link void', async (t) => {
  const { app, ida, nils, makeLink, check, reset, signIn } = await start(t);
  const first = await makeLink();
  const second = await makeLink();
  await assert.rejects(check(first.token), isInvalid);
  await ida.call('PUT /api/users/{id}/password', {
    params: { id: nils.id },
    body: { new_password: 'kiln-9000' },
  });
  await assert.rejects(reset(second.token), isInvalid);
  const third = await makeLink();
  const { token } = await signIn('kiln-9000');
  await app.client(token)('PUT /api/auth/password', {
    body: { current_password: 'kiln-9000', new_password: 'slow-kitchen' },
  });
  await assert.rejects(reset(third.token), isInvalid);
  await signIn('slow-kitchen');
});

test('of two simultaneous uses of a link, one sets the password', async (t) => {
  const { makeLink, reset, signIn } = await start(t);
  const { token } = await makeLink();
  const settled = await Promise.allSettled([reset(token, 'raku-night'), reset(token, 'slow-kitchen')]);
  assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await signIn(settled[0]?.status === 'fulfilled' ? 'raku-night' : 'slow-kitchen');
});

test('only administrators make links, only for existing users, and only its hash is stored', async (t) => {
  const { app, ida, nils, makeLink } = await start(t);
  const own = await refusal(nils.call('POST /api/users/{id}/reset-link', { params: { id: nils.id } }));
  assert.equal(own.status, 403);
  const nobody = await refusal(ida.call('POST /api/users/{id}/reset-link', { params: { id: 999_999 } }));
  assert.equal(nobody.status, 404);
  const { token } = await makeLink();
  const { rows } = await app.database.pool.query('select * from password_resets');
  assert.equal(rows.length, 1);
  assert.equal(JSON.stringify(rows).includes(token), false);
});

test('a link is void once its maker is not an administrator any more, in any way', async (t) => {
  const { app, ida, nils, check, reset } = await start(t);
  const olga = await app.signUp({ role: 'admin' });
  const makeLink = () => olga.call('POST /api/users/{id}/reset-link', { params: { id: nils.id } });
  const openLink = async () => {
    const { users } = await ida.call('GET /api/users');
    const { reset_link_expires_at, reset_link_made_by } = users.find(({ id }) => id === nils.id) ?? {};
    return [reset_link_expires_at, reset_link_made_by];
  };
  const change = { username: olga.username, role: 'admin', pack: 'starter', is_active: true } as const;
  const setOlga = (more: object) =>
    ida.call('PUT /api/users/{id}', { params: { id: olga.id }, body: { ...change, ...more } });
  const { pool } = app.database;
  const losses: (() => Promise<unknown>)[] = [
    () => setOlga({ role: 'user' }),
    () => pool.query("update users set role = 'user' where id = $1", [olga.id]),
    () => pool.query('update users set is_active = false where id = $1', [olga.id]),
  ];
  for (const lose of losses) {
    const { token, expires_at } = await makeLink();
    assert.deepEqual(await openLink(), [expires_at, olga.username]);
    await check(token);
    await lose();
    await assert.rejects(check(token), isInvalid);
    await assert.rejects(reset(token), isInvalid);
    assert.deepEqual(await openLink(), [null, null]);
    await pool.query("update users set role = 'admin', is_active = true where id = $1", [olga.id]);
    app.clock.advance(HOUR_MS);
  }
  // One that a call made void stays so, also if its maker gets the role again.
  const { token } = await makeLink();
  await setOlga({ role: 'user' });
  await setOlga({});
  await assert.rejects(check(token), isInvalid);
});

test('an open link is shown on its user until it is used or has expired', async (t) => {
  const { app, ida, nils, makeLink, reset } = await start(t);
  const openLink = async () =>
    (await ida.call('GET /api/users')).users.find(({ id }) => id === nils.id)?.reset_link_expires_at;
  assert.equal(await openLink(), null);
  const { token, expires_at } = await makeLink();
  assert.equal(await openLink(), expires_at);
  await reset(token);
  assert.equal(await openLink(), null);
  await makeLink();
  app.clock.advance(24 * HOUR_MS);
  assert.equal(await openLink(), null);
});

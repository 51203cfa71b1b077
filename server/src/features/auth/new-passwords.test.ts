import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type TestContext, test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { hashPassword } from './passwords.ts';
import { ensureAdmin } from './register.ts';

// The same password, with its letters composed and decomposed, as different keyboards write it.
const COMPOSED = 'gl\u00fch-9000\u00e9';
const DECOMPOSED = 'glu\u0308h-9000e\u0301';

test('the error of a missing or too long password names its field', async (t) => {
  const app = await startTestApp(t);
  const ida = await app.signUp({ role: 'admin' });
  const fieldsOf = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${ida.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${app.url}${path}`, { method, headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 400);
    return ((await answer.json()) as { fields: object }).fields;
  };
  const missing = { new_password: 'New password is required' };
  assert.deepEqual(await fieldsOf('PUT', `/api/users/${ida.id}/password`, {}), missing);
  assert.deepEqual(await fieldsOf('PUT', '/api/auth/password', { current_password: 'kiln' }), missing);
  assert.deepEqual(await fieldsOf('POST', '/api/auth/reset-password', { token: 'kiln' }), missing);
  assert.deepEqual(await fieldsOf('POST', '/api/users', { username: 'nils' }), {
    password: 'Password is required',
  });
  const long = 'k'.repeat(1001);
  assert.deepEqual(await fieldsOf('POST', '/api/auth/login', { username: long, password: long }), {
    username: 'Username is too long',
    password: 'Password is too long',
  });
  assert.deepEqual(await fieldsOf('POST', '/api/auth/forgot-password', { username: long }), {
    username: 'Username is too long',
  });
  const own = { current_password: long, new_password: 'kiln-9000' };
  assert.deepEqual(await fieldsOf('PUT', '/api/auth/password', own), {
    current_password: 'Current password is too long',
  });
});

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const call = app.client();
  return {
    app,
    register: (username: string, password = 'kiln-9000') =>
      call('POST /api/auth/register', { body: { username, password } }),
    login: (username: string, password: string) =>
      call('POST /api/auth/login', { body: { username, password } }),
  };
}

/** An old hash, from before passwords were normalised. */
function hashAsTyped(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const parameters = {
    message: password,
    nonce: salt,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  };
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = argon2Sync('argon2id', parameters);
  return `$argon2id$v=19$m=8192,t=1,p=1$${encode(salt)}$${encode(hash)}`;
}

test('a password is the same on every keyboard', async (t) => {
  const { app, register, login } = await start(t);
  await register('marta', DECOMPOSED);
  const { token } = await login('marta', COMPOSED);
  assert.equal((await login('marta', DECOMPOSED)).user.username, 'marta');
  await app.client(token)('PUT /api/auth/password', {
    body: { current_password: DECOMPOSED, new_password: `new-${COMPOSED}` },
  });
  assert.equal((await login('marta', `new-${DECOMPOSED}`)).user.username, 'marta');
});

test('a password with an older hash still opens the account', async (t) => {
  const { app, register, login } = await start(t);
  await register('marta');
  await app.database.pool.query('update users set password_hash = $1', [hashAsTyped(DECOMPOSED)]);
  await login('marta', DECOMPOSED);
  assert.equal((await refusal(login('marta', 'kiln-9000'))).status, 401);
});

test('passwords are counted in code points', async (t) => {
  const { register } = await start(t);
  assert.equal((await refusal(register('marta', '\u{1f54a}'.repeat(5)))).status, 400);
  await register('marta', 'e\u0301'.repeat(200));
});

test('names that speak for the product cannot be registered, however they are written', async (t) => {
  const { register } = await start(t);
  for (const name of ['admin', 'Administrator', 'root', 'support', 'system', 'Pigeon.Post', 'ad-min_01']) {
    const refused = await refusal(register(name));
    const error = 'This username is reserved. Please choose another one';
    assert.deepEqual([refused.status, refused.body], [400, { error, fields: { username: error } }], name);
  }
  await register('adminah');
});

test('neither the username nor a common password is accepted', async (t) => {
  const { app, register, login } = await start(t);
  const errorOf = async (call: Promise<unknown>) => (await refusal(call)).body;
  const same = 'The password must not be the username';
  assert.deepEqual(await errorOf(register('marta.k', 'Marta.K')), {
    error: same,
    fields: { password: same },
  });
  const common = 'This password is one of the most common ones. Please choose another one';
  for (const password of ['password1', 'Qwerty123', 'iloveyou'])
    assert.deepEqual(await errorOf(register('marta.k', password)), {
      error: common,
      fields: { password: common },
    });
  await register('marta.k');
  const { token } = await login('marta.k', 'kiln-9000');
  const change = (new_password: string) =>
    app.client(token)('PUT /api/auth/password', { body: { current_password: 'kiln-9000', new_password } });
  assert.deepEqual(await errorOf(change('password1')), { error: common, fields: { new_password: common } });
  assert.deepEqual(await errorOf(change('MARTA.K')), { error: same, fields: { new_password: same } });
  await login('marta.k', 'kiln-9000');
});

test('a common ADMIN_PASSWORD keeps the server from starting, with what to do', async (t) => {
  const app = await startTestApp(t, { adminUsername: 'boss', adminPassword: 'password1' });
  await assert.rejects(ensureAdmin(app.deps), {
    name: 'StartError',
    message: 'ADMIN_PASSWORD: This password is one of the most common ones. Please choose another one.',
  });
});

test('an unknown name and a disabled account cost a hash like any other', async (t) => {
  const { app, register, login } = await start(t);
  await register('marta');
  await register('ines');
  await app.database.pool.query(`update users set is_active = false where username = 'ines'`);
  let isBusy = true;
  t.after(() => {
    isBusy = false;
  });
  const hashing = Array.from({ length: 5 * availableParallelism() }, async () => {
    while (isBusy) await hashPassword('kiln-9000');
  });
  for (const name of ['marta', 'ines', 'nobody']) {
    const busy = await refusal(login(name, 'wrong'));
    assert.deepEqual([busy.status, busy.retryAfter], [429, 2], name);
  }
  isBusy = false;
  await Promise.all(hashing);
});

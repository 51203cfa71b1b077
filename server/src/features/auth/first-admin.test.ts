import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';
import { ensureAdmin } from './register.ts';

test('the first administrator is made once, with a random password that signs in', async (t) => {
  const app = await startTestApp(t);
  const made = await ensureAdmin(app.deps);
  assert.equal(made?.username, 'admin');
  assert.ok(made.password && made.password.length >= 16);
  const { user } = await app.client()('POST /api/auth/login', {
    body: { username: 'admin', password: made.password },
  });
  assert.equal(user.role, 'admin');
  assert.equal(user.subscription_end_date, null);
  assert.equal(await ensureAdmin(app.deps), undefined);
});

test('the name and password of the environment are used, and the password is not printed', async (t) => {
  const app = await startTestApp(t, { adminUsername: 'boss', adminPassword: 'kiln-9000' });
  assert.deepEqual(await ensureAdmin(app.deps), { username: 'boss' });
  await app.client()('POST /api/auth/login', { body: { username: 'boss', password: 'kiln-9000' } });
});

test("an existing user's name does not become the administrator by chance", async (t) => {
  const app = await startTestApp(t, { adminUsername: 'boss' });
  await app.client()('POST /api/auth/register', { body: { username: 'Boss', password: 'kiln-9000' } });
  await assert.rejects(ensureAdmin(app.deps), /ADMIN_USERNAME/);
});

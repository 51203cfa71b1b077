import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startMailApp, tokenOf } from '../../testing/mail-app.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const MAILED =
  'If that account exists and has an e-mail address, a link is on its way. Otherwise an administrator will see your request.';

async function start(t: TestContext) {
  const scene = await startMailApp(t);
  const marta = await scene.signUp();
  await scene.giveAddress(marta, 'marta@example.com');
  const visitor = scene.app.client();
  return {
    ...scene,
    marta,
    wish: (username = marta.username) => visitor('POST /api/auth/forgot-password', { body: { username } }),
    check: (token: string) => visitor('POST /api/auth/reset-password/check', { body: { token } }),
    reset: (token: string, new_password = 'raku-night') =>
      visitor('POST /api/auth/reset-password', { body: { token, new_password } }),
  };
}

test('a wish mails a link to a confirmed address, which sets a password once and within an hour', async (t) => {
  const { app, marta, deliver, wish, check, reset } = await start(t);
  assert.equal((await wish(marta.username.toUpperCase())).message, MAILED);
  const [mail, ...others] = await deliver();
  assert.deepEqual([mail?.recipients, others], [['marta@example.com'], []]);
  const token = tokenOf(mail);
  const expires_at = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
  assert.deepEqual(await check(token), { username: marta.username, expires_at });
  await reset(token);
  await app.client()('POST /api/auth/login', { body: { username: marta.username, password: 'raku-night' } });
  assert.equal((await refusal(marta.call('GET /api/settings'))).status, 401);
  const used = await refusal(reset(token));
  assert.deepEqual(
    [used.code, used.message],
    ['reset_link_invalid', 'This link was used already, or it is incomplete. Ask for a new one.'],
  );
  await wish();
  const later = tokenOf((await deliver())[0]);
  app.clock.advance(HOUR_MS);
  const late = await refusal(reset(later));
  assert.deepEqual(
    [late.code, late.message],
    ['reset_link_expired', 'This link has expired. Ask for a new one.'],
  );
});

test('the answer is the same sentence for every name, and the wish waits for administrators as well', async (t) => {
  const { app, signUp, deliver, wish } = await start(t);
  const ida = await signUp({ role: 'admin' });
  const nils = await signUp();
  for (const name of [nils.username, 'nobody-at-all', ida.username])
    assert.equal((await wish(name)).message, MAILED);
  assert.deepEqual(await deliver(), []);
  const { counts } = await ida.call('GET /api/users');
  assert.equal(counts.reset_requested, 2);
  const { rows } = await app.database.pool.query('select from reset_wishes');
  assert.equal(rows.length, 0, 'no name stays that somebody typed');
  const without = await startTestApp(t);
  const answer = await without.client()('POST /api/auth/forgot-password', { body: { username: 'nobody' } });
  assert.equal(answer.message, 'If that account exists, an administrator will see your request.');
});

test('a person gets at most 3 such mails an hour, and is not told of more', async (t) => {
  const { app, deliver, wish } = await start(t);
  for (const expected of [1, 1, 1, 0, 0]) {
    assert.equal((await wish()).message, MAILED);
    assert.equal((await deliver()).length, expected);
    app.clock.advance(60_000);
  }
  app.clock.advance(HOUR_MS - 4 * 60_000);
  await wish();
  assert.equal((await deliver()).length, 1);
});

test("a stranger's wish leaves an administrator's link as it is, and a new password ends both", async (t) => {
  const { signUp, marta, deliver, wish, check, reset } = await start(t);
  const ida = await signUp({ role: 'admin' });
  const made = await ida.call('POST /api/users/{id}/reset-link', { params: { id: marta.id } });
  await wish();
  const token = tokenOf((await deliver())[0]);
  assert.equal((await check(made.token)).username, marta.username);
  assert.equal((await check(token)).username, marta.username);
  await reset(made.token);
  assert.equal((await refusal(check(token))).code, 'reset_link_invalid');
});

test('a disabled account, an address that waits and a wish of before a pause get no link', async (t) => {
  const { app, signUp, marta, deliver, setEmail, wish } = await start(t);
  const nils = await signUp();
  await setEmail(nils, 'nils@example.com', nils.password);
  await deliver();
  await wish(nils.username);
  assert.deepEqual(await deliver(), []);
  await wish();
  app.clock.advance(10 * 60_000);
  assert.deepEqual(await deliver(), []);
  await app.database.pool.query('update users set is_active = false where id = $1', [marta.id]);
  await wish();
  assert.deepEqual(await deliver(), []);
});

test('a mailed link is in the audit log, without its secret', async (t) => {
  const { marta, deliver, wish, reset } = await start(t);
  await wish();
  const token = tokenOf((await deliver())[0]);
  const { entries } = await marta.call('GET /api/audit-log/own');
  assert.ok(entries.some(({ kind, action }) => kind === 'reset_link' && action === 'created'));
  assert.equal(JSON.stringify(entries).includes(token.slice(3)), false);
  await reset(token);
});

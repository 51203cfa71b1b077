import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailApp, tokenOf } from '../../testing/mail-app.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;

test('an address counts once its link was opened, and the one before is told', async (t) => {
  const { app, signUp, deliver, setEmail, confirm } = await startMailApp(t);
  const marta = await signUp();
  const read = () => marta.call('GET /api/account/email');
  assert.deepEqual(await read(), { has_mail: true, address: null, waiting: null });
  const since = app.clock.now().toISOString();
  const asked = await setEmail(marta, 'Marta@BÜCHER.example', marta.password);
  const first = 'Marta@xn--bcher-kva.example';
  assert.deepEqual(asked, { has_mail: true, address: null, waiting: { address: first, since } });
  const [mail, ...others] = await deliver();
  assert.match(mail?.source ?? '', /^To: Marta@xn--bcher-kva\.example\r$/m);
  assert.deepEqual(others, []);
  assert.deepEqual(await confirm(tokenOf(mail)), { username: marta.username, address: first });
  assert.deepEqual(await read(), { has_mail: true, address: first, waiting: null });
  assert.deepEqual(await deliver(), [], 'there was none to tell');

  await setEmail(marta, 'second@example.com', marta.password);
  assert.equal((await read()).address, first, 'it holds until the other one is confirmed');
  await confirm(tokenOf((await deliver())[0]));
  assert.equal((await read()).address, 'second@example.com');
  const [told] = await deliver();
  assert.deepEqual(
    [told?.recipients, told?.subject],
    [['Marta@bücher.example'], 'Your e-mail address was changed'],
  );

  await setEmail(marta, null, marta.password);
  assert.deepEqual(await read(), { has_mail: true, address: null, waiting: null });
  const [removed] = await deliver();
  assert.deepEqual(removed?.recipients, ['second@example.com']);
  assert.equal(removed?.subject, 'Your e-mail address was removed');
});

test('a link confirms once and within 24 hours, and a later one replaces it', async (t) => {
  const { app, signUp, deliver, setEmail, confirm } = await startMailApp(t);
  const marta = await signUp();
  const isInvalid = {
    status: 400,
    code: 'confirm_link_invalid',
    message: 'This link was used already, or it is incomplete. Ask for a new one in Settings.',
  };
  await setEmail(marta, 'marta@example.com', marta.password);
  const first = tokenOf((await deliver())[0]);
  // Again to the address that waits: without the password.
  await setEmail(marta, 'marta@example.com');
  await assert.rejects(confirm(first), isInvalid);
  const second = tokenOf((await deliver())[0]);
  app.clock.advance(24 * HOUR_MS);
  await assert.rejects(confirm(second), {
    code: 'confirm_link_expired',
    message: 'This link has expired. Ask for a new one in Settings.',
  });
  await setEmail(marta, 'marta@example.com');
  const third = tokenOf((await deliver())[0]);
  const settled = await Promise.allSettled([confirm(third), confirm(third)]);
  assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(confirm(third), isInvalid);
  await assert.rejects(confirm('pp_nothing'), isInvalid);
});

test('a mail that is tried again has the same link, and none once that was used', async (t) => {
  const { app, signUp, smtp, deliver, setEmail, confirm } = await startMailApp(t);
  const marta = await signUp();
  await setEmail(marta, 'marta@example.com', marta.password);
  const [mail] = await deliver();
  const again = () => app.database.pool.query('update mails set sent_at = null');
  await again();
  const [repeated] = await deliver();
  assert.equal(tokenOf(repeated), tokenOf(mail));
  assert.equal(repeated?.messageId, mail?.messageId);
  await confirm(tokenOf(mail));
  await again();
  assert.deepEqual(await deliver(), []);
  assert.equal(smtp.mails.length, 0);
});

test('a change needs the current password: a session alone changes nothing', async (t) => {
  const { app, signUp, deliver, setEmail, giveAddress } = await startMailApp(t);
  const marta = await signUp();
  await giveAddress(marta, 'marta@example.com');
  for (const email of ['thief@example.com', null]) {
    const without = await refusal(setEmail(marta, email));
    assert.deepEqual(without.body.fields, {
      current_password: 'Type your current password to change the address',
    });
    const wrong = await refusal(setEmail(marta, email, 'wrong'));
    assert.deepEqual(
      [wrong.status, wrong.body.fields],
      [400, { current_password: 'The current password is not right' }],
    );
  }
  assert.deepEqual(await deliver(), []);
  const { rows } = await app.database.pool.query('select kind from security_events order by id');
  const kinds = rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('email'));
  assert.deepEqual(kinds, ['email_asked', 'email_changed', 'email_change_failed', 'email_change_failed']);
});

test('the address that holds already takes back the one that waits', async (t) => {
  const { signUp, deliver, setEmail, confirm, giveAddress } = await startMailApp(t);
  const marta = await signUp();
  await giveAddress(marta, 'marta@example.com');
  await setEmail(marta, 'other@example.com', marta.password);
  const token = tokenOf((await deliver())[0]);
  assert.equal((await setEmail(marta, 'marta@example.com')).waiting, null);
  assert.deepEqual(await deliver(), []);
  assert.equal((await refusal(confirm(token))).code, 'confirm_link_invalid');
});

test('a change of the password makes the address void that waits', async (t) => {
  const { signUp, deliver, setEmail, confirm } = await startMailApp(t);
  const marta = await signUp();
  await setEmail(marta, 'thief@example.com', marta.password);
  const token = tokenOf((await deliver())[0]);
  await marta.call('PUT /api/auth/password', {
    body: { current_password: marta.password, new_password: 'raku-night' },
  });
  assert.equal((await refusal(confirm(token))).code, 'confirm_link_invalid');
  assert.equal((await marta.call('GET /api/account/email')).waiting, null);
});

test('what is not one plain address is refused at its field', async (t) => {
  const { signUp, deliver, setEmail } = await startMailApp(t);
  const marta = await signUp();
  for (const email of [
    'marta',
    'marta@example.com, bo@example.com',
    'marta@example.com\r\nBcc: bo@example.com',
    `marta@${'a.'.repeat(155)}com`,
    'мarta@example.com',
  ]) {
    const refused = await refusal(setEmail(marta, email, marta.password));
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.body.fields ?? {}), ['email'], email);
  }
  assert.deepEqual(await deliver(), []);
});

test('an address gets 3 confirmations a day from all accounts, and an account mails 10', async (t) => {
  const { app, signUp, deliver, setEmail } = await startMailApp(t);
  const [marta, nils] = [await signUp(), await signUp()];
  for (const user of [marta, nils, marta]) {
    await setEmail(user, 'Stranger@example.com', user.password);
    app.clock.advance(HOUR_MS);
  }
  const full = await refusal(setEmail(nils, 'sTRANGER@example.com', nils.password));
  assert.equal(full.status, 429);
  assert.equal(
    full.message,
    'At most 3 confirmations a day are mailed to an address. Please try again tomorrow.',
  );
  assert.equal(full.retryAfter, 21 * 3600);
  app.clock.advance(21 * HOUR_MS);
  await setEmail(nils, 'stranger@example.com', nils.password);
  await deliver();

  const olga = await signUp();
  for (let n = 0; n < 10; n += 1) await setEmail(olga, `olga${n}@example.com`, olga.password);
  const many = await refusal(setEmail(olga, 'olga10@example.com', olga.password));
  assert.equal(
    many.message,
    'At most 10 confirmations a day are mailed for an account. Please try again tomorrow.',
  );
  assert.equal((await olga.call('GET /api/account/email')).waiting?.address, 'olga9@example.com');
  assert.equal((await deliver()).length, 1, 'only the last link is worth a mail');
});

test('several accounts may have one address, and administrators see only that there is one', async (t) => {
  const { signUp, giveAddress } = await startMailApp(t);
  const [ida, marta, nils] = [await signUp({ role: 'admin' }), await signUp(), await signUp()];
  await giveAddress(marta, 'studio@example.com');
  await giveAddress(nils, 'studio@example.com');
  const answer = await ida.call('GET /api/users');
  const has = new Map(answer.users.map(({ id, has_email }) => [id, has_email]));
  assert.deepEqual(
    [ida.id, marta.id, nils.id].map((id) => has.get(id)),
    [false, true, true],
  );
  const log = await ida.call('GET /api/audit-log');
  assert.ok(log.entries.some(({ kind, action }) => kind === 'email_address' && action === 'changed'));
  assert.doesNotMatch(JSON.stringify([answer, log]), /studio@/);
});

test('no secret of a link is stored', async (t) => {
  const { app, signUp, deliver, setEmail } = await startMailApp(t);
  const marta = await signUp();
  await setEmail(marta, 'marta@example.com', marta.password);
  const stored = async () => {
    const tables = ['mails', 'mailed_links', 'email_addresses', 'audit_log', 'security_events'];
    const found = await Promise.all(tables.map((name) => app.database.pool.query(`select * from ${name}`)));
    return JSON.stringify(found.map(({ rows }) => rows));
  };
  const before = await stored();
  const token = tokenOf((await deliver())[0]);
  for (const text of [before, await stored()]) assert.equal(text.includes(token.slice(3)), false);
});

test('without mail nothing can be set', async (t) => {
  const app = await startTestApp(t);
  const marta = await app.signUp();
  assert.deepEqual(await marta.call('GET /api/account/email'), {
    has_mail: false,
    address: null,
    waiting: null,
  });
  const body = { email: 'marta@example.com', current_password: 'kiln-9000' };
  const refused = await refusal(marta.call('PUT /api/account/email', { body }));
  assert.deepEqual([refused.status, refused.message], [409, 'This server sends no mail.']);
});

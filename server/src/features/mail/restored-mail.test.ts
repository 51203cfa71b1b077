import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailApp, tokenOf } from '../../testing/mail-app.ts';
import { refusal } from '../../testing/refusal.ts';
import { backUp, restored, signInAgain } from '../../testing/restored.ts';

test('a restored copy mails nothing that is older, opens no link that was mailed, and mails what comes later', async (t) => {
  const { app, signUp, deliver, giveAddress, setEmail } = await startMailApp(t);
  const marta = await signUp();
  await giveAddress(marta, 'marta@example.com');
  const wish = (on = app) =>
    on.client()('POST /api/auth/forgot-password', { body: { username: marta.username } });
  await wish();
  const token = tokenOf((await deliver())[0]);
  // One waits to be looked at, one to be sent.
  await wish();
  await setEmail(marta, 'second@example.com', marta.password);
  const copy = await restored(t, app, await backUp(t, app));
  assert.deepEqual(await deliver(copy), []);
  const check = copy.client()('POST /api/auth/reset-password/check', { body: { token } });
  assert.equal((await refusal(check)).code, 'reset_link_invalid');

  await wish(copy);
  const [mail] = await deliver(copy);
  assert.deepEqual(mail?.recipients, ['marta@example.com']);
  const again = await signInAgain(copy, marta);
  const { address, waiting } = await again.call('GET /api/account/email');
  assert.deepEqual([address, waiting?.address], ['marta@example.com', 'second@example.com']);
  await again.call('PUT /api/account/email', { body: { email: 'second@example.com' } });
  assert.deepEqual((await deliver(copy))[0]?.recipients, ['second@example.com']);
});

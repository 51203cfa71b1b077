import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHardSite } from './hard-site.ts';

test('the hard site keeps what arrives, and refuses and limits as it is told', async (t) => {
  const site = await startHardSite();
  t.after(() => site.close());
  const signedIn = await fetch(`${site.url}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ user: 'me', secret: 'x' }),
    redirect: 'manual',
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const call = (path: string, text?: string, headers: Record<string, string> = { cookie }) =>
    fetch(`${site.url}${path}`, { headers, ...(text && { method: 'POST', body: JSON.stringify({ text }) }) });
  const thread = '/api/threads/anna';
  const send = (text: string) => call(`${thread}/messages`, text).then(({ status }) => status);

  assert.match(await (await call('/t/anna', undefined, {})).text(), /type="password"/);
  assert.equal((await call(thread, undefined, {})).status, 401);
  assert.equal((await call('/api/threads/nobody')).status, 404);
  assert.equal(await send('Hello\nAnna'), 201);
  site.answerWith('refuse');
  assert.equal(await send('refused'), 422);
  site.answerWith('limit');
  assert.equal(await send('limited'), 429);
  assert.deepEqual(site.delivered, [{ account: 'me', person: 'anna', text: 'Hello\nAnna' }]);
  const shown = (await (await call(thread)).json()) as { text: string }[];
  assert.equal(shown.length, 401);
  assert.equal(shown.at(-1)?.text, 'Hello\nAnna');
  assert.match(await (await call('/page.js')).text(), /ProseMirror/);
});

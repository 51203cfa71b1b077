import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrived } from './record.ts';
import { makeDataDir, post, startInbox, visit } from './testing/visitor.ts';

test('a message posted once is recorded once, exactly as written', async (t) => {
  const inbox = await startInbox(t);
  const text = '  Grüße 👩‍👩‍👧 <b>&amp;</b>\r\nsecond "line"\n';
  const answer = await post(inbox, 'me', 'anna', text);

  assert.equal(answer.status, 201);
  const recorded = (await (await fetch(`${inbox.url}/record`)).json()) as Arrived[];
  assert.equal(recorded.length, 1);
  assert.deepEqual({ ...recorded[0], at: '' }, { at: '', account: 'me', person: 'anna', text });
});

test('a message shows in its own thread only, escaped', async (t) => {
  const inbox = await startInbox(t);
  await post(inbox, 'me', 'anna', '<script>alert(1)</script>');

  assert.match(await (await visit(inbox, 'me', '/direct/anna')).text(), /&lt;script&gt;alert\(1\)/);
  assert.doesNotMatch(await (await visit(inbox, 'me', '/direct/bob')).text(), /alert\(1\)/);
  assert.doesNotMatch(await (await visit(inbox, 'somebody', '/direct/anna')).text(), /alert\(1\)/);
});

test('a restart keeps the threads, and nothing is recorded twice', async (t) => {
  const dataDir = await makeDataDir(t);
  const before = await startInbox(t, { dataDir });
  await post(before, 'me', 'anna', 'hello once');
  await before.close();

  const after = await startInbox(t, { dataDir });
  assert.equal(after.record().length, 1);
  assert.match(await (await visit(after, 'me', '/direct/anna')).text(), /hello once/);
  assert.match(await (await visit(after, 'me', '/')).text(), /hello once/);
});

test('a signed-out browser is sent to sign in and comes back to its page', async (t) => {
  const inbox = await startInbox(t);
  const turnedAway = await fetch(`${inbox.url}/direct/anna`, { redirect: 'manual' });
  assert.equal(turnedAway.headers.get('location'), '/sign-in?next=%2Fdirect%2Fanna');

  const signedIn = await signIn(inbox.url, { account: ' Me ', next: '/direct/anna' });
  assert.equal(signedIn.headers.get('location'), '/direct/anna');
  assert.match(signedIn.headers.get('set-cookie') ?? '', /^practice_account=me;.*Max-Age=31536000/);
});

test('signing in never leads to another site, and needs a name', async (t) => {
  const inbox = await startInbox(t);
  for (const next of ['//elsewhere.test', '/\\elsewhere.test', 'https://elsewhere.test']) {
    const answer = await signIn(inbox.url, { account: 'me', next });
    assert.equal(answer.headers.get('location'), '/');
  }
  assert.equal((await signIn(inbox.url, { account: '  ', next: '/' })).status, 400);
});

test('a message without a sign-in or without text is refused and not recorded', async (t) => {
  const inbox = await startInbox(t);
  const signedOut = await fetch(`${inbox.url}/direct/anna/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'hello' }),
  });
  assert.equal(signedOut.status, 401);
  assert.equal((await post(inbox, 'me', 'anna', ' \n ')).status, 400);
  assert.deepEqual(inbox.record(), []);
});

function signIn(url: string, form: { account: string; next: string }): Promise<Response> {
  return fetch(`${url}/sign-in`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

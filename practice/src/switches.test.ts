import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from './clock.ts';
import { makeDataDir, post, startInbox, turn, visit } from './testing/visitor.ts';

test('an unknown person is not found, cannot be written to, and stays unknown after a restart', async (t) => {
  const dataDir = await makeDataDir(t);
  const first = await startInbox(t, { dataDir });
  await turn(first, 'PUT /unknown/Nobody');
  await first.close();

  const inbox = await startInbox(t, { dataDir });
  const page = await visit(inbox, 'me', '/direct/nobody');
  assert.equal(page.status, 404);
  assert.match(await page.text(), /User not found/);
  assert.equal((await post(inbox, 'me', 'nobody', 'hello')).status, 404);
  assert.deepEqual(inbox.record(), []);

  await turn(inbox, 'DELETE /unknown/nobody');
  assert.equal((await visit(inbox, 'me', '/direct/nobody')).status, 200);
});

test('a name that breaks the rule for names is nobody', async (t) => {
  const inbox = await startInbox(t);
  assert.equal((await visit(inbox, 'me', '/direct/no%20body')).status, 404);
  assert.equal((await visit(inbox, 'me', `/direct/${'a'.repeat(31)}`)).status, 404);
});

test('an account blocked at opening meets the dialog instead of the thread', async (t) => {
  const inbox = await startInbox(t);
  await turn(inbox, 'PUT /blocked/me', { at: 'open' });

  const page = await visit(inbox, 'me', '/direct/anna');
  assert.equal(page.status, 429);
  assert.match(await page.text(), /Try again later/);
  assert.equal((await visit(inbox, 'other', '/direct/anna')).status, 200);
});

test('an account blocked at sending opens threads but nothing it posts arrives', async (t) => {
  const inbox = await startInbox(t);
  await turn(inbox, 'PUT /blocked/me', { at: 'send' });
  assert.equal((await visit(inbox, 'me', '/direct/anna')).status, 200);
  assert.equal((await post(inbox, 'me', 'anna', 'hello')).status, 429);
  assert.deepEqual(inbox.record(), []);

  await turn(inbox, 'DELETE /blocked/me');
  assert.equal((await post(inbox, 'me', 'anna', 'hello')).status, 201);
  assert.equal(inbox.record().length, 1);
});

test('an incoming message is unread until its thread is opened', async (t) => {
  const inbox = await startInbox(t);
  await turn(inbox, 'PUT /unread/me', { count: 2 });
  await turn(inbox, 'POST /incoming', { account: 'me', person: 'anna', text: 'are you there?' });
  assert.deepEqual(await (await visit(inbox, 'me', '/unread')).json(), { count: 3 });

  assert.match(await (await visit(inbox, 'me', '/direct/anna')).text(), /are you there\?/);
  assert.deepEqual(await (await visit(inbox, 'me', '/unread')).json(), { count: 2 });
  assert.deepEqual(await (await visit(inbox, 'other', '/unread')).json(), { count: 0 });

  await turn(inbox, 'PUT /unread/me', { count: 0 });
  assert.deepEqual(await (await visit(inbox, 'me', '/unread')).json(), { count: 0 });
});

test('a slow site waits as long as told, before the message is recorded and after it', async (t) => {
  const waits: { ms: number; recorded: number }[] = [];
  const clock: Clock = {
    now: () => new Date('2026-01-02T03:04:05Z'),
    sleep: async (ms) => void waits.push({ ms, recorded: inbox.record().length }),
  };
  const inbox = await startInbox(t, { clock, latency: { before_record_ms: 7000 } });
  await turn(inbox, 'PUT /latency', { after_record_ms: 9000 });
  await post(inbox, 'me', 'anna', 'hello');

  assert.deepEqual(waits, [
    { ms: 7000, recorded: 0 },
    { ms: 9000, recorded: 1 },
  ]);
});

test('closing in the middle of a slow answer confirms nothing and keeps what was recorded', async (t) => {
  const dataDir = await makeDataDir(t);
  const reached = Promise.withResolvers<void>();
  const clock: Clock = {
    now: () => new Date('2026-01-02T03:04:05Z'),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (ms === 0) return resolve();
        signal.addEventListener('abort', () => reject(signal.reason));
        reached.resolve();
      }),
  };
  const first = await startInbox(t, { dataDir, clock, latency: { after_record_ms: 60_000 } });
  const confirmed = post(first, 'me', 'anna', 'hello').then(
    (answer) => answer.ok,
    () => false,
  );
  await reached.promise;
  await first.close();
  assert.equal(await confirmed, false);

  const again = await startInbox(t, { dataDir });
  assert.deepEqual(
    again.record().map((it) => it.text),
    ['hello'],
  );
});

test('a switch turned to nonsense is refused', async (t) => {
  const inbox = await startInbox(t);
  await assert.rejects(turn(inbox, 'PUT /blocked/me', { at: 'never' }), /400/);
  await assert.rejects(turn(inbox, 'PUT /latency', { open_ms: -1 }), /400/);
  await assert.rejects(turn(inbox, 'PUT /unread/me', {}), /400/);
});

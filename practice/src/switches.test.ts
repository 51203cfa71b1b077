import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

test('a person unknown on sending has a thread and cannot be written to', async (t) => {
  const inbox = await startInbox(t);
  await turn(inbox, 'PUT /unknown_when_sending/Ghost');
  assert.equal((await visit(inbox, 'me', '/direct/ghost')).status, 200);
  assert.equal((await post(inbox, 'me', 'ghost', 'hello')).status, 404);
  assert.deepEqual(inbox.record(), []);

  await turn(inbox, 'DELETE /unknown_when_sending/ghost');
  assert.equal((await post(inbox, 'me', 'ghost', 'hello')).status, 201);
});

test('an account that was signed out has no session and cannot sign in until the switch is turned back', async (t) => {
  const inbox = await startInbox(t);
  const signIn = () =>
    fetch(`${inbox.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ account: 'Me', next: '/' }),
      redirect: 'manual',
    });
  await turn(inbox, 'PUT /signed_out/me');
  assert.equal(
    (await visit(inbox, 'me', '/direct/anna')).headers.get('location'),
    '/sign-in?next=%2Fdirect%2Fanna',
  );
  assert.equal((await post(inbox, 'me', 'anna', 'hello')).status, 401);
  assert.equal((await signIn()).status, 403);
  assert.deepEqual(inbox.record(), []);

  await turn(inbox, 'DELETE /signed_out/me');
  assert.equal((await signIn()).status, 303);
  assert.equal((await visit(inbox, 'me', '/direct/anna')).status, 200);
});

test('switches of an earlier version are read', async (t) => {
  const dataDir = await makeDataDir(t);
  const latency = { open_ms: 0, unread_ms: 0, before_record_ms: 0, after_record_ms: 0 };
  const answering = { one_in: 1, after_ms: 0 };
  const earlier = { unknown: ['nobody'], blocked: {}, latency, answering, incoming: [] };
  await writeFile(join(dataDir, 'switches.json'), JSON.stringify(earlier));
  const inbox = await startInbox(t, { dataDir });
  assert.equal((await visit(inbox, 'me', '/direct/nobody')).status, 404);
  assert.equal((await post(inbox, 'me', 'anna', 'hello')).status, 201);
});

test('a name that breaks the rule for names does not exist', async (t) => {
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

test('the inbox says what a person wrote last, and a look at the thread leaves it unread', async (t) => {
  let now = '2026-01-02T03:04:05.000Z';
  const inbox = await startInbox(t, { clock: { now: () => new Date(now), sleep: async () => {} } });
  const incoming = { account: 'me', person: 'anna', text: 'are you <there>?' };
  await turn(inbox, 'POST /incoming', incoming);
  now = '2026-01-02T03:05:00.000Z';
  await post(inbox, 'me', 'anna', 'Here I am');
  await post(inbox, 'me', 'bob', 'hello');

  const [anna = '', bob = ''] = (await (await visit(inbox, 'me', '/')).text())
    .split('<li ')
    .slice(1)
    .toSorted();
  assert.match(anna, /^data-person="anna">.*data-id="theirs-0">are you &lt;there&gt;\?<.*You: Here I am</s);
  assert.match(anna, /<time datetime="2026-01-02T03:04:05.000Z">/);
  assert.match(bob, /^data-person="bob">/);
  assert.doesNotMatch(bob, /<time|theirs/);

  const look = await (await visit(inbox, 'me', '/direct/anna?peek')).text();
  assert.match(look, /<li class="message theirs" data-id="theirs-0"><p class="text">are you/);
  assert.match(look, /<li class="message mine" data-id="own-0">/);
  assert.deepEqual(await (await visit(inbox, 'me', '/unread')).json(), { count: 1 });
  await visit(inbox, 'me', '/direct/anna');
  assert.deepEqual(await (await visit(inbox, 'me', '/unread')).json(), { count: 0 });
});

test('some of the recipients answer after a while, always the same ones', async (t) => {
  let time = Date.parse('2026-01-02T03:04:05Z');
  const clock: Clock = { now: () => new Date(time), sleep: async () => {} };
  const inbox = await startInbox(t, { clock });
  const unread = async () =>
    ((await (await visit(inbox, 'me', '/unread')).json()) as { count: number }).count;
  const people = Array.from({ length: 30 }, (_, index) => `friend.${index}`);
  for (const person of people) await post(inbox, 'me', person, 'hello');
  await turn(inbox, 'PUT /answering', { one_in: 5, after_ms: 20_000 });
  for (const person of people) await post(inbox, 'me', person, 'hello again');
  time += 19_999;
  assert.equal(await unread(), 0);
  time += 1;
  const answers = await unread();
  assert.ok(answers > 0 && answers < 15, `${answers} of 30 answered`);
  const page = await (await visit(inbox, 'me', '/')).text();
  const [, person] = /href="\/direct\/(friend\.\d+)" class="thread unread"/.exec(page) ?? [];
  await visit(inbox, 'me', `/direct/${person}`);
  assert.equal(await unread(), answers - 1);
});

test('one in so many of those who answer says stop', async (t) => {
  const inbox = await startInbox(t);
  await turn(inbox, 'PUT /answering', { one_in: 1, after_ms: 0, stop_one_in: 3 });
  const people = Array.from({ length: 30 }, (_, index) => `friend.${index}`);
  for (const person of people) await post(inbox, 'me', person, 'hello');
  const page = await (await visit(inbox, 'me', '/')).text();
  const said = [...page.matchAll(/class="preview theirs" data-id="theirs-0">([^<]*)</g)].map(
    ([, text = '']) => text,
  );
  assert.equal(said.length, 30);
  const stops = said.filter((text) => /\bstop\b/i.test(text));
  assert.ok(stops.length > 0 && stops.length < 15, `${stops.length} of 30 said stop`);
  assert.ok(new Set(stops).size > 1, 'All said stop in the same words.');
});

test('a slow site waits as configured, before the message is recorded and after it', async (t) => {
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

for (const { slow, recorded } of [
  { slow: 'before_record_ms', recorded: [] },
  { slow: 'after_record_ms', recorded: ['hello'] },
]) {
  test(`closing during ${slow} confirms nothing and keeps what was recorded`, async (t) => {
    const dataDir = await makeDataDir(t);
    const reached = Promise.withResolvers<void>();
    const clock: Clock = {
      now: () => new Date('2026-01-02T03:04:05Z'),
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (ms === 0) return resolve();
          signal?.addEventListener('abort', () => resolve());
          reached.resolve();
        }),
    };
    const first = await startInbox(t, { dataDir, clock, latency: { [slow]: 60_000 } });
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
      recorded,
    );
  });
}

test('an invalid value of a switch is refused', async (t) => {
  const inbox = await startInbox(t);
  await assert.rejects(turn(inbox, 'PUT /blocked/me', { at: 'never' }), /400/);
  await assert.rejects(turn(inbox, 'PUT /latency', { open_ms: -1 }), /400/);
  await assert.rejects(turn(inbox, 'PUT /unread/me', {}), /400/);
  await assert.rejects(turn(inbox, 'PUT /answering', { one_in: 5 }), /400/);
});

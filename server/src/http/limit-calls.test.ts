import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { startTestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const LONG = 70_000;

async function start(t: TestContext) {
  const opened: ClientRequest[] = [];
  // Before the server ends, which waits for running calls.
  t.after(() => {
    for (const sent of opened) sent.destroy();
  });
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  /** Sends the head of a call, and the given part of its body. */
  const open = (name: string, { length, body = '' }: { length?: number; body?: string } = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const sent = request(app.url + path, {
      method,
      headers: { ...headers, 'content-length': length ?? Buffer.byteLength(body) },
    });
    opened.push(sent);
    sent.on('error', () => {});
    sent.flushHeaders();
    if (body !== '') sent.write(body);
    return sent;
  };
  const remove = `DELETE /api/lists/${list.id}`;
  return { app, user, list, open, remove };
}

/** Undefined if the connection is cut. */
async function statusOf(sent: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sent, 'response').catch(() => [])) as [IncomingMessage?];
  response?.resume();
  return response?.statusCode;
}

test('a call that waits for its turn waits before its body is read', async (t) => {
  const { app, user, open, remove } = await start(t);
  const { answers } = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const working = Array.from({ length: 8 }, () => statusOf(open(remove)));
    await waitForLockWaits(app.database, 8);
    const waiting = Array.from({ length: 201 }, () => open('POST /api/templates', { length: 100 }));
    // No body was sent: the excess call is still refused.
    assert.equal(await Promise.race(waiting.map(statusOf)), 429);
    return { answers: working };
  });
  assert.deepEqual((await Promise.all(answers)).sort(), [200, 404, 404, 404, 404, 404, 404, 404]);
  // The waiting ones are read now, eight at a time.
  await until('bodies that are read', () => app.clock.sleeping === 8);
});

test('a caller who hangs up makes no room for more of the same work', async (t) => {
  const { app, user, open, remove } = await start(t);
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const working = Array.from({ length: 8 }, () => open(remove));
    await waitForLockWaits(app.database, 8);
    const gone = Promise.all(working.map((sent) => new Promise((resolve) => sent.once('close', resolve))));
    for (const sent of working) sent.destroy();
    await gone;
    const more = Array.from({ length: 201 }, () => statusOf(open(remove)));
    assert.equal(await Promise.race(more), 429);
  });
});

test('long bodies of a user are read one at a time, five wait unread, and more are refused', async (t) => {
  const { app, user, open } = await start(t);
  const firefox = { detected: false, executable: null, version: null, profiles_dir: null, error: null };
  const report = JSON.stringify({ firefox, profiles: [], open: [], drivers: ['own'] }).padEnd(LONG);
  const { reported, waiting } = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const reported = statusOf(open('PUT /api/agent/machine', { body: report }));
    await waitForLockWaits(app.database, 1);
    const waiting = Array.from({ length: 6 }, () => open('POST /api/campaigns', { length: LONG }));
    assert.equal(await Promise.race(waiting.map(statusOf)), 429);
    assert.equal(app.clock.sleeping, 0, 'one that waits is not read');
    // A short one of the same call does not wait for them.
    assert.equal(await statusOf(open('POST /api/campaigns', { body: '{' })), 400);
    return { reported, waiting };
  });
  assert.equal(await reported, 200);
  await until('the next one', () => app.clock.sleeping === 1);
  for (const sent of waiting) sent.destroy();
  const next = open('PUT /api/agent/machine', { body: report });
  assert.equal(await statusOf(next), 200);
});

test('a poll with a long body delays no other call once it is read', async (t) => {
  const { app, open } = await start(t);
  const poll = JSON.stringify({ capacity: 1, wait_seconds: 50, profile_paths: ['/p'] }).padEnd(LONG);
  const statuses: (number | undefined)[] = [];
  for (let count = 0; count < 2; count += 1)
    void statusOf(open('POST /api/agent/work', { body: poll })).then((status) => statuses.push(status));
  await until('two polls', () => app.deps.nudges.waiting === 2);
  await until('both answers', () => {
    // A poll begins to wait a moment after it listens.
    app.clock.advance(50_000);
    return statuses.length === 2;
  });
  assert.deepEqual(statuses, [200, 200]);
});

test('do-not-contact pastes of a user are read one at a time too', async (t) => {
  const { app, open } = await start(t);
  const paste = JSON.stringify({ recipients: ['lena.hartog'] });
  const { first } = await rolledBack(app.database, async (client) => {
    await client.query('lock table do_not_contact in access exclusive mode');
    const first = statusOf(open('POST /api/do-not-contact/bulk', { body: paste }));
    await waitForLockWaits(app.database, 1);
    const waiting = Array.from({ length: 6 }, () => open('POST /api/do-not-contact/bulk', { length: LONG }));
    assert.equal(await Promise.race(waiting.map(statusOf)), 429);
    return { first };
  });
  assert.equal(await first, 200);
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { IMPORT_THREAD } from './import-thread.ts';

// Long enough to be read in a thread.
const MANY = Array.from({ length: 20_000 }, (_, n) => `somebody.in.a.long.list.${n}`);

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const load = (recipients: string[], signal?: AbortSignal) =>
    user.call('POST /api/recipients/bulk', {
      body: { recipients, list_id: list.id },
      ...(signal && { signal }),
    });
  const check = (recipients: string[]) =>
    user.call('POST /api/recipients/bulk/check', { body: { recipients, list_id: list.id } });
  const pending = async () =>
    (await user.call('GET /api/lists/{id}', { params: { id: list.id } })).list.pending;
  return { app, user, list, load, check, pending };
}

const IDLE_MS = 5 * 60_000;

/** How many imports are open in the thread: each has a port in this process. */
const openImports = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;

test('a long import is reported line by line, like a short one', async (t) => {
  const { app, user, list, load, check, pending } = await start(t);
  const lines = ['@Lena', '', 'two words', 'LENA', ...MANY, 'lena', 'ö', MANY[7]?.toUpperCase() ?? ''];
  const report = {
    added: 20_001,
    duplicates: 3,
    already_there: 0,
    invalid: 2,
    blocked: 0,
    errors: [
      { line: 3, value: 'two words', reason: 'has a space' },
      { line: 20_006, value: 'ö', reason: 'has a character that usernames cannot have' },
    ],
  };
  assert.deepEqual(await check(lines), report);
  assert.equal(await pending(), 0);
  assert.deepEqual(await load(lines), report);
  assert.equal(await pending(), 20_001);
  await user.call('POST /api/do-not-contact/bulk', { body: { recipients: ['lena', MANY[19_999] ?? ''] } });
  assert.deepEqual((await check(lines)).blocked_lines, [1, 20_004]);
  await app.database.pool.query('delete from do_not_contact');
  // In line, and by ids, which is the order in which they were added; also where some of them are there already.
  const more = MANY.map((_, n) => `somebody.else.${n}`);
  await load(['@first', MANY[3] ?? '', ...more]);
  const inLine = ['lena', ...MANY];
  const after = ['first', ...more];
  const names = async (order: string) => {
    const text = `select recipient from recipients where list_id = $1 order by ${order}`;
    const { rows } = await app.database.pool.query(text, [list.id]);
    return rows.map(({ recipient }) => recipient);
  };
  assert.deepEqual(await names('position'), [...inLine, ...after]);
  assert.deepEqual(await names('id'), [...inLine, ...after]);
  assert.equal(openImports(), 0);
});

test('a long body is refused like a short one', async (t) => {
  const { app, user, list, load } = await start(t);
  const post = async (body: string) => {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${app.url}/api/recipients/bulk`, { method: 'POST', headers, body });
    return { status: answer.status, ...((await answer.json()) as { error: string; fields?: object }) };
  };
  const body = JSON.stringify({ recipients: MANY, list_id: list.id });
  const notJson = { status: 400, error: 'The body is not valid JSON.' };
  assert.deepEqual(await post(body.replace('list.9999"', 'list.9999')), notJson);
  assert.deepEqual(await post(body.slice(0, -1)), notJson);
  const numbers = JSON.stringify({ recipients: [...MANY, 1], list_id: list.id });
  const noText = 'Each recipient must be a text';
  assert.deepEqual(await post(numbers), { status: 400, error: noText, fields: { recipients: noText } });
  const { status, fields } = await post(JSON.stringify({ recipients: MANY }));
  assert.deepEqual([status, Object.keys(fields ?? {})], [400, ['list_id']]);
  assert.equal((await load(MANY)).added, 20_000);
});

test('a line of megabytes is one bad line, however it is cut on its way', async (t) => {
  const { load } = await start(t);
  const line = 'kiln,"'.repeat(400_000);
  const report = await load(['lena', line, 'maja']);
  assert.equal(report.added, 2);
  assert.deepEqual(
    report.errors.map((error) => [error.line, error.value]),
    [[2, line.slice(0, 200)]],
  );
});

test('a long import is made though its caller has gone', async (t) => {
  const { app, load, pending } = await start(t);
  const gone = new AbortController();
  await rolledBack(app.database, async (client) => {
    await client.query('lock table lists in access exclusive mode');
    const loading = load(MANY, gone.signal);
    await waitForLockWaits(app.database, 1);
    gone.abort();
    await assert.rejects(loading);
  });
  await until('all names', async () => (await pending()) === MANY.length);
  await until('an import that is let go of', () => openImports() === 0);
});

test('nothing stays of a long body that is broken off', async (t) => {
  const { app, user, load } = await start(t);
  const headers = {
    authorization: `Bearer ${user.token}`,
    'content-type': 'application/json',
    'content-length': 1_000_000,
  };
  const sent = request(`${app.url}/api/recipients/bulk`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.write(`{"recipients":["lena",${'"maja",'.repeat(20_000)}`);
  await until('an import that is read', () => openImports() === 1);
  sent.destroy();
  await until('an import that is let go of', () => openImports() === 0);
  assert.equal((await load(MANY)).added, 20_000);
});

test('a thread that nobody needed for five minutes ends, and the next import has another one', async (t) => {
  const { app, load, check } = await start(t);
  // Servers of other tests have theirs.
  const others = await countThreads();
  const asleep = app.clock.sleepingFor(IDLE_MS);
  assert.equal((await check(MANY)).added, 20_000);
  await until('an import that is let go of', () => app.clock.sleepingFor(IDLE_MS) > asleep);
  app.clock.advance(IDLE_MS - 1);
  assert.equal(await countThreads(), others + 1);
  app.clock.advance(1);
  await until('a thread that has ended', async () => (await countThreads()) === others);
  assert.equal((await load(MANY)).added, 20_000);
  assert.equal(await countThreads(), others + 1);
});

/** How many threads of this process read imports, by their name. */
async function countThreads(): Promise<number> {
  const tasks = '/proc/self/task';
  const names = await Promise.all(
    (await readdir(tasks)).map((id) => readFile(`${tasks}/${id}/comm`, 'utf8').catch(() => '')),
  );
  return names.filter((name) => name.trim() === IMPORT_THREAD).length;
}

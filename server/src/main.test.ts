import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startMailServer } from './testing/mail-server.ts';
import { startServerProcess } from './testing/server-process.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { until } from './testing/until.ts';

const isWindows = process.platform === 'win32';
// Stands for a bug in the server, because no call can make it throw outside of a handler.
const FAIL_ON_SIGNAL = `data:text/javascript,
  process.on('SIGUSR2', () => { throw new Error('a bug in a callback'); });
  process.on('SIGALRM', () => { Promise.reject(new Error('a bug that nobody awaits')); });`;

async function startServer(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const { address, pool, drop } = await createTestDatabase();
  t.after(drop);
  const server = await startServerProcess(t, { address, preload: [FAIL_ON_SIGNAL], env });
  return { ...server, pool };
}

for (const [signal, bug] of [
  ['SIGUSR2', 'a bug in a callback'],
  ['SIGALRM', 'a bug that nobody awaits'],
] as const) {
  test(`${bug} is logged, and the server closes and ends with 1`, { skip: isWindows }, async (t) => {
    const { child, url, said, ended, lastLine } = await startServer(t);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    child.kill(signal);
    assert.equal(await ended, 1);
    await lastLine;
    const log = said.join('\n');
    assert.match(
      log,
      /error: The server ends: an error was not caught, and what it left behind is unknown\./,
    );
    assert.match(log, new RegExp(bug));
    assert.match(log, /The server is closed\.$/);
  });
}

test('an address on which the server cannot listen gives a sentence that names the setting', async (t) => {
  const { url } = await startServer(t);
  const { port } = new URL(url);
  const refused = (env: NodeJS.ProcessEnv, sentence: string) =>
    assert.rejects(startServer(t, env), ({ message }) => {
      assert.ok(message.includes(`error: ${sentence}\nThe server is closed.`), message);
      return true;
    });
  await refused({ PORT: port }, `Port ${port} is taken by another program. Set PORT to a free one.`);
  // An address reserved for documentation, so no machine has it.
  await refused(
    { HOST: '192.0.2.1' },
    '192.0.2.1 is no address of this machine. Set HOST to one, or leave it out.',
  );
});

test("a server survives the end of its log's reader", { skip: isWindows }, async (t) => {
  const { child, url, pool, ended } = await startServer(t);
  child.stdout?.destroy();
  await pool.query('alter table users rename to users_of_before');
  for (let count = 0; count < 3; count += 1) {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'anna', password: 'lantern-hill-42' }),
    });
    assert.equal(answer.status, 500);
  }
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('a mail server that does not answer delays neither calls nor the end of the server', {
  skip: isWindows,
}, async (t) => {
  const smtp = await startMailServer(t);
  smtp.answer = 'none';
  const { child, url, said, pool, ended } = await startServer(t, {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'pigeonpost@news.example.com',
    PUBLIC_URL: 'http://127.0.0.1:3000',
  });
  await pool.query(`
    insert into mails (user_id, to_address, kind, values, message_id, epoch, created_at, due_at)
    select users.id, 'marta@example.com', 'email_changed', '{"username": "marta", "is_removed": true}', gen_random_uuid(),
      greatest(users.epoch, server_identity.epoch), now(), now()
    from users, server_identity`);
  await until(
    'a mail under way',
    async () => (await pool.query('select from mails where tries = 1')).rowCount === 1,
  );
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  const { rows } = await pool.query('select tries, sent_at, error from mails');
  assert.deepEqual(rows, [{ tries: 1, sent_at: null, error: null }]);
  assert.doesNotMatch(said.join('\n'), /marta@/);
});

for (const LOG_FORMAT of ['text', 'json']) {
  test(`a call that fails names itself in the answer and in a log of ${LOG_FORMAT}`, async (t) => {
    const { child, url, said, pool, lastLine } = await startServer(t, { LOG_FORMAT });
    await pool.query('alter table users rename to users_of_before');
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'anna', password: 'lantern-hill-42' }),
    });
    assert.equal(answer.status, 500);
    const { error, request_id } = (await answer.json()) as { error: string; request_id: string };
    assert.equal(error, 'Something went wrong on our side. Please try again.');
    child.kill('SIGTERM');
    await lastLine;
    if (LOG_FORMAT === 'text') {
      assert.ok(said.includes(`error: A call failed. (request ${request_id})`), said.join('\n'));
      return;
    }
    const entries = said.map((line) => JSON.parse(line));
    const { level, time, msg, err } = entries.find((entry) => entry.request_id === request_id);
    assert.deepEqual([level, msg], ['error', 'A call failed.']);
    assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.match(err.stack, /relation "users" does not exist/);
  });
}

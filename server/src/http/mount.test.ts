import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import type { ZodObject } from 'zod';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { databaseUrl, withClient } from '../testing/template-database.ts';
import { startTestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const everyCall = Object.entries(calls as Record<string, CallDefinition>).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ');
  const address = path
    .replace('{token}', '6f0b9a5e-4a53-4c1e-9b43-2a0a4a7f3c11')
    .replace(/\{\w+\}/g, '999999');
  return { name, method, address, call };
});

test('every call of the contract is mounted and, except public ones, checks the token before anything else', async (t) => {
  const { url } = await startTestApp(t);
  for (const { name, method, address, call } of everyCall) {
    const body = method === 'GET' ? null : 'this is no JSON';
    const response = await fetch(url + address, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    });
    const answer = (await response.json()) as { error: string };
    assert.notEqual(answer.error, 'Not found', name);
    assert.equal(response.status, call.access === 'public' ? 400 : 401, name);
    assert.deepEqual(Object.keys(answer), ['error'], name);
  }
});

test('a user may not make calls of administrators, nor of subscribers once expired', async (t) => {
  const app = await startTestApp(t);
  const expired = await app.signUp({ subscriptionDays: -1 });
  const headers = { authorization: `Bearer ${expired.token}` };
  for (const { name, method, address, call } of everyCall) {
    if (call.access !== 'subscriber' && call.access !== 'admin') continue;
    const response = await fetch(app.url + address, { method, headers });
    assert.equal(response.status, 403, name);
    if (call.access === 'subscriber')
      assert.deepEqual(
        await response.json(),
        { error: 'Subscription expired. Please renew to continue.' },
        name,
      );
  }
});

test("bad input is answered with every field's error, never a 500", async (t) => {
  const app = await startTestApp(t);
  const [user, admin] = [await app.signUp(), await app.signUp({ role: 'admin' })];
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"name":{},"list_id":"x","id":[]}',
    `{"a":"${'x'.repeat(2000)}"}`,
  ];
  for (const { name, method, address, call } of everyCall) {
    if (method === 'GET' || name.endsWith('/logout')) continue;
    const { token } = call.access === 'admin' ? admin : user;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const body of bodies) {
      const response = await fetch(app.url + address, { method, headers, body });
      assert.ok(response.status < 500, `${name} answered ${response.status} to ${body.slice(0, 40)}`);
      if (!response.ok)
        assert.equal(typeof ((await response.json()) as { error: string }).error, 'string', name);
    }
  }
});

test('an unknown address, a body too large and a wrong content type have exact bodies', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const headers = { authorization: `Bearer ${user.token}` };
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(app.url + path, { ...init, headers: { ...headers, ...init.headers } });
    return { status: response.status, body: await response.json() };
  };
  for (const path of ['/api/nothing', '/api?x=1', '/api'])
    assert.deepEqual(await ask(path, {}), { status: 404, body: { error: 'Not found' } }, path);
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' } };
  assert.deepEqual(await ask('/api/settings', { ...put, body: `"${'x'.repeat(1024 * 1024)}"` }), {
    status: 413,
    body: { error: 'This is too large to be taken in one call.' },
  });
  const body = '{"recipients":["lena"],"list_id":1}';
  for (const kind of ['text/x', 'text/plain'])
    for (const path of ['/api/templates', '/api/recipients/bulk'])
      assert.deepEqual(
        await ask(path, { method: 'POST', body, headers: { 'content-type': kind } }),
        { status: 415, body: { error: 'Send JSON, with the content type application/json.' } },
        `${kind} ${path}`,
      );
  // Node refuses this before it is a request of the framework.
  for (const [length, status] of Object.entries({ 9000: 414, 20000: 431 }))
    assert.deepEqual(await ask(`/api/lists/${'1'.repeat(Number(length))}`, {}), {
      status,
      body: { error: 'This address is too long.' },
    });
});

test('the reference describes every call, and the health check answers', async (t) => {
  const { url } = await startTestApp(t);
  const document = await (await fetch(`${url}/api/docs/openapi.json`)).json();
  const { paths } = document as { paths: Record<string, Record<string, object>> };
  for (const { name } of everyCall) {
    const [method = '', path = ''] = name.split(' ');
    assert.ok(paths[path]?.[method.toLowerCase()], name);
  }
  const page = await fetch(`${url}/api/docs`);
  assert.match(await page.text(), /swagger-ui-bundle/);
  assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { status: 'ok' });
  assert.deepEqual(await (await fetch(`${url}/readyz`)).json(), { status: 'ready' });
});

test('a server is ready while every connection is busy, and lives while its database is away', async (t) => {
  const { url, database } = await startTestApp(t);
  const busy = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return { status: response.status, body: await response.json() };
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
  for (const client of busy) client.release();
  for (const answer of answers) assert.deepEqual(answer, { status: 200, body: { status: 'ready' } });
  const { connectionString = '' } = database.address;
  // From another database: a connection cannot close its own.
  await withClient(databaseUrl(connectionString, 'postgres'), (client) =>
    client.query(
      `alter database ${new URL(connectionString).pathname.slice(1)} with allow_connections false`,
    ),
  );
  assert.deepEqual(await ask('/readyz'), {
    status: 503,
    body: { error: 'The database is not available. Please try again in a moment.' },
  });
  assert.deepEqual(await ask('/healthz'), { status: 200, body: { status: 'ok' } });
});

test('a database that is away is 503, and every call works again when it is back', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { connectionString = '' } = app.database.address;
  const name = new URL(connectionString).pathname.slice(1);
  const onCluster = (query: string) =>
    withClient(databaseUrl(connectionString, 'postgres'), async (client) => void (await client.query(query)));
  await onCluster(`alter database ${name} with allow_connections false`);
  await onCluster(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  const away = await user.call('GET /api/templates').catch((error) => error);
  assert.deepEqual([away.status, away.retryAfter], [503, 5]);
  await onCluster(`alter database ${name} with allow_connections true`);
  assert.deepEqual((await user.call('GET /api/templates')).templates, []);
  await user.call('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
});

test('a full disk of the database gives a sentence, and nothing is changed', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  // PostgreSQL's own error, in the middle of a transaction.
  await app.database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger refuse after insert on templates execute function refuse()`);
  const full = await user
    .call('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } })
    .catch((error) => error);
  assert.equal(full.status, 507);
  assert.match(full.message, /^The disk of the database is full, and nothing was changed\./);
  await app.database.pool.query('drop trigger refuse on templates; drop function refuse()');
  assert.deepEqual((await user.call('GET /api/templates')).templates, []);
});

test('a wait for a lock, or a statement, that takes too long is ended with a sentence', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const remove = () => refusal(user.call('DELETE /api/lists/{id}', { params: { id: list.id } }));
    const waiting = remove();
    const canceled = remove();
    await waitForLockWaits(app.database, 2);
    await app.database.pool.query(
      `select pg_cancel_backend(min(pid)) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    const errors = await Promise.all([waiting, canceled]);
    assert.deepEqual(
      errors.map(({ status, retryAfter, message }) => `${status} ${retryAfter} ${message}`).sort(),
      [
        '503 5 Something else of yours is being changed at this moment. Please try again in a moment.',
        '503 5 This took too long and was given up. Please try again in a moment.',
      ],
    );
  });
});

test('one user whose calls all wait for a lock keeps no other user from the database', async (t) => {
  const app = await startTestApp(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const { list } = await marta.call('POST /api/lists', { body: { name: 'People' } });
  const headers = { authorization: `Bearer ${marta.token}` };
  const { outcomes } = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [marta.id]);
    // Not by the client, which gives a call up after 10 seconds: on a busy machine their turns take longer.
    let answered = 0;
    const remove = async () => {
      const { status } = await fetch(`${app.url}/api/lists/${list.id}`, { method: 'DELETE', headers });
      answered++;
      return status;
    };
    const outcomes = Promise.all(Array.from({ length: 300 }, remove));
    await waitForLockWaits(app.database, 8);
    assert.deepEqual((await nils.call('GET /api/lists')).lists, []);
    // All have arrived: eight at work, two hundred in line.
    await until('refusals', () => answered === 92);
    return { outcomes };
  });
  const statuses = await outcomes;
  const count = (status: number) => statuses.filter((one) => one === status).length;
  assert.deepEqual([count(200), count(404), count(429)], [1, 207, 92]);
});

test('a text that cannot be stored as it is is refused in every field, and never a 500', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ pack: 'pro' });
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  const bodies = (text: string) => ({
    'POST /api/auth/login': { username: text, password: text },
    'POST /api/auth/forgot-password': { username: text },
    'PUT /api/auth/profile': { time_zone: text },
    'POST /api/templates': { name: text, content: text },
    'POST /api/lists': { name: text, description: text },
    'POST /api/profiles': { profile_path: `/p/${text}`, profile_name: 'north', insta_username: text },
    'POST /api/profiles/open': { profile_path: text },
    'POST /api/do-not-contact': { recipient: text },
    'POST /api/agent/enrol': { machine_name: text, platform: text, agent_version: text },
    'POST /api/agent/work': { capacity: 1, wait_seconds: 0, profile_paths: [text] },
    'PUT /api/agent/machine': {
      firefox: { detected: true, executable: text, version: text, profiles_dir: text, error: text },
      profiles: [
        { name: text, directory_name: text, path: `C:\\ud800\\${text}`, size_mb: 1, is_default: false },
      ],
      open: [text],
      drivers: [text],
    },
  });
  const ask = async (name: string, body: unknown) => {
    const [method = '', path = ''] = name.split(' ');
    const response = await fetch(app.url + path, { method, headers, body: JSON.stringify(body) });
    return response.status;
  };
  for (const [name, body] of Object.entries(bodies('a\u0000b')))
    assert.equal(await ask(name, body), 400, name);
  for (const text of ['a\ud800b', 'a\uffffb', 'a\ufffeb', 'a\ufdd0b', 'a\u{1ffff}b'])
    for (const [name, body] of Object.entries(bodies(text))) {
      const isOfMachine = ['POST /api/agent/work', 'PUT /api/agent/machine'].includes(name);
      const status = await ask(name, body);
      assert.ok(isOfMachine ? status < 500 : status === 400, `${name}: ${status}`);
    }
  const searched = await fetch(`${app.url}/api/lists?search=%00`, { headers });
  assert.equal(searched.status, 400);
  const error = 'This text contains a character that cannot be stored. Please remove it.';
  assert.deepEqual(await searched.json(), { error, fields: { search: error } });
});

test('a call without a body may say that it is JSON', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  const closed = await fetch(`${app.url}/api/profiles/close-all`, { method: 'POST', headers });
  assert.deepEqual([closed.status, await closed.json()], [200, { closed: 0 }]);
  const nameless = await fetch(`${app.url}/api/lists`, { method: 'POST', headers, body: '' });
  assert.equal(((await nameless.json()) as { error: string }).error, 'List name is required');
});

test('an empty value in an address counts as left out', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp({ role: 'admin' });
  const answer = async (address: string) => {
    const response = await fetch(app.url + address, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: await response.json() };
  };
  const asked = everyCall.filter(
    ({ method, call }) => method === 'GET' && call.query && call.access !== 'agent',
  );
  assert.ok(asked.length > 5);
  for (const { name, address, call } of asked) {
    const keys = Object.keys((call.query as ZodObject).shape);
    const empty = keys.map((key) => `${key}=`).join('&');
    assert.deepEqual(await answer(`${address}?${empty}`), await answer(address), name);
  }
});

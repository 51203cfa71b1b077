import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import { startTestApp } from './testing/test-app.ts';

const everyCall = Object.entries(calls as Record<string, CallDefinition>).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ');
  const address = path
    .replace('{token}', '6f0b9a5e-4a53-4c1e-9b43-2a0a4a7f3c11')
    .replace(/\{\w+\}/g, '999999');
  return { name, method, address, call };
});

test('every call of the contract is mounted and, but for the public ones, asks for a token before anything else', async (t) => {
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

test('a user may not make the calls of administrators, nor of subscribers once expired', async (t) => {
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

test("bad input is answered with every field's fault, never a 500", async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
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
    if (call.access === 'admin' || method === 'GET' || name.endsWith('/logout')) continue;
    for (const body of bodies) {
      const response = await fetch(app.url + address, { method, headers, body });
      assert.ok(response.status < 500, `${name} answered ${response.status} to ${body.slice(0, 40)}`);
      if (!response.ok)
        assert.equal(typeof ((await response.json()) as { error: string }).error, 'string', name);
    }
  }
});

test('an address of no call, a body too large and a wrong content type have exact bodies', async (t) => {
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
  assert.deepEqual(
    await ask('/api/settings', { method: 'PUT', body: 'a=1', headers: { 'content-type': 'text/x' } }),
    {
      status: 415,
      body: { error: 'Send JSON, with the content type application/json.' },
    },
  );
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
});

test('a text that the database cannot keep is 400 wherever it is said, and half a pair of surrogates is taken', async (t) => {
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
    assert.ok([400, 401].includes(await ask(name, body)), name);
  for (const [name, body] of Object.entries(bodies('a\ud800b')))
    assert.ok((await ask(name, body)) < 500, name);
  const searched = await fetch(`${app.url}/api/lists?search=%00`, { headers });
  assert.equal(searched.status, 400);
  assert.deepEqual(await searched.json(), {
    error: 'This text holds a character that cannot be kept. Please remove it.',
  });
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

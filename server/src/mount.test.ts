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
  assert.deepEqual(await ask('/api/nothing', {}), { status: 404, body: { error: 'Not found' } });
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

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { io } from 'socket.io-client';
import { startTestApp } from '../testing/test-app.ts';

interface Asked {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Unlike fetch it can send any Host. */
async function ask(url: string, { path = '/api/auth/profile', method = 'GET', headers = {}, body }: Asked) {
  const sent = request(url + path, { method, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  return { status: response.statusCode, headers: response.headers, text };
}

async function firstLine(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(head);
  const [text] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return text.split('\r\n')[0] ?? '';
}

const WRONG_HOST = {
  error: 'This server does not answer under this name. If it is right, add it to HOSTS on the server.',
};
const WRONG_ORIGIN = {
  error:
    'This call comes from a page of another site. If it is your own, add its name to HOSTS on the server.',
};

test('the server answers under its own addresses, and under those of HOSTS', async (t) => {
  const { url } = await startTestApp(t, { hosts: ['pigeons.example.com', 'mapped.test:8080'] });
  const { port } = new URL(url);
  const known = ['localhost', '127.0.0.1', '[::1]', 'LocalHost'].map((name) => `${name}:${port}`);
  for (const host of [...known, 'pigeons.example.com', 'pigeons.example.com:8443', 'mapped.test:8080']) {
    assert.equal((await ask(url, { headers: { host } })).status, 401, host);
    assert.equal((await ask(url, { headers: { origin: `https://${host}` } })).status, 401, host);
  }
  const foreign = [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    'localhost:1',
    'mapped.test',
    'pigeons.example.com.evil.example',
    `127.0.0.1:${port}@evil.example`,
  ];
  for (const host of foreign)
    for (const path of ['/api/auth/profile', '/', '/healthz', '/api/nothing', '/api/docs']) {
      const { status, text } = await ask(url, { headers: { host }, path });
      assert.equal(status, 421, `${host} ${path}`);
      assert.deepEqual(JSON.parse(text), WRONG_HOST);
    }
});

test('a call that names two hosts is refused, a live connection too', async (t) => {
  const { url } = await startTestApp(t, { hosts: ['pigeons.example.com'] });
  const { host } = new URL(url);
  for (const [line, more] of [
    ['GET /healthz', ''],
    ['GET /api/auth/profile', ''],
    ['GET /socket.io/?EIO=4&transport=polling', ''],
    ['GET /socket.io/?EIO=4&transport=websocket', 'upgrade: websocket\r\nconnection: upgrade\r\n'],
  ])
    for (const other of [host, 'pigeons.example.com', 'evil.example']) {
      const head = `${line} HTTP/1.1\r\nhost: ${host}\r\nHost: ${other}\r\n${more}\r\n`;
      assert.match(await firstLine(url, head), /^HTTP\/1\.1 40[03] /, `${line} ${other}`);
    }
  const head = `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nhost: ${host}\r\n\r\n`;
  assert.match(await firstLine(url, head), /^HTTP\/1\.1 400 /);
});

test('a server that listens on every interface answers under the addresses of its machine', async (t) => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family }) => family === 'IPv4');
  const everywhere = await startTestApp(t, { host: '0.0.0.0' });
  const local = await startTestApp(t);
  for (const { address, internal } of addresses) {
    const hostOf = ({ url }: { url: string }) => ({ host: `${address}:${new URL(url).port}` });
    assert.equal((await ask(everywhere.url, { headers: hostOf(everywhere) })).status, 401);
    if (!internal) assert.equal((await ask(local.url, { headers: hostOf(local) })).status, 421);
  }
});

test('a call from a page of another site is refused, whatever it asks for', async (t) => {
  const { url } = await startTestApp(t);
  const { port } = new URL(url);
  for (const origin of [
    'https://evil.example',
    `http://127.0.0.1:${Number(port) + 1}`,
    'null',
    'file://',
    'x',
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await ask(url, { headers: { origin }, method, path: '/api/auth/login' });
      assert.equal(answer.status, 403, `${method} ${origin}`);
      assert.deepEqual(JSON.parse(answer.text), WRONG_ORIGIN);
    }
  }
  assert.equal((await ask(url, { headers: { origin: url } })).status, 401);
});

test('a live connection from a page of another site, or under a foreign name, is refused', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  const outcome = async (extraHeaders: Record<string, string>) => {
    const options = { auth: { token }, extraHeaders, reconnection: false };
    const socket = io(app.url, { transports: ['websocket'], ...options });
    t.after(() => socket.disconnect());
    return Promise.race([
      new Promise((resolve) => socket.once('connect', () => resolve('open'))),
      new Promise((resolve) => socket.once('connect_error', () => resolve('refused'))),
    ]);
  };
  const poll = async (headers: Record<string, string>) =>
    (await ask(app.url, { path: '/socket.io/?EIO=4&transport=polling', headers })).status;
  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { host: 'evil.example' }];
  for (const headers of foreign) {
    assert.equal(await outcome(headers), 'refused', JSON.stringify(headers));
    assert.equal(await poll(headers), 403, JSON.stringify(headers));
  }
  assert.equal(await outcome({ origin: app.url }), 'open');
  assert.equal(await outcome({}), 'open');
  assert.equal(await poll({}), 200);
});

test('a compressed body is refused before any of it is read', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  const body = gzipSync(JSON.stringify({ recipients: Array(1000).fill('lena'), list_id: 1 }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (encoding: string) =>
    ask(app.url, {
      path: '/api/recipients/bulk/check',
      method: 'POST',
      headers: { ...headers, 'content-encoding': encoding },
      body,
    });
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip']) {
    const { status, text } = await post(encoding);
    assert.equal(status, 415, encoding);
    assert.deepEqual(JSON.parse(text), { error: 'Send the body as it is, without compression.' });
  }
  assert.equal((await post('identity')).status, 400);
});

test('answers of calls are never cached', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  for (const headers of [{ authorization: `Bearer ${token}` }, {}] as Record<string, string>[]) {
    for (const path of ['/api/auth/profile', '/api/lists', '/api/nothing'])
      assert.equal((await ask(app.url, { path, headers })).headers['cache-control'], 'no-store', path);
  }
});

test("only the number of proxies in PROXY decides the caller's address", async (t) => {
  const limit = 120;
  const exhausts = async (proxies: number, forwarded: (n: number) => string) => {
    const { url } = await startTestApp(t, { proxies });
    const statuses = await Promise.all(
      Array.from({ length: limit + 1 }, (_, n) =>
        ask(url, {
          path: '/api/auth/forgot-password',
          method: 'POST',
          headers: { 'x-forwarded-for': forwarded(n) },
        }),
      ),
    );
    return statuses.some(({ status }) => status === 429);
  };
  // The limit counts by address: it is exceeded when all calls count as one caller's.
  assert.equal(await exhausts(0, (n) => `10.0.0.${n}`), true, 'no proxy: the connection itself');
  assert.equal(await exhausts(1, (n) => `10.0.0.${n}`), false, 'one proxy: what it says');
  assert.equal(
    await exhausts(1, (n) => `10.0.0.${n}, 10.9.9.9`),
    true,
    'one proxy: not what the caller says',
  );
  assert.equal(await exhausts(2, (n) => `10.0.0.${n}, 10.9.9.9`), false, 'two proxies');
});

async function strictTransport(t: TestContext, proxies: number, proto: string) {
  const { url } = await startTestApp(t, { proxies });
  const { headers } = await ask(url, { path: '/', headers: { 'x-forwarded-proto': proto } });
  return headers['strict-transport-security'];
}

test('a browser that came by TLS is told to stay with it', async (t) => {
  assert.equal(await strictTransport(t, 1, 'https'), 'max-age=31536000');
  assert.equal(await strictTransport(t, 1, 'http'), undefined);
  assert.equal(await strictTransport(t, 0, 'https'), undefined);
});

test('every answer names the sources that a page may load, and that no other site may frame it', async (t) => {
  const { url } = await startTestApp(t);
  const tooLong = `/${'a'.repeat(9000)}`;
  for (const path of ['/', '/healthz', '/api/auth/profile', '/api/nothing', tooLong]) {
    const { headers } = await ask(url, { path });
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'self'",
      "script-src 'self'",
      "frame-ancestors 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    ])
      assert.ok(policy.split(';').includes(part), `${path}: ${part} in ${policy}`);
    assert.doesNotMatch(policy, /upgrade-insecure-requests|https:/, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN', path);
    assert.equal(headers['x-powered-by'], undefined, path);
    assert.equal(headers['strict-transport-security'], undefined, path);
  }
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { startTestApp } from '../src/testing/test-app.ts';
import { exchange } from './wire.ts';

const WEBSOCKET = [
  'upgrade: websocket',
  'connection: upgrade',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];

test('an upgrade is answered 404 at once, except at the address of live connections', async (t) => {
  const { url } = await startTestApp(t);
  const { host } = new URL(url);
  const head = (line: string, headers: string[]) =>
    `${[`${line} HTTP/1.1`, `host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`;
  const healthy = head('GET /healthz', []);
  const paths = [
    '/',
    '/x',
    '/api/lists',
    '/api/nothing',
    '/healthz',
    '/socket.io',
    '/socket.iox/',
    '//socket.io/',
  ];
  for (const path of paths)
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const headers of [
        WEBSOCKET,
        ['upgrade: websocket', 'connection: keep-alive, Upgrade'],
        ['upgrade: h2c', 'connection: upgrade, http2-settings', 'http2-settings: AAMAAABk'],
      ]) {
        // Also over a reused connection, as from a proxy.
        const { answers } = await exchange(url, [healthy, head(`${method} ${path}`, headers)], 2);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 404],
          `${method} ${path} ${headers[0]}`,
        );
        assert.equal(answers[1]?.text, '{"error":"Not found"}');
      }
  const { answers } = await exchange(url, [head('CONNECT example.com:443', [])]);
  assert.deepEqual(answers, [{ status: 404, text: '{"error":"Not found"}' }]);
});

test('a live connection is opened, and a wrong request for one is answered', async (t) => {
  const { url } = await startTestApp(t);
  const open = async (query: string) => {
    const headers = Object.fromEntries(WEBSOCKET.map((line) => line.split(': ') as [string, string]));
    const sent = request(`${url}/socket.io/?${query}`, { headers });
    t.after(() => sent.destroy());
    sent.end();
    const [answer] = (await Promise.race([once(sent, 'upgrade'), once(sent, 'response')])) as [
      IncomingMessage,
    ];
    answer.destroy();
    return answer.statusCode;
  };
  assert.equal(await open('EIO=4&transport=websocket'), 101);
  for (const query of ['', 'EIO=4&transport=none', 'EIO=4&transport=websocket&sid=none'])
    assert.equal(await open(query), 400, query);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { retry } from './retry.ts';
import { createServerClient } from './server-client.ts';

/** Calls a server that gives the listed answers, one a call, until one of them counts. */
async function callUntilAnswered(answers: RequestListener[]) {
  const left = [...answers];
  const server = createServer((request, response) => left.shift()?.(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const { call } = createServerClient({ url, token: 'agent-token', log: (line) => lines.push(line) });
  const clock = { ...systemClock, sleep: async () => {} };
  const { signal } = new AbortController();
  const params = { token: '6f1f4f0e-0f0c-4a53-8a0b-5f7c62f3a1aa' };
  const ask = () => call('POST /api/agent/deliveries/{token}/begin', { params, body: {}, signal });
  try {
    return { answer: await retry(ask, { clock, signal }), lines };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const granted: RequestListener = (_request, response) =>
  void response.writeHead(200, JSON_TYPE).end('{"granted":true,"grant_seconds":60}');

test('a truncated answer is asked for again', async () => {
  const brokenOff: RequestListener = (_request, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
    response.write('{"granted":', () => response.destroy());
  };
  const { answer, lines } = await callUntilAnswered([brokenOff, granted]);
  assert.equal(answer.granted, true);
  assert.match(lines.join('\n'), /does not answer\. .*\n.* answers again\.$/);
});

test('a page from another program is not taken for the server', async () => {
  const page: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to our hotel</h1>');
  assert.equal((await callUntilAnswered([page, granted])).answer.granted, true);
});

test('a server that asks to wait is logged once', async () => {
  const tooMany: RequestListener = (_request, response) =>
    void response.writeHead(429, JSON_TYPE).end('{"error":"This account has 50 agents already."}');
  const { lines } = await callUntilAnswered([tooMany, tooMany, granted]);
  assert.match(lines.join('\n'), /^http\S+ asks to wait: This account has 50 agents already\.$/);
});

test('only a 401 means that the token was revoked', async () => {
  let status = 400;
  const server = createServer(
    (_request, response) => void response.writeHead(status, JSON_TYPE).end('{"error":"No."}'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { call, revoked } = createServerClient({ url, token: 'agent-token', log: () => {} });
  for (status of [400, 403, 404, 409, 429, 500, 401]) {
    await assert.rejects(call('GET /api/agents'));
    assert.equal(revoked.aborted, status === 401, `${status}`);
  }
  server.closeAllConnections();
  server.close();
});

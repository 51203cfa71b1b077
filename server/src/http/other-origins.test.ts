import assert from 'node:assert/strict';
import { test } from 'node:test';
import { io } from 'socket.io-client';
import { startTestApp } from '../testing/test-app.ts';

const PAGES = 'https://pages.example.com';
const OTHER = 'https://evil.example';

test('pages of an origin in ORIGINS may call the server from a browser, and no other site may', async (t) => {
  const app = await startTestApp(t, { origins: [PAGES] });
  const ask = (origin: string, init: RequestInit = {}) =>
    fetch(`${app.url}/api/auth/profile`, { ...init, headers: { origin, ...init.headers } });
  const asking = {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    },
  };
  const allowed = await ask(PAGES, asking);
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers.get('access-control-allow-origin'), PAGES);
  assert.match(allowed.headers.get('access-control-allow-methods') ?? '', /PUT/);
  assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /authorization/);
  // The page can read a refusal as well.
  const refused = await ask(PAGES);
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, PAGES]);
  assert.match(refused.headers.get('vary') ?? '', /Origin/);
  for (const init of [asking, {}]) {
    const foreign = await ask(OTHER, init);
    assert.deepEqual([foreign.status, foreign.headers.get('access-control-allow-origin')], [403, null]);
  }
  const policy = refused.headers.get('content-security-policy') ?? '';
  assert.match(policy, /connect-src 'self' https:\/\/pages\.example\.com wss:\/\/pages\.example\.com(;|$)/);
});

test('without ORIGINS no answer allows another site anything', async (t) => {
  const { url } = await startTestApp(t);
  const answer = await fetch(`${url}/api/auth/profile`);
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
  assert.match(answer.headers.get('content-security-policy') ?? '', /connect-src 'self'(;|$)/);
});

test('a page of such an origin has its live connection, by polling too', async (t) => {
  const app = await startTestApp(t, { origins: [PAGES] });
  const nils = await app.signUp();
  for (const transport of ['websocket', 'polling'])
    for (const origin of [PAGES, OTHER]) {
      const socket = io(app.url, {
        transports: [transport],
        auth: { token: nils.token },
        reconnection: false,
        extraHeaders: { origin },
      });
      const outcome = await new Promise((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', () => resolve('refused'));
      });
      socket.disconnect();
      assert.equal(outcome, origin === PAGES ? 'connected' : 'refused', `${transport} ${origin}`);
    }
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { type TestContext, test } from 'node:test';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { type Call, createClient } from '@pigeonpost/contract/client';
import { connect, join } from './testing/browser.ts';
import { assertEngineInvariants } from './testing/engine-invariants.ts';
import { startNginx } from './testing/nginx.ts';
import { ADMIN_PASSWORD, startServerProcess } from './testing/server-process.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { until } from './testing/until.ts';

const skip = process.platform === 'win32';
const SIGN_IN = { username: 'admin', password: ADMIN_PASSWORD };
const METRICS_TOKEN = 'a-token-of-the-metrics-for-this-test';
const PATHS = ['/p/one', '/p/two', '/p/three', '/p/four'];
const PEOPLE = ['ada', 'bo', 'cleo', 'dag', 'eva', 'finn', 'gil', 'hal'];

/** Starts that many servers on one database behind nginx, as deploy/compose.yaml has them. */
async function start(t: TestContext, count: number) {
  const { address, pool, drop } = await createTestDatabase();
  t.after(drop);
  const env = { HOSTS: 'localhost', PROXY: '1', METRICS_TOKEN };
  const servers = await Promise.all(
    Array.from({ length: count }, () => startServerProcess(t, { address, env })),
  );
  const nginx = await startNginx(
    t,
    servers.map(({ url }) => url),
  );
  const clientOf = (token?: string) => createClient({ baseUrl: nginx.url, token: () => token });
  const { token, user } = await clientOf()('POST /api/auth/login', { body: SIGN_IN });
  const call = clientOf(token);
  return { servers, nginx, pool, user, token, call, clientOf };
}

/** An agent that may drive every profile. */
async function enrol(call: Call, clientOf: (token: string) => Call): Promise<Call> {
  const machine = { machine_name: 'studio', platform: 'linux', agent_version: '0.1.0' };
  const { agent_token } = await call('POST /api/agent/enrol', { body: machine });
  const agent = clientOf(agent_token);
  const firefox = {
    detected: true,
    executable: '/usr/bin/firefox',
    version: '153.0',
    profiles_dir: '/p',
    error: null,
  };
  await agent('PUT /api/agent/machine', {
    body: { firefox, profiles: [], open: [], driving: [], drivers: ['own'] },
  });
  return agent;
}

/** Makes a campaign with all profiles, not yet started. */
async function makeCampaign(call: Call): Promise<number> {
  const { list } = await call('POST /api/lists', { body: { name: 'Readers' } });
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: PEOPLE } });
  const body = { name: 'Hello', content: 'Hi {username}!' };
  const { template } = await call('POST /api/templates', { body });
  const profiles_used: number[] = [];
  for (const profile_path of PATHS) {
    const { profile } = await call('POST /api/profiles', {
      body: { profile_path, profile_name: profile_path },
    });
    profiles_used.push(profile.id);
  }
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Spring', message_template_id: template.id, list_id: list.id, profiles_used },
  });
  return campaign.id;
}

const askForWork = (agent: Call, wait_seconds: number) =>
  agent('POST /api/agent/work', {
    body: { capacity: PATHS.length, wait_seconds, profile_paths: PATHS },
  });

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  isChunked?: boolean;
}

/** Gives the status of the answer to a call with headers that fetch cannot send. */
async function ask(url: string, { path, method = 'GET', headers, body, isChunked }: Asked): Promise<number> {
  const sent = (url.startsWith('https:') ? requestByTls : request)(url + path, {
    method,
    agent: false,
    headers: {
      ...headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(body && !isChunked && { 'content-length': body.length }),
    },
  });
  const answer = once(sent, 'response');
  if (body) sent.write(body);
  sent.end();
  const [response] = (await answer) as [IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}

/** Counts the calls that a server has answered, from its own metrics. */
async function countAnswers(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const counts = [...text.matchAll(/^pigeonpost_requests_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test('nginx before two servers', { skip }, async (t) => {
  const scene = await start(t, 2);
  await t.test('hides the addresses for machines, and callers cannot forge where they come from', () =>
    checkWhatIsHidden(scene),
  );
  await t.test("no stranger's call makes a server look dead", () => checkStrangeCalls(scene));
});

type Scene = Awaited<ReturnType<typeof start>>;

async function checkWhatIsHidden({ nginx, call }: Pick<Scene, 'nginx' | 'call'>): Promise<void> {
  const plain = await fetch(`${nginx.plainUrl}/campaigns`, { redirect: 'manual' });
  assert.equal(plain.status, 301);
  assert.equal(plain.headers.get('location'), 'https://localhost/campaigns');
  assert.equal(await ask(nginx.plainUrl, { path: '/campaigns', headers: { host: 'evil.example' } }), 421);
  const { port } = new URL(nginx.url);
  const handshake = async (options: ConnectionOptions) => {
    const socket = connectTls({ port: Number(port), host: 'localhost', ...options });
    const outcome = Promise.race([
      once(socket, 'secureConnect').then(() => socket.getCipher().name),
      once(socket, 'close').then(() => 'refused'),
    ]).catch(() => 'refused');
    const name = await outcome;
    socket.destroy();
    return name;
  };
  assert.match(await handshake({}), /^TLS_/);
  assert.match(await handshake({ maxVersion: 'TLSv1.2' }), /^ECDHE-/);
  for (const ciphers of ['AES128-GCM-SHA256', 'AES256-SHA', 'AES256-GCM-SHA384'])
    assert.equal(await handshake({ maxVersion: 'TLSv1.2', ciphers }), 'refused', ciphers);
  for (const path of ['/healthz', '/readyz', '/metrics'])
    assert.equal((await fetch(`${nginx.url}${path}`)).status, 404, path);
  const page = await fetch(nginx.url);
  assert.match(String(page.headers.get('strict-transport-security')), /max-age/);
  const forged = await fetch(`${nginx.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6' },
    body: JSON.stringify(SIGN_IN),
  });
  assert.equal(forged.status, 200);
  const { sessions } = await call('GET /api/auth/sessions');
  assert.deepEqual([...new Set(sessions.map(({ address }) => address))], ['127.0.0.1']);

  // Longer than nginx accepts by default.
  const recipients = Array.from({ length: 60_000 }, (_, n) => `somebody.in.a.long.list.${n}`);
  const { list } = await call('POST /api/lists', { body: { name: 'Long' } });
  const { added } = await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  assert.equal(added, recipients.length);
}

async function checkStrangeCalls({ nginx }: Pick<Scene, 'nginx'>): Promise<void> {
  const websocket = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const strange: [expected: number, asked: Asked][] = [
    [404, { path: '/api/nothing', headers: websocket }],
    [404, { path: '/', headers: websocket }],
    [400, { path: '/socket.io/?EIO=4&transport=none', headers: websocket }],
    [
      400,
      { path: '/socket.io/?EIO=4&transport=websocket', headers: { ...websocket, 'sec-websocket-key': 'x' } },
    ],
    [404, { path: '/api/nothing', headers: { connection: 'upgrade', upgrade: 'h2c' } }],
    [404, { path: '/api/nothing', method: 'PROPFIND' }],
    [
      431,
      {
        path: '/',
        headers: { cookie: 'x'.repeat(7000), 'x-one': 'x'.repeat(7000), 'x-two': 'x'.repeat(7000) },
      },
    ],
    [413, { path: '/api/auth/login', method: 'POST', body: Buffer.alloc(1_000_000, ' ') }],
    [413, { path: '/api/auth/login', method: 'POST', body: Buffer.alloc(1_000_000, ' '), isChunked: true }],
    [413, { path: '/api/nothing', method: 'POST', body: Buffer.alloc(1_000_000, ' ') }],
    [401, { path: '/api/recipients/bulk', method: 'POST', body: Buffer.alloc(1_000_000, ' ') }],
  ];
  const answers: string[] = [];
  for (const [expected, asked] of strange) {
    const statuses = await Promise.all(Array.from({ length: 60 }, () => ask(nginx.url, asked)));
    const other = statuses.filter((status) => status !== expected);
    const { status } = await fetch(`${nginx.url}/api/auth/profile`);
    answers.push(
      `${asked.method ?? 'GET'} ${asked.path}: ${other.slice(0, 5)} ${other.length}, then ${status}`,
    );
  }
  assert.deepEqual(
    answers,
    strange.map(([, { method = 'GET', path }]) => `${method} ${path}:  0, then 401`),
  );
}

test('four servers behind nginx are one, and nobody notices when they end one after the other', {
  skip,
}, async (t) => {
  const { servers, nginx, pool, user, token, call, clientOf } = await start(t, 4);
  const browsers = servers.map(() => {
    const browser = connect(t, nginx.url, token, { reconnectionDelay: 1 });
    // As the pages do: the client alone does not reconnect after the server cut it off.
    return browser.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') browser.connect();
    });
  });
  await Promise.all(browsers.map((browser) => join(browser, user.id)));
  const agent = await enrol(call, clientOf);
  const campaign = await makeCampaign(call);
  await Promise.all(Array.from({ length: 8 * servers.length }, () => call('GET /api/campaigns')));
  for (const { url } of servers) assert.ok((await countAnswers(url)) > 0, `${url} answered nobody`);

  // Whichever server is called, all servers' polls wake and all servers' browsers get the event.
  const heard = browsers.map(
    (browser) =>
      new Promise((resolve) => {
        browser.on('campaign_update', ({ status }) => {
          if (status === 'running') resolve(status);
        });
      }),
  );
  const waiting = askForWork(agent, 50);
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign } });
  const { deliveries } = await waiting;
  assert.equal(deliveries.length, PATHS.length);
  await Promise.all(heard);
  await Promise.all(
    deliveries.map(async ({ token: lease, campaign_id, recipient_id }) => {
      const params = { token: lease };
      await agent('POST /api/agent/deliveries/{token}/begin', { params, body: {} });
      const body = { campaign_id, recipient_id, outcome: 'sent' } as const;
      const { state } = await agent('POST /api/agent/deliveries/{token}/result', { params, body });
      assert.equal(state, 'sent');
    }),
  );

  // While servers shut down gracefully, no call is refused and each change is made once.
  const [, ...ending] = servers;
  const killed = ending.pop();
  let isOver = false;
  let made = 0;
  const working = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await call('POST /api/templates', { body: { name: `Template ${made++}`, content: 'Hello' } });
        await call('GET /api/campaigns/{id}', { params: { id: campaign } });
      }
    }),
  );
  for (const server of ending) {
    const before = made;
    server.child.kill('SIGTERM');
    assert.equal(await server.ended, 0);
    await until('calls after its end', () => made > before + 4);
  }
  isOver = true;
  await working;
  // Nor when one is killed that has no call open.
  killed?.child.kill('SIGKILL');
  await killed?.ended;
  for (let round = 0; round < 8; round++)
    await call('POST /api/templates', { body: { name: `Template ${made++}`, content: 'Hello' } });
  const { rows } = await pool.query('select count(*) as count from templates where user_id = $1', [user.id]);
  assert.equal(Number(rows[0].count), made + 1);

  // Browsers that were connected to the ended servers reconnect.
  for (const browser of browsers)
    await until('a browser', () =>
      join(browser, user.id).then(
        () => true,
        () => false,
      ),
    );
  const { campaign: now } = await call('GET /api/campaigns/{id}', { params: { id: campaign } });
  assert.equal(now.total_sent, PATHS.length);
  await assertEngineInvariants(pool);
});

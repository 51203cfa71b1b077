import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

const BULK_CHECK = '/api/recipients/bulk/check';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const { token, call } = await app.signUp();
  const { list } = await call('POST /api/lists', { body: { name: 'People' } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: string | ReadableStream) => {
    const init = { method: 'POST', headers, body, ...(typeof body !== 'string' && { duplex: 'half' }) };
    const response = await fetch(app.url + path, init as RequestInit);
    return { status: response.status, body: await response.json() };
  };
  return { app, headers, list_id: list.id, post };
}

test('invalid JSON is 400, a body over the limit of its call 413', async (t) => {
  const { app, headers, post } = await start(t);
  assert.deepEqual(await post('/api/templates', '{"name":'), {
    status: 400,
    body: { error: 'The body is not valid JSON.' },
  });
  const limits = {
    '/api/auth/forgot-password': 16,
    '/api/agent/pairings': 16,
    '/api/templates': 64,
    '/api/agent/merged': 64,
    '/api/campaigns': 256,
    '/api/agent/work': 1024,
    '/api/do-not-contact/bulk': 4096,
    '/api/recipients/bulk/check': 65_536,
  };
  for (const [path, kB] of Object.entries(limits)) {
    // No byte of it is sent.
    const declare = async (bytes: number) => {
      const sent = request(app.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes },
      });
      sent.flushHeaders();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      sent.destroy();
      return response.statusCode;
    };
    assert.equal(await declare(kB * 1024 + 1), 413, path);
    if (kB <= 4096) assert.equal((await post(path, '{'.padEnd(kB * 1024))).status, 400, path);
  }
  assert.equal((await post('/api/nothing', '{'.padEnd(16 * 1024))).status, 400);
  assert.equal((await post('/api/nothing', '{'.padEnd(16 * 1024 + 1))).status, 413);
  // Without a declared length.
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.alloc(65_536, 0x20)),
  });
  const outcome = await post('/api/templates', endless).then(
    ({ status }) => status,
    () => 'closed',
  );
  assert.ok(outcome === 413 || outcome === 'closed', String(outcome));
});

test('a body that reaches into the prototype is refused', async (t) => {
  const { post } = await start(t);
  for (const body of ['{"__proto__":{"name":"x"},"content":"x"}', '{"constructor":{"prototype":{"name":1}}}'])
    assert.equal((await post('/api/templates', body)).status, 400, body);
});

test('a deeply nested body is refused with a sentence, wherever a call takes one', async (t) => {
  const { post } = await start(t);
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const words = { status: 400, body: { error: 'This input is nested too deeply.' } };
  for (const depth of [30, 10_000]) {
    assert.deepEqual(await post('/api/templates', deep(depth)), words);
    assert.deepEqual(await post('/api/agent/requests/1/progress', `{"results":${deep(depth)}}`), words);
    assert.equal((await post(BULK_CHECK, deep(depth))).status, 400);
  }
  assert.equal((await post('/api/agent/requests/1/progress', `{"results":${deep(15)}}`)).status, 404);
});

test('a body of more than 20,000 values is refused with a sentence, unless its call takes more', async (t) => {
  const { app, post } = await start(t);
  const words = (max: string) => ({
    status: 400,
    body: { error: `A body may hold at most ${max} values.` },
  });
  const template = (values: number) => {
    // The body itself, its name and content, and the list of the rest.
    const rest = Array.from({ length: values - 4 }, (_, n) => n % 10);
    return JSON.stringify({ name: `,"[{${values}`, content: '\\",[,{', rest });
  };
  assert.equal((await post('/api/templates', template(20_000))).status, 201);
  assert.deepEqual(await post('/api/templates', template(20_001)), words('20,000'));
  for (const member of ['{}', '[]', '""', '[1]', '{"":[]}', ' \n[ ]\t'])
    assert.deepEqual(
      await post('/api/campaigns', `{"profiles_used":[${Array(20_000).fill(member).join()}]}`),
      words('20,000'),
      member,
    );
  const { call: report } = await app.signUp();
  const firefox = { detected: false, executable: null, version: null, profiles_dir: null, error: null };
  const profiles = Array.from({ length: 10_000 }, (_, n) => ({
    name: `${n}`,
    directory_name: `${n}`,
    path: `/p/${n}`,
    size_mb: 1,
    is_default: false,
  }));
  await report('PUT /api/agent/machine', { body: { firefox, profiles, open: [], drivers: ['own'] } });
  assert.deepEqual(
    await post('/api/agent/work', `{"profile_paths":[${'1,'.repeat(100_000)}1]}`),
    words('100,000'),
  );
});

test('an import of too many names is refused while it is read', async (t) => {
  const { post, list_id } = await start(t);
  const words = 'An import takes at most 1,000,000 names';
  for (const name of ['""', '"lena"', '1', '{}'])
    assert.deepEqual(
      await post(BULK_CHECK, `{"list_id":${list_id},"recipients":[${`${name},`.repeat(2_000_000)}1]}`),
      { status: 400, body: { error: words, fields: { recipients: words } } },
    );
});

async function sendSlowly(t: TestContext, path: string) {
  const { app, headers } = await start(t);
  const sent = request(app.url + path, { method: 'POST', headers: { ...headers, 'content-length': 100 } });
  t.after(() => sent.destroy());
  sent.write('{"name":');
  await until('a body that is read', () => app.clock.sleeping > 0);
  const answer = (once(sent, 'response') as Promise<[IncomingMessage]>).then(async ([response]) => ({
    status: response.statusCode,
    connection: response.headers.connection,
    text: (await response.toArray()).join(''),
  }));
  return { clock: app.clock, sent, answer };
}

test('a body that takes more than 30 seconds is refused with a sentence', async (t) => {
  const { clock, answer } = await sendSlowly(t, '/api/templates');
  clock.advance(30_000);
  assert.deepEqual(await answer, {
    status: 408,
    connection: 'close',
    text: '{"error":"The body took too long to arrive. Please try again."}',
  });
});

test('the body of an import may take ten minutes', async (t) => {
  const { clock, sent, answer } = await sendSlowly(t, '/api/recipients/bulk');
  clock.advance(599_999);
  sent.end(`${' '.repeat(91)}}`);
  assert.equal((await answer).status, 400);
  const late = await sendSlowly(t, '/api/recipients/bulk');
  late.clock.advance(600_000);
  assert.equal((await late.answer).status, 408);
});

test('a body that arrives in time is not waited for any longer', async (t) => {
  const { app, post } = await start(t);
  assert.equal((await post('/api/lists', '{"name":"More"}')).status, 201);
  assert.equal(app.clock.sleeping, 0);
});

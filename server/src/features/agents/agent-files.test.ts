import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { readTrailer } from '@pigeonpost/contract/server-trailer';
import { enrolMachine } from '../../testing/machine.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { isOlder } from './agent-files.ts';

const PROGRAM = Buffer.alloc(200_000, 'program');
const FILE = { system: 'linux-x64', file_name: 'pigeonpost-agent-linux-x64', size: PROGRAM.length };

async function start(t: TestContext, version = '0.2.0') {
  const agentFiles = await mkdtemp(join(tmpdir(), 'pigeonpost-files-'));
  t.after(() => rm(agentFiles, { recursive: true }));
  await writeFile(join(agentFiles, FILE.file_name), PROGRAM);
  const manifest = { version, files: [{ ...FILE, sha256: 'abc' }] };
  await writeFile(join(agentFiles, 'manifest.json'), JSON.stringify(manifest));
  const app = await startTestApp(t, { agentFiles });
  return { app, agentFiles, user: await app.signUp() };
}

test('a packaged agent is downloaded with the address of its server appended', async (t) => {
  const { app, user } = await start(t);
  assert.deepEqual(await user.call('GET /api/agents/downloads'), { version: '0.2.0', downloads: [FILE] });
  const url = `${app.url}/downloads/${FILE.file_name}`;
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(readTrailer(bytes), app.url);
  assert.deepEqual(Buffer.from(bytes.subarray(0, PROGRAM.length)), PROGRAM);
  const { headers } = response;
  assert.equal(headers.get('content-length'), String(bytes.length));
  assert.equal(headers.get('content-disposition'), `attachment; filename="${FILE.file_name}"`);
  assert.equal(headers.get('content-encoding'), null);
  const etag = headers.get('etag') ?? '';
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
});

test("the address is the name of HOSTS under which it was asked, never a caller's invention", async (t) => {
  const { app } = await start(t);
  const { config } = app.deps;
  Object.assign(config, { proxies: 1, hosts: ['pigeons.example.com', 'mapped.example:8443'] });
  const trailer = async (host: string, proto: string) => {
    // The caller may have written the first address.
    const headers = { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': proto };
    const asked = get(`${app.url}/downloads/${FILE.file_name}`, { headers });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return readTrailer(await buffer(response));
  };
  assert.equal(await trailer('pigeons.example.com', 'https'), 'https://pigeons.example.com');
  assert.equal(await trailer('Pigeons.example.com:1234', 'http'), 'http://pigeons.example.com');
  assert.equal(await trailer('mapped.example:8443', 'https'), 'https://mapped.example:8443');
  for (const proto of ['javascript', 'https://evil.example/?', 'file', 'https, ftp'])
    assert.equal(await trailer('pigeons.example.com', proto), 'http://pigeons.example.com', proto);
});

test('an unknown or incomplete file is not found, and without files nothing is offered', async (t) => {
  const { app, agentFiles, user } = await start(t);
  const status = async (path: string) => (await fetch(`${app.url}/downloads/${path}`)).status;
  for (const path of ['manifest.json', '..%2Fmanifest.json', 'other'])
    assert.equal(await status(path), 404, path);
  await writeFile(join(agentFiles, FILE.file_name), 'half');
  assert.equal(await status(FILE.file_name), 404);
  await writeFile(join(agentFiles, 'manifest.json'), '{"version":');
  assert.deepEqual((await user.call('GET /api/agents')).agents, []);
  await rm(join(agentFiles, 'manifest.json'));
  assert.equal(await status(FILE.file_name), 404);
  assert.deepEqual(await user.call('GET /api/agents/downloads'), { version: null, downloads: [] });
});

test('an agent older than the offered file is marked, by the version of its last report', async (t) => {
  const { app, user } = await start(t);
  const machine = await enrolMachine(app, user);
  const versions = async () =>
    (await user.call('GET /api/agents')).agents.map((agent) => [agent.agent_version, agent.newer_version]);
  assert.deepEqual(await versions(), [['0.1.0', '0.2.0']]);
  await machine.report();
  assert.deepEqual(await versions(), [['0.1.0', '0.2.0']]);
  await machine.report({ agent_version: '0.2.0' });
  assert.deepEqual(await versions(), [['0.2.0', null]]);
});

test('versions are compared by their numbers', () => {
  for (const [one, other] of [
    ['0.9.0', '0.10.0'],
    ['0.1.9', '0.2.0'],
    ['1.0.0', '1.0.1'],
  ] as const) {
    assert.equal(isOlder(one, other), true);
    assert.equal(isOlder(other, one), false);
    assert.equal(isOlder(one, one), false);
  }
  for (const text of ['', 'my own', '1.0']) assert.equal(isOlder(text, '1.0.0'), false);
});

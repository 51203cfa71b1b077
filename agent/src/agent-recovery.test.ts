import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import type { JournalDelivery } from './storage/journal-lines.ts';
import { type AgentScene, agentScene } from './testing/agent-scene.ts';
import { SCRIPTED_OWNER } from './testing/scripted-server.ts';
import { until } from './testing/until.ts';

const run = promisify(execFile);
const LIMIT = { timeout: 90_000 };

let scene: AgentScene;
before(async () => {
  scene = await agentScene();
});
after(() => scene[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const kind of ['begin', 'work', 'result']) scene.server.on(kind, () => undefined);
  await scene.site.turn('PUT /latency', { open_ms: 0, after_record_ms: 0 });
});

const arrived = async (recipient: string) =>
  (await scene.site.recordOf('sender')).filter(({ person }) => person === recipient).length;
const journalPath = () => join(scene.firefox.directory.path, 'journal.jsonl');

async function end(agent: ReturnType<AgentScene['start']>): Promise<void> {
  agent.kill('SIGINT');
  assert.equal(await agent.ended, 0);
}

test('a lost work answer costs nothing: the next call names what is held', LIMIT, async () => {
  const { server, profile } = scene;
  const agent = scene.start();
  await agent.said(/^Connected to/);
  const workCalls = () => server.calls.filter(({ kind }) => kind === 'work');
  await server.until(() => workCalls().length === 2);
  let answers = 0;
  server.on('work', () => (answers++ === 0 ? { lost: true } : undefined));
  server.ask({ id: 7, kind: 'list', payload: {} });
  await server.waitFor('result', { id: 7 });

  answers = 0;
  const delivery = server.give({ recipient: 'lost.work', profile });
  await server.waitFor('result', delivery);
  assert.deepEqual(server.outcomesOf(delivery), ['sent']);
  assert.equal(await arrived('lost.work'), 1);
  assert.deepEqual(workCalls()[0]?.body.holding, { deliveries: [], requests: [] });
  assert.equal(workCalls()[1]?.body.holding, undefined);
  await end(agent);
});

test(
  'Ctrl-C while the site is silent: the next start reads the thread and finds the message',
  LIMIT,
  async () => {
    const { server, site, profile } = scene;
    await site.turn('PUT /latency', { after_record_ms: 60_000 });
    const agent = scene.start();
    const delivery = server.give({ recipient: 'silent', profile });
    await until('the message', async () => (await arrived('silent')) > 0);
    await end(agent);
    assert.deepEqual(server.outcomesOf(delivery), []);

    await site.turn('PUT /latency', { after_record_ms: 0 });
    const next = scene.start();
    await server.waitFor('result', delivery);
    assert.deepEqual(server.outcomesOf(delivery), ['sent']);
    await end(next);
    assert.equal(await arrived('silent'), 1);
  },
);

test('results for another server or user are kept and not reported to this one', LIMIT, async () => {
  const { server, profile } = scene;
  const foreign = (token: string, owner: object): JournalDelivery => ({
    ...SCRIPTED_OWNER,
    epoch: 1,
    token,
    campaign_id: 7,
    recipient_id: 8,
    recipient: 'somebody',
    profile_id: 3,
    profile_path: profile.profile_path,
    message: 'Hello',
    grant_number: 1,
    ...owner,
  });
  const owed = [
    foreign('11111111-1111-4111-8111-111111111111', { server_id: '99999999-9999-4999-8999-999999999999' }),
    foreign('22222222-2222-4222-8222-222222222222', { user_id: 2 }),
  ];
  const at = '2026-01-02T03:04:05.000Z';
  const lines = owed.flatMap(({ token, ...delivery }) => [
    { line: 'asked', at, token, ...delivery },
    { line: 'outcome', at, token, result: { outcome: 'sent' } },
  ]);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(journalPath(), text);
  const agent = scene.start();
  await agent.said(/keeps results for another server or user \(2\)/);
  const mine = server.give({ recipient: 'mine', profile });
  await server.waitFor('result', mine);
  await end(agent);
  for (const { token } of owed) assert.ok(!server.calls.some(({ id }) => id === token));
  assert.ok((await readFile(journalPath(), 'utf8')).startsWith(text));
});

test(
  'an agent that cannot write its journal releases its deliveries, takes none, and continues when it can write',
  LIMIT,
  async () => {
    const { server, profile } = scene;
    const before = server.calls.length;
    const agent = scene.start();
    await agent.said(/^Connected to/);
    await server.until(() =>
      server.calls.slice(before).some(({ kind, body }) => kind === 'work' && body.wait_seconds > 0),
    );
    const limitFiles = (bytes: string) =>
      run('prlimit', ['--pid', String(agent.child.pid), `--fsize=${bytes}:unlimited`]);
    // The error is then the same as on a full disk.
    await limitFiles('1');
    const delivery = server.give({ recipient: 'patient', profile });
    await server.waitFor('release', delivery);
    await agent.said(
      /^No messages are sent until the journal can be written\. .*journal\.jsonl could not be written/,
    );
    await server.until(() => server.calls.at(-1)?.body?.capacity === 0);
    assert.deepEqual(server.outcomesOf(delivery), []);

    await limitFiles('unlimited');
    await agent.said(/^The journal can be written again/);
    await server.waitFor('result', delivery);
    assert.deepEqual(server.outcomesOf(delivery), ['sent']);
    assert.equal(await arrived('patient'), 1);
    await end(agent);
  },
);

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { type AgentScene, agentScene } from '../testing/agent-scene.ts';
import { until } from '../testing/until.ts';

const LIMIT = { timeout: 90_000 };

let scene: AgentScene;
before(async () => {
  scene = await agentScene();
});
after(() => scene[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const kind of ['begin', 'result']) scene.server.on(kind, () => undefined);
  await latency({ before_record_ms: 0, after_record_ms: 0 });
});

const latency = (milliseconds: object) => scene.site.turn('PUT /latency', milliseconds);
const arrived = async ({ recipient }: Delivery) =>
  (await scene.site.recordOf('sender')).filter(({ person }) => person === recipient).length;

/** Starts an agent with one delivery, kills it at a moment, and starts the next one. */
async function killAt(recipient: string, moment: (delivery: Delivery) => Promise<unknown>) {
  const delivery = scene.server.give({ recipient, profile: scene.profile });
  const killed = scene.start();
  await moment(delivery);
  killed.kill('SIGKILL');
  await killed.ended;
  return { delivery, startNext: () => scene.start() };
}

async function journalled(line: string, { token }: Delivery): Promise<void> {
  const path = join(scene.firefox.directory.path, 'journal.jsonl');
  const isThere = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .some((one) => one.includes(`"line":"${line}"`) && one.includes(token));
  await until(`the line '${line}' in the journal`, isThere);
}

async function reportedBy(
  { delivery, startNext }: Awaited<ReturnType<typeof killAt>>,
  count = 1,
): Promise<string[]> {
  const next = startNext();
  await scene.server.waitFor('result', delivery, count);
  await journalled('answered', delivery);
  next.kill('SIGTERM');
  assert.equal(await next.ended, 0);
  return scene.server.outcomesOf(delivery);
}

test('killed while begin is asked: nothing was sent, so it failed', LIMIT, async () => {
  const { promise: never } = Promise.withResolvers<undefined>();
  scene.server.on('begin', () => never);
  const crash = await killAt('asked', (delivery) => scene.server.waitFor('begin', delivery));
  assert.deepEqual(await reportedBy(crash), ['failed']);
  assert.equal(await arrived(crash.delivery), 0);
});

test(
  'killed after the click, before the message is in the thread: the outcome is unknown',
  LIMIT,
  async () => {
    await latency({ before_record_ms: 60_000 });
    const crash = await killAt('doubtful', (delivery) => journalled('clicking', delivery));
    await latency({ before_record_ms: 0 });
    assert.deepEqual(await reportedBy(crash), ['unknown']);
  },
);

test('killed when the message is in the thread: it was sent, and once', LIMIT, async () => {
  await latency({ after_record_ms: 60_000 });
  const crash = await killAt('landed', (delivery) =>
    until('the message', async () => (await arrived(delivery)) > 0),
  );
  await latency({ after_record_ms: 0 });
  assert.deepEqual(await reportedBy(crash), ['sent']);
  assert.equal(await arrived(crash.delivery), 1);
});

test('killed before its result was answered: the same result is reported again', LIMIT, async () => {
  scene.server.on('result', () => ({ lost: true }));
  const crash = await killAt('reported', (delivery) => scene.server.waitFor('result', delivery));
  scene.server.on('result', () => undefined);
  assert.deepEqual(await reportedBy(crash, 2), ['sent', 'sent']);
  assert.equal(await arrived(crash.delivery), 1);
});

test('a stale result is dropped', LIMIT, async () => {
  scene.server.on('result', () => ({ lost: true }));
  const crash = await killAt('stale', (delivery) => scene.server.waitFor('result', delivery));
  scene.server.on('result', () => ({ status: 409, body: { error: 'Stale.', code: 'stale' } }));
  assert.deepEqual(await reportedBy(crash, 2), ['sent', 'sent']);
});

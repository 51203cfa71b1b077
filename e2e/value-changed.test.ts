import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { killProcess } from './kills/kill-process.ts';
import { answerAtOnce, awaitMoment } from './kills/moment.ts';
import type { Phase } from './kills/plan.ts';
import { Scene } from './kills/scene.ts';
import { until } from './kills/until.ts';

const PEOPLE = ['lena.hartog', 'nils.berg', 'mia.gran', 'ole.vik'];
const LIMIT_MS = 120_000;

/** Before and after the message is in the inbox; each time the agent's journal says that it clicks. */
const AT_THE_CLICK: readonly { phase: Phase; city: string }[] = [
  { phase: 'between begin and send', city: 'Bergen' },
  { phase: 'between send and result', city: 'Tromsø' },
];

test('an agent is killed at the click and a value changes: one message, of the value at the claim', {
  timeout: 3 * LIMIT_MS,
}, async (t) => {
  const scene = await Scene.open();
  t.after(async () => {
    await scene.end();
    await scene.remove();
  });
  const campaign = await prepareCities(scene);
  /** The people at whose click the agent was killed. */
  const atTheClick: string[] = [];
  for (const { phase, city } of AT_THE_CLICK) {
    const aim = awaitMoment(scene, { target: 'agent', phase, at: 0.5 }, t.signal);
    if (atTheClick.length === 0)
      await scene.call('POST /api/campaigns/{id}/start', { params: { id: campaign } });
    const { profile } = (await aim) ?? assert.fail(`Nobody was ${phase}.`);
    const killed = await killProcess(scene, 'agent', profile);
    assert.ok(killed?.hit);
    atTheClick.push(killed.hit.recipient);
    await setCities(scene, city);
    await killed.bringBack(t.signal);
    await answerAtOnce(scene);
  }
  await waitUntilCompleted(scene, { campaign, signal: t.signal });

  const arrived = readArrived(scene);
  for (const person of PEOPLE) {
    const of = arrived.filter((one) => one.person === person);
    const { message, state } = await readDelivery(scene, person);
    assert.ok(of.length <= 1, `${person} got ${of.length} messages`);
    assert.ok(state === 'sent' || state === 'uncertain', `${person} is ${state}`);
    if (of[0]) assert.equal(of[0].text, message);
    else assert.equal(state, 'uncertain');
  }
  const [first = '', last = ''] = atTheClick;
  assert.equal((await readDelivery(scene, first)).message, `Hi ${first}, we come to Oslo.`);
  const { message, state } = await readDelivery(scene, last);
  assert.doesNotMatch(message ?? '', /Tromsø/);
  // The thread shows it to the restarted agent.
  assert.equal(state, 'sent');
});

/** A campaign whose text needs a city, which is Oslo. */
async function prepareCities(scene: Scene): Promise<number> {
  const id = await scene.prepare({ known: PEOPLE, unknown: [] });
  await scene.call('POST /api/fields', { body: { name: 'city' } });
  await setCities(scene, 'Oslo');
  const template_content = 'Hi {username}, we come to {City}.';
  await scene.call('PUT /api/campaigns/{id}/message', { params: { id }, body: { template_content } });
  return id;
}

async function setCities({ call }: Scene, city: string): Promise<void> {
  const { fields } = await call('GET /api/fields', { query: {} });
  const body = { fields: { [fields[0]?.id ?? 0]: city } };
  for (const name of PEOPLE) await call('PUT /api/people/{name}', { params: { name }, body });
}

async function waitUntilCompleted(
  scene: Scene,
  { campaign, signal }: { campaign: number; signal: AbortSignal },
): Promise<void> {
  const isCompleted = async () => {
    const { campaign: now } = await scene.call('GET /api/campaigns/{id}', { params: { id: campaign } });
    return now.status === 'completed' || undefined;
  };
  assert.ok(await until(isCompleted, { milliseconds: LIMIT_MS, signal }), 'The campaign did not end.');
}

async function readDelivery({ call }: Scene, name: string) {
  const { campaigns } = await call('GET /api/people/{name}', { params: { name }, query: {} });
  return campaigns[0] ?? assert.fail(`${name} has no delivery.`);
}

function readArrived({ dataDir }: Scene): { person: string; text: string }[] {
  const text = readFileSync(join(dataDir, 'practice/record.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

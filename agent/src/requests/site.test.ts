import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { agentScene } from '../testing/agent-scene.ts';
import { until } from '../testing/until.ts';

/** A driver that writes down who was written to, and waits for a file before it opens a thread. */
const driverOf = (name: string, folder: string) => `
import { appendFile, access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
const isThere = () => access(${JSON.stringify(join(folder, 'go'))}).then(() => true, () => false);
export const createDriver = () => ({
  name: '${name}',
  async openThread() {
    await appendFile(${JSON.stringify(join(folder, 'record'))}, 'opened by ${name}\\n');
    while (!(await isThere())) await sleep(20);
    return { state: 'open', copies: 0 };
  },
  async send(page, { person, beforeClick }) {
    if (!(await beforeClick())) return { outcome: 'failed', reason: 'Held back.' };
    await appendFile(${JSON.stringify(join(folder, 'record'))}, person + ' by ${name}\\n');
    return { outcome: 'sent' };
  },
});`;

const own = (name: string) => ({ kind: 'own', name });
const WITHOUT_PRACTICE = { PIGEONPOST_TOKEN: 'login-token', PRACTICE_URL: undefined };

test('the agent changes its site when nothing is in hand, keeps it, and says why it cannot', {
  timeout: 90_000,
}, async () => {
  await using scene = await agentScene();
  const { server, profile } = scene;
  const folder = scene.firefox.directory.path;
  const drivers = join(folder, 'drivers');
  const place = (name: string) => writeFile(join(drivers, `${name}.mjs`), driverOf(name, folder));
  const record = () => readFile(join(folder, 'record'), 'utf8').catch(() => '');
  const reports = () => server.calls.filter(({ kind }) => kind === 'machine').map(({ body }) => body);
  const reported = () => [reports().at(-1)?.drivers, reports().at(-1)?.site];
  await mkdir(drivers);
  await place('first');

  const agent = scene.start(WITHOUT_PRACTICE);
  await agent.said(/^Works through the site driver "first"/);
  assert.deepEqual(reported(), [['first'], { choice: null, error: null }]);
  const held = server.give({ profile, recipient: 'anna' });
  await until('the thread of anna', async () => (await record()).includes('opened'));
  await place('second');
  server.ask({ id: 1, kind: 'site', payload: { site: own('second') } });
  server.ask({ id: 2, kind: 'list', payload: {} });
  await server.waitFor('result', { id: 2 });
  const isEnded = (id: number) => server.calls.some((one) => one.kind === 'result' && one.id === `${id}`);
  assert.equal(isEnded(1), false, 'anna is in hand');
  assert.deepEqual(reported()[0], ['first']);
  await writeFile(join(folder, 'go'), '');
  await server.waitFor('result', { id: 1 });
  assert.deepEqual(server.outcomesOf(held), ['sent']);
  await server.until(() => reported()[0][0] === 'second');
  assert.deepEqual(reported(), [['second'], { choice: own('second'), error: null }]);
  await server.waitFor('result', server.give({ profile, recipient: 'bo' }));
  assert.equal(await record(), 'opened by first\nanna by first\nopened by second\nbo by second\n');
  agent.kill('SIGKILL');
  await agent.ended;

  // The first thing that the next one says to the server is the site that it works through.
  const before = reports().length;
  const next = scene.start(WITHOUT_PRACTICE);
  await next.said(/^Works through the site driver "second"/);
  assert.deepEqual([reports()[before].drivers, reports()[before].site.choice], [['second'], own('second')]);
  server.ask({ id: 3, kind: 'site', payload: { site: own('third') } });
  await server.until(() => reports().at(-1).site.choice.name === 'third');
  assert.deepEqual(reported()[0], []);
  assert.match(
    reported()[1].error,
    /There is no driver "third" in .*drivers\. "npm run driver -- new third"/,
  );
  server.ask({ id: 4, kind: 'site', payload: { site: { kind: 'telepathy' } } });
  await server.until(() => reports().at(-1).site.choice.kind === 'telepathy');
  assert.equal(reported()[1].error, 'This agent is too old for a site of the kind "telepathy".');
  server.ask({ id: 5, kind: 'site', payload: { site: 'second' } });
  const [refused] = await server.waitFor('result', { id: 5 });
  assert.deepEqual(refused?.body, { status: 'failed', error_message: 'The request does not say its site.' });
  server.ask({ id: 6, kind: 'site', payload: { site: own('first') } });
  await server.until(() => reported()[0][0] === 'first');
  next.kill('SIGTERM');
  await next.ended;

  // A trial never reaches real people, whatever was chosen.
  const trial = scene.start();
  await trial.said(/^It was started with PRACTICE_URL, so it writes to the practice inbox/);
  assert.deepEqual(reported()[0], ['practice']);
  assert.deepEqual(reported()[1].choice, own('first'));
});

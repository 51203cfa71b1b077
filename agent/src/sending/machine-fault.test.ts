import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import type { AgentProcess } from '../testing/agent-process.ts';
import { type AgentScene, agentScene } from '../testing/agent-scene.ts';
import { type BreakableFirefox, breakableFirefox } from '../testing/breakable-firefox.ts';
import { outcomeIn } from '../testing/scripted-server.ts';

const LIMIT = { timeout: 60_000 };

let scene: AgentScene;
let agent: AgentProcess;
let firefox: BreakableFirefox;
before(async () => {
  scene = await agentScene();
  firefox = await breakableFirefox(scene.firefox.home, scene.firefox.executable);
  agent = scene.start({ PIGEONPOST_TOKEN: 'login-token', FIREFOX: firefox.program });
  await agent.said(/^Connected to/);
});
after(() => scene[Symbol.asyncDispose]());

const give = (recipient: string) => scene.server.give({ recipient, profile: scene.profile });

async function resultOf(delivery: Delivery) {
  const [result] = await scene.server.waitFor('result', delivery);
  assert.ok(result);
  return outcomeIn(result.body);
}

/** The report of a delivery that never reached a page. */
async function faultOf(recipient: string): Promise<string> {
  const delivery = give(recipient);
  const { reason, ...result } = await resultOf(delivery);
  assert.deepEqual(result, { outcome: 'failed', machine_fault: true });
  assert.deepEqual(await scene.site.recordOf('sender').then((all) => all.map(({ person }) => person)), []);
  return reason;
}

test(
  "a Firefox that cannot start is reported as a machine's fault, and sends again once it can",
  LIMIT,
  async () => {
    await firefox.break('start');
    assert.equal(await faultOf('ada'), "Firefox ended with code 255: Couldn't load XPCOM.");
    await firefox.break('program');
    assert.equal(
      await faultOf('bo'),
      `${firefox.program} could not be started: it ended with code 255: Couldn't load XPCOM.`,
    );
    await firefox.repair();
    const { profile_path } = scene.profile;
    await rename(profile_path, `${profile_path}.away`);
    assert.equal(await faultOf('cy'), `There is no Firefox profile at ${profile_path}.`);
    await rename(`${profile_path}.away`, profile_path);
    assert.ok(!scene.server.calls.some(({ kind }) => kind === 'begin'));
    assert.deepEqual(await resultOf(give('dee')), { outcome: 'sent' });
  },
);

test('a test and an unread check of such a profile give the same reason', LIMIT, async () => {
  const { profile_name, profile_path } = scene.profile;
  const { server } = scene;
  server.ask({ id: 1, kind: 'close', payload: { profile_path } });
  await server.waitFor('result', { id: 1 });
  await firefox.break('start');
  const reason = "Firefox ended with code 255: Couldn't load XPCOM.";
  server.ask({ id: 2, kind: 'test', payload: { profile_path } });
  server.ask({
    id: 3,
    kind: 'unread',
    payload: { profiles: [{ profile_id: 3, profile_name, profile_path }] },
  });
  const [tested] = await server.waitFor('result', { id: 2 });
  assert.deepEqual([tested?.body.status, tested?.body.error_message], ['failed', reason]);
  const [checked] = await server.waitFor('result', { id: 3 });
  assert.equal(checked?.body.results.results[0].error, reason);
  await firefox.repair();
  server.ask({ id: 4, kind: 'test', payload: { profile_path } });
  const [again] = await server.waitFor('result', { id: 4 });
  assert.equal(again?.body.status, 'completed');
});

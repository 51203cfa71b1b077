import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { systemClock } from '../clock.ts';
import { startBrowser } from '../firefox/browser.ts';
import { findProfileHolder } from '../firefox/profile-lock.ts';
import type { AgentProcess } from '../testing/agent-process.ts';
import { type AgentScene, agentScene } from '../testing/agent-scene.ts';
import type { ScriptedAnswer } from '../testing/scripted-server.ts';
import { outcomeIn } from '../testing/scripted-server.ts';
import { temporaryFirefox } from '../testing/temporary-firefox.ts';
import { until } from '../testing/until.ts';

const LIMIT = { timeout: 60_000 };

let scene: AgentScene;
let agent: AgentProcess;
before(async () => {
  scene = await agentScene();
  agent = scene.start();
});
after(() => scene[Symbol.asyncDispose]());

beforeEach(() => {
  for (const kind of ['begin', 'result']) scene.server.on(kind, () => undefined);
});

const arrived = async ({ recipient }: Delivery) =>
  (await scene.site.recordOf('sender')).filter(({ person }) => person === recipient).length;
const give = (recipient: string) => scene.server.give({ recipient, profile: scene.profile });
const resultOf = async (delivery: Delivery) => {
  const [result] = await scene.server.waitFor('result', delivery);
  assert.ok(result);
  return outcomeIn(result.body);
};
const once = <T>(answer: T) => {
  let answers = [answer];
  return () => {
    const [first] = answers;
    answers = [];
    return first;
  };
};

test('a refused begin sends nothing and reports nothing, and the profile goes on', LIMIT, async () => {
  const { server } = scene;
  server.on('begin', once({ status: 409, body: { error: 'The campaign is paused.', code: 'paused' } }));
  const refused = give('refused');
  await agent.said(/^Not sent to refused: The campaign is paused\./);
  const next = give('next');
  assert.deepEqual(await resultOf(next), { outcome: 'sent' });
  assert.deepEqual(server.outcomesOf(refused), []);
  assert.equal(await arrived(refused), 0);
});

test('what the person replied goes with begin, and a refusal for it sends nothing', LIMIT, async () => {
  const { server, site } = scene;
  await site.post('sender', 'talker', 'Hello');
  const reply = { account: 'sender', person: 'talker', text: 'Yes please 🙏' };
  await site.turn('POST /incoming', reply);
  server.on('begin', once({ status: 409, body: { error: 'This person replied.', code: 'replied' } }));
  const refused = give('talker');
  await agent.said(/^Not sent to talker: This person replied\./);
  const [begin] = await server.waitFor('begin', refused);
  const { at, ...said } = begin?.body.replies[0] ?? {};
  assert.deepEqual(said, { person: ['talker'], text: 'Yes please 🙏', site_id: 'theirs-0' });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < LIMIT.timeout);
  assert.equal(await arrived(refused), 1);
  assert.deepEqual(server.outcomesOf(refused), []);
  const quiet = give('quiet');
  await resultOf(quiet);
  assert.deepEqual((await server.waitFor('begin', quiet))[0]?.body, {});
});

test('a lost reply of begin is asked for again, and one message is sent', LIMIT, async () => {
  scene.server.on('begin', once({ lost: true as const }));
  const delivery = give('lost.begin');
  assert.deepEqual(await resultOf(delivery), { outcome: 'sent' });
  assert.equal((await scene.server.waitFor('begin', delivery, 2)).length, 2);
  assert.equal(await arrived(delivery), 1);
});

test('a lost answer to a result is asked for again, and nothing is sent again', LIMIT, async () => {
  scene.server.on('result', once({ lost: true as const }));
  const delivery = give('lost.result');
  await scene.server.waitFor('result', delivery, 2);
  assert.deepEqual(scene.server.outcomesOf(delivery), ['sent', 'sent']);
  assert.equal(await arrived(delivery), 1);
});

test('an unknown name and a blocked account are reported without begin', LIMIT, async () => {
  const { server, site } = scene;
  await site.turn('PUT /unknown/nobody');
  const nobody = give('nobody');
  assert.deepEqual(await resultOf(nobody), { outcome: 'not_found' });
  await site.turn('PUT /blocked/sender', { at: 'open' });
  const limited = give('limited');
  const reason = 'The site says: Try again later.';
  assert.deepEqual(await resultOf(limited), { outcome: 'failed', blocked: true, reason });
  assert.ok(
    !server.calls.some(({ kind, id }) => kind === 'begin' && [nobody.token, limited.token].includes(id)),
  );
  await site.turn('PUT /blocked/sender', { at: 'send' });
  assert.deepEqual(await resultOf(give('limited.late')), { outcome: 'failed', blocked: true, reason });
  await site.turn('DELETE /blocked/sender');
});

test('a name that is unknown only on sending is not found', LIMIT, async () => {
  await scene.site.turn('PUT /unknown_when_sending/ghost');
  const ghost = give('ghost');
  assert.deepEqual(await resultOf(ghost), { outcome: 'not_found' });
  assert.equal(await arrived(ghost), 0);
});

test('a profile that is signed out says so, and nothing is begun', LIMIT, async () => {
  const { server, site } = scene;
  await site.turn('PUT /signed_out/sender');
  server.on('sign-in', () => ({ body: { insta_username: null, insta_password: null } }));
  const delivery = give('unreached');
  const result = await resultOf(delivery);
  assert.equal(result.outcome, 'failed');
  assert.equal(result.signed_out, true);
  assert.match(result.reason, /signed out of the practice inbox/);
  assert.ok(!server.calls.some(({ kind, id }) => kind === 'begin' && id === delivery.token));
  server.on('sign-in', () => undefined);
  await site.turn('DELETE /signed_out/sender');
  assert.deepEqual(await resultOf(give('reached')), { outcome: 'sent' });
});

test(
  'a sign-in that the server does not give is asked for again, and the message is sent',
  LIMIT,
  async () => {
    const { server, site } = scene;
    await site.turn('PUT /signed_out/sender');
    const answers: ScriptedAnswer[] = [{ lost: true }, { status: 503, body: { error: 'Restarting.' } }];
    server.on('sign-in', async () => {
      const bad = answers.shift();
      if (!bad) await site.turn('DELETE /signed_out/sender');
      return bad;
    });
    const delivery = give('late.sign.in');
    assert.deepEqual(await resultOf(delivery), { outcome: 'sent' });
    assert.equal(await arrived(delivery), 1);
    server.on('sign-in', () => undefined);
  },
);

test(
  'a site that does not answer is reported as such, and its recipient is written to later',
  LIMIT,
  async () => {
    await scene.site.kill();
    const reason = `The site at ${scene.site.url} does not answer.`;
    assert.deepEqual(await resultOf(give('patient')), { outcome: 'failed', site_unreachable: true, reason });
    await scene.site.restart();
    assert.deepEqual(await resultOf(give('patient')), { outcome: 'sent' });
  },
);

test(
  'Firefox killed after the message arrived: the thread shows it as sent, and it is not sent again',
  LIMIT,
  async () => {
    const { site } = scene;
    await site.turn('PUT /latency', { after_record_ms: 60_000 });
    const delivery = give('cut.short');
    await until('the message', async () => (await arrived(delivery)) > 0);
    const holder = await findProfileHolder(scene.profile.profile_path);
    process.kill(Number(holder?.pid), 'SIGKILL');
    assert.deepEqual(await resultOf(delivery), { outcome: 'sent' });
    assert.equal(await arrived(delivery), 1);
    await site.turn('PUT /latency', { after_record_ms: 0 });
    assert.deepEqual(await resultOf(give('afterwards')), { outcome: 'sent' });
  },
);

test('a profile that a person has open is reported as in use', LIMIT, async () => {
  const { server, firefox, profile } = scene;
  server.ask({ id: 9, kind: 'close', payload: { profile_path: profile.profile_path } });
  await server.waitFor('result', { id: 9 });
  await using other = await temporaryFirefox();
  const person = await startBrowser({
    executable: firefox.executable,
    profilePath: profile.profile_path,
    headless: true,
    directory: other.directory,
    clock: systemClock,
    env: firefox.env,
  });
  const result = await resultOf(give('patient'));
  assert.equal(result.outcome, 'failed');
  assert.equal(result.profile_in_use, true);
  assert.match(result.reason, new RegExp(`Profile is open in Firefox \\(pid ${person.pid}\\)`));
  await person.close();
  assert.deepEqual(await resultOf(give('patient')), { outcome: 'sent' });
});

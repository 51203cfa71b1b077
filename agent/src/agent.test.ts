import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type AgentScene, agentScene } from './testing/agent-scene.ts';
import { ENROLLED, SCRIPTED_SERVER } from './testing/scripted-server.ts';

const LIMIT = { timeout: 90_000 };

let scene: AgentScene;
before(async () => {
  scene = await agentScene();
});
after(() => scene[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const kind of ['begin', 'work', 'machine']) scene.server.on(kind, () => undefined);
  await scene.site.turn('PUT /latency', { open_ms: 0, after_record_ms: 0 });
});

const callsOf = (kind: string) => scene.server.calls.filter((call) => call.kind === kind);

const isDriven = () => callsOf('machine').at(-1)?.body.driving.includes(scene.profile.profile_path);

test(
  'without a token it shows a code and opens its page, and works once it is confirmed',
  LIMIT,
  async () => {
    const { server } = scene;
    const bin = join(scene.firefox.home, 'bin');
    const opened = join(scene.firefox.home, 'opened');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 });
    const codes = [
      ['first', 'BCDF-GHJK'],
      ['second', 'LMNP-QRST'],
    ] as const;
    server.on('pairings', () => {
      const [device_code, user_code] = codes[callsOf('pairings').length - 1] ?? codes[0];
      return { status: 201, body: { device_code, user_code, expires_in: 600, interval: 1 } };
    });
    const connected = { ...ENROLLED, status: 'connected' };
    const answers = [
      { body: { status: 'waiting' } },
      { status: 404, body: { error: 'The code has expired.' } },
      { body: { status: 'waiting' } },
      { body: connected, lost: true } as const,
    ];
    server.on('token', () => answers.shift() ?? { body: connected });
    const agent = scene.start({ DISPLAY: ':99', PATH: `${bin}:${process.env.PATH}` });
    await agent.said(/shows this code: BCDF-GHJK/);
    await agent.said(/^That code has expired\. The next one follows\./);
    await agent.said(/shows this code: LMNP-QRST/);
    await agent.said(/^Enrolled as an agent of owner/);
    await agent.said(/^Connected to/);
    agent.kill('SIGTERM');
    await agent.ended;
    assert.ok(agent.lines.some((line) => line.endsWith(`Open ${server.url}/pair?code=BCDF-GHJK`)));
    assert.equal(await readFile(opened, 'utf8'), `${server.url}/pair?code=BCDF-GHJK\n`);
    assert.deepEqual(
      callsOf('token').map(({ body }) => body.device_code),
      ['first', 'first', 'second', 'second', 'second'],
    );
    assert.equal(callsOf('pairings')[0]?.authorization, undefined);
    assert.equal(callsOf('machine').at(-1)?.authorization, 'Bearer agent-token');
    await rm(join(scene.firefox.directory.path, 'agent-token.json'));
  },
);

test('a machine that is refused on the page says so and ends', async () => {
  const refused = { status: 403, body: { error: 'This machine was refused on the page.' } };
  scene.server.on('token', () => refused);
  const agent = scene.start({});
  assert.equal(await agent.ended, 1);
  assert.match(agent.lines.join('\n'), /was refused on the page\./);
  assert.doesNotMatch(agent.lines.join('\n'), /paste/);
});

test('all errors of the settings are reported at once', async () => {
  const agent = scene.start({ PIGEONPOST_URL: 'pigeonpost', PRACTICE_URL: 'ftp://x' });
  assert.equal(await agent.ended, 1);
  assert.match(agent.lines.join('\n'), /PIGEONPOST_URL must be .*\n- PRACTICE_URL must be /);
});

test('it enrols once, sends a message once, reports it, and needs no token again', LIMIT, async () => {
  const { server, site, firefox, profile } = scene;
  const agent = scene.start({ PIGEONPOST_TOKEN: 'login-token' });
  await agent.said(/^Connected to/);
  const delivery = server.give({ profile });
  const [result] = await server.waitFor('result', delivery);
  const { at, now, profile_path, ...body } = result?.body ?? {};
  assert.deepEqual(body, {
    campaign_id: 7,
    recipient_id: 8,
    server_id: SCRIPTED_SERVER.id,
    outcome: 'sent',
    recipient: 'anna',
  });
  assert.ok(Date.parse(at) <= Date.parse(now) && profile_path === profile.profile_path);
  const record = (await site.recordOf('sender')).map(({ person, text }) => [person, text]);
  assert.deepEqual(record, [['anna', delivery.message]]);
  agent.kill('SIGTERM');
  assert.equal(await agent.ended, 0);
  const reports = callsOf('machine').map(({ body }) => body);
  assert.ok(reports.some(({ driving }) => driving[0] === profile.profile_path));
  assert.deepEqual(reports.at(-1).driving, []);
  assert.ok(
    reports.every(({ open }) => open.length === 0),
    'A hidden browser is not a window',
  );
  const { drivers, counts_unread } = callsOf('machine')[0]?.body ?? {};
  assert.deepEqual([drivers, counts_unread], [['practice'], true]);
  const stored = await stat(join(firefox.directory.path, 'agent-token.json'));
  assert.equal(stored.mode & 0o077, 0);

  const again = scene.start({});
  await again.said(/^Connected to/);
  // Its terminal is closed, or the reader of its output has ended.
  again.child.stdout?.destroy();
  again.child.stderr?.destroy();
  again.kill('SIGINT');
  assert.equal(await again.ended, 0);
  assert.match(await readFile(join(firefox.directory.path, 'agent.log'), 'utf8'), /Z Ended\.\n$/);
  assert.equal(callsOf('enrol').length, 1);
  assert.equal(callsOf('enrol')[0]?.authorization, 'Bearer login-token');
  assert.equal(callsOf('machine').at(-1)?.authorization, 'Bearer agent-token');
});

test('Ctrl-C releases deliveries that are not begun', LIMIT, async () => {
  const { server, site, profile } = scene;
  await site.turn('PUT /latency', { open_ms: 20_000 });
  const agent = scene.start();
  const delivery = server.give({ recipient: 'unbegun', profile });
  await server.until(() => isDriven());
  agent.kill('SIGINT');
  await server.waitFor('release', delivery);
  assert.equal(await agent.ended, 0);
  assert.deepEqual(server.outcomesOf(delivery), []);
  assert.equal(isDriven(), false);
  assert.deepEqual(await readdir(join(scene.firefox.directory.path, 'browsers')), []);

  const starting = scene.start();
  await starting.said(/^Sending to unbegun/);
  starting.kill('SIGINT');
  await server.waitFor('release', delivery, 2);
  assert.equal(await starting.ended, 0);
});

test('Ctrl-C finishes deliveries that are begun; a second one ends at once', LIMIT, async () => {
  const { server, site, profile } = scene;
  await site.turn('PUT /latency', { after_record_ms: 1500 });
  const agent = scene.start();
  const delivery = server.give({ recipient: 'begun', profile });
  await server.waitFor('begin', delivery);
  agent.kill('SIGINT');
  assert.equal(await agent.ended, 0);
  assert.deepEqual(server.outcomesOf(delivery), ['sent']);

  const { promise: never } = Promise.withResolvers<undefined>();
  server.on('machine', () => never);
  const impatient = scene.start();
  server.on('machine', () => {
    impatient.kill('SIGINT');
    return never;
  });
  await impatient.said(/again to end at once/);
  impatient.kill('SIGINT');
  assert.notEqual(await impatient.ended, undefined);
});

test('a revoked token ends it with an instruction, and a pasted one enrols it again', LIMIT, async () => {
  const { server } = scene;
  const unknown = { status: 401, body: { error: 'Please sign in.' } };
  const working = scene.start({});
  await working.said(/^Connected to/);
  server.on('work', () => unknown);
  server.ask({ id: 1, kind: 'list', payload: {} });
  assert.equal(await working.ended, 1);
  assert.match(working.lines.join('\n'), /it was revoked\. Start the agent again/);

  server.on('work', () => undefined);
  let refusals = 0;
  server.on('machine', () => (refusals++ === 0 ? unknown : undefined));
  const anew = scene.start({ PIGEONPOST_TOKEN: 'new-login-token' });
  await anew.said(/^Enrolled as an agent of owner/);
  await anew.said(/^Connected to/);
  assert.equal(callsOf('enrol').at(-1)?.authorization, 'Bearer new-login-token');
  anew.kill('SIGTERM');
  await anew.ended;
});

test('a second agent on the same folder says so and ends', LIMIT, async () => {
  const first = scene.start();
  await first.said(/^Connected to/);
  const second = scene.start();
  assert.equal(await second.ended, 1);
  assert.match(second.lines.join('\n'), /Another agent is already working with/);
  first.kill('SIGTERM');
  await first.ended;
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AgentRequest } from '@pigeonpost/contract/calls/agent-protocol';
import { findProfileHolder } from '../firefox/profile-lock.ts';
import type { AgentProcess } from '../testing/agent-process.ts';
import { type AgentScene, agentScene } from '../testing/agent-scene.ts';
import { screen } from '../testing/screen.ts';

const LIMIT = { timeout: 60_000 };

let scene: AgentScene;
let xvfb: Awaited<ReturnType<typeof screen>>;
let agent: AgentProcess;
let lastId = 0;
before(async () => {
  [scene, xvfb] = await Promise.all([agentScene(), screen()]);
  agent = scene.start({ PIGEONPOST_TOKEN: 'login-token', DISPLAY: xvfb.display });
  await agent.said(/^Connected to/);
});
after(async () => {
  await scene[Symbol.asyncDispose]();
  await xvfb[Symbol.asyncDispose]();
});

async function ask(kind: AgentRequest['kind'], payload: object = {}) {
  const id = ++lastId;
  scene.server.ask({ id, kind, payload: { ...payload } });
  const [result] = await scene.server.waitFor('result', { id });
  return { id, ...result?.body };
}

test('the profiles of this machine are listed', LIMIT, async () => {
  const { status, results } = await ask('list');
  assert.equal(status, 'completed');
  const { profiles, ...firefox } = results;
  const { profilesDir, executable } = scene.firefox;
  assert.deepEqual(firefox, {
    profiles_dir: profilesDir,
    firefox_executable: executable,
    detected: true,
    error: null,
  });
  const sender = profiles.find(({ name }: { name: string }) => name === 'Sender');
  assert.equal(sender.path, scene.profile.profile_path);
});

test('a window is opened for a person, reported, left out of the work, and closed', LIMIT, async () => {
  const { server, profile } = scene;
  const { profile_path } = profile;
  assert.equal((await ask('open', { profile_path })).status, 'completed');
  assert.ok(await findProfileHolder(profile_path));
  const reported = () => server.calls.filter(({ kind }) => kind === 'machine').at(-1)?.body.open;
  await server.until(() => reported().includes(profile_path));
  await agent.said(/^Sender is open in Firefox: nothing is sent from it until that window is closed\.$/);
  const delivery = server.give({ recipient: 'waiting', profile });
  assert.equal((await ask('test', { profile_path })).error_message?.includes('Close it first'), true);
  assert.deepEqual(server.outcomesOf(delivery), []);

  const { status, results } = await ask('close', { profile_path });
  assert.equal(status, 'completed');
  assert.deepEqual(results, { closed: true });
  await agent.said(/^Sender is closed: it can send again\.$/);
  await server.waitFor('result', delivery);
  assert.deepEqual(server.outcomesOf(delivery), ['sent']);
  assert.deepEqual((await ask('close', { profile_path: '/elsewhere' })).results, { closed: false });
});

test('a profile is made, tested and deleted, and the machine is reported each time', LIMIT, async () => {
  const { server } = scene;
  const names = () =>
    server.calls
      .filter(({ kind }) => kind === 'machine')
      .at(-1)
      ?.body.profiles.map(({ name }: { name: string }) => name);
  const made = await ask('create', { profile_name: 'Shop' });
  assert.equal(made.results.profile.name, 'Shop');
  await server.until(() => names().includes('Shop'));
  const { path } = made.results.profile;
  assert.match((await ask('test', { profile_path: path })).results.message, /opened this profile/);
  assert.equal((await ask('delete', { profile_path: path })).status, 'completed');
  await server.until(() => !names().includes('Shop'));
  const again = await ask('delete', { profile_path: path });
  assert.equal(again.status, 'failed');
  assert.match(again.error_message, /is not a profile that Firefox lists/);
});

test(
  'unread messages are counted, with progress, and an error of one profile does not affect others',
  LIMIT,
  async () => {
    const { server, site, profile } = scene;
    await site.turn('PUT /unread/sender', { count: 3 });
    const { profile_name, profile_path } = profile;
    const absent = { profile_name: 'Absent', profile_path: '/absent' };
    const { id, status, results } = await ask('unread', {
      profiles: [
        { profile_id: 3, profile_name, profile_path },
        { profile_id: 4, ...absent },
      ],
    });
    assert.equal(status, 'completed');
    assert.deepEqual(results, {
      profiles_checked: 2,
      total_unread: 3,
      results: [
        { profile_name, profile_path, unread_count: 3, error: null },
        { ...absent, unread_count: 0, error: '/absent is not a profile that Firefox lists.' },
      ],
    });
    const progress = await server.waitFor('progress', { id });
    assert.equal(progress[0]?.body.results.profiles_checked, 1);
  },
);

test(
  'replies are read one profile after another, and reported once; its profile is kept free',
  LIMIT,
  async () => {
    const { server, site, profile } = scene;
    const { profile_name, profile_path } = profile;
    // What people wrote in other tests is older.
    const since = new Date(Date.now() - 1).toISOString();
    const asked = { profile_id: 3, profile_name, profile_path, since };
    await site.turn('POST /incoming', { account: 'sender', person: 'anna', text: 'Yes please' });
    const machine = server.calls.find(({ kind }) => kind === 'machine');
    assert.equal(machine?.body.reads_replies, true);

    // The reading waits for the sign-in.
    await site.turn('PUT /signed_out/sender');
    const { promise: signedIn, resolve: signIn } = Promise.withResolvers<undefined>();
    const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
    let isLost = true;
    server.on('sign-in', () => {
      reads();
      if (!isLost) return signedIn;
      isLost = false;
      return { lost: true };
    });
    const absent = { ...asked, profile_path: '/absent' };
    const reading = ask('replies', { profiles: [asked, absent] });
    await isReading;
    const delivery = server.give({ recipient: 'later', profile });
    const offers = () => server.calls.filter(({ kind }) => kind === 'work');
    const before = offers().length;
    // Ends the call that was open already when the reading began.
    const other = await ask('unread', { profiles: [] });
    await server.until(() => offers().length > before);
    assert.ok(
      offers()
        .slice(before)
        .every(({ body }) => !body.profile_paths.includes(profile_path)),
    );
    assert.equal(
      server.calls.some(({ kind, id }) => kind === 'begin' && id === delivery.token),
      false,
    );
    await site.turn('DELETE /signed_out/sender');
    signIn(undefined);

    const { id, results } = await reading;
    const progress = (await server.waitFor('progress', { id }, 2)).map(({ body }) => body.results.results);
    const [{ replies, read_to, ...read }] = progress[0];
    assert.deepEqual(read, { profile_path, is_cut: false, error: null });
    assert.deepEqual(
      replies.map(({ at: _, ...reply }: { at: string }) => reply),
      [{ person: ['anna'], text: 'Yes please', site_id: 'theirs-0' }],
    );
    assert.ok(read_to > replies[0].at);
    const error = '/absent is not a profile that Firefox lists.';
    const missing = { profile_path: '/absent', read_to: since, is_cut: false, replies: [], error };
    const told = { profile_path, read_to, is_cut: false, replies: [], error: null };
    assert.deepEqual(progress[1], [told, missing]);
    assert.deepEqual(results, { results: [told, missing] });
    assert.equal((await server.waitFor('result', delivery))[0]?.body.outcome, 'sent');
    assert.equal(other.status, 'completed');

    const unread = await ask('unread', { profiles: [asked] });
    const [checked] = await server.waitFor('progress', { id: unread.id });
    assert.equal(checked?.body.results.results[0].replies[0].text, 'Yes please');
    assert.deepEqual(unread.results.results[0].replies, []);
  },
);

test('a request that has ended meanwhile is dropped, and an incomplete one fails', LIMIT, async () => {
  const { server, profile } = scene;
  server.on('progress', () => ({ status: 409, body: { error: 'This request has ended.' } }));
  const id = ++lastId;
  server.ask({ id, kind: 'unread', payload: { profiles: [{ ...profile, profile_id: 3 }] } });
  await server.waitFor('progress', { id });
  const unclear = await ask('unread');
  assert.equal(unclear.status, 'failed');
  assert.equal(unclear.error_message, 'The request does not say which profiles are to be checked.');
  assert.ok(!server.calls.some((call) => call.kind === 'result' && call.id === String(id)));
  assert.equal((await ask('open')).error_message, 'The request does not say its profile_path.');
});

test('an unknown kind of request fails with a sentence', LIMIT, async () => {
  for (const kind of ['constructor', 'format-disk']) {
    const { status, error_message } = await ask(kind as AgentRequest['kind']);
    assert.equal(status, 'failed');
    assert.equal(error_message, `This agent does not know requests of the kind '${kind}'.`);
  }
});

test('a folder that Firefox does not list, or lists as its default, is refused', LIMIT, async () => {
  const { server, firefox, profile } = scene;
  server.on('progress', () => undefined);
  const unlisted = await firefox.profileFolder('unlisted');
  const { results } = await ask('list');
  const { path: standard } = results.profiles.find(({ is_default }: { is_default: boolean }) => is_default);
  for (const [profile_path, words] of [
    [unlisted, /is not a profile that Firefox lists/],
    [standard, /is Firefox's default profile, which is never used here/],
  ]) {
    for (const kind of ['open', 'test', 'delete'] as const) {
      const { status, error_message } = await ask(kind, { profile_path });
      assert.equal(status, 'failed', kind);
      assert.match(error_message, words, kind);
    }
    const unread = await ask('unread', { profiles: [{ profile_id: 4, profile_name: 'x', profile_path }] });
    assert.match(unread.results.results[0].error, words);
  }
  const offered = server.calls.filter(({ kind }) => kind === 'work').map(({ body }) => body.profile_paths);
  assert.ok(offered.flat().includes(profile.profile_path));
  assert.ok(!offered.flat().includes(standard));
});

test('text from the server cannot control the terminal', LIMIT, async () => {
  const { server, profile } = scene;
  const nasty = { ...profile, profile_name: '\u202eredneS' };
  server.give({ recipient: 'ann\u001b]0;owned\u0007a\r\n', profile: nasty });
  assert.equal(await agent.said(/^Not found: /), 'Not found: anna .');
  assert.ok(agent.lines.includes('Sending to anna  from  redneS.'));
  const error = 'Paused.\u001b[2J\nSent to everybody.';
  server.on('begin', () => ({ status: 409, body: { error, code: 'paused' } }));
  server.give({ recipient: 'bob', profile });
  assert.equal(await agent.said(/^Not sent to /), 'Not sent to bob: Paused. Sent to everybody.');
});

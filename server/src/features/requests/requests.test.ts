import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { claimRequests } from '../../testing/agent-signs.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { expireRequests } from './expire-requests.ts';
import { insertRequests } from './queries.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const machine = await enrolMachine(app, user);
  const claim = (agent_id = machine.agent_id) => claimRequests(app.deps, { user_id: user.id, agent_id });
  const open = async (name: string) => {
    await createProfileRow(app.deps, { user_id: user.id, profile_name: name });
    const { request_id } = await user.call('POST /api/profiles/open', {
      body: { profile_path: `/p/${name}` },
    });
    return request_id;
  };
  const requests = async () => (await user.call('GET /api/profiles/requests')).requests;
  const result = (id: number, body: { status: 'completed' | 'failed'; error_message?: string }) =>
    machine.call('POST /api/agent/requests/{id}/result', { params: { id }, body });
  const progress = (id: number) =>
    machine.call('POST /api/agent/requests/{id}/progress', { params: { id }, body: {} });
  return { app, user, machine, claim, open, requests, result, progress };
}

test('a request is handed out once, and its result ends it', async (t) => {
  const { app, claim, open, requests, result } = await start(t);
  const id = await open('shop');
  const answers = await Promise.all([claim(), claim()]);
  const [handed] = answers.flat();
  assert.deepEqual(answers.flat().length, 1);
  assert.equal(handed?.id, id);
  assert.equal(handed?.kind, 'open');
  assert.equal(handed?.payload.profile_path, '/p/shop');
  assert.equal((await requests())[0]?.status, 'running');
  await result(id, { status: 'failed', error_message: 'Profile is open already' });
  const [ended] = await requests();
  assert.deepEqual(
    [ended?.status, ended?.error_message, ended?.completed_at],
    ['failed', 'Profile is open already', app.clock.now().toISOString()],
  );
});

test('a repeated result answers the same and changes nothing; progress after it is refused', async (t) => {
  const { claim, open, requests, result, progress } = await start(t);
  const id = await open('shop');
  await claim();
  await progress(id);
  await result(id, { status: 'completed' });
  const ended = await requests();
  assert.deepEqual(await result(id, { status: 'failed', error_message: 'late' }), {});
  assert.deepEqual(await requests(), ended);
  assert.equal((await refusal(progress(id))).status, 409);
});

test('a request that was not handed out has no result yet, and an unknown one is not found', async (t) => {
  const { app, open, result, progress } = await start(t);
  const id = await open('shop');
  assert.equal((await refusal(progress(id))).status, 409);
  assert.equal((await refusal(result(id, { status: 'completed' }))).status, 409);
  assert.equal((await refusal(result(id + 999, { status: 'completed' }))).status, 404);
  const other = await app.signUp();
  const foreign = other.call('POST /api/agent/requests/{id}/result', {
    params: { id },
    body: { status: 'completed' },
  });
  assert.equal((await refusal(foreign)).status, 404);
});

test('results so far are kept while a request runs', async (t) => {
  const { claim, machine, open, requests } = await start(t);
  const id = await open('shop');
  await claim();
  const say = (results: Record<string, unknown>) =>
    machine.call('POST /api/agent/requests/{id}/progress', { params: { id }, body: { results } });
  await say({ done: 1 });
  await say({ done: 2 });
  assert.deepEqual((await requests())[0]?.results, { done: 2 });
});

test('an open request expires after 60 seconds, an unread check after 5 minutes', async (t) => {
  const { app, user, claim, open, requests } = await start(t);
  await open('shop');
  const now = app.clock.now();
  const payload = { kind: 'unread' as const, agent_id: null, profile_path: null, payload: {} };
  await app.deps.asUser(user.id, (tx) => insertRequests(tx, { user_id: user.id, requests: [payload], now }));
  app.clock.advance(59_000);
  await expireRequests(app.deps);
  assert.equal((await requests())[0]?.status, 'pending');
  app.clock.advance(1000);
  assert.deepEqual(
    (await claim()).map(({ kind }) => kind),
    ['unread'],
  );
  await expireRequests(app.deps);
  const [opened] = await requests();
  assert.deepEqual([opened?.status, opened?.error_message], ['failed', 'The agent did not answer in time']);
});

test('an unread check that no agent took in 5 minutes fails', async (t) => {
  const { app, user, claim } = await start(t);
  const now = app.clock.now();
  const payload = { kind: 'unread' as const, agent_id: null, profile_path: null, payload: {} };
  await app.deps.asUser(user.id, (tx) => insertRequests(tx, { user_id: user.id, requests: [payload], now }));
  app.clock.advance(300_000);
  assert.deepEqual(await claim(), []);
  await expireRequests(app.deps);
  app.clock.advance(600_000);
  const { removed } = await user.call('POST /api/unread-checker/requests/cleanup');
  assert.equal(removed, 1);
});

test('a running request continues while it reports progress, and fails after 10 minutes without', async (t) => {
  const { app, claim, open, requests, progress, result } = await start(t);
  const id = await open('shop');
  await claim();
  app.clock.advance(599_000);
  await progress(id);
  app.clock.advance(599_000);
  await expireRequests(app.deps);
  assert.equal((await requests())[0]?.status, 'running');
  app.clock.advance(1000);
  await expireRequests(app.deps);
  assert.equal((await requests())[0]?.status, 'failed');
  assert.deepEqual(await result(id, { status: 'completed' }), {});
  assert.equal((await requests())[0]?.error_message, 'The agent did not answer in time');
});

test('a request goes to the machine that has the profile, and never to a revoked one', async (t) => {
  const { app, user, machine, claim } = await start(t);
  const second = await enrolMachine(app, user, 'second');
  await createProfileRow(app.deps, {
    user_id: user.id,
    profile_name: 'shop',
    agent_id: second.agent_id,
  });
  const body = { profile_path: '/p/shop' };
  const { request_id } = await user.call('POST /api/profiles/open', { body });
  assert.deepEqual(await claim(machine.agent_id), []);
  await user.call('DELETE /api/agents/{id}', { params: { id: second.agent_id } });
  assert.deepEqual(await claim(second.agent_id), []);
  assert.ok(request_id);
});

test('cleanup deletes requests that ended 10 minutes ago, and no others', async (t) => {
  const { app, user, claim, open, requests, result } = await start(t);
  const old = await open('old');
  await claim();
  await result(old, { status: 'completed' });
  app.clock.advance(599_000);
  const young = await open('young');
  await claim();
  await result(young, { status: 'completed' });
  const waiting = await open('waiting');
  const cleanUp = async () => (await user.call('POST /api/profiles/requests/cleanup')).removed;
  assert.equal(await cleanUp(), 0);
  app.clock.advance(1000);
  assert.equal(await cleanUp(), 1);
  assert.deepEqual(
    (await requests()).map(({ id }) => id),
    [waiting, young],
  );
});

test('a request wakes a waiting poll after the commit', async (t) => {
  const { app, user, open } = await start(t);
  const woken = new Promise<void>((heard) => app.deps.nudges.listen(user.id, heard));
  await open('shop');
  await woken;
});

test('results of the wrong form are 400, and the request continues', async (t) => {
  const { user, machine, claim } = await start(t);
  const ask = async () => {
    const { request_id } = await user.call('GET /api/firefox-profiles', {
      query: { agent_id: machine.agent_id },
    });
    return request_id ?? 0;
  };
  const id = await ask();
  await claim();
  const send = (results: Record<string, unknown>) =>
    machine.call('POST /api/agent/requests/{id}/result', {
      params: { id },
      body: { status: 'completed', results },
    });
  const nonsense = [{}, { profiles: 'many' }, { profiles: [7] }, { profiles: [], detected: 'perhaps' }];
  for (const results of nonsense) {
    const error = await refusal(send(results));
    assert.deepEqual([error.status, /^These are no results of "list": /.test(error.message)], [400, true]);
    const progress = machine.call('POST /api/agent/requests/{id}/progress', {
      params: { id },
      body: { results },
    });
    assert.equal((await refusal(progress)).status, 400);
  }
  const { requests } = await user.call('GET /api/firefox-profiles/requests');
  assert.equal(requests.find((request) => request.id === id)?.status, 'running');
  await send({ profiles: [], detected: true, profiles_dir: '/p', firefox_executable: null, error: null });
});

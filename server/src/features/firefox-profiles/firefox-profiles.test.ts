import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { claimRequests } from '../requests/queries.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const machine = await enrolMachine(app, user);
  const ask = async (agent_id?: number) =>
    (await user.call('GET /api/firefox-profiles', { query: agent_id === undefined ? {} : { agent_id } }))
      .request_id;
  const requests = async () => (await user.call('GET /api/firefox-profiles/requests')).requests;
  const claim = (agent_id = machine.agent_id) =>
    app.deps.asUser(user.id, (tx) => claimRequests(tx, { user_id: user.id, agent_id, now: app.clock.now() }));
  return { app, user, machine, ask, requests, claim };
}

test('screens that ask for the Firefox profiles at once get one request, and another once it ended', async (t) => {
  const { machine, ask, requests, claim } = await start(t);
  const [first, second] = await Promise.all([ask(), ask()]);
  assert.equal(first, second);
  await claim();
  assert.equal(await ask(), first);
  const results = { detected: true, profiles: [{ name: 'shop', path: '/p/shop' }] };
  await machine.call('POST /api/agent/requests/{id}/result', {
    params: { id: first },
    body: { status: 'completed', results },
  });
  assert.deepEqual((await requests())[0]?.results, results);
  assert.notEqual(await ask(), first);
});

test('each machine is asked on its own, and another user knows neither', async (t) => {
  const { app, user, machine, ask, claim } = await start(t);
  const second = await enrolMachine(app, user, 'second');
  const ofFirst = await ask(machine.agent_id);
  const ofSecond = await ask(second.agent_id);
  assert.notEqual(ofFirst, ofSecond);
  assert.deepEqual(
    (await claim(second.agent_id)).map(({ id, kind }) => [id, kind]),
    [[ofSecond, 'list']],
  );
  const other = await app.signUp();
  const foreign = other.call('GET /api/firefox-profiles', { query: { agent_id: machine.agent_id } });
  assert.equal((await refusal(foreign)).status, 404);
  assert.deepEqual((await other.call('GET /api/firefox-profiles/requests')).requests, []);
  assert.equal((await refusal(app.client()('GET /api/firefox-profiles'))).status, 401);
});

test('finished Firefox requests go when the next list is asked for 10 minutes later', async (t) => {
  const { app, machine, ask, requests, claim } = await start(t);
  const first = await ask();
  await claim();
  await machine.call('POST /api/agent/requests/{id}/result', {
    params: { id: first },
    body: { status: 'completed', results: {} },
  });
  app.clock.advance(600_000);
  const second = await ask();
  assert.deepEqual(
    (await requests()).map(({ id }) => id),
    [second],
  );
});

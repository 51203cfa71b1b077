import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { findCaller } from '../../access/authenticate.ts';
import { openLane } from '../../engine/batch-calls.ts';
import { sweepLeases } from '../../engine/sweep.ts';
import { createWorld, engineTest, type World } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { until, untilPollsSleep } from '../../testing/until.ts';
import { batchClaims } from './claim-work.ts';

const WAIT = 50;

/** A work call that waits as long as possible. */
function waiting(world: World) {
  const answer = world.agent.call('POST /api/agent/work', {
    body: { capacity: 10, wait_seconds: WAIT, profile_paths: ['/p/one', '/p/two'] },
  });
  return { answer, asleep: () => untilPollsSleep(world.app.clock) };
}

async function prepared(world: World, names = ['ada', 'bo']) {
  const list = await world.list(names);
  const profile = await world.profile('one');
  return { profile, campaign: await world.campaign({ list, profiles: [profile] }) };
}

const setPace = (world: World, seconds: number) =>
  world.user.call('PUT /api/settings', {
    body: { max_retries: 3, delay_start: seconds, delay_end: seconds },
  });

engineTest('a waiting call wakes when a campaign starts', async (world) => {
  const { campaign } = await prepared(world);
  const { answer, asleep } = waiting(world);
  await asleep();
  await world.start(campaign);
  assert.equal((await answer).deliveries[0]?.recipient, 'ada');
});

engineTest("a waiting call wakes when a profile's pause is over", async (world) => {
  const { campaign } = await prepared(world);
  await setPace(world, 350);
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(310);
  const { answer, asleep } = waiting(world);
  await asleep();
  world.turn(40);
  assert.equal(world.app.clock.sleeping, 0, 'it is awake before its wait ends');
  assert.equal((await answer).deliveries[0]?.recipient, 'bo');
});

engineTest('a waiting call wakes when it is time to try somebody again', async (world) => {
  const profiles = [await world.profile('one'), await world.profile('three')];
  await setPace(world, 350);
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  const [ada] = await world.work({ paths: ['/p/three'] });
  assert.ok(ada);
  await world.begin(ada);
  await world.result(ada, { outcome: 'failed' });
  world.turn(310);
  const { answer, asleep } = waiting(world);
  await asleep();
  world.turn(40);
  assert.equal(world.app.clock.sleeping, 0, 'it is awake before its wait ends');
  assert.equal((await answer).deliveries[0]?.recipient, 'ada');
});

for (const [what, first, next] of [
  ['retries', { path: '/p/three', outcome: 'failed' }, 'ada'],
  ['a pause and a retry', { path: '/p/one', outcome: 'sent' }, 'cy'],
] as const)
  engineTest(`of ${what} a waiting call wakes for the one that falls due first`, async (world) => {
    const profiles = [await world.profile('one'), await world.profile('three'), await world.profile('four')];
    await setPace(world, 350);
    const names = next === 'cy' ? ['ada', 'bo', 'cy'] : ['ada', 'bo'];
    await world.start(await world.campaign({ list: await world.list(names), profiles }));
    for (const { path, outcome } of [first, { path: '/p/four', outcome: 'failed' } as const]) {
      const [delivery] = await world.work({ paths: [path] });
      assert.ok(delivery);
      await world.begin(delivery);
      await world.result(delivery, { outcome });
      world.turn(20);
    }
    world.turn(270);
    const { answer, asleep } = waiting(world);
    await asleep();
    world.turn(40);
    assert.equal(world.app.clock.sleeping, 0, 'it is awake before the other falls due');
    assert.equal((await answer).deliveries[0]?.recipient, next);
  });

engineTest('a waiting call with nothing to do ends with its wait', async (world) => {
  const { answer, asleep } = waiting(world);
  await asleep();
  world.turn(WAIT);
  assert.deepEqual(await answer, {
    deliveries: [],
    requests: [],
    server: { ...world.app.deps.identity, mark: 0 },
  });
});

engineTest('a waiting call wakes for a request', async (world) => {
  await world.profile('one');
  const { answer, asleep } = waiting(world);
  await asleep();
  await world.user.call('POST /api/profiles/open', { body: { profile_path: '/p/one' } });
  assert.equal((await answer).requests[0]?.kind, 'open');
});

engineTest('a waiting call wakes when a lease ends', async (world) => {
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  await world.work({ capacity: 1 });
  world.turn(121);
  const { answer, asleep } = waiting(world);
  await asleep();
  await sweepLeases(world.app.deps);
  assert.equal((await answer).deliveries[0]?.recipient, 'ada');
});

engineTest('while no campaign runs only the first of many calls claims, until a nudge', async (world) => {
  const { campaign } = await prepared(world);
  const asked = mock.method(world.app.deps, 'takeStep').mock;
  const statements = mock.method(world.app.deps, 'callAsSystem').mock;
  for (let call = 0; call < 20; call++) {
    const { answer, asleep } = waiting(world);
    await asleep();
    world.turn(WAIT);
    assert.deepEqual((await answer).deliveries, []);
  }
  assert.equal(asked.callCount(), 1);
  assert.deepEqual(
    statements.calls.map(({ arguments: [name] }) => name),
    ['find_session', ...Array.from({ length: 19 }, () => 'see_quiet_agents')],
  );
  const { agents } = await world.user.call('GET /api/agents');
  assert.deepEqual(
    agents.map(({ connected }) => connected),
    [true],
  );
  const { answer, asleep } = waiting(world);
  await asleep();
  await world.start(campaign);
  assert.equal((await answer).deliveries[0]?.recipient, 'ada');
});

engineTest('a closing server answers the calls that wait without another claim', async (world) => {
  const { answer, asleep } = waiting(world);
  await asleep();
  const asked = mock.method(world.app.deps, 'takeStep').mock;
  world.app.deps.nudges.close();
  assert.deepEqual(await answer, {
    deliveries: [],
    requests: [],
    server: { ...world.app.deps.identity, mark: 0 },
  });
  assert.equal(asked.callCount(), 0);
});

engineTest('a waiting call whose token ends is refused at once', async (world) => {
  const { answer, asleep } = waiting(world);
  await asleep();
  await world.user.call('DELETE /api/agents/{id}', { params: { id: world.agent.agent_id } });
  assert.equal((await refusal(answer)).status, 401);
});

engineTest('only profiles that the agent lists, and up to its capacity, get work', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const profiles = [await world.profile('one'), await world.profile('two'), await world.profile('three')];
  await world.start(await world.campaign({ list, profiles }));
  assert.deepEqual(await world.work({ paths: ['/p/elsewhere'] }), []);
  assert.deepEqual(await world.work({ capacity: 0 }), []);
  const [only, ...none] = await world.work({ paths: ['/p/two'] });
  assert.equal(only?.profile.profile_name, 'two');
  assert.deepEqual(none, []);
  assert.equal((await world.work({ capacity: 1 })).length, 1);
  assert.equal((await world.work()).length, 1);
});

engineTest(
  'users who ask at once are answered together, each with their own, by their own token',
  async (world) => {
    const { deps } = world.app;
    const worlds = [world, await createWorld(world.app), await createWorld(world.app)];
    for (const [index, each] of worlds.entries()) {
      const { campaign } = await prepared(each, [`name${index}`]);
      if (index < 2) await each.start(campaign);
    }
    const sessions = await Promise.all(worlds.map(({ agent }) => findCaller(deps, agent.token)));
    const claim = batchClaims(deps, openLane(deps.clock));
    const ask = (index: number, session = index) =>
      claim({
        user_id: worlds[index]?.user.id ?? 0,
        agent_id: worlds[index]?.agent.agent_id ?? 0,
        session_id: sessions[session]?.session_id ?? 0,
        any_machine: false,
        paths: ['/p/one'],
        capacity: 1,
        known: undefined,
      });
    const namesOf = async (...asked: ReturnType<typeof claim>[]) =>
      (await Promise.all(asked)).map((found) => found?.deliveries.map(({ recipient }) => recipient));
    const asked = mock.method(deps, 'takeStep').mock;
    assert.deepEqual(await namesOf(ask(0), ask(1, 0), ask(2)), [['name0'], undefined, []]);
    assert.equal(asked.callCount(), 1);
    assert.deepEqual(await namesOf(ask(0), ask(1)), [[], ['name1']]);
  },
);

engineTest("a profile of another machine is not worked, except by a user's own script", async (world) => {
  const { profile, campaign } = await prepared(world);
  const other = await enrolMachine(world.app, world.user, 'other');
  await other.report({ folders: ['/p/one'] });
  await world.start(campaign);
  assert.deepEqual(await world.work(), []);
  const work = {
    body: { capacity: 1, wait_seconds: 0, profile_paths: ['/p/one'] },
  };
  const { deliveries } = await world.user.call('POST /api/agent/work', work);
  assert.equal(deliveries[0]?.profile.id, profile);
});

engineTest('an agent with the practice driver only gets no deliveries', async (world) => {
  const { campaign } = await prepared(world);
  await world.start(campaign);
  await world.agent.report({ drivers: ['practice'] });
  assert.deepEqual(await world.work(), []);
  await world.agent.report({ drivers: ['practice', 'own'] });
  assert.equal((await world.work()).length, 1);
});

engineTest(
  'a server for the practice inbox gives work to the practice driver only',
  async (world) => {
    const { campaign } = await prepared(world);
    await world.start(campaign);
    assert.deepEqual(await world.work(), []);
    await world.agent.report({ drivers: ['practice'] });
    assert.equal((await world.work()).length, 1);
  },
  { practiceUrl: 'http://127.0.0.1:9' },
);

engineTest('the pause between two messages lies between the delays of the settings', async (world) => {
  const { campaign } = await prepared(world, ['ada', 'bo', 'cy', 'di']);
  await world.start(campaign);
  await world.user.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 30, delay_end: 32 } });
  for (let turn = 0; turn < 3; turn += 1) {
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(29);
    assert.deepEqual(await world.work(), []);
    world.turn(3);
  }
});

engineTest('work without a token is refused, and other users see none of it', async (world) => {
  const { campaign } = await prepared(world);
  await world.start(campaign);
  const body = { capacity: 1, wait_seconds: 0, profile_paths: ['/p/one'] };
  assert.equal((await refusal(world.app.client()('POST /api/agent/work', { body }))).status, 401);
  const stranger = await world.app.signUp();
  assert.deepEqual((await stranger.call('POST /api/agent/work', { body })).deliveries, []);
});

engineTest('a campaign that starts while a call looks for work is found by it', async (world) => {
  const { campaign } = await prepared(world);
  const { deps } = world.app;
  const { takeStep } = deps;
  let isStarted = false;
  mock.method(deps, 'takeStep', async (...[purpose, work]: Parameters<typeof takeStep>) => {
    const found = await takeStep(purpose, work);
    // It has claimed nothing, and does not wait yet.
    if (purpose === 'claim' && !isStarted) {
      isStarted = true;
      await world.start(campaign);
    }
    return found;
  });
  const { answer } = waiting(world);
  let given: string | undefined;
  void answer.then(({ deliveries }) => {
    given = deliveries[0]?.recipient;
  });
  await until(
    'an answer, or a call that waits',
    () => given !== undefined || world.app.clock.sleepingFor(35_000) > 0,
  );
  assert.equal(given, 'ada');
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../testing/lock-waits.ts';
import { enrolMachine, type Machine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { until, untilPollsSleep } from '../../testing/until.ts';

const NOTHING = { deliveries: [], requests: [] };

async function started(world: World, names: string[], profiles = ['one', 'two']) {
  const list = await world.list(names);
  const ids: number[] = [];
  for (const name of profiles) ids.push(await world.profile(name));
  await world.start(await world.campaign({ list, profiles: ids }));
}

const recipients = (deliveries: { recipient: string }[]) => deliveries.map(({ recipient }) => recipient);

engineTest('what a lost answer gave comes again at once, uncounted', async (world) => {
  await started(world, ['ada', 'bo']);
  const lost = await world.work();
  assert.deepEqual(await world.work(), [], 'left out, nothing goes back');
  const again = await world.work({ holding: NOTHING });
  assert.deepEqual(recipients(again).sort(), ['ada', 'bo']);
  for (const delivery of lost) assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
  const { rows } = await world.app.database.pool.query(
    'select distinct failures, lapsed_token from deliveries',
  );
  assert.deepEqual(rows, [{ failures: 0, lapsed_token: null }]);
});

engineTest('what the agent names, and what it has begun, stays', async (world) => {
  await started(world, ['ada', 'bo', 'cy'], ['one', 'two', 'three']);
  const [begun, named, lost] = await world.work();
  assert.ok(begun && named && lost);
  await world.begin(begun);
  const again = await world.work({ holding: { deliveries: [named.token], requests: [] } });
  assert.deepEqual(recipients(again), [lost.recipient]);
  await world.begin(named);
  for (const delivery of [begun, named])
    assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
});

engineTest(
  'a call with a folder that no disk can have is refused before it gives anything back',
  async (world) => {
    await started(world, ['ada'], ['one']);
    const [delivery] = await world.work();
    assert.ok(delivery);
    const body = { capacity: 1, wait_seconds: 0, profile_paths: ['/p/one', '/p\0one'], holding: NOTHING };
    assert.equal((await refusal(world.agent.call('POST /api/agent/work', { body }))).status, 400);
    await world.begin(delivery);
  },
);

engineTest('what another machine holds is none of this one', async (world) => {
  await started(world, ['ada']);
  const [delivery] = await world.work();
  assert.ok(delivery);
  const other = await enrolMachine(world.app, world.user, 'other');
  await other.report();
  const body = { capacity: 1, wait_seconds: 0, profile_paths: ['/p/two'], holding: NOTHING };
  assert.deepEqual((await other.call('POST /api/agent/work', { body })).deliveries, []);
  await world.begin(delivery);
});

engineTest('a request whose answer was lost is handed out again', async (world) => {
  await world.profile('one');
  const { request_id } = await world.user.call('POST /api/profiles/open', {
    body: { profile_path: '/p/one' },
  });
  const ask = async (requests?: number[]) => {
    const holding = requests && { holding: { deliveries: [], requests } };
    const body = { capacity: 0, wait_seconds: 0, profile_paths: [], ...holding };
    const found = await world.agent.call('POST /api/agent/work', { body });
    return found.requests.map(({ id }) => id);
  };
  assert.deepEqual(await ask(), [request_id]);
  assert.deepEqual(await ask([request_id]), []);
  assert.deepEqual(await ask(), []);
  assert.deepEqual(await ask([]), [request_id]);
});

engineTest('a request that another machine works on is none of this one', async (world) => {
  await world.profile('one');
  const body = { capacity: 0, wait_seconds: 0, profile_paths: [] };
  await world.user.call('POST /api/profiles/open', { body: { profile_path: '/p/one' } });
  const other = await enrolMachine(world.app, world.user, 'other');
  const given = async (machine: Machine, more = {}) =>
    (await machine.call('POST /api/agent/work', { body: { ...body, ...more } })).requests.length;
  assert.equal(await given(other), 1);
  assert.equal(await given(world.agent, { holding: NOTHING }), 0);
  assert.equal(await given(other), 0, 'it is at work');
});

engineTest('what another call is given while one waits that named nothing stays', async (world) => {
  const body = { capacity: 1, wait_seconds: 50, profile_paths: ['/p/two'], holding: NOTHING };
  const waiting = world.agent.call('POST /api/agent/work', { body });
  await untilPollsSleep(world.app.clock);
  await started(world, ['ada'], ['one']);
  const [given] = await world.work();
  assert.ok(given);
  await untilPollsSleep(world.app.clock);
  // Wakes the waiting call, which claims again.
  await world.agent.report();
  await untilPollsSleep(world.app.clock);
  await world.begin(given);
  world.turn(50);
  assert.deepEqual((await waiting).deliveries, []);
});

/** A waiting work call whose agent can disconnect. */
async function leavingCall(world: World) {
  const leaving = new AbortController();
  const lost = fetch(`${world.app.url}/api/agent/work`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${world.agent.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ capacity: 1, wait_seconds: 50, profile_paths: ['/p/one'] }),
  });
  await untilPollsSleep(world.app.clock);
  return async () => {
    leaving.abort();
    await assert.rejects(lost);
  };
}

/** A work call that finds work after its agent has gone: it claims once the user's lock is free. */
async function lostCall(world: World, find: () => Promise<unknown>) {
  const { database } = world.app;
  const leave = await leavingCall(world);
  await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    await find();
    await waitForLockWaits(database, 1);
    await leave();
    // A later connection's call is answered after the server has seen that one close.
    await fetch(`${world.app.url}/api/agents`, { headers: { connection: 'close' } });
  });
}

engineTest('a work call whose agent has gone ends without another claim', async (world) => {
  const { deps } = world.app;
  const leave = await leavingCall(world);
  const asked = mock.method(deps, 'takeStep').mock;
  await leave();
  await until('the end of the call', () => deps.nudges.waiting === 0);
  assert.equal(asked.callCount(), 0);
});

engineTest('a work call whose agent has gone gives its requests back', async (world) => {
  await world.profile('one');
  await lostCall(world, () =>
    world.user.call('POST /api/profiles/open', { body: { profile_path: '/p/one' } }),
  );
  const body = { capacity: 0, wait_seconds: 50, profile_paths: [] };
  const found = await world.agent.call('POST /api/agent/work', { body });
  assert.equal(found.requests.length, 1);
});

engineTest('a work call whose agent has gone gives its deliveries back', async (world) => {
  await world.user.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 350, delay_end: 350 } });
  await started(world, ['ada', 'bo'], ['one']);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(310);
  await lostCall(world, async () => world.turn(40));
  const body = { capacity: 1, wait_seconds: 50, profile_paths: ['/p/one'] };
  const found = await world.agent.call('POST /api/agent/work', { body });
  assert.deepEqual(recipients(found.deliveries), ['bo']);
});

engineTest('an agent has at most 20 work calls open', async (world) => {
  const poll = () =>
    world.agent.call('POST /api/agent/work', {
      body: { capacity: 1, wait_seconds: 50, profile_paths: [] },
    });
  const open = Array.from({ length: 20 }, poll);
  await untilPollsSleep(world.app.clock, 20);
  const error = await refusal(poll());
  assert.deepEqual([error.status, error.retryAfter], [429, 5]);
  world.turn(50);
  await Promise.all(open);
  assert.deepEqual(await world.work(), []);
});

engineTest('a work call that names very many folders counts as several', async (world) => {
  const poll = (folders: number) =>
    world.agent.call('POST /api/agent/work', {
      body: {
        capacity: 1,
        wait_seconds: 50,
        profile_paths: Array.from({ length: folders }, (_, n) => `/p/${n}`.padEnd(100, 'x')),
      },
    });
  // A million characters are fifteen times the usual limit of a body: as much as sixteen calls.
  const open = [poll(10_000)];
  await untilPollsSleep(world.app.clock, 1);
  const error = await refusal(poll(10_000));
  assert.equal(error.status, 429);
  open.push(...Array.from({ length: 4 }, () => poll(1)));
  await untilPollsSleep(world.app.clock, 5);
  assert.equal((await refusal(poll(1))).status, 429);
  world.turn(50);
  await Promise.all(open);
  assert.deepEqual(await world.work(), []);
});

engineTest("a user has at most 50 machines beside the user's own scripts", async (world) => {
  const body = { capacity: 0, wait_seconds: 0, profile_paths: [] };
  await world.user.call('POST /api/agent/work', { body });
  for (let index = 1; index < 50; index += 1) await enrolMachine(world.app, world.user, `machine ${index}`);
  const error = await refusal(enrolMachine(world.app, world.user, 'one more'));
  assert.deepEqual([error.status, error.retryAfter], [429, 60]);
  assert.match(error.message, /^You have 50 machines/);
  await world.user.call('DELETE /api/agents/{id}', { params: { id: world.agent.agent_id } });
  await enrolMachine(world.app, world.user, 'one more');
});

import assert from 'node:assert/strict';
import { FAULT_REST_SECONDS } from '@pigeonpost/contract/agent';
import { reasonWords } from '@pigeonpost/contract/reasons';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';

const BANNER = 'The field cannot be written in: <div> "We use cookies" covers it.';
const COVERED = { outcome: 'failed', reason: BANNER, obstacle: BANNER } as const;

async function started(world: World, names: string[], profiles = ['one']) {
  const list = await world.list(names);
  const ids: number[] = [];
  for (const name of profiles) ids.push(await world.profile(name));
  const campaign = await world.campaign({ list, profiles: ids });
  await world.start(campaign);
  return { list, campaign, ids };
}

/** The one delivery that is due. */
async function next(world: World): Promise<Delivery> {
  const [delivery, ...more] = await world.work();
  assert.ok(delivery, 'nobody is due');
  assert.deepEqual(more, []);
  return delivery;
}

/** Reports this of the next person, and lets the pace pass. Gives who it was. */
async function report(world: World, result: Parameters<World['result']>[1]): Promise<string> {
  const delivery = await next(world);
  if (result.outcome === 'sent') await world.begin(delivery);
  await world.result(delivery, result);
  world.turn(PACE_SECONDS);
  return delivery.recipient;
}

const triesOf = async ({ app }: World): Promise<Record<string, [number, string]>> => {
  const { rows } = await app.database.pool.query(
    `select r.recipient, failures, state from deliveries d join recipients r on r.id = d.recipient_id`,
  );
  return Object.fromEntries(rows.map(({ recipient, failures, state }) => [recipient, [failures, state]]));
};

async function restOf({ user }: World) {
  const { profiles } = await user.call('GET /api/profiles');
  const [{ faulted_at, fault_kind, rest_reason } = assert.fail()] = profiles;
  return { isResting: faulted_at !== null, fault_kind, rest_reason };
}

const WELL = { isResting: false, fault_kind: null, rest_reason: null };
const RESTS = { isResting: true, fault_kind: 'obstacle', rest_reason: BANNER };

engineTest(
  'three people in a row with one obstacle let the profile rest, and nobody loses a try',
  async (world) => {
    const people = ['ada', 'bo', 'cy', 'di', 'eve', 'flo', 'gus', 'hal'];
    const { list, campaign } = await started(world, people);
    await world.agent.report({ folders: ['/p/one'] });
    await report(world, COVERED);
    await report(world, COVERED);
    assert.deepEqual(await triesOf(world), { ada: [1, 'waiting'], bo: [1, 'waiting'] });
    assert.deepEqual(await restOf(world), WELL);
    await world.result(await next(world), COVERED);
    assert.deepEqual(await triesOf(world), { ada: [0, 'waiting'], bo: [0, 'waiting'], cy: [0, 'waiting'] });
    assert.deepEqual(await restOf(world), RESTS);
    assert.deepEqual(await world.work(), []);
    const { status, logs } = await world.details(campaign);
    assert.equal(status, 'running');
    const rests = logs.filter(({ action }) => action === 'profile_blocked');
    assert.deepEqual(
      rests.map(({ message, profile_name }) => [message, profile_name]),
      [[reasonWords({ kind: 'obstructed', words: BANNER }), 'one']],
    );
    const { standing } = await world.user.call('GET /api/dashboard/needs-you', { query: {} });
    assert.match(standing[0]?.reason ?? '', /"We use cookies" covers it/);

    // It stays there, more often than a person has tries.
    for (let time = 0; time < 12; time += 1) {
      world.turn(FAULT_REST_SECONDS);
      await world.result(await next(world), COVERED);
      assert.deepEqual(await restOf(world), RESTS);
    }
    assert.deepEqual(
      new Set(Object.values(await triesOf(world)).map(([failures]) => failures)),
      new Set([0]),
    );

    world.turn(FAULT_REST_SECONDS);
    for (const _ of people) await report(world, { outcome: 'sent' });
    assert.deepEqual(new Set(Object.values(await world.names(list))), new Set(['sent']));
    assert.deepEqual(await restOf(world), WELL);
  },
);

engineTest('a press has it tried again at once', async (world) => {
  const { ids } = await started(world, ['ada', 'bo', 'cy', 'di']);
  for (let time = 0; time < 3; time += 1) await report(world, COVERED);
  assert.equal((await restOf(world)).isResting, true);
  await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: ids[0] ?? 0 } });
  assert.deepEqual(await restOf(world), WELL);
  assert.equal(await report(world, { outcome: 'sent' }), 'di');
});

/** What keeps three failures from being three people in a row with one obstacle. */
const NOT_IN_A_ROW: [what: string, results: Parameters<World['result']>[1][]][] = [
  ['somebody was sent to in between', [COVERED, COVERED, { outcome: 'sent' }, COVERED]],
  ['the page said something else', [COVERED, COVERED, { ...COVERED, obstacle: 'New terms cover it.' }]],
  ['one of them is about the person', [COVERED, COVERED, { outcome: 'failed', reason: BANNER }]],
  ['an older agent gives the reason alone', Array(3).fill({ outcome: 'failed', reason: BANNER })],
  ['it was sent all the same', [COVERED, COVERED, { ...COVERED, outcome: 'unknown' }]],
];

for (const [what, results] of NOT_IN_A_ROW) {
  engineTest(`the profile does not rest where ${what}`, async (world) => {
    await started(world, ['ada', 'bo', 'cy', 'di', 'eve']);
    for (const result of results) {
      const delivery = await next(world);
      if (result.outcome !== 'failed') await world.begin(delivery);
      await world.result(delivery, result);
      world.turn(PACE_SECONDS);
    }
    assert.deepEqual(await restOf(world), WELL);
    assert.equal((await triesOf(world)).ada?.[0], 1);
  });
}

engineTest(
  'what says nothing of the page leaves the row, and numbers in the words count nothing',
  async (world) => {
    await started(world, ['ada', 'bo', 'cy', 'di', 'eve']);
    await report(world, { ...COVERED, obstacle: 'Wait 12 seconds.' });
    await report(world, { outcome: 'failed', site_unreachable: true });
    await report(world, { ...COVERED, obstacle: 'Wait 11 seconds.' });
    await report(world, { outcome: 'failed', profile_in_use: true });
    await world.result(await next(world), { ...COVERED, obstacle: 'Wait 9 seconds.' });
    assert.deepEqual(await restOf(world), { ...RESTS, rest_reason: 'Wait 9 seconds.' });
  },
);

engineTest('one thread that always fails does not keep its profile, and ends', async (world) => {
  const { campaign, list } = await started(world, ['zoe', 'ada', 'bo']);
  await report(world, { outcome: 'sent' });
  const failed = new Map<string, number>();
  for (let time = 0; time < 10; time += 1) {
    assert.deepEqual(await restOf(world), WELL);
    const who = await report(world, COVERED);
    failed.set(who, (failed.get(who) ?? 0) + 1);
  }
  // An obstacle never takes the last try: each has one more than four.
  assert.deepEqual([...failed.values()], [5, 5]);
  assert.deepEqual(await world.names(list), { ada: 'failed', bo: 'failed', zoe: 'sent' });
  assert.equal((await world.details(campaign)).status, 'completed');
});

engineTest(
  'two people are enough where they are all whom a campaign without a success has left',
  async (world) => {
    const { campaign, list } = await started(world, ['zoe', 'ada', 'bo']);
    await report(world, { outcome: 'not_found' });
    for (let time = 0; time < 12; time += 1) {
      await report(world, COVERED);
      world.turn(FAULT_REST_SECONDS);
    }
    assert.deepEqual(await restOf(world), RESTS);
    assert.deepEqual(await triesOf(world), {
      ada: [0, 'waiting'],
      bo: [0, 'waiting'],
      zoe: [0, 'not_found'],
    });
    assert.equal((await world.details(campaign)).status, 'running');
    for (let time = 0; time < 2; time += 1) await report(world, { outcome: 'sent' });
    assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'sent', zoe: 'not_found' });
  },
);

engineTest('one person alone may be the reason, and loses the tries', async (world) => {
  const { campaign } = await started(world, ['ada']);
  for (let time = 0; time < 5; time += 1) await report(world, COVERED);
  assert.equal((await world.details(campaign)).status, 'failed');
});

engineTest('the plan of a campaign says what its profile met, and when it is tried again', async (world) => {
  const { campaign } = await started(world, ['ada', 'bo', 'cy', 'di']);
  for (let time = 0; time < 3; time += 1) await report(world, COVERED);
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id: campaign } });
  assert.deepEqual(
    [plan.profiles[0]?.obstacle, plan.inputs.profiles[0]?.rests_until !== null],
    [BANNER, true],
  );
});

engineTest('a last try that an obstacle took is given back', async (world) => {
  await world.user.call('PUT /api/settings', { body: { max_retries: 1 } });
  await started(world, ['ada', 'bo', 'cy']);
  for (let time = 0; time < 3; time += 1) await report(world, { outcome: 'failed', reason: 'It is slow.' });
  for (let time = 0; time < 3; time += 1) await report(world, COVERED);
  assert.deepEqual(await triesOf(world), { ada: [1, 'waiting'], bo: [1, 'waiting'], cy: [1, 'waiting'] });
  // The next one of the same rest gives nothing back twice.
  world.turn(FAULT_REST_SECONDS);
  await report(world, COVERED);
  assert.deepEqual(await triesOf(world), { ada: [1, 'waiting'], bo: [1, 'waiting'], cy: [1, 'waiting'] });
});

engineTest('each profile has a row of its own, and the others go on', async (world) => {
  const { campaign, ids } = await started(world, ['ada', 'bo', 'cy', 'di', 'eve', 'flo'], ['one', 'two']);
  for (let time = 0; time < 3; time += 1) {
    const [one] = await world.work({ paths: ['/p/one'] });
    const [two] = await world.work({ paths: ['/p/two'] });
    assert.ok(one && two);
    await world.result(one, COVERED);
    await world.begin(two);
    await world.result(two, { outcome: 'sent' });
    world.turn(PACE_SECONDS);
  }
  const { profiles } = await world.user.call('GET /api/profiles');
  assert.deepEqual(
    profiles.map(({ profile_name, faulted_at }) => [profile_name, faulted_at !== null]).sort(),
    [
      ['one', true],
      ['two', false],
    ],
  );
  assert.equal((await world.details(campaign)).status, 'running');
  // Nothing stands still, and the obstacle needs somebody all the same.
  const needs = () => world.user.call('GET /api/dashboard/needs-you', { query: {} });
  await world.agent.report({ folders: ['/p/one', '/p/two'] });
  await world.work({ paths: ['/p/two'] });
  const { standing, obstacles } = await needs();
  const one = { id: ids[0], profile_name: 'one' };
  assert.deepEqual([standing, obstacles], [[], [{ reason: BANNER, profiles: [one] }]]);
  await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: ids[0] ?? 0 } });
  assert.deepEqual((await needs()).obstacles, []);
});

import assert from 'node:assert/strict';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { sweepLeases } from './sweep.ts';

const LEASE = 121;

/** Its driver hangs, and the lease ends before begin. */
async function lapse(world: World): Promise<Delivery> {
  const [delivery] = await world.work();
  assert.ok(delivery);
  world.turn(LEASE);
  await sweepLeases(world.app.deps);
  return delivery;
}

async function started(world: World, names: string[]) {
  const list = await world.list(names);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  return { list, campaign };
}

engineTest('a thread that hangs keeps nobody waiting, and comes to an end', async (world) => {
  const { campaign, list } = await started(world, ['ada', 'bo', 'cy']);
  const order: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const [delivery] = await world.work();
    if (!delivery) break;
    order.push(delivery.recipient);
    if (delivery.recipient === 'ada') {
      world.turn(LEASE);
      await sweepLeases(world.app.deps);
    } else {
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
    }
    assert.deepEqual(await world.work(), [], 'its pace keeps the profile back');
    world.turn(PACE_SECONDS);
  }
  // Once without blame, then three retries and the last try.
  assert.deepEqual(order, ['ada', 'bo', 'cy', 'ada', 'ada', 'ada', 'ada']);
  assert.deepEqual(await world.names(list), { ada: 'failed', bo: 'sent', cy: 'sent' });
  const details = await world.details(campaign);
  assert.deepEqual([details.status, details.total_sent, details.total_failed], ['completed', 2, 1]);
  assert.deepEqual(
    details.logs
      .filter(({ recipient }) => recipient === 'ada')
      .map(({ action, message }) => [action, message]),
    [
      ...Array.from({ length: 4 }, () => ['retry', 'Not sent in time: trying again later']),
      ['message_failed', 'Not sent in time'],
    ],
  );
});

engineTest('a late failed for a lease that ended before begin counts once', async (world) => {
  await started(world, ['ada']);
  const failures = async () => {
    const { rows } = await world.app.database.pool.query('select failures from deliveries');
    return rows[0].failures;
  };
  const first = await lapse(world);
  assert.equal(await failures(), 0);
  for (let time = 0; time < 2; time += 1)
    assert.equal((await world.result(first, { outcome: 'failed' })).state, 'waiting');
  assert.equal(await failures(), 1);
  world.turn(PACE_SECONDS);
  const second = await lapse(world);
  assert.equal(await failures(), 2);
  assert.equal((await world.result(second, { outcome: 'failed' })).state, 'waiting');
  assert.equal(await failures(), 2, 'this one had counted when its lease ended');
});

engineTest('a late failed that uses up the last try ends the delivery', async (world) => {
  await world.user.call('PUT /api/settings', { body: { max_retries: 1, delay_start: 350, delay_end: 450 } });
  const { list } = await started(world, ['ada']);
  await world.result(await world.sending(), { outcome: 'failed' });
  world.turn(PACE_SECONDS);
  assert.equal((await world.result(await lapse(world), { outcome: 'failed' })).state, 'failed');
  assert.deepEqual(await world.names(list), { ada: 'failed' });
});

engineTest('a late failed for a refused begin or a blocked profile counts nothing', async (world) => {
  const { campaign } = await started(world, ['ada']);
  const first = await lapse(world);
  assert.equal((await world.result(first, { outcome: 'failed', profile_in_use: true })).state, 'waiting');
  world.turn(PACE_SECONDS);
  const [refused] = await world.work();
  assert.ok(refused);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  assert.equal((await refusal(world.begin(refused))).code, 'paused');
  assert.equal((await world.result(refused, { outcome: 'failed' })).state, 'waiting');
  const { rows } = await world.app.database.pool.query('select failures from deliveries');
  assert.deepEqual(rows, [{ failures: 0 }]);
});

engineTest('a name that failed stands behind the line, for every profile', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy', 'di']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles }));
  const [first] = await world.work({ capacity: 1 });
  assert.equal(first?.recipient, 'ada');
  await world.begin(first);
  await world.result(first, { outcome: 'failed' });
  world.turn(PACE_SECONDS);
  const next = await world.work();
  assert.deepEqual(
    next.map(({ recipient }) => recipient),
    ['bo', 'cy'],
  );
  for (const delivery of next) {
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'sent' });
  }
  world.turn(PACE_SECONDS);
  const last = await world.work();
  assert.deepEqual(
    last.map(({ recipient }) => recipient),
    ['di', 'ada'],
  );
});

engineTest('the profile that has waited longest gets the next name', async (world) => {
  const profiles = [await world.profile('one'), await world.profile('two'), await world.profile('three')];
  await world.start(
    await world.campaign({ list: await world.list(['ada', 'bo', 'cy', 'di', 'ed']), profiles }),
  );
  await world.user.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 30, delay_end: 30 } });
  for (const path of ['/p/two', '/p/one']) {
    const [delivery] = await world.work({ paths: [path] });
    assert.ok(delivery);
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'sent' });
    world.turn(5);
  }
  world.turn(30);
  const order: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const [delivery] = await world.work({ capacity: 1 });
    order.push(delivery?.profile.profile_name ?? '');
  }
  // The third has sent nothing yet.
  assert.deepEqual(order, ['three', 'two', 'one']);
});

engineTest('a campaign with nothing to send takes no capacity from one that has', async (world) => {
  const idle = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('one'), await world.profile('two')],
    name: 'Idle',
  });
  await world.start(idle);
  const [only] = await world.work({ capacity: 1 });
  assert.ok(only);
  await world.begin(only);
  await world.result(only, { outcome: 'failed' });
  const busy = await world.campaign({
    list: await world.list(['bo', 'cy']),
    profiles: [await world.profile('three')],
    name: 'Busy',
  });
  await world.start(busy);
  // The idle campaign's other profile was due before, and its one name waits for its time.
  const [delivery] = await world.work({ capacity: 1 });
  assert.equal(delivery?.recipient, 'bo');
});

import assert from 'node:assert/strict';
import { createWorld, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';

async function started(world: World, names: string[]) {
  await world.user.call('PUT /api/settings', {
    body: { max_retries: 3, delay_start: 350, delay_end: 450, never_twice_days: 90 },
  });
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(names), profiles }));
}

const claimed = async (world: World) => {
  const [delivery] = await world.work();
  assert.ok(delivery, 'somebody is handed out');
  return delivery;
};

engineTest('a person whom another user writes to at this moment is written to', async (world) => {
  const other = await createWorld(world.app);
  await started(other, ['ada']);
  await started(world, ['ada']);
  await other.begin(await claimed(other));
  await world.begin(await claimed(world));
});

engineTest('a person whom another user has messaged is handed out', async (world) => {
  const other = await createWorld(world.app);
  await started(other, ['ada']);
  await other.result(await other.sending(), { outcome: 'sent' });
  await started(world, ['ada']);
  await world.begin(await claimed(world));
});

engineTest('begins of two users for one person that are judged together are granted', async (world) => {
  const others = [await createWorld(world.app), await createWorld(world.app)];
  const all = [world, ...others];
  for (const one of all) await started(one, ['ada']);
  const deliveries = await Promise.all(all.map(claimed));
  const begin = (place: number) => all[place]?.begin(deliveries[place] as never);
  const { database } = world.app;
  const { first, both } = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const first = begin(0);
    await waitForLockWaits(database, 1);
    // They wait for the first, and are answered together after it.
    const both = Promise.all([begin(1), begin(2)]);
    await world.user.call('GET /api/campaigns');
    return { first, both };
  });
  await first;
  await both;
});

engineTest("another user's do-not-contact keeps nobody from being written to", async (world) => {
  const other = await createWorld(world.app);
  await other.user.call('POST /api/do-not-contact', { body: { recipient: 'ada' } });
  await started(world, ['ada', 'bo']);
  const first = await claimed(world);
  assert.equal(first.recipient, 'ada', 'from the line');
  await world.begin(first);
  await world.result(first, { outcome: 'failed' });
  world.turn(PACE_SECONDS);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.equal((await claimed(world)).recipient, 'ada', 'to be tried again');
});

engineTest("another user's requests are not handed out", async (world) => {
  const other = await createWorld(world.app);
  const ids: number[] = [];
  for (const one of [world, other]) {
    await one.profile('one');
    const body = { profile_path: '/p/one' };
    ids.push((await one.user.call('POST /api/profiles/open', { body })).request_id);
  }
  const body = { capacity: 0, wait_seconds: 0, profile_paths: [] };
  const { requests } = await world.agent.call('POST /api/agent/work', { body });
  assert.deepEqual(
    requests.map(({ id }) => id),
    [ids[0]],
  );
});

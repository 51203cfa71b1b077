import assert from 'node:assert/strict';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { beginDeliveries } from './begin.ts';

const setBudget = async (world: World, budget: number | null) => {
  await world.agent.report({ reads_replies: true });
  await world.app.database.pool.query('update settings set budget = $1, quiet_days = 0 where user_id = $2', [
    budget,
    world.user.id,
  ]);
};

/** Started campaigns to ada, each with a list and a profile of its own, and the delivery of each. */
async function handedOut(world: World, names: string[]): Promise<Delivery[]> {
  for (const name of names) {
    const profile = await world.profile(name);
    const list = await world.list(['ada']);
    await world.start(await world.campaign({ list, profiles: [profile], name }));
  }
  const deliveries = await world.work();
  assert.equal(deliveries.length, names.length);
  return deliveries;
}

/** How each campaign stands: its name, how many it sent to, and its list less those it skipped. */
async function totalsOf(world: World) {
  const { campaigns } = await world.user.call('GET /api/campaigns');
  return campaigns.map(({ total_sent, total_list }) => [total_sent, total_list]).sort();
}

/** Begins both in steps of their own, of which the second waits for the lock of the first. */
async function beginBeside(world: World, deliveries: Delivery[]) {
  const { database, deps } = world.app;
  const { asked } = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const asked: ReturnType<typeof beginDeliveries>[] = [];
    for (const { token } of deliveries) {
      asked.push(beginDeliveries(deps, [{ user_id: world.user.id, token }]));
      await waitForLockWaits(database, asked.length);
    }
    return { asked };
  });
  return (await Promise.all(asked)).map(([answer]) => answer?.verdict);
}

/** Begins all of them in one batch, which gathers while the user's lock is held. */
async function beginTogether(world: World, [ahead, ...deliveries]: Delivery[]) {
  const { database } = world.app;
  assert.ok(ahead);
  const { first, others } = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const first = world.begin(ahead);
    await waitForLockWaits(database, 1);
    const others = Promise.allSettled(deliveries.map((delivery) => world.begin(delivery)));
    await world.user.call('GET /api/campaigns');
    return { first, others };
  });
  await first;
  return (await others).map(({ status }) => status).sort();
}

engineTest('a message under way counts for the budget of one that begins meanwhile', async (world) => {
  await setBudget(world, 1);
  const [one, two] = await handedOut(world, ['one', 'two']);
  assert.ok(one && two);
  assert.deepEqual(await beginBeside(world, [one, two]), ['granted', 'messaged']);
  // The other one waits without losing a try, for as long as the message is under way.
  world.turn(31);
  const [again] = await world.work();
  assert.equal((await refusal(world.begin(again ?? two))).code, 'messaged');
  await world.result(one, { outcome: 'sent' });
  world.turn(31);
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await totalsOf(world), [
    [0, 0],
    [1, 1],
  ]);
});

for (const outcome of ['not_found', 'unknown'] as const)
  engineTest(`who waited for a message that ended as ${outcome} gets the other one`, async (world) => {
    await setBudget(world, 1);
    const [one, two] = await handedOut(world, ['one', 'two']);
    assert.ok(one && two);
    await world.begin(one);
    assert.equal((await refusal(world.begin(two))).code, 'messaged');
    await world.result(one, { outcome });
    world.turn(PACE_SECONDS);
    await world.result(await world.sending(), { outcome: 'sent' });
    assert.deepEqual(await totalsOf(world), [
      [0, 1],
      [1, 1],
    ]);
  });

engineTest('begins that are judged together pass no budget', async (world) => {
  await setBudget(world, 2);
  const deliveries = await handedOut(world, ['one', 'two', 'three', 'four']);
  // One is under way, one more of the three has room.
  assert.deepEqual(await beginTogether(world, deliveries), ['fulfilled', 'rejected', 'rejected']);
});

engineTest('messages to one person begin beside each other as far as the budget goes', async (world) => {
  await setBudget(world, 4);
  const deliveries = await handedOut(world, ['one', 'two', 'three', 'four']);
  const all = ['fulfilled', 'fulfilled', 'fulfilled'];
  assert.deepEqual(await beginTogether(world, deliveries), all);
  for (const delivery of deliveries) await world.result(delivery, { outcome: 'failed' });
  await setBudget(world, null);
  world.turn(PACE_SECONDS);
  assert.deepEqual(await beginTogether(world, await world.work()), all);
});

import assert from 'node:assert/strict';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { sweepLeases } from './sweep.ts';

async function leased(world: World, names = ['ada']): Promise<Delivery & { list: number }> {
  const list = await world.list(names);
  await world.start(await world.campaign({ list, profiles: [await world.profile('one')] }));
  const [delivery] = await world.work();
  assert.ok(delivery);
  return { ...delivery, list };
}

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;

engineTest('begin asked again is granted, even when the campaign was paused meanwhile', async (world) => {
  const delivery = await leased(world);
  assert.deepEqual(await world.begin(delivery), { granted: true, grant_seconds: 60, mark: 1 });
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: delivery.campaign_id } });
  assert.deepEqual(await world.begin(delivery), { granted: true, grant_seconds: 60, mark: 1 });
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
});

engineTest('begin asked again is not granted when its lease does not hold for the grant', async (world) => {
  const delivery = await leased(world);
  await world.begin(delivery);
  world.turn(240);
  await world.begin(delivery);
  world.turn(1);
  assert.equal(await codeOf(world.begin(delivery)), 'lease_over');
  assert.equal((await world.result(delivery, { outcome: 'failed' })).state, 'waiting');
});

engineTest('a lease holds for as long as its agent was told, and no longer', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles }));
  const [ada, bo] = await world.work();
  assert.ok(ada && bo);
  world.turn(ada.lease_seconds - 1);
  await world.begin(ada);
  world.turn(1);
  assert.equal(await codeOf(world.begin(bo)), 'lease_over');
});

engineTest('a lease that ended is not granted, and the name goes to the next', async (world) => {
  const delivery = await leased(world);
  world.turn(120);
  assert.equal(await codeOf(world.begin(delivery)), 'lease_over');
  world.turn(1);
  await sweepLeases(world.app.deps);
  world.turn(PACE_SECONDS);
  const [again] = await world.work();
  assert.equal(again?.recipient, 'ada');
  assert.equal(await codeOf(world.begin(delivery)), 'lease_over');
  // The lease has passed on: a late 'failed' changes nothing.
  assert.equal(await codeOf(world.result(delivery, { outcome: 'failed' })), 'stale');
});

engineTest('a campaign that was stopped or deleted is not granted', async (world) => {
  const delivery = await leased(world);
  const params = { id: delivery.campaign_id };
  await world.user.call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
  assert.equal(await codeOf(world.begin(delivery)), 'ended');
  const { total_list, status } = await world.details(delivery.campaign_id);
  assert.deepEqual([total_list, status], [1, 'completed']);
});

engineTest('a profile that was switched off hands its name to another', async (world) => {
  const list = await world.list(['ada']);
  const [one, two] = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles: [one, two] }));
  const [delivery] = await world.work();
  assert.ok(delivery);
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: delivery.profile.id } });
  assert.equal(await codeOf(world.begin(delivery)), 'profile_inactive');
  const [again] = await world.work();
  assert.equal(again?.recipient, 'ada');
  assert.notEqual(again?.profile.id, delivery.profile.id);
});

engineTest('a name that came onto do-not-contact is skipped and leaves the total', async (world) => {
  const delivery = await leased(world, ['ada', 'bo']);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'ada' } });
  assert.equal(await codeOf(world.begin(delivery)), 'do_not_contact');
  assert.deepEqual(await world.names(delivery.list), { ada: 'pending', bo: 'pending' });
  assert.equal((await world.details(delivery.campaign_id)).total_list, 1);
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('a campaign ends at once where the last one is refused at begin', async (world) => {
  const delivery = await leased(world);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'ada' } });
  assert.equal(await codeOf(world.begin(delivery)), 'do_not_contact');
  assert.equal((await world.details(delivery.campaign_id)).status, 'completed');
});

engineTest('begin looks at the name itself, whatever its lease says', async (world) => {
  const delivery = await leased(world, ['ada', 'bo']);
  // No call does that while a name is leased.
  await world.app.database.pool.query('update recipients set campaign_id = null where id = $1', [
    delivery.recipient_id,
  ]);
  assert.equal(await codeOf(world.begin(delivery)), 'gone');
  assert.equal((await world.details(delivery.campaign_id)).total_list, 1);
});

engineTest('a claim passes over names on do-not-contact', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  for (const recipient of ['ada', 'cy'])
    await world.user.call('POST /api/do-not-contact', { body: { recipient } });
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), []);
  const details = await world.details(campaign);
  assert.deepEqual([details.status, details.total_list, details.total_sent], ['completed', 1, 1]);
  assert.equal(details.logs.filter(({ action }) => action === 'skipped').length, 2);
});

engineTest('nothing is handed out once the subscription has ended', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.app.database.pool.query('update users set subscription_end_date = $2 where id = $1', [
    world.user.id,
    world.app.clock.now(),
  ]);
  assert.deepEqual(await world.work(), []);
  assert.equal((await world.details(campaign)).status, 'paused');
});

engineTest('an ended subscription pauses the campaign at begin', async (world) => {
  const delivery = await leased(world);
  await world.app.database.pool.query('update users set subscription_end_date = $2 where id = $1', [
    world.user.id,
    world.app.clock.now(),
  ]);
  assert.equal(await codeOf(world.begin(delivery)), 'subscription');
  const details = await world.details(delivery.campaign_id);
  assert.deepEqual([details.status, details.paused_reason], ['paused', 'Your subscription has expired']);
  assert.deepEqual(await world.work(), []);
});

engineTest(
  'a delivery that is handed back goes to the next at once; after begin it cannot be',
  async (world) => {
    const delivery = await leased(world);
    const release = ({ token }: Delivery) =>
      world.agent.call('POST /api/agent/deliveries/{token}/release', { params: { token }, body: {} });
    await release(delivery);
    await release(delivery);
    const again = await world.sending();
    assert.equal(again.recipient, 'ada');
    assert.equal((await refusal(release(again))).status, 409);
  },
);

engineTest('a begin that comes twice at once is granted twice, and counts once', async (world) => {
  await world.user.call('PUT /api/settings', {
    body: { max_retries: 3, delay_start: 350, delay_end: 450, never_twice_days: 90 },
  });
  const profiles = [await world.profile('one'), await world.profile('two')];
  const campaign = await world.campaign({ list: await world.list(['ada', 'bo']), profiles });
  await world.start(campaign);
  const [ada, bo] = await world.work();
  assert.ok(ada && bo);
  const { database } = world.app;
  const { first, both } = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const first = world.begin(bo);
    await waitForLockWaits(database, 1);
    // They wait for the first, and are answered together after it where nothing keeps them apart.
    const both = [world.begin(ada), world.begin(ada)];
    await world.details(campaign);
    return { first, both };
  });
  const granted = { granted: true, grant_seconds: 60 };
  assert.deepEqual(await first, { ...granted, mark: 1 });
  for (const begun of both) assert.deepEqual(await begun, { ...granted, mark: 2 });
  for (const delivery of [ada, bo])
    assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
});

import assert from 'node:assert/strict';
import { engineTest } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { sweepLeases } from './sweep.ts';

engineTest('a lease that is renewed after the sweep has found it goes on', async (world) => {
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  const [delivery] = await world.work();
  assert.ok(delivery);
  world.turn(121);
  // Its user's lock holds the sweep up when it has found the lease, and the lease is renewed meanwhile.
  const { sweeping } = await rolledBack(world.app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const sweeping = sweepLeases(world.app.deps);
    await waitForLockWaits(world.app.database, 1);
    await world.app.database.pool.query(
      `update profiles set lease_until = lease_until + interval '5 minutes' where lease_token is not null`,
    );
    return { sweeping };
  });
  await sweeping;
  await world.begin(delivery);
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
});

engineTest('names that are added after the start wait for a later campaign', async (world) => {
  const list = await world.list(['ada']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  const campaign = await world.campaign({ list, profiles });
  await world.start(campaign);
  await world.user.call('POST /api/recipients/bulk', { body: { list_id: list, recipients: ['bo'] } });
  const given = await world.work();
  assert.deepEqual(
    given.map(({ recipient }) => recipient),
    ['ada'],
  );
  assert.equal((await world.details(campaign)).total_list, 1);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await world.start(campaign);
  assert.deepEqual(await world.work(), [], 'to go on is no new start');
  assert.equal((await world.details(campaign)).total_list, 1);
  for (const delivery of given) {
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'sent' });
  }
  assert.equal((await world.details(campaign)).status, 'completed', 'it does not wait for bo');
});

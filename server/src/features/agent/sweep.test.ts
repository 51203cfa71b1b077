import assert from 'node:assert/strict';
import { engineTest } from '../../testing/engine-world.ts';
import { sweepLeases } from './sweep.ts';

engineTest('a lease that ends before begin gives the name back; after begin it is unclear', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  const campaign = await world.campaign({ list, profiles });
  await world.start(campaign);
  const [begun] = await world.work();
  assert.ok(begun);
  await world.begin(begun);
  world.turn(120);
  await sweepLeases(world.app.deps);
  assert.deepEqual(await world.work(), [], 'a lease holds to its last second');
  world.turn(1);
  await sweepLeases(world.app.deps);
  assert.equal((await world.work()).length, 1);
  world.turn(180);
  await sweepLeases(world.app.deps);
  const details = await world.details(campaign);
  assert.deepEqual([details.total_uncertain, details.total_failed], [1, 1]);
  assert.equal((await world.names(list))[begun.recipient], 'failed');
});

engineTest('a campaign whose user may not send any more is paused without an agent', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.app.database.pool.query('update users set subscription_end_date = $1', [world.app.clock.now()]);
  await sweepLeases(world.app.deps);
  assert.equal((await world.details(campaign)).paused_reason, 'Your subscription has expired');
});

engineTest('a campaign whose last names were deleted by hand completes without an agent', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
  for (const { id } of recipients) await world.user.call('DELETE /api/recipients/{id}', { params: { id } });
  await sweepLeases(world.app.deps);
  const { status, total_list } = await world.details(campaign);
  assert.deepEqual([status, total_list], ['completed', 0]);
});

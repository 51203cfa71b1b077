import assert from 'node:assert/strict';
import { engineTest } from '../testing/engine-world.ts';

engineTest('a campaign of a later version is seen by its owner and worked by nobody here', async (world) => {
  const { pool } = world.app.database;
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const needs = (version: number) =>
    pool.query('update campaigns set needs_version = $1 where id = $2', [version, campaign]);
  await needs(3);
  assert.deepEqual(await world.work(), []);
  const { status, total_list } = await world.details(campaign);
  assert.deepEqual([status, total_list, await world.names(list)], ['running', 1, { ada: 'pending' }]);
  await needs(2);
  // Its agent was told that no campaign runs, until something of its user changes.
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await world.start(campaign);
  const [delivery] = await world.work();
  assert.equal(delivery?.recipient, 'ada');
});

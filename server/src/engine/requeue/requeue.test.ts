import assert from 'node:assert/strict';
import { assertEngineInvariants } from '../../testing/engine-invariants.ts';
import { engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { requeueDeletedCampaigns } from './requeue.ts';

/** A campaign that runs, and one on the same list and profile that has not started. */
async function startedBeforeNext(world: World) {
  const list = await world.list(['ada', 'bo', 'cy', 'di']);
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list, profiles });
  const next = await world.campaign({ list, profiles, name: 'Next' });
  await world.start(campaign);
  return { list, campaign, next };
}

engineTest("a deleted campaign's names go back to the end of the line, its days stay", async (world) => {
  const list = await world.list(['ada', 'bo']);
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list, profiles: [profile] });
  const next = await world.campaign({ list, profiles: [profile], name: 'Next' });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  const params = { id: campaign };
  await world.user.call('DELETE /api/campaigns/{id}', { params });
  assert.equal((await refusal(world.user.call('DELETE /api/campaigns/{id}', { params }))).status, 404);
  const tooEarly = await refusal(world.start(next));
  assert.match(tooEarly.body.error, /putting 1 person back/);
  await requeueDeletedCampaigns(world.app.deps);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending' });
  await world.start(next);
  world.turn(PACE_SECONDS);
  assert.equal((await world.work())[0]?.recipient, 'bo', 'ada stands behind bo now');
  const { rows } = await world.app.database.pool.query('select sent from daily_performance');
  assert.deepEqual(rows, [{ sent: 1 }]);
  const left = await world.app.database.pool.query('select from campaigns where deleted_at is not null');
  assert.equal(left.rowCount, 0);
});

engineTest(
  'a deletion that keeps those messaged puts back only whom nothing can have reached',
  async (world) => {
    const { list, campaign, next } = await startedBeforeNext(world);
    const messaged: string[] = [];
    for (const outcome of ['sent', 'unknown', 'not_found', 'sent'] as const) {
      const delivery = await world.sending();
      if (outcome === 'sent') messaged.push(delivery.recipient);
      // The last is being sent to when the campaign is deleted.
      if (messaged.length === 2)
        await world.user.call('DELETE /api/campaigns/{id}', {
          params: { id: campaign },
          body: { keep_sent: true },
        });
      await world.result(delivery, { outcome });
      world.turn(PACE_SECONDS);
    }
    const tooEarly = await refusal(world.start(next));
    assert.match(tooEarly.body.error, /putting 1 person back/, 'those who are kept are not waited for');
    await requeueDeletedCampaigns(world.app.deps);
    assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'failed', cy: 'pending', di: 'sent' });
    const { list: counts } = await world.user.call('GET /api/lists/{id}', { params: { id: list } });
    assert.deepEqual([counts.pending, counts.sent, counts.failed, counts.not_found], [1, 2, 1, 0]);
    await world.start(next);
    assert.equal((await world.sending()).recipient, 'cy');
  },
);

engineTest('a name that is only handed out goes back at once, and its profile is free', async (world) => {
  const [gone, other] = [await world.list(['ada']), await world.list(['bo'])];
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list: gone, profiles });
  await world.start(campaign);
  assert.equal((await world.work()).length, 1);
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
  await world.start(await world.campaign({ list: other, profiles, name: 'Next' }));
  assert.deepEqual(await world.work(), []);
  await requeueDeletedCampaigns(world.app.deps);
  assert.deepEqual(await world.names(gone), { ada: 'pending' });
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('a name that is being sent to goes back only after its result', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const delivery = await world.sending();
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
  await requeueDeletedCampaigns(world.app.deps);
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  await requeueDeletedCampaigns(world.app.deps);
  assert.deepEqual(await world.names(list), { ada: 'pending' });
  assert.equal((await refusal(world.result(delivery, { outcome: 'sent' }))).code, 'stale');
});

engineTest(
  'while a name of a deleted campaign is being sent to, only that one is waited for',
  async (world) => {
    const { campaign, next } = await startedBeforeNext(world);
    for (const outcome of ['sent', 'failed', 'not_found'] as const) {
      await world.result(await world.sending(), { outcome });
      world.turn(PACE_SECONDS);
    }
    await world.sending();
    await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
    await requeueDeletedCampaigns(world.app.deps);
    assert.match((await refusal(world.start(next))).body.error, /putting 1 person back/);
  },
);

engineTest('what a deleted campaign gives back is counted while it still sends to one', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy', 'di']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  for (const outcome of ['sent', 'unknown', 'not_found'] as const) {
    await world.result(await world.sending(), { outcome });
    world.turn(PACE_SECONDS);
  }
  const delivery = await world.sending();
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
  await requeueDeletedCampaigns(world.app.deps);
  const { list: counts } = await world.user.call('GET /api/lists/{id}', { params: { id: list } });
  assert.deepEqual([counts.pending, counts.sent, counts.failed, counts.not_found], [4, 0, 0, 0]);
  await assertEngineInvariants(world.app.database.pool);
  await world.result(delivery, { outcome: 'failed' });
});

engineTest('a deleted campaign leaves a name alone that another one has by now', async (world) => {
  const list = await world.list(['ada']);
  const profiles = [await world.profile('one')];
  const earlier = await world.campaign({ list, profiles });
  await world.start(earlier);
  const delivery = await world.sending();
  await world.result(delivery, { outcome: 'not_found' });
  const params = { id: delivery.recipient_id };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } });
  world.turn(PACE_SECONDS);
  const later = await world.campaign({ list, profiles, name: 'Later' });
  await world.start(later);
  await world.result(await world.sending(), { outcome: 'sent' });
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: earlier } });
  await requeueDeletedCampaigns(world.app.deps);
  assert.deepEqual(await world.names(list), { ada: 'sent' });
});

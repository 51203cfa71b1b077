import assert from 'node:assert/strict';
import { requeueDeletedCampaigns } from '../../engine/requeue/requeue.ts';
import { engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

async function sendTo(world: World, names: string[]) {
  const list = await world.list(names);
  const campaign = await world.campaign({ list, profiles: [await world.profile('anna')] });
  await world.start(campaign);
  const [delivery] = await world.work();
  assert.ok(delivery);
  return { list, campaign, delivery, params: { id: delivery.recipient_id } };
}

const SENDING = 'A message to this recipient is being sent right now. Try again in a moment.';

engineTest('a name that is being sent to is neither changed nor deleted', async (world) => {
  const { user } = world;
  const { delivery, params } = await sendTo(world, ['ada', 'bo']);
  await world.begin(delivery);
  const change = () => user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'failed' } });
  for (const call of [change, () => user.call('DELETE /api/recipients/{id}', { params })]) {
    const error = await refusal(call());
    assert.equal(error.status, 409);
    assert.deepEqual(error.body, { error: SENDING });
  }
  await world.result(delivery, { outcome: 'sent' });
  assert.equal((await change()).recipient.status, 'failed');
});

engineTest('a name that is only leased obeys the hand, and its campaign does without it', async (world) => {
  const { user } = world;
  const { campaign, delivery, params } = await sendTo(world, ['ada', 'bo']);
  await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } });
  assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
  const now = await user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
  assert.equal(now.campaign.total_list, 1);
  const [next] = await world.work();
  assert.equal(next?.recipient, 'bo');
});

engineTest('a name deleted while it is leased is not sent to', async (world) => {
  const { delivery, params } = await sendTo(world, ['ada']);
  await world.user.call('DELETE /api/recipients/{id}', { params });
  assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
  assert.deepEqual(await world.work(), []);
});

engineTest('setting a leased name to pending changes nothing: it is pending', async (world) => {
  const { list, delivery, params } = await sendTo(world, ['ada']);
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } });
  assert.deepEqual(await world.names(list), { ada: 'pending' });
  await world.begin(delivery);
  const { state } = await world.result(delivery, { outcome: 'sent' });
  assert.equal(state, 'sent');
});

engineTest('a name set back to pending is for a later campaign, not for the one that runs', async (world) => {
  const { user } = world;
  const { list, campaign, delivery, params } = await sendTo(world, ['ada', 'bo']);
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
  await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } });
  world.turn(PACE_SECONDS);
  const [second] = await world.work();
  assert.equal(second?.recipient, 'bo');
  await world.begin(second);
  await world.result(second, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), []);
  const ended = await user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
  assert.equal(ended.campaign.status, 'completed');
  const profiles = (await user.call('GET /api/profiles')).profiles.map(({ id }) => id);
  await world.start(await world.campaign({ list, profiles, name: 'Later' }));
  const [later] = await world.work();
  assert.equal(later?.recipient, 'ada');
});

engineTest('a list to which a stopped campaign is still sending is not deleted', async (world) => {
  const { user } = world;
  const { list, campaign, delivery } = await sendTo(world, ['ada', 'bo']);
  await world.begin(delivery);
  const params = { id: campaign };
  await user.call('POST /api/campaigns/{id}/stop', { params });
  await user.call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
  const error = await refusal(user.call('DELETE /api/lists/{id}', { params: { id: list } }));
  assert.equal(error.status, 409);
  assert.match(error.body.error, /being sent right now/);
  await world.result(delivery, { outcome: 'sent' });
  await user.call('DELETE /api/lists/{id}', { params: { id: list } });
});

engineTest('whose status was set together with others is left alone by a deleted campaign', async (world) => {
  const { list, campaign, delivery } = await sendTo(world, ['ada']);
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
  await world.user.call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list },
    body: { action: 'not_found' },
  });
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign }, body: {} });
  await requeueDeletedCampaigns(world.app.deps);
  assert.deepEqual(await world.names(list), { ada: 'not_found' });
});

engineTest(
  'changing all leaves alone whom a message is being sent to, and takes the others from the campaign',
  async (world) => {
    const { user } = world;
    const list = await world.list(['ada', 'bo', 'cy', 'di']);
    const profiles = [await world.profile('anna'), await world.profile('bert')];
    const campaign = await world.campaign({ list, profiles });
    await world.start(campaign);
    const [first, second] = await world.work();
    assert.ok(first && second);
    await world.begin(first);
    const answer = await user.call('POST /api/lists/{id}/recipients/bulk', {
      params: { id: list },
      body: { action: 'not_found' },
    });
    assert.deepEqual(answer, { changed: 3, busy: 1, last_id: null });
    assert.equal((await world.details(campaign)).total_list, 3);
    await world.begin(first);
    assert.equal((await refusal(world.begin(second))).code, 'lease_over');
    await world.result(first, { outcome: 'sent' });
    assert.equal((await world.names(list))[first.recipient], 'sent');
    assert.deepEqual(await world.work(), []);
    const now = await user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
    assert.equal(now.campaign.status, 'completed');
    assert.equal(now.campaign.total_list, 1);
  },
);

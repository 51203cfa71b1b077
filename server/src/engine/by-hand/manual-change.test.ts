import assert from 'node:assert/strict';
import { type Delivery, engineTest, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

async function leased(world: World): Promise<Delivery & { list: number; others: number }> {
  const list = await world.list(['ada', 'bo']);
  const [one, two] = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles: [one, two] }));
  const [delivery] = await world.work({ capacity: 1 });
  assert.ok(delivery);
  return { ...delivery, list, others: delivery.profile.id === one ? two : one };
}

engineTest('a name that is being sent to cannot be changed or deleted by hand', async (world) => {
  const delivery = await leased(world);
  await world.begin(delivery);
  const params = { id: delivery.recipient_id };
  const change = world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } });
  assert.equal((await refusal(change)).status, 409);
  assert.equal((await refusal(world.user.call('DELETE /api/recipients/{id}', { params }))).status, 409);
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  await world.user.call('DELETE /api/recipients/{id}', { params });
});

engineTest('while a name is only leased the hand wins, and the campaign does without it', async (world) => {
  const delivery = await leased(world);
  await world.user.call('DELETE /api/recipients/{id}', { params: { id: delivery.recipient_id } });
  assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
  const details = await world.details(delivery.campaign_id);
  assert.equal(details.total_list, 1);
  assert.equal(details.logs.at(-1)?.action, 'skipped');
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('a profile that is sending cannot be changed, but always be switched off', async (world) => {
  const delivery = await leased(world);
  await world.begin(delivery);
  const params = { id: delivery.profile.id };
  const body = { profile_name: 'new', profile_path: delivery.profile.profile_path };
  assert.equal((await refusal(world.user.call('PUT /api/profiles/{id}', { params, body }))).status, 409);
  await world.user.call('PUT /api/profiles/{id}/toggle', { params });
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
});

engineTest(
  'a name that a changed profile held waits for the next, and stays in the campaign',
  async (world) => {
    const delivery = await leased(world);
    const { id, profile_path } = delivery.profile;
    await world.user.call('PUT /api/profiles/{id}', {
      params: { id },
      body: { profile_name: 'new', profile_path },
    });
    assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
    const again = await world.work();
    assert.deepEqual(again.map(({ recipient }) => recipient).sort(), ['ada', 'bo']);
    const { total_list, logs } = await world.details(delivery.campaign_id);
    assert.equal(total_list, 2);
    assert.deepEqual(
      logs.map(({ action }) => action),
      ['started'],
    );
  },
);

engineTest('switching off the last eligible profile pauses its campaign with the reason', async (world) => {
  const delivery = await leased(world);
  for (const id of [delivery.profile.id, delivery.others])
    await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  const details = await world.details(delivery.campaign_id);
  assert.equal(details.status, 'paused');
  assert.match(details.paused_reason ?? '', /No profile/);
});

engineTest('a name set by hand before its turn leaves the total at the end', async (world) => {
  const delivery = await leased(world);
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', {
    params: { id: delivery.list },
  });
  const other = recipients.find(({ id }) => id !== delivery.recipient_id);
  assert.ok(other);
  await world.user.call('PUT /api/recipients/{id}/status', {
    params: { id: other.id },
    body: { status: 'not_found' },
  });
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
  const details = await world.details(delivery.campaign_id);
  assert.deepEqual([details.status, details.total_list, details.total_sent], ['completed', 1, 1]);
});

engineTest('a list is not deleted while a message to one of its names is being sent', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const delivery = await world.sending();
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: campaign },
    body: { status: 'completed' },
  });
  const deleting = () => world.user.call('DELETE /api/lists/{id}', { params: { id: list } });
  assert.match((await refusal(deleting())).message, /is being sent right now/);
  await world.result(delivery, { outcome: 'sent' });
  await deleting();
});

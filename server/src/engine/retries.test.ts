import assert from 'node:assert/strict';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';

/** A campaign of two profiles to ada, who failed once. */
async function failedOnce(world: World): Promise<Delivery & { list: number }> {
  const list = await world.list(['ada']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles, name: 'First' }));
  const [ada] = await world.work({ paths: ['/p/one'] });
  assert.ok(ada);
  await world.begin(ada);
  assert.equal((await world.result(ada, { outcome: 'failed' })).state, 'waiting');
  return { ...ada, list };
}

/** What the campaign says of whom it skipped when the time to try again had come. */
async function reasonAfterPause(world: World, { campaign_id }: Delivery): Promise<string | undefined> {
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work({ paths: ['/p/one', '/p/two'] }), []);
  const { total_list, status, logs } = await world.details(campaign_id);
  assert.deepEqual([total_list, status], [0, 'completed']);
  return logs.find(({ action }) => action === 'skipped')?.message;
}

engineTest('who is tried again waits for the usual pause, whichever profile is free', async (world) => {
  await failedOnce(world);
  assert.deepEqual(await world.work({ paths: ['/p/two'] }), []);
  world.turn(PACE_SECONDS);
  assert.equal((await world.work({ paths: ['/p/two'] }))[0]?.recipient, 'ada');
});

engineTest('no more are tried again at once than the agent has room for', async (world) => {
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list: await world.list(['ada', 'bo']), profiles }));
  for (const delivery of await world.work()) {
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'failed' });
  }
  world.turn(PACE_SECONDS);
  assert.equal((await world.work({ capacity: 1 })).length, 1);
});

engineTest('who was changed by hand meanwhile is not tried again', async (world) => {
  const ada = await failedOnce(world);
  await world.user.call('PUT /api/recipients/{id}/status', {
    params: { id: ada.recipient_id },
    body: { status: 'sent' },
  });
  assert.equal(await reasonAfterPause(world, ada), 'No longer pending in its list');
});

engineTest('who was made pending again by hand meanwhile waits for a later campaign', async (world) => {
  const ada = await failedOnce(world);
  for (const status of ['failed', 'pending'] as const)
    await world.user.call('PUT /api/recipients/{id}/status', {
      params: { id: ada.recipient_id },
      body: { status },
    });
  assert.equal(await reasonAfterPause(world, ada), 'No longer pending in its list');
});

engineTest(
  'who left a campaign meanwhile is promised by no plan and is not among the next people',
  async (world) => {
    const ada = await failedOnce(world);
    const promised = async () => {
      const params = { id: ada.campaign_id };
      const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params });
      const { people } = await world.user.call('GET /api/campaigns/{id}/next', { params, query: {} });
      return [plan.will, people.length];
    };
    assert.deepEqual(await promised(), [1, 1]);
    for (const status of ['failed', 'pending'] as const)
      await world.user.call('PUT /api/recipients/{id}/status', {
        params: { id: ada.recipient_id },
        body: { status },
      });
    assert.deepEqual(await promised(), [0, 0]);
  },
);

engineTest('who came onto do-not-contact meanwhile is not tried again', async (world) => {
  const ada = await failedOnce(world);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'ada' } });
  assert.equal(await reasonAfterPause(world, ada), 'On your do-not-contact list');
});

engineTest('who was messaged by another campaign meanwhile is not tried again', async (world) => {
  await world.user.call('PUT /api/settings', {
    body: { max_retries: 1, delay_start: 350, delay_end: 450, never_twice_days: 90 },
  });
  const ada = await failedOnce(world);
  const profiles = [await world.profile('three')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles, name: 'Second' }));
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.match((await reasonAfterPause(world, ada)) ?? '', /^Messaged already/);
});

engineTest('who is held by another campaign by now is tried again only when that lets go', async (world) => {
  const { list } = await failedOnce(world);
  const profiles = [await world.profile('three')];
  await world.start(await world.campaign({ list, profiles, name: 'Second' }));
  world.turn(PACE_SECONDS - 60);
  const [held, ...others] = await world.work({ paths: ['/p/three'] });
  assert.ok(held && others.length === 0);
  world.turn(60);
  assert.deepEqual(await world.work({ paths: ['/p/one', '/p/two'] }), []);
  await world.begin(held);
  await world.result(held, { outcome: 'failed' });
  world.turn(31);
  const [again] = await world.work({ paths: ['/p/one', '/p/two'] });
  assert.deepEqual([again?.recipient, again?.campaign_name], ['ada', 'First']);
});

engineTest('of two campaigns that would try one person again at once, one does', async (world) => {
  await world.user.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 30, delay_end: 30 } });
  const list = await world.list(['ada', 'bo']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles, name: 'First' }));
  const [ada, bo] = await world.work({ paths: ['/p/one', '/p/two'] });
  assert.ok(ada && bo);
  for (const delivery of [ada, bo]) await world.begin(delivery);
  const second = { list, profiles: [await world.profile('three')], name: 'Second' };
  await world.result(bo, { outcome: 'failed' });
  // Ada is being sent to: the second campaign waits for her, and has bo.
  await world.start(await world.campaign(second));
  const [other] = await world.work({ paths: ['/p/three'] });
  assert.equal(other?.recipient, 'bo');
  await world.begin(other);
  world.turn(1);
  await world.result(other, { outcome: 'failed' });
  world.turn(1);
  await world.result(ada, { outcome: 'failed' });
  world.turn(60);
  // The profiles' turns: First has bo, Second ada, and First finds ada taken.
  const given = await world.work();
  assert.deepEqual(
    given.map(({ campaign_name, recipient }) => [campaign_name, recipient]),
    [
      ['First', 'bo'],
      ['Second', 'ada'],
    ],
  );
});

import assert from 'node:assert/strict';
import { engineTest, type World } from '../testing/engine-world.ts';
import { until, untilPollsSleep } from '../testing/until.ts';

/** Who is handed out to a work call for that profile, which waits while it is done. */
async function handedOutAfter(world: World, path: string, act: () => Promise<unknown>): Promise<string[]> {
  const body = { capacity: 1, wait_seconds: 50, profile_paths: [path] };
  const waiting = world.agent.call('POST /api/agent/work', { body });
  await untilPollsSleep(world.app.clock);
  let given: string[] | undefined;
  void waiting.then(({ deliveries }) => {
    given = deliveries.map(({ recipient }) => recipient);
  });
  await act();
  await until('an answer of the work call', () => given !== undefined);
  return given ?? [];
}

/** A campaign that runs, and the delivery that its first profile was given. */
async function started(world: World, { names, profiles }: { names: string[]; profiles: string[] }) {
  const ids: number[] = [];
  for (const profile of profiles) ids.push(await world.profile(profile));
  const campaign = await world.campaign({ list: await world.list(names), profiles: ids });
  await world.start(campaign);
  const [delivery] = await world.work({ paths: ['/p/one'] });
  assert.ok(delivery);
  return { campaign, delivery };
}

engineTest('a delivery that is handed back goes to a call that waits', async (world) => {
  const { delivery } = await started(world, { names: ['ada'], profiles: ['one', 'two'] });
  const params = { token: delivery.token };
  const release = () => world.agent.call('POST /api/agent/deliveries/{token}/release', { params, body: {} });
  assert.deepEqual(await handedOutAfter(world, '/p/two', release), ['ada']);
});

engineTest('a profile whose name was deleted by hand gets the next one', async (world) => {
  const { delivery } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const params = { id: delivery.recipient_id };
  const remove = () => world.user.call('DELETE /api/recipients/{id}', { params });
  assert.deepEqual(await handedOutAfter(world, '/p/one', remove), ['bo']);
});

engineTest('whom the owner says that the message did not reach goes to a call that waits', async (world) => {
  const { campaign, delivery } = await started(world, {
    names: ['ada', 'bo'],
    profiles: ['one', 'two', 'three'],
  });
  await world.work({ paths: ['/p/two'] });
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'unknown' });
  const settle = () =>
    world.user.call('POST /api/campaigns/{id}/recipients/settle', {
      params: { id: campaign },
      body: { outcome: 'not_sent' },
    });
  assert.deepEqual(await handedOutAfter(world, '/p/three', settle), ['ada']);
});

engineTest('sending goes on at once when its owner says so after a restore', async (world) => {
  await started(world, { names: ['ada', 'bo'], profiles: ['one', 'two'] });
  await world.app.database.pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
  const goOn = () => world.user.call('POST /api/freeze/end', { body: { anyway: true } });
  assert.deepEqual(await handedOutAfter(world, '/p/two', goOn), ['bo']);
});

engineTest('a machine that reports another driver is handed out what its call waits for', async (world) => {
  await started(world, { names: ['ada', 'bo'], profiles: ['one', 'two'] });
  await world.agent.report({ drivers: ['practice'] });
  const report = () => world.agent.report({ drivers: ['own'] });
  assert.deepEqual(await handedOutAfter(world, '/p/two', report), ['bo']);
});

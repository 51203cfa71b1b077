import assert from 'node:assert/strict';
import type { PlanGroup } from '@pigeonpost/contract/calls/plans';
import { engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';

async function seen(world: World, list: number, group: PlanGroup) {
  const { people } = await world.user.call('GET /api/lists/{id}/planned', {
    params: { id: list },
    query: { group },
  });
  return people.map(({ recipient, at, by }) => [recipient, at, by]);
}

const now = (world: World) => world.app.clock.now().toISOString();

const neverTwice = (world: World, never_twice_days: number | null) =>
  world.user.call('PUT /api/settings', { body: { never_twice_days } });

/** A campaign with a list of these names, started. */
async function started(world: World, names: string[], name: string) {
  const campaign = await world.campaign({
    list: await world.list(names),
    profiles: [await world.profile(`profile of ${name}`)],
    name,
  });
  await world.start(campaign);
  return campaign;
}

engineTest('who was messaged is seen with the moment and the campaign', async (world) => {
  await neverTwice(world, null);
  await started(world, ['ada', 'bo'], 'Kiln open');
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const toBo = await world.sending();
  const boAt = now(world);
  await world.result(toBo, { outcome: 'unknown' });
  world.turn(86_400);
  // The last message counts.
  const again = await started(world, ['ada'], 'Raku');
  const toAda = await world.sending();
  const adaAt = now(world);
  world.turn(30);
  await world.result(toAda, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const list = await world.list(['ada', 'bo', 'cy']);
  const messaged = [
    ['ada', adaAt, 'Raku'],
    ['bo', boAt, 'Kiln open'],
  ];
  assert.deepEqual(await seen(world, list, 'recently'), messaged);
  assert.deepEqual(await seen(world, list, 'will'), [
    ['ada', null, null],
    ['bo', null, null],
    ['cy', null, null],
  ]);
  await neverTwice(world, 90);
  assert.deepEqual(await seen(world, list, 'messaged'), messaged);
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: again } });
  assert.deepEqual((await seen(world, list, 'messaged'))[0], ['ada', adaAt, null]);
});

engineTest('a message over midnight is found by the day of its result', async (world) => {
  const midnight = new Date(world.app.clock.now());
  midnight.setUTCHours(24, 0, 0, 0);
  await started(world, ['ada'], 'Kiln open');
  world.turn((midnight.getTime() - world.app.clock.now().getTime()) / 1000 - 10);
  const toAda = await world.sending();
  const at = now(world);
  world.turn(20);
  await world.result(toAda, { outcome: 'sent' });
  assert.deepEqual(await seen(world, await world.list(['ada']), 'recently'), [['ada', at, 'Kiln open']]);
});

engineTest(
  'who replied is seen with the moment and the campaign, and do-not-contact with its day',
  async (world) => {
    await world.agent.report({ reads_replies: true });
    await started(world, ['ada', 'bo'], 'Kiln open');
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(PACE_SECONDS);
    await started(world, ['ada'], 'Raku');
    const deliveries = await world.work();
    const toAda = deliveries.find(({ recipient }) => recipient === 'ada');
    assert.ok(toAda);
    const at = now(world);
    await assert.rejects(world.begin(toAda, [{ person: 'ada', at, text: 'Yes please', site_id: 'm1' }]));
    const list = await world.list(['ada', 'cy']);
    const [[name, repliedAt, by] = []] = await seen(world, list, 'replied');
    assert.deepEqual([name, repliedAt?.slice(0, 16), by], ['ada', at.slice(0, 16), 'Kiln open']);
    world.turn(60);
    const { entry } = await world.user.call('POST /api/do-not-contact', { body: { recipient: 'cy' } });
    assert.deepEqual(await seen(world, list, 'do_not_contact'), [['cy', entry.created_at, null]]);
  },
);

import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { requeueDeletedCampaigns } from './requeue/requeue.ts';

const DAY = 86_400;

function setDays(world: World, never_twice_days: number | null) {
  const body = { max_retries: 1, delay_start: 350, delay_end: 450, never_twice_days };
  return world.user.call('PUT /api/settings', { body });
}

async function started(world: World, names: string[], parts: { profile: string; name: string }) {
  const list = await world.list(names);
  const campaign = await world.campaign({
    list,
    profiles: [await world.profile(parts.profile)],
    name: parts.name,
  });
  await world.start(campaign);
  return { list, campaign };
}

/** A campaign that sent to ada and was deleted with its list's names put back. */
async function messageAda(world: World) {
  const { list, campaign } = await started(world, ['ada'], { profile: 'one', name: 'First' });
  await world.result(await world.sending(), { outcome: 'sent' });
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign }, body: {} });
  await requeueDeletedCampaigns(world.app.deps);
  await world.user.call('DELETE /api/lists/{id}', { params: { id: list } });
  world.turn(PACE_SECONDS);
}

engineTest('nobody is written to again within the days, whatever was deleted since', async (world) => {
  await messageAda(world);
  await setDays(world, 90);
  world.turn(3 * DAY);
  const list = await world.list(['ada', 'bo']);
  const params = { id: list };
  assert.deepEqual(await world.user.call('GET /api/lists/{id}/messaged', { params }), {
    messaged: 1,
    never_twice_days: 90,
  });
  const campaign = await world.campaign({ list, profiles: [await world.profile('two')], name: 'Second' });
  await world.start(campaign);
  const bo = await world.sending();
  assert.equal(bo.recipient, 'bo');
  await world.result(bo, { outcome: 'sent' });
  const { logs, total_list, total_sent, status, skipped_messaged } = await world.details(campaign);
  assert.deepEqual([status, total_list, total_sent, skipped_messaged], ['completed', 1, 1, 1]);
  const skipped = logs.find(({ action }) => action === 'skipped');
  assert.deepEqual([skipped?.recipient, skipped?.message], ['ada', 'Messaged already, on 12-09-2026']);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'sent' });
});

engineTest("the day on which somebody was messaged is that of the user's time zone", async (world) => {
  await world.app.database.pool.query(`update users set time_zone = 'Pacific/Kiritimati'`);
  world.turn(2 * 3600);
  await messageAda(world);
  await setDays(world, 90);
  const { campaign } = await started(world, ['ada'], { profile: 'two', name: 'Second' });
  assert.deepEqual(await world.work(), []);
  const { logs } = await world.details(campaign);
  const skipped = logs.find(({ action }) => action === 'skipped');
  assert.equal(skipped?.message, 'Messaged already, on 13-09-2026');
});

engineTest('the last of the days is one of them', async (world) => {
  await messageAda(world);
  await setDays(world, 2);
  world.turn(2 * DAY - 2 * PACE_SECONDS);
  await started(world, ['ada'], { profile: 'two', name: 'Second' });
  assert.deepEqual(await world.work(), []);
  world.turn(2 * PACE_SECONDS);
  await started(world, ['ada'], { profile: 'three', name: 'Third' });
  assert.equal((await world.sending()).recipient, 'ada');
});

engineTest('after the days, and with the setting off, they are written to', async (world) => {
  await messageAda(world);
  await setDays(world, 2);
  world.turn(3 * DAY);
  const { campaign } = await started(world, ['ada'], { profile: 'two', name: 'Second' });
  const ada = await world.sending();
  assert.equal(ada.recipient, 'ada');
  await world.result(ada, { outcome: 'sent' });
  assert.equal((await world.details(campaign)).total_sent, 1);
  await setDays(world, null);
  await started(world, ['ada'], { profile: 'three', name: 'Third' });
  assert.equal((await world.sending()).recipient, 'ada');
});

engineTest("a campaign's own tries are not counted as messages", async (world) => {
  await setDays(world, 90);
  await started(world, ['ada', 'bo'], { profile: 'one', name: 'First' });
  await world.result(await world.sending(), { outcome: 'failed' });
  world.turn(PACE_SECONDS);
  await world.result(await world.sending(), { outcome: 'unknown' });
  world.turn(PACE_SECONDS);
  assert.equal((await world.sending()).recipient, 'ada');
});

engineTest(
  'of two campaigns for one person in two lists the first is granted, the other waits for it',
  async (world) => {
    await setDays(world, 90);
    const first = await started(world, ['ada'], { profile: 'one', name: 'First' });
    const second = await started(world, ['ada'], { profile: 'two', name: 'Second' });
    const [one, two] = await world.work();
    assert.ok(one && two);
    await world.begin(one);
    assert.equal((await refusal(world.begin(two))).code, 'messaged');
    assert.equal((await refusal(world.begin(two))).code, 'lease_over');
    await world.result(one, { outcome: 'sent' });
    world.turn(31);
    assert.deepEqual(await world.work(), []);
    const both = await Promise.all([first, second].map(({ campaign }) => world.details(campaign)));
    assert.deepEqual(both.map(({ total_sent, total_list }) => [total_sent, total_list]).sort(), [
      [0, 0],
      [1, 1],
    ]);
  },
);

engineTest('of two begins for one person that are judged together one is granted', async (world) => {
  await setDays(world, 90);
  for (const [profile, name] of [
    ['one', 'ada'],
    ['two', 'ada'],
    ['three', 'bo'],
  ] as const)
    await started(world, [name], { profile, name: profile });
  const deliveries = await world.work();
  const ada = deliveries.filter(({ recipient }) => recipient === 'ada');
  const bo = deliveries.find(({ recipient }) => recipient === 'bo');
  assert.ok(bo && ada.length === 2);
  const { database } = world.app;
  const { first, both } = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const first = world.begin(bo);
    await waitForLockWaits(database, 1);
    // They wait for the first, and are answered together after it.
    const both = Promise.allSettled(ada.map((delivery) => world.begin(delivery)));
    await world.user.call('GET /api/campaigns');
    return { first, both };
  });
  await first;
  assert.deepEqual((await both).map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

engineTest('who was messaged between claim and begin leaves the campaign', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], { profile: 'one', name: 'First' });
  const second = await started(world, ['ada', 'bo'], { profile: 'two', name: 'Second' });
  const [one, two] = await world.work();
  assert.ok(one && two);
  await world.begin(one);
  await world.result(one, { outcome: 'sent' });
  assert.equal((await refusal(world.begin(two))).code, 'messaged');
  const { total_list, logs } = await world.details(second.campaign);
  assert.equal(total_list, 1);
  assert.match(logs.at(-1)?.message ?? '', /^Messaged already/);
  assert.equal((await world.details(first.campaign)).total_sent, 1);
});

engineTest('what an owner says went out, and a sent that comes late, are messages too', async (world) => {
  const { campaign } = await started(world, ['ada', 'bo'], { profile: 'one', name: 'First' });
  const ada = await world.sending();
  await world.result(ada, { outcome: 'unknown' });
  world.turn(PACE_SECONDS);
  const bo = await world.sending();
  await world.result(bo, { outcome: 'unknown' });
  await world.user.call('POST /api/campaigns/{id}/recipients/settle', {
    params: { id: campaign },
    body: { outcome: 'sent', recipient_ids: [ada.recipient_id] },
  });
  await world.result(bo, { outcome: 'sent' });
  await setDays(world, 1);
  const list = await world.list(['ada', 'bo', 'cy']);
  const { messaged } = await world.user.call('GET /api/lists/{id}/messaged', { params: { id: list } });
  assert.equal(messaged, 2);
});

engineTest('a line of people who are all skipped is passed in several looks of one call', async (world) => {
  const names = Array.from({ length: 1200 }, (_, index) => `name${index}`);
  await world.app.database.pool.query(
    `insert into message_ledger (user_id, recipient, last_messaged_at) select $1, name, $3 from unnest($2::text[]) name`,
    [world.user.id, names, world.app.clock.now()],
  );
  await setDays(world, 90);
  const { campaign } = await started(world, [...names, 'zoe'], { profile: 'one', name: 'First' });
  const found = await world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 5, profile_paths: ['/p/one'] },
  });
  assert.deepEqual(
    found.deliveries.map(({ recipient }) => recipient),
    ['zoe'],
  );
  const { total_list, skipped_messaged } = await world.details(campaign);
  assert.deepEqual([total_list, skipped_messaged], [1, 1200]);
});

engineTest('days outside the rules are refused and change nothing', async (world) => {
  for (const days of [0, 3651, 1.5]) {
    const { status, message } = await refusal(setDays(world, days));
    assert.deepEqual([status, message], [400, 'Days must be between 1 and 3650']);
  }
  await setDays(world, 30);
  await world.user.call('PUT /api/settings', { body: { max_retries: 2, delay_start: 350, delay_end: 450 } });
  assert.equal((await world.user.call('GET /api/settings')).settings.never_twice_days, 30);
});

import assert from 'node:assert/strict';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { sweepLeases } from './sweep.ts';

/** A campaign to these by profiles of these names; gives the profiles' ids. */
async function started(world: World, { names, profiles }: { names: string[]; profiles: string[] }) {
  const list = await world.list(names);
  const ids: number[] = [];
  for (const name of profiles) ids.push(await world.profile(name));
  const campaign = await world.campaign({ list, profiles: ids });
  await world.start(campaign);
  return { list, campaign, profiles: ids };
}

async function lease(world: World, profile: string): Promise<Delivery> {
  const [delivery] = await world.work({ paths: [`/p/${profile}`] });
  assert.ok(delivery);
  return delivery;
}

/** A delivery whose lease ended before begin, and which waits to be tried again. */
async function lapsed(world: World, profile: string): Promise<Delivery> {
  const delivery = await lease(world, profile);
  world.turn(121);
  await sweepLeases(world.app.deps);
  return delivery;
}

/** How many seconds from now on the profile rests. */
async function pauseOf(world: World, profile: number | undefined): Promise<number> {
  const { rows } = await world.app.database.pool.query('select next_send_at from profiles where id = $1', [
    profile,
  ]);
  return (Date.parse(rows[0].next_send_at) - world.app.clock.now().getTime()) / 1000;
}

engineTest('an unknown of a lease that ended does not end the sending of the next one', async (world) => {
  await started(world, { names: ['ada'], profiles: ['one', 'two'] });
  const lost = await lapsed(world, 'one');
  const next = await lease(world, 'two');
  await world.begin(next);
  assert.equal((await refusal(world.result(lost, { outcome: 'unknown' }))).code, 'stale');
  assert.equal((await world.result(next, { outcome: 'sent' })).state, 'sent');
});

/** What an agent says of a try that a restored database has forgotten. */
const forgotten = (world: World, delivery: Delivery, outcome: 'sent' | 'unknown' = 'unknown') =>
  world.result({ ...delivery, token: crypto.randomUUID() }, { outcome });

const totals = async (world: World, id: number) => {
  const { total_list, total_failed, total_uncertain } = await world.details(id);
  return [total_list, total_failed, total_uncertain];
};

engineTest('what a forgotten try sent is of no known profile, and nobody follows it up', async (world) => {
  const { campaign, profiles } = await started(world, {
    names: ['ada', 'bo', 'cy'],
    profiles: ['one', 'two'],
  });
  const ada = await lapsed(world, 'one');
  assert.equal((await forgotten(world, ada, 'sent')).state, 'sent');
  const bo = await lease(world, 'two');
  await world.begin(bo);
  // Its day counts as unclear what the other profile has sent.
  await world.result(bo, { outcome: 'unknown' });
  assert.equal((await forgotten(world, bo, 'sent')).state, 'sent');
  world.turn(PACE_SECONDS);
  const cy = await lease(world, 'two');
  await world.begin(cy);
  await world.result(cy, { outcome: 'sent' });
  const { profilePerformance } = await world.user.call('GET /api/campaigns/{id}/profile-performance', {
    params: { id: campaign },
  });
  assert.deepEqual(
    profiles.map((id) => {
      const found = profilePerformance.find(({ profile_id }) => profile_id === id);
      return [found?.messages_sent, found?.messages_failed];
    }),
    [
      [0, 0],
      [1, 0],
    ],
  );
  const people = { params: { id: campaign }, query: { state: 'sent' as const } };
  const { recipients } = await world.user.call('GET /api/campaigns/{id}/recipients', people);
  const byName = recipients.map(({ recipient, profile_name }) => [recipient, profile_name]);
  assert.deepEqual(byName, [
    ['ada', null],
    ['bo', null],
    ['cy', 'two'],
  ]);
  world.turn(5 * 86_400);
  const { ready, profile_removed } = await world.user.call('GET /api/campaigns/{id}/follow-up', {
    params: { id: campaign },
    query: { days: 4 },
  });
  assert.deepEqual([ready, profile_removed], [1, 2]);
});

engineTest('whoever failed is unclear when an unknown of a later try comes back', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  await world.app.database.pool.query('update settings set max_retries = 0');
  const ada = await world.sending();
  assert.equal((await world.result(ada, { outcome: 'failed' })).state, 'failed');
  assert.equal((await forgotten(world, ada)).state, 'uncertain');
  assert.deepEqual(await totals(world, campaign), [2, 1, 1]);
});

engineTest('a failed of the first of two unclear tries leaves the other unclear', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const ada = await world.sending();
  await world.result(ada, { outcome: 'unknown' });
  assert.equal((await forgotten(world, ada)).state, 'uncertain');
  assert.equal((await refusal(world.result(ada, { outcome: 'failed' }))).code, 'stale');
  assert.deepEqual(await totals(world, campaign), [2, 1, 1]);
});

engineTest('an unknown of a later try ends what a restore brought back as being sent', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const ada = await world.sending();
  await world.app.database.pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
  assert.equal((await forgotten(world, ada)).state, 'uncertain');
  assert.equal((await refusal(world.result(ada, { outcome: 'failed' }))).code, 'stale');
  assert.deepEqual(await totals(world, campaign), [2, 1, 1]);
  assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
  assert.equal((await refusal(forgotten(world, ada))).code, 'stale');
});

engineTest('what another profile met lets the one that had the name last work on', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one', 'two'] });
  const lost = await lapsed(world, 'one');
  const bo = await lease(world, 'two');
  await world.begin(bo);
  await world.result(bo, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const next = await lease(world, 'two');
  assert.equal(next.recipient, 'ada');
  await world.begin(next);
  await world.result(next, { outcome: 'failed' });
  const late = { outcome: 'unknown', blocked: true, signed_out: true } as const;
  assert.equal((await world.result(lost, late)).state, 'uncertain');
  const { profiles } = await world.user.call('GET /api/profiles');
  assert.deepEqual(
    profiles.map(({ blocked_at, signed_out_at }) => [blocked_at, signed_out_at]),
    [
      [null, null],
      [null, null],
    ],
  );
  assert.deepEqual(await totals(world, campaign), [2, 1, 1]);
});

engineTest('whoever was skipped is unclear when an unknown comes back', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const [ada] = await world.work();
  assert.ok(ada);
  const params = { id: ada.recipient_id };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } });
  assert.deepEqual(await totals(world, campaign), [1, 0, 0]);
  assert.equal((await world.result(ada, { outcome: 'unknown' })).state, 'uncertain');
  assert.deepEqual(await totals(world, campaign), [2, 1, 1]);
});

engineTest('a message that arrived after all paces the profile that was at its recipient', async (world) => {
  const { profiles } = await started(world, { names: ['ada'], profiles: ['one', 'two'] });
  const lost = await lapsed(world, 'one');
  await world.begin(await lease(world, 'two'));
  assert.equal((await world.result(lost, { outcome: 'sent' })).state, 'sent');
  assert.ok((await pauseOf(world, profiles[1])) >= PACE_SECONDS - 101);
});

engineTest(
  'a message that is told of after its lease has ended paces its profile from then on',
  async (world) => {
    const { profiles, list } = await started(world, { names: ['ada'], profiles: ['one'] });
    const lost = await lapsed(world, 'one');
    world.turn(PACE_SECONDS);
    assert.ok((await pauseOf(world, profiles[0])) <= 0);
    await world.result(lost, { outcome: 'sent' });
    assert.ok((await pauseOf(world, profiles[0])) >= PACE_SECONDS - 101);
    assert.deepEqual(await world.names(list), { ada: 'sent' });
  },
);

engineTest('a message that arrived before its campaign was stopped paces its profile', async (world) => {
  const { profiles, campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const lost = await lapsed(world, 'one');
  const params = { id: campaign };
  await world.user.call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
  world.turn(PACE_SECONDS);
  await world.result(lost, { outcome: 'sent' });
  assert.ok((await pauseOf(world, profiles[0])) >= PACE_SECONDS - 101);
});

engineTest('of two words on one recipient that come at once, the second sees the first', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one', 'two', 'three'] });
  const lost = await lapsed(world, 'one');
  const bo = await lease(world, 'two');
  const next = await lease(world, 'three');
  for (const delivery of [bo, next]) await world.begin(delivery);
  const { database } = world.app;
  const { first, both } = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const first = world.result(bo, { outcome: 'sent' });
    await waitForLockWaits(database, 1);
    // They wait for the first, and are answered together after it where nothing keeps them apart.
    const both = [world.result(lost, { outcome: 'sent' }), world.result(next, { outcome: 'unknown' })];
    await world.details(campaign);
    return { first, both };
  });
  await Promise.allSettled([first, ...both]);
  const { total_sent, total_failed } = await world.details(campaign);
  assert.deepEqual([total_sent, total_failed], [2, 0]);
});

engineTest('a pause that is set is never made shorter', async (world) => {
  const { profiles } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const lost = await lapsed(world, 'one');
  world.turn(PACE_SECONDS);
  const next = await lease(world, 'one');
  assert.equal(next.recipient, 'bo');
  await world.result(lost, { outcome: 'sent' });
  const pause = await pauseOf(world, profiles[0]);
  await world.result(next, { outcome: 'failed', profile_in_use: true });
  assert.equal(await pauseOf(world, profiles[0]), pause);
});

engineTest('a message that is told of late makes no pause shorter', async (world) => {
  const setPace = (seconds: number) =>
    world.user.call('PUT /api/settings', {
      body: { max_retries: 3, delay_start: seconds, delay_end: seconds },
    });
  const { profiles } = await started(world, { names: ['ada'], profiles: ['one'] });
  await setPace(3600);
  const lost = await lapsed(world, 'one');
  await setPace(30);
  await world.result(lost, { outcome: 'sent' });
  assert.equal(await pauseOf(world, profiles[0]), 3600);
});

engineTest('a pause lies between the two delays, where the draw says', async (world) => {
  const { profiles } = await started(world, { names: ['ada'], profiles: ['one'] });
  await world.user.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 30, delay_end: 3600 } });
  for (const [draw, seconds] of [
    [0, 30],
    [0.5, 1815],
    [1, 3600],
  ] as const) {
    await lease(world, 'one');
    world.turn(121);
    await sweepLeases(world.app.deps, () => draw);
    assert.equal(await pauseOf(world, profiles[0]), seconds);
    world.turn(3601);
  }
});

engineTest('whoever was skipped and is messaged all the same belongs to the total again', async (world) => {
  const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one'] });
  const delivery = await lease(world, 'one');
  const params = { id: delivery.recipient_id };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'failed' } });
  assert.equal((await world.details(campaign)).total_list, 1);
  await world.result(delivery, { outcome: 'sent' });
  const { total_list, total_sent } = await world.details(campaign);
  assert.deepEqual([total_list, total_sent], [2, 1]);
});

engineTest('a status that was set by hand stays, whatever arrives late', async (world) => {
  const { list, campaign } = await started(world, { names: ['ada'], profiles: ['one'] });
  const delivery = await lapsed(world, 'one');
  const params = { id: delivery.recipient_id };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'not_found' } });
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  assert.deepEqual(await world.names(list), { ada: 'not_found' });
  assert.equal((await world.details(campaign)).total_sent, 1);
});

engineTest(
  'whom the campaign has tried is not handed out again when its line is read anew',
  async (world) => {
    const { campaign } = await started(world, { names: ['ada', 'bo'], profiles: ['one', 'two'] });
    const first = await lease(world, 'one');
    await world.begin(first);
    await world.result(first, { outcome: 'failed' });
    // Back at the start of the line, as a name that another campaign held would have it.
    await world.app.database.pool.query('update campaign_progress set cursor = 0 where campaign_id = $1', [
      campaign,
    ]);
    assert.equal((await lease(world, 'two')).recipient, 'bo');
    world.turn(PACE_SECONDS);
    assert.equal((await lease(world, 'one')).recipient, 'ada');
  },
);

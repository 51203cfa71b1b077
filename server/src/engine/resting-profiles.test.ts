import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { sweepLeases } from './sweep.ts';

const SIGNED_OUT = { outcome: 'failed', signed_out: true } as const;

async function started(world: World, names: string[], profiles = ['one']) {
  const list = await world.list(names);
  const ids: number[] = [];
  for (const name of profiles) ids.push(await world.profile(name));
  const campaign = await world.campaign({ list, profiles: ids });
  await world.start(campaign);
  return { list, campaign, ids };
}

engineTest('a profile that is signed out rests, and uses up nobody', async (world) => {
  const { campaign, ids, list } = await started(world, ['ada', 'bo']);
  const [profile = 0] = ids;
  const delivery = await world.sending();
  assert.equal((await world.result(delivery, SIGNED_OUT)).state, 'waiting');
  const { rows } = await world.app.database.pool.query('select failures from deliveries');
  assert.deepEqual(rows, [{ failures: 0 }]);
  const paused = await world.details(campaign);
  assert.deepEqual([paused.status, paused.paused_reason], ['paused', 'Signed out: open one and sign in']);
  assert.deepEqual(
    paused.logs.map(({ action, message }) => [action, message]),
    [
      ['started', ''],
      ['profile_blocked', 'Signed out. This profile stopped: open it, sign in and press Resume.'],
      ['paused', 'Signed out: open one and sign in'],
    ],
  );
  const { profiles } = await world.user.call('GET /api/profiles');
  assert.deepEqual(
    profiles.map(({ signed_out_at, blocked_at }) => [signed_out_at, blocked_at]),
    [[world.app.clock.now().toISOString(), null]],
  );
  assert.equal((await refusal(world.start(campaign))).status, 409);
  const { profile: resumed } = await world.user.call('PUT /api/profiles/{id}/resume', {
    params: { id: profile },
  });
  assert.equal(resumed.signed_out_at, null);
  // Repeated after Resume it is no news.
  assert.equal((await world.result(delivery, SIGNED_OUT)).state, 'waiting');
  await world.start(campaign);
  for (const name of ['bo', 'ada']) {
    const next = await world.sending();
    assert.equal(next.recipient, name);
    await world.result(next, { outcome: 'sent' });
    world.turn(PACE_SECONDS);
  }
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'sent' });
});

engineTest('a name of a signed-out profile goes to the other profiles', async (world) => {
  const { campaign } = await started(world, ['ada'], ['one', 'two']);
  const [first] = await world.work({ capacity: 1 });
  assert.ok(first);
  await world.begin(first);
  await world.result(first, { ...SIGNED_OUT, reason: 'The login page stood there.' });
  const details = await world.details(campaign);
  assert.equal(details.status, 'running');
  assert.match(details.logs.at(-1)?.message ?? '', /^The login page stood there\./);
  const [second] = await world.work();
  assert.equal(second?.recipient, 'ada');
  assert.notEqual(second?.profile.id, first.profile.id);
});

engineTest('begin is refused for a profile that was signed out meanwhile', async (world) => {
  const { ids } = await started(world, ['ada', 'bo'], ['one', 'two']);
  const deliveries = await world.work();
  const pool = world.app.database.pool;
  await pool.query('update profiles set signed_out_at = $2 where id = $1', [ids[0], world.app.clock.now()]);
  const held = deliveries.find(({ profile }) => profile.id === ids[0]);
  assert.ok(held);
  assert.equal((await refusal(world.begin(held))).code, 'profile_blocked');
});

engineTest(
  'a signed-out profile is no block in the figures, and no campaign can be made with it',
  async (world) => {
    const { ids } = await started(world, ['ada']);
    await world.result(await world.sending(), SIGNED_OUT);
    const { profilePerformance } = await world.user.call('GET /api/profiles/performance');
    assert.deepEqual(
      profilePerformance.map(({ profile_blocked, signed_out_at }) => [profile_blocked, signed_out_at]),
      [[0, world.app.clock.now().toISOString()]],
    );
    const refused = await refusal(
      world.campaign({ list: await world.list(['cy']), profiles: ids, name: 'Later' }),
    );
    assert.equal(refused.status, 400);
    assert.match(refused.message, /one is signed out/);
  },
);

engineTest('a name that is found missing only while sending is not tried again', async (world) => {
  const { list } = await started(world, ['ada']);
  const delivery = await world.sending();
  assert.equal((await world.result(delivery, { outcome: 'not_found' })).state, 'not_found');
  assert.deepEqual(await world.names(list), { ada: 'not_found' });
});

/** A delivery whose lease ended before begin. */
async function lapsed(world: World) {
  const [delivery] = await world.work();
  assert.ok(delivery);
  world.turn(121);
  await sweepLeases(world.app.deps);
  world.turn(PACE_SECONDS);
  return delivery;
}

for (const rests of ['blocked', 'signed_out'] as const)
  engineTest(`a profile that is ${rests} already is not said to be so again`, async (world) => {
    const { campaign } = await started(world, ['ada', 'bo']);
    const late = await lapsed(world);
    await world.result(await world.sending(), { outcome: 'failed', [rests]: true });
    await world.result(late, { outcome: 'failed', [rests]: true });
    const { logs } = await world.details(campaign);
    assert.equal(logs.filter(({ action }) => action === 'profile_blocked').length, 1);
    const { profilePerformance } = await world.user.call('GET /api/profiles/performance');
    assert.deepEqual(
      profilePerformance.map(({ profile_blocked }) => profile_blocked),
      [rests === 'blocked' ? 1 : 0],
    );
  });

engineTest('a late word of a block counts in a second try as well', async (world) => {
  await started(world, ['ada']);
  await world.result(await world.sending(), { outcome: 'failed' });
  world.turn(PACE_SECONDS);
  await world.result(await lapsed(world), { outcome: 'failed', blocked: true });
  const { profiles } = await world.user.call('GET /api/profiles');
  assert.ok(profiles[0]?.blocked_at);
});

engineTest('only profiles that would go on once signed in are named', async (world) => {
  const { campaign, ids } = await started(world, ['ada', 'bo'], ['one', 'two']);
  const [one, two] = await world.work();
  assert.ok(one && two);
  for (const delivery of [one, two]) await world.begin(delivery);
  await world.result(one, SIGNED_OUT);
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: ids[0] ?? 0 } });
  await world.result(two, SIGNED_OUT);
  assert.equal((await world.details(campaign)).paused_reason, 'Signed out: open two and sign in');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  handedOut,
  type PacedWorld,
  pacedTest,
  range,
  sendAll,
  WORKDAYS,
} from '../../testing/paced-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const AFTERNOON = '2026-11-26T14:10:00+01:00';
const NO_PAUSE = { delay_start: 0, delay_end: 0 };

const save = ({ user }: PacedWorld, id: number, body: object) =>
  user.call('PUT /api/profiles/{id}', { params: { id }, body });

async function pacingOf({ user }: PacedWorld, id: number) {
  const { profiles } = await user.call('GET /api/profiles', { query: {} });
  const profile = profiles.find((one) => one.id === id);
  assert.ok(profile);
  const { begun_today, begun_this_hour, cap_now, begin_slowly, slow_until, capped_until } = profile;
  return { begun_today, begun_this_hour, cap_now, begin_slowly, slow_until, capped_until };
}

const block = (world: PacedWorld, id: number) =>
  world.app.database.pool.query(
    `update profiles set blocked_at = $2, blocked_reason = 'Limited' where id = $1`,
    [id, world.app.clock.now()],
  );

pacedTest(
  'a profile has no caps until they are set, and says what it has begun',
  { at: AFTERNOON },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { profiles } = await world.running({ people: range(3) });
    const [id = 0] = profiles;
    await sendAll(world);
    assert.deepEqual(await pacingOf(world, id), {
      begun_today: 3,
      begun_this_hour: 3,
      cap_now: { hour: null, day: null, because: null },
      begin_slowly: null,
      slow_until: null,
      capped_until: null,
    });
    world.goTo('2026-11-26T15:00:00+01:00');
    const later = await pacingOf(world, id);
    assert.deepEqual([later.begun_today, later.begun_this_hour], [3, 0]);
    world.goTo('2026-11-27T00:00:00+01:00');
    assert.equal((await pacingOf(world, id)).begun_today, 0);
  },
);

pacedTest(
  'the smallest cap wins and is named, and a greater one is kept',
  { at: AFTERNOON },
  async (world) => {
    const id = await world.profile('one');
    await world.limitAccount({ profile_cap_day: 20 });
    const { profile } = await save(world, id, { cap_day: 30 });
    assert.deepEqual([profile.cap_day, profile.cap_now], [30, { hour: null, day: 20, because: 'account' }]);
    await save(world, id, { cap_day: 10, cap_hour: 4 });
    assert.deepEqual((await pacingOf(world, id)).cap_now, { hour: 4, day: 10, because: 'own' });
    const cleared = await save(world, id, { cap_day: null, cap_hour: null });
    assert.deepEqual([cleared.profile.cap_hour, cleared.profile.cap_day], [null, null]);
    assert.equal(cleared.profile.cap_now.because, 'account');
  },
);

pacedTest('a profile that has sent what it may says when it may again', { at: AFTERNOON }, async (world) => {
  await world.limitAccount(NO_PAUSE);
  const { profiles, campaign } = await world.running({ people: range(5) });
  const [id = 0] = profiles;
  const inCampaign = async () => {
    const params = { id: campaign };
    const { profilePerformance } = await world.user.call('GET /api/campaigns/{id}/profile-performance', {
      params,
    });
    return profilePerformance.map(({ begun_today, cap_now, capped_until }) => [
      begun_today,
      cap_now.day,
      capped_until,
    ]);
  };
  assert.deepEqual(await inCampaign(), [[0, null, null]]);
  await save(world, id, { cap_hour: 2 });
  assert.equal((await sendAll(world)).length, 2);
  assert.equal((await pacingOf(world, id)).capped_until, '2026-11-26T14:00:00.000Z');
  await save(world, id, { cap_day: 1 });
  assert.equal((await pacingOf(world, id)).capped_until, '2026-11-26T23:00:00.000Z');
  assert.deepEqual(await inCampaign(), [[2, 1, '2026-11-26T23:00:00.000Z']]);
  await world.limitAccount({ hours: WORKDAYS });
  assert.equal((await pacingOf(world, id)).capped_until, '2026-11-27T08:00:00.000Z');
  await save(world, id, { cap_hour: null, cap_day: null });
  assert.equal((await pacingOf(world, id)).capped_until, null);
});

pacedTest(
  'caps are changed while the profile sends, and nothing is given back',
  { at: AFTERNOON },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { profiles } = await world.running({ people: range(2) });
    const [id = 0] = profiles;
    const delivery = await handedOut(world);
    await save(world, id, { cap_day: 5, begin_slowly: true });
    await world.begin(delivery);
    await save(world, id, { cap_day: 6 });
    assert.equal((await refusal(save(world, id, { profile_name: 'other', cap_day: 7 }))).status, 409);
    await world.result(delivery, { outcome: 'sent' });
    assert.equal((await pacingOf(world, id)).begun_today, 1);
  },
);

pacedTest(
  'a slow beginning counts its sending days, and begins anew once it is over',
  { at: AFTERNOON },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { profiles } = await world.running({ people: range(40) });
    const [id = 0] = profiles;
    const { profile } = await save(world, id, { begin_slowly: true });
    assert.deepEqual([profile.begin_slowly, profile.cap_now.day], [{ day: 1 }, 5]);
    assert.equal((await sendAll(world)).length, 5);
    assert.deepEqual((await pacingOf(world, id)).begin_slowly, { day: 1 });
    world.goTo('2026-11-30T09:00:00+01:00');
    assert.deepEqual(
      (await pacingOf(world, id)).begin_slowly,
      { day: 2 },
      'days without sending do not count',
    );
    await save(world, id, { begin_slowly: true, cap_day: 100 });
    assert.equal((await sendAll(world)).length, 7);
    assert.deepEqual((await pacingOf(world, id)).cap_now, { hour: null, day: 7, because: 'begin_slowly' });
    await world.limitProfile(id, { warm_up_day: 20 });
    world.goTo('2026-12-01T09:00:00+01:00');
    assert.equal((await pacingOf(world, id)).begin_slowly, null);
    assert.deepEqual((await save(world, id, { begin_slowly: true })).profile.begin_slowly, { day: 1 });
    assert.equal((await save(world, id, { begin_slowly: false })).profile.begin_slowly, null);
  },
);

pacedTest(
  'a blocked profile that is resumed sends at half for a week',
  { at: '2026-11-24T10:00:00+01:00' },
  async (world) => {
    const [one, two, other] = [
      await world.profile('one'),
      await world.profile('two'),
      await world.profile('three'),
    ];
    await save(world, one, { cap_day: 5, cap_hour: 3 });
    await world.app.database.pool.query('update profiles set signed_out_at = $2 where id = $1', [
      other,
      world.app.clock.now(),
    ]);
    await block(world, one);
    await block(world, two);
    const resume = (id: number) => world.user.call('PUT /api/profiles/{id}/resume', { params: { id } });
    const { profile } = await resume(one);
    assert.deepEqual(
      [profile.slow_until, profile.cap_now],
      ['2026-12-01T09:00:00.000Z', { hour: 2, day: 3, because: 'half' }],
    );
    await world.user.call('POST /api/profiles/bulk', {
      body: { action: 'resume', profile_ids: [one, two, other] },
    });
    assert.equal((await pacingOf(world, two)).slow_until, '2026-12-01T09:00:00.000Z', 'without a cap too');
    assert.equal((await pacingOf(world, other)).slow_until, null, 'it was signed out, not blocked');

    world.goTo('2026-11-26T10:00:00+01:00');
    await resume(one);
    assert.equal(
      (await pacingOf(world, one)).slow_until,
      '2026-12-01T09:00:00.000Z',
      'there was no other block',
    );
    await block(world, one);
    assert.equal((await resume(one)).profile.slow_until, '2026-12-03T09:00:00.000Z');
    const full = await world.user.call('PUT /api/profiles/{id}/full', { params: { id: one } });
    assert.deepEqual([full.profile.slow_until, full.profile.cap_now.day], [null, 5]);
    await world.user.call('PUT /api/profiles/{id}/full', { params: { id: one } });
    for (const begin_slowly of [true, true, false])
      await world.user.call('PUT /api/profiles/{id}', { params: { id: one }, body: { begin_slowly } });
    const { entries } = await world.user.call('GET /api/audit-log/own', { query: {} });
    const paces = entries
      .filter(({ kind, action }) => kind === 'profile' && action === 'changed')
      .slice(0, 3);
    assert.deepEqual(
      paces.map(({ after }) => after),
      [{ begin_slowly: false }, { begin_slowly: true }, { sends_in_full: true }],
    );
    world.goTo('2026-12-01T10:00:00+01:00');
    assert.equal((await pacingOf(world, two)).slow_until, null);
  },
);

test('wrong caps are refused under their fields, and nobody changes a profile of another user', async (t) => {
  const app = await startTestApp(t);
  const [user, stranger] = [await app.signUp(), await app.signUp()];
  const body = { profile_name: 'shop', profile_path: '/p/shop' };
  const aDay = 'A cap per day must be a whole number from 1 to 1000';
  const anHour = 'A cap per hour must be a whole number from 1 to 120';
  const fields = { cap_hour: anHour, cap_day: aDay };
  const added = await refusal(
    user.call('POST /api/profiles', { body: { ...body, cap_hour: 0, cap_day: 1001 } }),
  );
  assert.deepEqual([added.status, added.body.fields], [400, fields]);
  const { profile } = await user.call('POST /api/profiles', {
    body: { ...body, cap_hour: 5, cap_day: 1000, begin_slowly: true },
  });
  assert.deepEqual([profile.cap_hour, profile.cap_day, profile.begin_slowly], [5, 1000, { day: 1 }]);
  const params = { id: profile.id };
  const wrong = { cap_hour: 121, cap_day: 1.5, begin_slowly: 'yes' as never };
  const changed = await refusal(user.call('PUT /api/profiles/{id}', { params, body: wrong }));
  assert.deepEqual(changed.body.fields, { ...fields, begin_slowly: 'begin_slowly must be true or false' });
  assert.equal((await refusal(stranger.call('PUT /api/profiles/{id}/full', { params }))).status, 404);
  assert.equal(
    (await refusal(stranger.call('PUT /api/profiles/{id}', { params, body: { cap_day: 5 } }))).status,
    404,
  );
});

import assert from 'node:assert/strict';
import {
  countClaims,
  countersOf,
  handedOut,
  pacedTest,
  range,
  sendAll,
  sendOne,
  WORKDAYS,
} from '../testing/paced-world.ts';

const MORNING = '2026-11-26T09:00:00+01:00';
const NO_PAUSE = { delay_start: 0, delay_end: 0 };

pacedTest(
  "an hour that comes twice is one for an hour's cap",
  { at: '2027-10-31T01:30:00+02:00' },
  async (world) => {
    await world.limitAccount({ ...NO_PAUSE, profile_cap_hour: 5, hours: '{[8730,8880)}' });
    await world.running({ people: range(30) });
    assert.equal((await sendAll(world)).length, 5);
    world.goTo('2027-10-31T02:00:00+02:00');
    assert.equal((await sendAll(world)).length, 5);
    world.goTo('2027-10-31T02:00:00+01:00');
    assert.deepEqual(await world.work(), []);
    world.goTo('2027-10-31T03:00:00+01:00');
    assert.equal((await sendAll(world)).length, 5);
  },
);

pacedTest(
  'a profile that begins slowly sends two more on each day on which it sends',
  { at: '2026-11-23T09:00:00+01:00' },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { profiles } = await world.running({ people: range(99) });
    const [id = 0] = profiles;
    await world.limitProfile(id, { warm_up_day: 0 });
    assert.equal((await sendAll(world)).length, 5);
    world.goTo('2026-11-24T09:00:00+01:00');
    assert.equal((await sendAll(world)).length, 7);
    world.goTo('2026-11-26T09:00:00+01:00');
    assert.equal((await sendAll(world)).length, 9);
    assert.equal((await countersOf(world, id))?.warm_up_day, 3);
    // The twentieth day is the last slow one.
    await world.limitProfile(id, { warm_up_day: 20 });
    world.goTo('2026-11-27T09:00:00+01:00');
    assert.equal((await sendAll(world)).length, 78);
    assert.equal((await countersOf(world, id))?.warm_up_day, null);
  },
);

pacedTest(
  'a profile that was blocked sends half, with pauses twice as long, for a while',
  { at: '2026-11-24T10:00:00+01:00' },
  async (world) => {
    await world.limitAccount({ delay_start: 100, delay_end: 100 });
    const { profiles } = await world.running({ people: range(20) });
    await world.limitProfile(profiles[0] as number, { cap_day: 5, slow_until: '2026-12-01T10:00:00+01:00' });
    for (const _ of range(2)) {
      await sendOne(world);
      assert.deepEqual(await world.work(), []);
      world.turn(199);
      assert.deepEqual(await world.work(), []);
      world.turn(1);
    }
    await sendOne(world);
    world.turn(300);
    assert.deepEqual(await world.work(), []);
    // The cap is whole again from that moment on, and so is the pace.
    world.goTo('2026-12-01T09:00:00+01:00');
    for (const _ of range(3)) {
      await sendOne(world);
      world.turn(200);
    }
    assert.deepEqual(await world.work(), []);
    world.goTo('2026-12-01T10:00:00+01:00');
    await sendOne(world);
    world.turn(100);
    await sendOne(world);
    world.turn(100);
    assert.deepEqual(await world.work(), []);
  },
);

pacedTest(
  'a zone that is moved west goes on with the counters of its later day',
  { at: MORNING },
  async (world) => {
    await world.limitAccount({ ...NO_PAUSE, profile_cap_day: 20 });
    await world.running({ people: range(50) });
    world.goTo('2026-11-27T09:00:00+01:00');
    assert.equal((await sendAll(world)).length, 20);
    await world.user.call('PUT /api/auth/profile', { body: { time_zone: 'Pacific/Honolulu' } });
    // It is 26 November there.
    assert.deepEqual(await world.work(), []);
    world.goTo('2026-11-27T10:00:00Z');
    assert.deepEqual(await world.work(), [], 'the 27th has begun there');
    world.goTo('2026-11-28T10:00:00Z');
    assert.equal((await sendAll(world)).length, 20);
  },
);

pacedTest('a clock that was ahead costs no day and no hour', { at: MORNING }, async (world) => {
  await world.limitAccount({ ...NO_PAUSE, profile_cap_day: 1, profile_cap_hour: 1, cap_day: 2 });
  const { profiles, campaign } = await world.running({ people: range(20), profiles: ['one', 'two'] });
  await world.limitCampaign(campaign, { cap_day: 2 });
  // Two days, one day and an hour ahead, and right each time after.
  for (const [wrong, right] of [
    ['2026-11-28T09:00:00+01:00', MORNING],
    ['2026-11-28T09:00:00+01:00', '2026-11-27T09:00:00+01:00'],
    ['2026-11-29T00:00:00+01:00', '2026-11-28T23:00:00+01:00'],
  ] as const) {
    world.goTo(wrong);
    assert.equal((await sendAll(world)).length, 2, wrong);
    world.goTo(right);
    assert.equal((await sendAll(world)).length, 2, right);
    assert.equal((await countersOf(world, profiles[0]))?.day, right.slice(0, 10));
  }
  world.goTo('2026-11-29T00:00:20+01:00');
  assert.equal((await sendAll(world)).length, 2);
  await world.running({ people: range(2), profiles: ['three'], name: 'Raku night' });
  world.goTo('2026-11-28T23:59:40+01:00');
  assert.deepEqual(await world.work(), [], 'the clocks of two servers differ a little');
});

pacedTest(
  'a day begins when its midnight does not exist',
  { at: '2027-03-27T12:00:00+02:00', zone: 'Asia/Beirut' },
  async (world) => {
    await world.limitAccount({ ...NO_PAUSE, profile_cap_day: 3 });
    await world.running({ people: range(9) });
    assert.equal((await sendAll(world)).length, 3);
    world.goTo('2027-03-27T21:59:00Z');
    assert.deepEqual(await world.work(), []);
    world.goTo('2027-03-27T22:00:00Z');
    assert.equal((await sendAll(world)).length, 3);
  },
);

pacedTest(
  'after a restore the counters are at least what is known of the day',
  { at: MORNING },
  async (world) => {
    const { pool } = world.app.database;
    await world.limitAccount({ ...NO_PAUSE, profile_cap_day: 3, cap_day: 9 });
    const { profiles, campaign } = await world.running({ people: range(9) });
    await world.limitCampaign(campaign, { cap_day: 8 });
    assert.equal((await sendAll(world)).length, 3);
    await pool.query('update profiles set begun_today = 1, begun_this_hour = 1');
    await pool.query('update sending_days set begun = 1');
    await pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
    await world.user.call('POST /api/freeze/end', { body: { anyway: true } });
    const { rows } = await pool.query('select begun from sending_days order by campaign_id');
    assert.deepEqual(
      [(await countersOf(world, profiles[0]))?.begun_today, rows],
      [3, [{ begun: 3 }, { begun: 3 }]],
    );
    assert.deepEqual(await world.work(), []);
  },
);

pacedTest(
  'agents are quiet until their caps end, but not while a profile of theirs is at work',
  { at: '2026-11-26T17:00:00+01:00' },
  async (world) => {
    await world.limitAccount({ ...NO_PAUSE, hours: WORKDAYS });
    await world.running({ people: range(9), profiles: ['one', 'two'] });
    await world.limitAccount({ profile_cap_day: 1 });
    const one = await handedOut(world, { paths: ['/p/one'] });
    await world.begin(one);
    await world.result(one, { outcome: 'sent' });
    const two = await handedOut(world);
    const counted = countClaims(world);
    const both = ['/p/one', '/p/two'];
    for (const _ of range(2)) assert.deepEqual(await world.work({ paths: both }), []);
    assert.equal(counted.claims, 2);
    await world.begin(two);
    await world.result(two, { outcome: 'sent' });
    for (const _ of range(2)) assert.deepEqual(await world.work({ paths: both }), []);
    assert.equal(counted.claims, 3);
    world.goTo('2026-11-27T08:59:59+01:00');
    assert.deepEqual(await world.work({ paths: both }), []);
    assert.equal(counted.claims, 3, 'the caps end at midnight, and then it is closed');
    world.goTo('2026-11-27T09:00:00+01:00');
    assert.equal((await world.work({ paths: both })).length, 2);
  },
);

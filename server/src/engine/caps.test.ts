import assert from 'node:assert/strict';
import type { Delivery } from '../testing/engine-world.ts';
import {
  countersOf,
  handedOut,
  pacedTest,
  range,
  refusedAs,
  sendAll,
  sendOne,
} from '../testing/paced-world.ts';
import { beginDeliveries } from './begin.ts';
import { sweepLeases } from './sweep.ts';

const MORNING = '2026-11-26T09:00:00+01:00';
const REFUSED = { status: 409, code: 'cap_reached', message: 'The cap is reached.' };
const NO_PAUSE = { delay_start: 0, delay_end: 0 };

pacedTest(
  "a day's cap lets no more out until the next day",
  { at: '2026-11-26T14:00:00+01:00' },
  async (world) => {
    await world.limitAccount({ ...NO_PAUSE, profile_cap_day: 20 });
    const { profiles } = await world.running({ people: range(30) });
    assert.equal((await sendAll(world)).length, 20);
    world.goTo('2026-11-26T23:59:59+01:00');
    assert.deepEqual(await world.work(), []);
    world.goTo('2026-11-27T00:00:00+01:00');
    const next = await handedOut(world);
    await world.begin(next);
    assert.deepEqual(await countersOf(world, profiles[0]), {
      day: '2026-11-27',
      begun_today: 1,
      hour: '2026-11-27 00:00:00',
      begun_this_hour: 1,
      warm_up_day: null,
    });
  },
);

pacedTest(
  'a cap that is lowered meanwhile refuses a begin, and its person waits without a counted try',
  { at: MORNING },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    await world.running({ people: ['ada', 'bo'] });
    const ada = await handedOut(world);
    await world.begin(ada);
    await world.result(ada, { outcome: 'sent' });
    const bo = await handedOut(world);
    await world.limitAccount({ profile_cap_day: 1 });
    assert.deepEqual(await refusedAs(world.begin(bo)), REFUSED);
    await world.limitAccount({ profile_cap_day: 2 });
    const again = await handedOut(world);
    assert.equal(again.recipient, 'bo');
    await world.begin(again);
  },
);

pacedTest(
  'a try that is under way when a cap is set stays counted, whatever becomes of it',
  { at: MORNING },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { campaign } = await world.running({ people: ['ada', 'bo', 'cy'] });
    const ada = await handedOut(world);
    await world.begin(ada);
    await world.user.call('PUT /api/settings', { body: { cap_day: 1 } });
    await world.user.call('PUT /api/campaigns/{id}', { params: { id: campaign }, body: { cap_day: 1 } });
    await world.result(ada, { outcome: 'failed' });
    assert.deepEqual(await world.work(), []);
    await world.user.call('PUT /api/settings', { body: { cap_day: null } });
    assert.deepEqual(await world.work(), []);
    await world.user.call('PUT /api/campaigns/{id}', { params: { id: campaign }, body: { cap_day: 2 } });
    await sendOne(world);
    assert.deepEqual(await world.work(), []);
  },
);

pacedTest('a begin that is repeated counts once', { at: MORNING }, async (world) => {
  const { profiles } = await world.running({ people: ['ada', 'bo'] });
  await world.limitAccount({ profile_cap_day: 1 });
  const ada = await handedOut(world);
  await world.begin(ada);
  await world.begin(ada);
  await world.result(ada, { outcome: 'sent' });
  assert.equal((await countersOf(world, profiles[0]))?.begun_today, 1);
});

pacedTest('of two profiles with a cap of one an hour each sends one', { at: MORNING }, async (world) => {
  await world.limitAccount({ ...NO_PAUSE, profile_cap_hour: 1 });
  await world.running({ people: range(9), profiles: ['one', 'two'] });
  assert.deepEqual((await sendAll(world)).sort(), ['one', 'two']);
  world.goTo('2026-11-26T09:59:59+01:00');
  assert.deepEqual(await world.work(), []);
  world.goTo('2026-11-26T10:00:00+01:00');
  assert.deepEqual((await sendAll(world)).sort(), ['one', 'two']);
});

pacedTest("a campaign's cap is not passed by profiles that ask at once", { at: MORNING }, async (world) => {
  const { campaign } = await world.running({ people: range(9), profiles: ['one', 'two', 'three'] });
  await world.limitCampaign(campaign, { cap_day: 2 });
  const [first, second, ...more] = await world.work({ capacity: 3 });
  assert.ok(first && second);
  assert.deepEqual([more, await world.work()], [[], []]);
  for (const delivery of [first, second]) {
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'sent' });
  }
  assert.deepEqual(await world.work(), []);
  world.goTo('2026-11-27T00:00:00+01:00');
  assert.equal((await world.work()).length, 2);
});

pacedTest("an account's cap grants one of two begins in a batch", { at: MORNING }, async (world) => {
  await world.limitAccount({ ...NO_PAUSE });
  await world.running({ people: range(4), profiles: ['one'] });
  for (const _ of range(4)) {
    const delivery = await handedOut(world);
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'sent' });
  }
  await world.running({ people: ['bo'], profiles: ['two'] });
  await world.running({ people: ['cy'], profiles: ['three'] });
  const both = await world.work();
  assert.equal(both.length, 2);
  // Today's four are known to a cap that is set now.
  await world.limitAccount({ cap_day: 5 });
  const answers = await beginDeliveries(
    world.app.deps,
    both.map(({ token }) => ({ user_id: world.user.id, token })),
  );
  assert.deepEqual(
    answers.map(({ verdict }) => verdict),
    ['granted', 'cap_reached'],
  );
  assert.deepEqual(await world.work(), []);
});

pacedTest('what is handed out has its place in the cap of the account', { at: MORNING }, async (world) => {
  await world.running({ people: ['ada', 'bo'], profiles: ['one', 'two'] });
  await world.limitAccount({ cap_day: 1 });
  const ada = await handedOut(world, { capacity: 2 });
  assert.deepEqual(await world.work(), []);
  await world.agent.call('POST /api/agent/deliveries/{token}/release', {
    params: { token: ada.token },
    body: {},
  });
  await world.begin(await handedOut(world));
  assert.deepEqual(await world.work(), []);
});

pacedTest("a profile's cap holds across campaigns", { at: MORNING }, async (world) => {
  await world.limitAccount(NO_PAUSE);
  const { profiles } = await world.running({ people: range(12), name: 'Kiln open' });
  await world.limitProfile(profiles[0] as number, { cap_day: 20 });
  assert.equal((await sendAll(world)).length, 12);
  const next = await world.campaign({ list: await world.list(range(20)), profiles, name: 'Raku' });
  await world.start(next);
  assert.equal((await sendAll(world)).length, 8);
});

pacedTest('a cap that is set knows what its profile has sent today', { at: MORNING }, async (world) => {
  await world.limitAccount(NO_PAUSE);
  await world.running({ people: range(15) });
  assert.equal((await sendAll(world)).length, 15);
  const more = await world.running({ people: range(9), profiles: ['two'] });
  await world.limitAccount({ profile_cap_day: 10 });
  assert.equal((await sendAll(world)).length, 9);
  await world.limitCampaign(more.campaign, { cap_day: 9 });
  assert.deepEqual(await world.work(), []);
});

pacedTest(
  "a campaign's cap that is set anew knows what was sent without one",
  { at: MORNING },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { campaign } = await world.running({ people: range(9) });
    await world.limitCampaign(campaign, { cap_day: 4 });
    await sendOne(world);
    await world.limitCampaign(campaign, { cap_day: null });
    await sendOne(world);
    await sendOne(world);
    await world.limitCampaign(campaign, { cap_day: 4 });
    assert.equal((await sendAll(world)).length, 1);
  },
);

pacedTest('each try counts', { at: MORNING }, async (world) => {
  await world.limitAccount({ ...NO_PAUSE, profile_cap_day: 3 });
  const { profiles } = await world.running({ people: ['ada'] });
  assert.equal((await sendAll(world, 'failed')).length, 3);
  assert.equal((await countersOf(world, profiles[0]))?.begun_today, 3);
});

pacedTest('a profile whose cap is spent takes no place of a call', { at: MORNING }, async (world) => {
  await world.limitAccount(NO_PAUSE);
  const { profiles } = await world.running({ people: range(9), profiles: ['one', 'two'] });
  await world.limitProfile(profiles[0] as number, { cap_day: 1 });
  const [one] = await world.work({ capacity: 1, paths: ['/p/one'] });
  await world.begin(one as Delivery);
  await world.result(one as Delivery, { outcome: 'sent' });
  assert.equal((await handedOut(world)).profile.profile_name, 'two');
});

pacedTest(
  'an account without hours and caps counts its grants and nothing else',
  { at: MORNING },
  async (world) => {
    const { profiles } = await world.running({ people: ['ada'] });
    await world.begin(await handedOut(world));
    const { rows } = await world.app.database.pool.query('select * from sending_days');
    assert.deepEqual([(await countersOf(world, profiles[0]))?.begun_today, rows], [1, []]);
    await sweepLeases(world.app.deps);
  },
);

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createWorld, engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const set = (world: World, table: string, values: string) =>
  world.app.database.pool.query(`update ${table} set ${values} where user_id = $1`, [world.user.id]);

const planFor = async (world: World, body: { list_id: number; profiles_used?: number[] }) =>
  (await world.user.call('POST /api/campaigns/plan', { body: { content: 'Hi {username}!', ...body } })).plan;

const planOf = async (world: World, id: number) =>
  (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan;

const moveTo = (world: World, zone: string) =>
  world.app.database.pool.query('update users set time_zone = $2 where id = $1', [world.user.id, zone]);

/** A user in Oslo, from a moment on. */
async function worldAt(t: TestContext, moment: string): Promise<World> {
  const app = await startTestApp(t);
  app.clock.advance(Date.parse(moment) - app.clock.now().getTime());
  const world = await createWorld(app);
  await moveTo(world, 'Europe/Oslo');
  return world;
}

const plus = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

engineTest('the people of a list are in one of three parts, whose numbers add up', async (world) => {
  const list_id = await world.list(['ada', 'bo', 'cy', 'dee', 'eve']);
  const one = await world.profile('one');
  const earlier = await world.campaign({ list: list_id, profiles: [one] });
  await world.start(earlier);
  await world.result(await world.sending(), { outcome: 'sent' });
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: earlier },
    body: { status: 'completed' },
  });
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'eve' } });
  const plan = await planFor(world, { list_id, profiles_used: [one] });
  assert.deepEqual([plan.will, plan.will_not[0]?.count, plan.not_pending, plan.in_list], [3, 1, 1, 5]);
  assert.equal(plan.is_first, false);
});

engineTest(
  'a plan has each profile with its count, its cap and a full day, and when all ends',
  async (world) => {
    const list_id = await world.list(['ada', 'bo', 'cy']);
    const [one, two, off] = [
      await world.profile('one'),
      await world.profile('two'),
      await world.profile('off'),
    ];
    await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: off } });
    await set(world, 'settings', 'profile_cap_day = 20, delay_start = 100, delay_end = 100');
    const today = world.app.clock.now().toISOString().slice(0, 10);
    await set(world, 'profiles', `begun_today = 20, counted_day = '${today}'`);
    const plan = await planFor(world, { list_id, profiles_used: [two, one, off] });
    assert.equal(plan.is_first, true);
    const full = { hour: null, day: 20, because: 'account' };
    assert.deepEqual(plan.profiles, [
      {
        profile_id: off,
        profile_name: 'off',
        problem: 'Switched off',
        begun_today: 20,
        sent: 0,
        obstacle: null,
        cap_now: full,
        full_day: 0,
      },
      {
        profile_id: one,
        profile_name: 'one',
        problem: null,
        begun_today: 20,
        sent: 0,
        obstacle: null,
        cap_now: full,
        full_day: 20,
      },
      {
        profile_id: two,
        profile_name: 'two',
        problem: null,
        begun_today: 20,
        sent: 0,
        obstacle: null,
        cap_now: full,
        full_day: 20,
      },
    ]);
    const midnight = `${plus(`${today}T00:00:00Z`, 86_400).slice(0, 10)}T00:00:00.000Z`;
    assert.equal(plan.forecast.starts_at, plan.as_of);
    assert.equal(plan.forecast.first_at, midnight);
    assert.deepEqual(plan.forecast.days, [{ day: midnight.slice(0, 10), messages: 3 }]);
    assert.deepEqual([plan.inputs.people, plan.inputs.retry_rate, plan.inputs.time_zone], [3, 0.05, 'UTC']);
    await set(world, 'profiles', `counted_day = counted_day - 1`);
    const fresh = await planFor(world, { list_id, profiles_used: [one] });
    assert.deepEqual([fresh.profiles[0]?.begun_today, fresh.forecast.first_at], [0, fresh.as_of]);
    // Nobody is chosen to send.
    assert.equal((await planFor(world, { list_id })).forecast.ends_at, null);
  },
);

engineTest(
  'a campaign’s plan knows its hours, cap and last moment, and goes on from where it is',
  async (world) => {
    const list = await world.list(['ada', 'bo', 'cy', 'dee']);
    const id = await world.campaign({ list, profiles: [await world.profile('one')] });
    await set(
      world,
      'campaigns',
      `hours = '{[0,10080)}', cap_day = 2, not_after = now() + interval '900 days'`,
    );
    const pending = await planOf(world, id);
    assert.deepEqual(
      pending.forecast.days.map(({ messages }) => messages),
      [2, 2],
    );
    assert.deepEqual(pending.inputs.campaign_hours, [[0, 10_080]]);
    await world.start(id);
    await world.result(await world.sending(), { outcome: 'failed' });
    const running = await planOf(world, id);
    assert.deepEqual([running.inputs.people, running.profiles[0]?.problem], [4, null]);
    assert.equal(running.inputs.retry_rate, 1);
    assert.ok((running.forecast.first_at ?? '') > running.as_of);
    await world.user.call('POST /api/campaigns/{id}/stop', { params: { id } });
    world.turn(PACE_SECONDS);
    assert.equal((await planOf(world, id)).forecast.first_at, (await planOf(world, id)).as_of);
  },
);

engineTest('a cap that is set now knows what was begun today before it', async (world) => {
  await set(world, 'settings', 'delay_start = 100, delay_end = 100');
  const list = await world.list(['ada', 'bo', 'cy', 'dee']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(id);
  await world.result(await world.sending(), { outcome: 'sent' });
  await set(world, 'campaigns', 'cap_day = 2');
  const campaignCap = await planOf(world, id);
  assert.deepEqual([campaignCap.inputs.campaign_begun_today, campaignCap.forecast.days[0]?.messages], [1, 1]);
  await set(world, 'campaigns', 'cap_day = null');
  await set(world, 'settings', 'cap_day = 1');
  const { inputs, forecast } = await planOf(world, id);
  assert.equal(inputs.begun_today, 1);
  assert.equal(forecast.first_at, `${plus(inputs.as_of, 86_400).slice(0, 10)}T00:00:00.000Z`);
});

engineTest('a profile’s cap of now is the one that the engine judges by', async (world) => {
  const list_id = await world.list(['ada']);
  const one = await world.profile('one');
  const capNow = async (values: string) => {
    await set(world, 'profiles', values);
    return (await planFor(world, { list_id, profiles_used: [one] })).profiles[0]?.cap_now;
  };
  assert.deepEqual(await capNow('cap_day = null'), { hour: null, day: null, because: null });
  await set(world, 'settings', 'profile_cap_hour = 9, profile_cap_day = 20');
  assert.deepEqual(await capNow('cap_day = 30'), { hour: 9, day: 20, because: 'account' });
  assert.deepEqual(await capNow('cap_day = 12, cap_hour = 5'), { hour: 5, day: 12, because: 'own' });
  assert.deepEqual(await capNow('warm_up_day = 0'), { hour: 5, day: 5, because: 'begin_slowly' });
  const half = `warm_up_day = null, cap_day = 15, slow_until = '2099-01-01'`;
  assert.deepEqual(await capNow(half), { hour: 3, day: 8, because: 'half' });
});

test('a plan goes on with the counters of a zone that was left for one in the west', async (t) => {
  const world = await worldAt(t, '2026-11-27T08:00:00Z');
  const list = await world.list(['ada', 'bo']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  await set(world, 'settings', 'profile_cap_hour = 1, profile_cap_day = 1, cap_day = 1');
  await set(world, 'campaigns', 'cap_day = 1');
  await world.start(id);
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.equal((await planOf(world, id)).forecast.first_at, '2026-11-27T23:00:00.000Z');
  await moveTo(world, 'Pacific/Honolulu');
  const { inputs, forecast } = await planOf(world, id);
  assert.deepEqual(
    [inputs.counted_day, inputs.campaign_counted_day, inputs.profiles[0]?.counted_day],
    ['2026-11-27', '2026-11-27', '2026-11-27'],
  );
  assert.equal(inputs.profiles[0]?.counted_hour, '2026-11-27T09');
  assert.equal(forecast.first_at, '2026-11-28T10:00:00.000Z');
});

engineTest('the plan of a scheduled campaign begins at its start', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  const now = world.app.clock.now().toISOString();
  assert.equal((await planOf(world, campaign)).forecast.starts_at, now);
  const start_at = plus(now, 86_400);
  await world.user.call('PUT /api/campaigns/{id}/schedule', { params: { id: campaign }, body: { start_at } });
  const { starts_at, first_at } = (await planOf(world, campaign)).forecast;
  assert.deepEqual([starts_at, first_at], [start_at, start_at]);
});

engineTest('the plan of a campaign that counts down begins when that is over', async (world) => {
  const list = await world.list(['ada']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  const now = world.app.clock.now().toISOString();
  await world.user.call('POST /api/campaigns/{id}/start', { params: { id }, body: { undo_seconds: 20 } });
  const { starts_at, first_at } = (await planOf(world, id)).forecast;
  assert.deepEqual([starts_at, first_at], [plus(now, 20), plus(now, 20)]);
  world.turn(20);
  assert.equal((await planOf(world, id)).forecast.starts_at, plus(now, 20));
});

engineTest('a last moment leaves people of a plan unreached', async (world) => {
  await set(world, 'settings', 'delay_start = 100, delay_end = 100');
  const list = await world.list(['ada', 'bo', 'cy', 'dee']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  // A message takes two minutes with its pause, and the last three are none in which one is handed out.
  const not_after = plus(world.app.clock.now().toISOString(), 360);
  await world.user.call('PUT /api/campaigns/{id}', { params: { id }, body: { not_after } });
  const { ends_at, late, unreached } = (await planOf(world, id)).forecast;
  assert.deepEqual([ends_at, late, unreached], [null, null, 2]);
});

test('hours that the change of the clock leaves out begin a week later', async (t) => {
  const world = await worldAt(t, '2027-03-27T11:00:00Z');
  const list_id = await world.list(['ada']);
  const one = await world.profile('one');
  const hours = [{ day: 7, from: '02:15', to: '02:45' }];
  const saved = await world.user.call('PUT /api/settings', { body: { hours } });
  assert.deepEqual(saved.warnings, []);
  const { forecast } = await planFor(world, { list_id, profiles_used: [one] });
  assert.equal(forecast.first_at, '2027-04-04T00:15:00.000Z');
});

engineTest('a plan is made of one’s own profiles', async (world) => {
  const list_id = await world.list(['ada']);
  const other = await world.app.signUp({ pack: 'pro' });
  const one = await world.profile('one');
  const list = (await other.call('POST /api/lists', { body: { name: 'Theirs' } })).list;
  const asked = other.call('POST /api/campaigns/plan', {
    body: { list_id: list.id, content: 'Hi', profiles_used: [one] },
  });
  assert.equal((await refusal(asked)).status, 404);
  assert.equal((await refusal(planFor(world, { list_id, profiles_used: [one + 1000] }))).status, 404);
});

for (const [server, config, suggested] of [
  ['elsewhere', {}, 10],
  ['on a server for the practice inbox', { practiceUrl: 'http://127.0.0.1:9' }, null],
] as const)
  engineTest(
    `a canary is suggested for a first campaign to more than ten people (${server})`,
    async (world) => {
      const names = Array.from({ length: 11 }, (_, index) => `person_${index}`);
      const profiles_used = [await world.profile('one')];
      const few = await planFor(world, { list_id: await world.list(names.slice(1)), profiles_used });
      assert.equal(few.suggested_canary, null);
      const list_id = await world.list(names);
      assert.equal((await planFor(world, { list_id, profiles_used })).suggested_canary, suggested);
      if (suggested === null) return;
      const campaign = await world.campaign({ list: list_id, profiles: profiles_used });
      await world.start(campaign);
      await world.begin((await world.work())[0] ?? assert.fail());
      assert.equal((await planFor(world, { list_id, profiles_used })).suggested_canary, null);
    },
    config,
  );

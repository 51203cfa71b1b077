import assert from 'node:assert/strict';
import { engineTest } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const plus = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

engineTest(
  'a plan of what is not made yet takes its limits, and refuses those that creating refuses',
  async (world) => {
    const list_id = await world.list(['ada', 'bo', 'cy', 'dee', 'eve']);
    const profiles_used = [await world.profile('one')];
    const now = world.app.clock.now().toISOString();
    const ask = (limits: object) =>
      world.user.call('POST /api/campaigns/plan', {
        body: { content: 'Hi {username}!', list_id, profiles_used, ...limits },
      });
    const hours = [{ day: 1, from: '10:00', to: '12:00' }];
    const limits = { start_at: plus(now, 3600), cap_day: 2, not_after: plus(now, 30 * 86_400), hours };
    const { plan } = await ask(limits);
    assert.deepEqual(
      [plan.inputs.start_at, plan.inputs.campaign_cap_day, plan.inputs.not_after, plan.inputs.campaign_hours],
      [limits.start_at, 2, limits.not_after, [[600, 720]]],
    );
    assert.equal(plan.forecast.starts_at, limits.start_at);
    assert.deepEqual(
      plan.forecast.days.filter(({ messages }) => messages > 0).map(({ messages }) => messages),
      [2, 2, 1],
    );
    const { campaigns } = await world.user.call('GET /api/campaigns');
    assert.deepEqual(campaigns, []);
    const refused = async (limits: object) => (await refusal(ask(limits))).body.fields;
    assert.deepEqual(await refused({ start_at: plus(now, 30) }), {
      start_at: 'The start must be at least a minute ahead',
    });
    assert.deepEqual(await refused({ start_at: plus(now, 7200), not_after: plus(now, 3600) }), {
      start_at: 'The start must be before its last moment',
    });
    assert.deepEqual(await refused({ not_after: plus(now, -1) }), {
      not_after: 'The last moment must be ahead',
    });
    assert.deepEqual(await refused({ cap_day: 0 }), {
      cap_day: 'A cap per day must be a whole number from 1 to 100000',
    });
    assert.deepEqual((await ask({ canary: 500 })).plan.forecast.starts_at, now);
    assert.deepEqual(await refused({ canary: 501 }), {
      canary: 'The first people must be a whole number from 1 to 500',
    });
    await world.user.call('PUT /api/settings', { body: { hours: [{ day: 2, from: '00:00', to: '24:00' }] } });
    assert.deepEqual(await refused({ hours }), {
      hours: 'These hours never meet your sending hours for 15 minutes',
    });
  },
);

engineTest('a pending campaign’s plan has the free profiles that it does not use', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const [busy, used] = [await world.profile('busy'), await world.profile('used')];
  const running = await world.campaign({ list: await world.list(['dee']), profiles: [busy] });
  await world.start(running);
  const id = await world.campaign({ list, profiles: [used] });
  const [two, ten, off] = [await world.profile('p2'), await world.profile('p10'), await world.profile('off')];
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: off } });
  await world.user.call('PUT /api/profiles/{id}', {
    params: { id: ten },
    body: { profile_name: 'p10', profile_path: 'p10', cap_day: 7 },
  });
  const planOf = async () => (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan;
  const { profiles, free_profiles, inputs } = await planOf();
  assert.deepEqual(
    profiles.map(({ profile_id }) => profile_id),
    [used],
  );
  assert.equal(inputs.profiles.length, 1);
  assert.deepEqual(
    free_profiles.map(({ profile_id, problem, full_day, inputs: { is_able, cap_day } }) => [
      profile_id,
      problem,
      full_day === 7,
      is_able,
      cap_day,
    ]),
    [
      [two, null, false, true, null],
      [ten, null, true, true, 7],
    ],
  );
  // What was started keeps its profiles.
  await world.start(id);
  assert.deepEqual((await planOf()).free_profiles, []);
  const body = { list_id: list, content: 'Hi!', profiles_used: [two] };
  assert.deepEqual((await world.user.call('POST /api/campaigns/plan', { body })).plan.free_profiles, []);
});

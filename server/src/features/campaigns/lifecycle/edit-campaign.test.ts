import assert from 'node:assert/strict';
import { startScheduled } from '../../../engine/start/schedule.ts';
import { engineTest, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const edit = async ({ user }: World, id: number, body: object) =>
  (await user.call('PUT /api/campaigns/{id}', { params: { id }, body })).campaign;

const errorOf = async (call: Promise<unknown>) => {
  const { status, body } = await refusal(call);
  return [status, body.error, ...Object.keys(body.fields ?? {})];
};

const MORNINGS = [
  { day: 1, from: '09:00', to: '12:00' },
  { day: 7, from: '22:00', to: '02:00' },
];

async function pending(world: World) {
  const list = await world.list(['ada', 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  return { list, campaign };
}

engineTest('a campaign has hours, a last moment and a cap of its own, or none', async (world) => {
  const { campaign } = await pending(world);
  const { hours, not_after, cap_day } = await world.details(campaign);
  assert.deepEqual([hours, not_after, cap_day], [null, null, null]);
  const limits = { hours: MORNINGS, not_after: '2026-10-02T18:00:00.000Z', cap_day: 30 };
  const limited = await edit(world, campaign, limits);
  assert.deepEqual({ hours: limited.hours, not_after: limited.not_after, cap_day: limited.cap_day }, limits);
  const left = await edit(world, campaign, { cap_day: null });
  assert.deepEqual([left.hours, left.not_after, left.cap_day], [MORNINGS, limits.not_after, null]);
  const open = await edit(world, campaign, { hours: null, not_after: null });
  assert.deepEqual([open.hours, open.not_after], [null, null]);
});

engineTest('limits that make no sense are refused, each with its sentence', async (world) => {
  const { campaign } = await pending(world);
  const refused = (body: object) => errorOf(edit(world, campaign, body));
  assert.deepEqual(await refused({ hours: [] }), [
    400,
    'Choose at least one range, or “At any time”',
    'hours',
  ]);
  assert.deepEqual(await refused({ cap_day: 0 }), [
    400,
    'A cap per day must be a whole number from 1 to 100000',
    'cap_day',
  ]);
  assert.deepEqual(await refused({ not_after: world.app.clock.now().toISOString() }), [
    400,
    'The last moment must be ahead',
    'not_after',
  ]);
  assert.deepEqual(await refused({ not_after: 'tomorrow' }), [400, 'This is no moment', 'not_after']);
  await world.app.database.pool.query(`update settings set hours = '{[540,1080)}' where user_id = $1`, [
    world.user.id,
  ]);
  assert.deepEqual(await refused({ hours: [{ day: 6, from: '10:00', to: '12:00' }] }), [
    400,
    'These hours never meet your sending hours for 15 minutes',
    'hours',
  ]);
});

engineTest('everything of a pending campaign can be changed', async (world) => {
  const { user } = world;
  const { campaign } = await pending(world);
  const { template } = await user.call('POST /api/templates', { body: { name: 'Other', content: 'Bye' } });
  const changed = await edit(world, campaign, {
    name: 'Raku',
    message_template_id: template.id,
    list_id: await world.list(['cy']),
    profiles_used: [await world.profile('two')],
  });
  assert.deepEqual(
    [changed.name, changed.template_name, changed.template_content, changed.total_list],
    ['Raku', 'Other', 'Bye', 1],
  );
  for (const part of [{ name: ' ' }, { list_id: null }, { profiles_used: [] }])
    assert.deepEqual(await errorOf(edit(world, campaign, part)), [
      400,
      'Please fill in all required fields',
      ...Object.keys(part),
    ]);
  assert.equal((await refusal(edit(world, campaign, {}))).status, 400);
  await world.start(campaign);
  const [delivery] = await world.work();
  assert.deepEqual([delivery?.recipient, delivery?.profile.profile_name], ['cy', 'two']);
});

engineTest('people who were taken out of the list of before are none of the new one', async (world) => {
  const { campaign, list } = await pending(world);
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
  const idOf = (name: string) => recipients.find(({ recipient }) => recipient === name)?.id ?? 0;
  const params = { id: campaign };
  const skipped = async () => {
    const query = { state: 'skipped' } as const;
    const { recipients: people, counts } = await world.user.call('GET /api/campaigns/{id}/recipients', {
      params,
      query,
    });
    return [people.map(({ recipient }) => recipient), counts.skipped];
  };
  const takeOut = (name: string) =>
    world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
      params,
      body: { recipient_ids: [idOf(name)] },
    });
  await takeOut('ada');
  await edit(world, campaign, { list_id: list, name: 'Raku' });
  assert.deepEqual(await skipped(), [['ada'], 1], 'the same list keeps them');
  const other = await world.list(['cy', 'di']);
  const { total_list } = await edit(world, campaign, { list_id: other });
  assert.deepEqual([total_list, await skipped()], [2, [[], 0]]);
  assert.equal((await edit(world, campaign, { list_id: list })).total_list, 2);
  await takeOut('bo');
  await world.start(campaign);
  assert.deepEqual(
    (await world.work()).map(({ recipient }) => recipient),
    ['ada'],
  );
});

engineTest(
  'a campaign keeps its profiles that cannot send now, and others join only if they can',
  async (world) => {
    const { campaign } = await pending(world);
    const { profiles_used } = await world.details(campaign);
    const other = await world.campaign({
      list: await world.list(['cy']),
      profiles: profiles_used,
      name: 'Other',
    });
    await world.start(other);
    const free = await world.profile('two');
    const both = [...profiles_used, free];
    assert.deepEqual((await edit(world, campaign, { profiles_used: both })).profiles_used, both);
    assert.deepEqual((await edit(world, campaign, { profiles_used: [free] })).profiles_used, [free]);
    const { body, status } = await refusal(edit(world, campaign, { profiles_used: both }));
    assert.deepEqual([status, body.conflicting_profiles], [409, [{ name: 'one', campaign: 'Other' }]]);
    const off = await world.profile('three');
    await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: off } });
    assert.deepEqual(await errorOf(edit(world, campaign, { profiles_used: [free, off] })), [
      400,
      'Profile three is inactive. Switch it on, or leave it out.',
      'profiles_used',
    ]);
  },
);

engineTest(
  'a campaign that has started keeps its parts, and one that has ended everything',
  async (world) => {
    const { campaign } = await pending(world);
    await world.start(campaign);
    const KEPT = [409, 'A campaign that has started keeps its list, its message and its profiles.'];
    for (const part of [{ name: 'Raku' }, { profiles_used: [1] }, { start_at: null }])
      assert.deepEqual(await errorOf(edit(world, campaign, part)), KEPT);
    assert.equal((await edit(world, campaign, { cap_day: 5 })).cap_day, 5);
    const params = { id: campaign };
    await world.user.call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
    assert.deepEqual(await errorOf(edit(world, campaign, { cap_day: 6 })), [409, 'This campaign has ended.']);
  },
);

engineTest(
  'a campaign can be made with the moment of its start, for profiles that are at work',
  async (world) => {
    const { user } = world;
    const { campaign, list } = await pending(world);
    await world.start(campaign);
    const { message_template_id, profiles_used } = await world.details(campaign);
    assert.ok(message_template_id);
    const body = { name: 'Next', message_template_id, list_id: list, profiles_used };
    assert.equal((await refusal(user.call('POST /api/campaigns', { body }))).status, 409);
    const at = (minutes: number) =>
      new Date(world.app.clock.now().getTime() + minutes * 60_000).toISOString();
    const late = { ...body, start_at: at(60), not_after: at(60) };
    assert.deepEqual(await errorOf(user.call('POST /api/campaigns', { body: late })), [
      400,
      'The start must be before its last moment',
      'start_at',
    ]);
    const { campaign: next } = await user.call('POST /api/campaigns', {
      body: { ...body, start_at: at(60), not_after: at(61) },
    });
    assert.deepEqual([next.stage, next.start_at], ['scheduled', at(60)]);
    assert.deepEqual(await errorOf(edit(world, next.id, { not_after: at(60) })), [
      400,
      'The start must be before its last moment',
      'not_after',
    ]);
    await user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
    world.turn(3600);
    await startScheduled(world.app.deps);
    assert.equal((await world.details(next.id)).status, 'running');
  },
);

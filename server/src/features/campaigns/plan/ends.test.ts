import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';
import { pacedTest, range, WORKDAYS } from '../../../testing/paced-world.ts';

const endsOf = async (world: World, id: number) => {
  const { ends_early, ends_late } = await world.details(id);
  return [ends_early, ends_late];
};

/** The same of its plan, which judges everybody. */
const plannedEnds = async (world: World, id: number) => {
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
  return [plan.forecast.early, plan.forecast.late];
};

const setStatus = (world: World, id: number, status: 'paused' | 'completed') =>
  world.user.call('PUT /api/campaigns/{id}/status', { params: { id }, body: { status } });

engineTest(
  'a campaign says between which moments it ends, as its plan does, until it has ended',
  async (world) => {
    const profiles = [await world.profile('one')];
    const id = await world.campaign({ list: await world.list(range(9)), profiles });
    const asPlanned = async () => {
      const ends = await endsOf(world, id);
      assert.deepEqual(ends, await plannedEnds(world, id));
      assert.ok(ends[0] && ends[1] && ends[0] < ends[1]);
      return ends;
    };
    await asPlanned();
    const start_at = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString();
    await world.user.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } });
    const [early] = await asPlanned();
    assert.ok((early ?? '') > start_at);
    await world.start(id);
    const first = await asPlanned();
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(PACE_SECONDS);
    await world.result(await world.sending(), { outcome: 'not_found' });
    assert.notDeepEqual(await asPlanned(), first);
    await setStatus(world, id, 'paused');
    await asPlanned();
    await setStatus(world, id, 'completed');
    assert.deepEqual(await endsOf(world, id), [null, null]);
  },
);

engineTest('an end counts only people who get the message, as its plan does', async (world) => {
  const id = await world.campaign({
    list: await world.list(range(50)),
    profiles: [await world.profile('one')],
  });
  const all = await endsOf(world, id);
  for (const recipient of range(40))
    await world.user.call('POST /api/do-not-contact', { body: { recipient } });
  assert.deepEqual(await endsOf(world, id), await plannedEnds(world, id));
  assert.notDeepEqual(await endsOf(world, id), all);
});

engineTest('a campaign without a forecast says nothing of its end', async (world) => {
  const one = await world.profile('one');
  const nobody = await world.campaign({ list: await world.list([]), profiles: [one] });
  assert.deepEqual(await endsOf(world, nobody), [null, null]);
  const { campaign: draft } = await world.user.call('POST /api/campaigns', {
    body: { draft: true, name: 'Draft', list_id: await world.list(['ada']), profiles_used: [one] },
  });
  assert.deepEqual(await endsOf(world, draft.id), [null, null]);
  const long = await world.campaign({ list: await world.list(range(400)), profiles: [one] });
  await world.user.call('PUT /api/campaigns/{id}', { params: { id: long }, body: { cap_day: 1 } });
  assert.deepEqual(await endsOf(world, long), [null, null]);
  const off = await world.campaign({ list: await world.list(['bo']), profiles: [one] });
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: one } });
  assert.deepEqual(await endsOf(world, off), [null, null]);
});

engineTest('a follow-up ends as its plan says', async (world) => {
  const profiles = [await world.profile('one')];
  const first = await world.campaign({ list: await world.list(['ada']), profiles });
  await world.start(first);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(5 * 86_400);
  const { template } = await world.user.call('POST /api/templates', {
    body: { name: 'Again', content: 'Hi again' },
  });
  const { campaign } = await world.user.call('POST /api/campaigns/{id}/follow-up', {
    params: { id: first },
    body: { name: 'Again', message_template_id: template.id, days: 4, even_unread: true },
  });
  const ends = await endsOf(world, campaign.id);
  assert.ok(ends[0] && ends[1]);
  assert.deepEqual(ends, await plannedEnds(world, campaign.id));
});

engineTest('the page of a campaign says what its plan says where each profile has a cap', async (world) => {
  const profiles = [await world.profile('one')];
  const id = await world.campaign({ list: await world.list(range(14)), profiles });
  await world.app.database.pool.query('update profiles set cap_day = 2 where user_id = $1', [world.user.id]);
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
  const { days, ...end } = plan.forecast;
  assert.deepEqual((await world.details(id)).end, end);
  assert.deepEqual(
    days.map(({ messages }) => messages),
    [2, 2, 2, 2, 2, 2, 2],
  );
});

pacedTest(
  'where hours lie between, a campaign ends between two days',
  { at: '2026-11-27T16:30:00+01:00' },
  async (world) => {
    await world.limitAccount({ hours: WORKDAYS, delay_start: 100, delay_end: 500 });
    const { campaign } = await world.running({ people: range(15) });
    const ends = await endsOf(world, campaign);
    assert.deepEqual(ends, await plannedEnds(world, campaign));
    assert.deepEqual(
      ends.map((end) => end?.slice(0, 10)),
      ['2026-11-27', '2026-11-30'],
    );
  },
);

import assert from 'node:assert/strict';
import { type PacedWorld, pacedTest, range, sendOne, WORKDAYS } from '../../../testing/paced-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const THURSDAY = { at: '2026-11-26T10:00:00+01:00' };
/** A message and its pause take 10 minutes. */
const PACE = { delay_start: 500, delay_end: 660 };

async function nextOf({ user }: PacedWorld, id: number, limit?: number) {
  const query = limit === undefined ? {} : { limit };
  const { people, has_more } = await user.call('GET /api/campaigns/{id}/next', { params: { id }, query });
  return {
    has_more,
    people: people.map(
      ({ recipient, planned_at, profile_name, is_retry }) =>
        `${recipient} ${planned_at?.slice(8, 16) ?? 'later'} ${profile_name ?? '-'}${is_retry ? ' again' : ''}`,
    ),
  };
}

pacedTest(
  'the next people come in the order of the line, each with its time and profile',
  THURSDAY,
  async (world) => {
    await world.limitAccount(PACE);
    const { campaign, profiles } = await world.running({ people: range(40), profiles: ['one', 'two'] });
    await world.limitProfile(profiles[1] ?? 0, { cap_day: 1 });
    assert.deepEqual(await nextOf(world, campaign, 4), {
      has_more: true,
      people: [
        'person_0 26T09:00 one',
        'person_1 26T09:00 two',
        'person_2 26T09:10 one',
        'person_3 26T09:20 one',
      ],
    });
    assert.equal((await nextOf(world, campaign)).people.length, 20);
    const all = await nextOf(world, campaign, 200);
    assert.deepEqual([all.people.length, all.has_more], [40, false]);
  },
);

pacedTest('outside the hours the first one has the moment at which it goes on', THURSDAY, async (world) => {
  await world.limitAccount({ ...PACE, hours: WORKDAYS });
  const { campaign } = await world.running({ people: range(3) });
  world.goTo('2026-11-27T18:30:00+01:00');
  const { people } = await nextOf(world, campaign, 1);
  assert.deepEqual(people, ['person_0 30T08:00 one']);
  const { next_send_at } = await world.details(campaign);
  assert.equal(next_send_at, '2026-11-30T08:00:00.000Z');
});

pacedTest(
  'a profile that is at work goes on after its pause, and who is tried again comes last',
  THURSDAY,
  async (world) => {
    await world.limitAccount(PACE);
    const { campaign } = await world.running({ people: range(3) });
    const [first] = await world.work();
    assert.ok(first);
    assert.deepEqual((await nextOf(world, campaign)).people, [
      'person_1 26T09:10 one',
      'person_2 26T09:20 one',
    ]);
    await world.begin(first);
    await world.result(first, { outcome: 'failed' });
    const { people } = await nextOf(world, campaign);
    assert.deepEqual(
      people.map((person) => person.replace(/ 26T\d\d:\d\d/, '')),
      ['person_1 one', 'person_2 one', 'person_0 one again'],
    );
  },
);

pacedTest('who is put back stands behind the line, and was not tried', THURSDAY, async (world) => {
  await world.limitAccount(PACE);
  const { campaign: id } = await world.running({ people: range(2) });
  const [first] = await world.work();
  assert.ok(first);
  const body = { recipient_ids: [first.recipient_id] };
  await world.user.call('POST /api/campaigns/{id}/recipients/take-out', { params: { id }, body });
  await world.user.call('POST /api/campaigns/{id}/recipients/put-back', { params: { id }, body });
  const { people } = await nextOf(world, id);
  assert.deepEqual(
    people.map((person) => [person.split(' ')[0], person.endsWith('again')]),
    [
      ['person_1', false],
      ['person_0', false],
    ],
  );
});

pacedTest('whom the campaign would skip is none of the next', THURSDAY, async (world) => {
  await world.limitAccount(PACE);
  const { campaign, list } = await world.running({ people: ['ada', 'bo', 'cy', 'di'] });
  await sendOne(world);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
  const other = await world.campaign({ list, profiles: [await world.profile('other')] });
  await world.start(other);
  const held = await world.work({ paths: ['/p/other'] });
  assert.equal(held[0]?.recipient, 'cy');
  assert.deepEqual(
    (await nextOf(world, campaign)).people.map((person) => person.split(' ')[0]),
    ['di'],
  );
});

pacedTest(
  'behind a canary, and in a campaign that does not run, nobody has a time',
  THURSDAY,
  async (world) => {
    await world.limitAccount(PACE);
    const { campaign } = await world.running({ people: range(4) });
    await world.limitCampaign(campaign, { canary: 2 });
    assert.deepEqual((await nextOf(world, campaign)).people, [
      'person_0 26T09:00 one',
      'person_1 26T09:10 one',
      'person_2 later -',
      'person_3 later -',
    ]);
    await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
    assert.deepEqual((await nextOf(world, campaign, 1)).people, ['person_0 later -']);
    await world.user.call('PUT /api/campaigns/{id}/status', {
      params: { id: campaign },
      body: { status: 'completed' },
    });
    assert.deepEqual(await nextOf(world, campaign), { has_more: false, people: [] });
  },
);

pacedTest('a campaign that is not started has next people without a time', THURSDAY, async (world) => {
  const list = await world.list(['ada', 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  assert.deepEqual((await nextOf(world, campaign)).people, ['ada later -', 'bo later -']);
});

pacedTest('at most 200 are answered', THURSDAY, async (world) => {
  const { campaign } = await world.running({ people: ['ada'] });
  for (const limit of [0, 201, 1.5]) {
    const { status, message } = await refusal(nextOf(world, campaign, limit));
    assert.deepEqual([status, message], [400, 'limit must be a number from 1 to 200']);
  }
});

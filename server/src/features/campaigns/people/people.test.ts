import assert from 'node:assert/strict';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

/** A campaign of seven names: each but the last two got an outcome of its own. */
async function meetOutcomes(world: World) {
  const list = await world.list(['ada', 'bo', 'cy', 'dee', 'eve', 'fay', 'gil']);
  const parts = { list, profiles: [await world.profile('shop')] };
  const campaign = await world.campaign(parts);
  await world.start(campaign);
  const outcomes = [
    { outcome: 'sent' },
    { outcome: 'not_found', reason: 'There is no such person.' },
    { outcome: 'unknown' },
  ] as const;
  for (const outcome of outcomes) {
    await world.result(await world.sending(), outcome);
    world.turn(PACE_SECONDS);
  }
  await world.user.call('PUT /api/settings', { body: { max_retries: 1, delay_start: 350, delay_end: 450 } });
  const body = { recipient: 'eve' };
  await world.user.call('POST /api/do-not-contact', { body });
  const waiting = await world.sending();
  assert.equal(waiting.recipient, 'dee');
  await world.result(waiting, { outcome: 'failed', reason: 'The page did not load.' });
  world.turn(PACE_SECONDS);
  const leased = await world.work();
  assert.equal(leased[0]?.recipient, 'fay');
  const call =
    (id = campaign) =>
    (query: object) =>
      world.user.call('GET /api/campaigns/{id}/recipients', { params: { id }, query });
  return { list, parts, campaign, leased, people: call() };
}

engineTest("a campaign's people are answered with what became of each and why", async (world) => {
  const { campaign, people } = await meetOutcomes(world);
  const said = async (state: string) =>
    (await people({ state })).recipients.map(({ recipient, state, reason }) => [recipient, state, reason]);
  assert.deepEqual(await said('sent'), [['ada', 'sent', null]]);
  assert.deepEqual(await said('not_found'), [['bo', 'not_found', 'There is no such person.']]);
  assert.deepEqual(await said('uncertain'), [['cy', 'uncertain', 'Outcome unknown: not sent again']]);
  assert.deepEqual(
    (await said('failed')).map(([recipient]) => recipient),
    ['cy', 'bo'],
  );
  assert.deepEqual(await said('skipped'), [['eve', 'skipped', 'On your do-not-contact list']]);
  assert.deepEqual(await said('pending'), [
    ['dee', 'waiting', 'The page did not load.'],
    ['fay', 'leased', null],
    ['gil', 'pending', null],
  ]);
  const { counts, pagination, recipients } = await people({ limit: 2, page: 2 });
  assert.deepEqual(counts, {
    tried: 5,
    sent: 1,
    failed: 2,
    not_found: 1,
    uncertain: 1,
    certainly_failed: 0,
    pending: 3,
    skipped: 1,
    replied: 0,
  });
  assert.deepEqual(pagination, { currentPage: 2, totalPages: 3, totalItems: 5, itemsPerPage: 2 });
  assert.deepEqual(
    recipients.map(({ recipient, profile_name }) => [recipient, profile_name]),
    [
      ['cy', 'shop'],
      ['dee', 'shop'],
    ],
  );
  const searched = await people({ search: '@D', state: 'pending' });
  assert.deepEqual([searched.recipients.length, searched.counts.pending, searched.counts.sent], [1, 1, 1]);
  const { status } = await refusal(people({ state: 'lucky' }));
  assert.equal(status, 400);
  const other = await world.app.signUp();
  const stranger = refusal(other.call('GET /api/campaigns/{id}/recipients', { params: { id: campaign } }));
  assert.equal((await stranger).status, 404);
});

engineTest('whose outcome nobody knows is said to be unclear until somebody does', async (world) => {
  const { user } = world;
  const list = await world.list(['ada', 'bo', 'cy']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('shop')] });
  await world.start(campaign);
  const params = { id: list };
  const said = async () => {
    const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params });
    const { lists } = await user.call('GET /api/lists');
    const { stats } = await user.call('GET /api/campaigns/dashboard-stats');
    const names = recipients.filter(({ unclear }) => unclear).map(({ recipient }) => recipient);
    return [names.sort().join(' '), lists[0]?.failed, lists[0]?.unclear, stats.failed, stats.uncertain];
  };
  await user.call('PUT /api/settings', { body: { max_retries: 1, delay_start: 350, delay_end: 450 } });
  const unclear: Delivery[] = [];
  for (const outcome of ['unknown', 'unknown', 'failed'] as const) {
    const delivery = await world.sending();
    await world.result(delivery, { outcome });
    if (outcome === 'unknown') unclear.push(delivery);
    world.turn(PACE_SECONDS);
  }
  await world.result(await world.sending(), { outcome: 'failed' });
  assert.deepEqual(await said(), ['ada bo', 3, 2, 3, 2]);
  const [ada, bo] = unclear;
  assert.ok(ada && bo);
  await world.result(ada, { outcome: 'sent' });
  assert.deepEqual(await said(), ['bo', 2, 1, 2, 1]);
  const set = async (status: 'sent' | 'failed') => {
    const params = { id: bo.recipient_id };
    return (await user.call('PUT /api/recipients/{id}/status', { params, body: { status } })).recipient
      .unclear;
  };
  assert.equal(await set('failed'), true, 'that is what it is already');
  assert.equal(await set('sent'), false);
  assert.equal(await set('failed'), false, 'by hand it is what it was set to, whatever the campaign knows');
  assert.deepEqual(await said(), ['', 2, 0, 2, 1]);
});

engineTest(
  'whom a campaign failed to reach a new one on its list tries again, and nobody else',
  async (world) => {
    const { list, parts, campaign, leased, people } = await meetOutcomes(world);
    const { user } = world;
    const create = async (retry_of: number, list_id = list) => {
      const { campaign: old } = await user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
      const { message_template_id } = old;
      assert.ok(message_template_id);
      const { campaign: made } = await user.call('POST /api/campaigns', {
        body: { name: 'Again', message_template_id, list_id, profiles_used: parts.profiles, retry_of },
      });
      return made;
    };
    const early = await refusal(create(campaign));
    assert.equal(early.status, 409);
    assert.match(early.message, /has not ended/);
    const [fay] = leased;
    assert.ok(fay);
    await world.begin(fay);
    await world.result(fay, { outcome: 'failed' });
    world.turn(PACE_SECONDS);
    // gil, whose turn it is, and then dee and fay again, whose tries are used up with this.
    for (const [recipient, outcome] of [
      ['gil', 'sent'],
      ['dee', 'failed'],
      ['fay', 'failed'],
    ] as const) {
      const delivery = await world.sending();
      assert.equal(delivery.recipient, recipient);
      await world.result(delivery, { outcome });
      world.turn(PACE_SECONDS);
    }
    assert.equal((await world.details(campaign)).status, 'completed');
    await user.call('PUT /api/recipients/{id}/status', {
      params: { id: fay.recipient_id },
      body: { status: 'not_found' },
    });

    assert.equal((await refusal(create(campaign, await world.list(['zoe'])))).status, 404);
    const again = await create(campaign);
    // dee came back; eve was never reached and is still pending, though no campaign writes to her.
    assert.equal(again.total_list, 2);
    assert.deepEqual(await world.names(list), {
      ada: 'sent',
      bo: 'not_found',
      cy: 'failed',
      dee: 'pending',
      eve: 'pending',
      fay: 'not_found',
      gil: 'sent',
    });
    assert.equal((await people({ state: 'failed' })).pagination.totalItems, 4, 'earlier outcomes are kept');
    assert.equal((await create(campaign)).total_list, 2, 'nobody is left to put back');

    await world.start(again.id);
    const retried = await world.sending();
    assert.equal(retried.recipient, 'dee');
    await world.result(retried, { outcome: 'sent' });
    world.turn(PACE_SECONDS);
    assert.deepEqual(await world.work(), []);
    assert.equal((await world.details(again.id)).total_sent, 1);

    const historyOf = async (id: number) => {
      const { recipient, history } = await user.call('GET /api/recipients/{id}/history', { params: { id } });
      assert.equal(recipient, 'dee');
      return history.map(({ campaign_name, state, profile_name, list_name }) =>
        [campaign_name, state, profile_name, list_name].join(),
      );
    };
    const done = ['Again,sent,shop,People', 'Spring,failed,shop,People'];
    assert.deepEqual(await historyOf(retried.recipient_id), done);
    const other = await world.app.signUp();
    const params = { id: retried.recipient_id };
    assert.equal((await refusal(other.call('GET /api/recipients/{id}/history', { params }))).status, 404);

    // By the name, it outlives the recipient and is there in every list.
    const elsewhere = await world.list(['dee']);
    await user.call('DELETE /api/recipients/{id}', { params });
    const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
      params: { id: elsewhere },
      query: {},
    });
    assert.deepEqual(await historyOf(recipients[0]?.id ?? 0), done);
  },
);

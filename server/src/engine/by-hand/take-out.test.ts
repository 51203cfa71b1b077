import assert from 'node:assert/strict';
import { BEING_SENT_TO, NOT_PUT_BACK } from '@pigeonpost/contract/campaigns/take-out';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

const takeOut = (world: World, id: number, recipient_ids: number[]) =>
  world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id },
    body: { recipient_ids },
  });

const putBack = (world: World, id: number, recipient_ids: number[]) =>
  world.user.call('POST /api/campaigns/{id}/recipients/put-back', {
    params: { id },
    body: { recipient_ids },
  });

/** The ids of a list's names. */
async function idsOf({ user }: World, id: number): Promise<Record<string, number>> {
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id } });
  return Object.fromEntries(recipients.map(({ recipient, id }) => [recipient, id]));
}

async function oneCampaign(world: World, names: string[], profiles = ['one']) {
  const list = await world.list(names);
  const used = [];
  for (const profile of profiles) used.push(await world.profile(profile));
  const campaign = await world.campaign({ list, profiles: used });
  const ids = await idsOf(world, list);
  const id = (name: string) => ids[name] ?? 0;
  return { list, campaign, id, profiles: used };
}

const people = async ({ user }: World, id: number, state: 'skipped' | 'pending' | 'tried') =>
  (
    await user.call('GET /api/campaigns/{id}/recipients', { params: { id }, query: { state } })
  ).recipients.map(({ recipient, state, reason }) => [recipient, state, reason]);

/** Sends until nothing is due any more, and gives the names in order. */
async function sendAll(world: World): Promise<string[]> {
  const sent: string[] = [];
  for (;;) {
    const deliveries: Delivery[] = await world.work();
    for (const delivery of deliveries) {
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
      sent.push(delivery.recipient);
    }
    if (deliveries.length === 0) return sent;
    world.turn(PACE_SECONDS);
  }
}

const totals = async (world: World, campaign: number) => {
  const { status, total_list, total_sent, total_failed } = await world.details(campaign);
  return [status, total_list, total_sent, total_failed];
};

engineTest('who is taken out before the start gets nothing, and the total follows', async (world) => {
  const { list, campaign, id } = await oneCampaign(world, ['ada', 'bo', 'cy']);
  assert.deepEqual(await takeOut(world, campaign, [id('bo')]), {
    taken_out: 1,
    being_sent: 0,
    has_ended: false,
  });
  assert.deepEqual(await totals(world, campaign), ['pending', 2, 0, 0]);
  assert.deepEqual(await people(world, campaign, 'skipped'), [['bo', 'skipped', 'Taken out by you']]);
  assert.deepEqual(await people(world, campaign, 'pending'), [
    ['ada', 'pending', null],
    ['cy', 'pending', null],
  ]);
  const line = (await world.details(campaign)).logs.at(-1);
  assert.deepEqual([line?.action, line?.recipient, line?.message], ['skipped', 'bo', 'Taken out by you']);
  await world.start(campaign);
  assert.deepEqual(await totals(world, campaign), ['running', 2, 0, 0]);
  assert.deepEqual(await sendAll(world), ['ada', 'cy']);
  assert.deepEqual(await totals(world, campaign), ['completed', 2, 2, 0]);
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'pending', cy: 'sent' });
});

engineTest('who is put back before the start has their place in the line again', async (world) => {
  const { campaign, id } = await oneCampaign(world, ['ada', 'bo']);
  await takeOut(world, campaign, [id('ada'), id('bo')]);
  const refused = await refusal(world.start(campaign));
  assert.deepEqual([refused.status, refused.message], [409, 'This list has no pending recipients']);
  assert.deepEqual(await putBack(world, campaign, [id('ada'), id('bo')]), { put_back: 2 });
  assert.deepEqual(await people(world, campaign, 'skipped'), []);
  assert.deepEqual(await totals(world, campaign), ['pending', 2, 0, 0]);
  const line = (await world.details(campaign)).logs.at(-1);
  assert.deepEqual([line?.action, line?.recipient, line?.message], ['put_back', 'bo', 'Put back by you']);
  await world.start(campaign);
  assert.deepEqual(await sendAll(world), ['ada', 'bo']);
});

engineTest('who is leased is revoked, and who is put back stands behind the line', async (world) => {
  const { campaign, id } = await oneCampaign(world, ['ida', 'bo', 'cy']);
  await world.start(campaign);
  const [leased] = await world.work();
  assert.equal(leased?.recipient, 'ida');
  assert.ok(leased);
  assert.equal((await takeOut(world, campaign, [id('ida')])).taken_out, 1);
  assert.equal((await refusal(world.begin(leased))).code, 'lease_over');
  assert.deepEqual(await totals(world, campaign), ['running', 2, 0, 0]);
  assert.deepEqual(await putBack(world, campaign, [id('ida')]), { put_back: 1 });
  assert.deepEqual(await totals(world, campaign), ['running', 3, 0, 0]);
  assert.deepEqual((await people(world, campaign, 'pending'))[0], ['ida', 'waiting', 'Put back by you']);
  assert.deepEqual(await sendAll(world), ['bo', 'cy', 'ida']);
  assert.deepEqual(await totals(world, campaign), ['completed', 3, 3, 0]);
});

engineTest('who is being sent to is left, alone with a refusal and among others counted', async (world) => {
  const { campaign, id } = await oneCampaign(world, ['ida', 'bo']);
  await world.start(campaign);
  const sending = await world.sending();
  const refused = await refusal(takeOut(world, campaign, [id('ida')]));
  assert.deepEqual([refused.status, refused.message], [409, BEING_SENT_TO]);
  assert.deepEqual(await takeOut(world, campaign, [id('ida'), id('bo')]), {
    taken_out: 1,
    being_sent: 1,
    has_ended: false,
  });
  await world.result(sending, { outcome: 'sent' });
  assert.deepEqual(await totals(world, campaign), ['completed', 1, 1, 0]);
});

engineTest('who waits to be tried again is taken out, and a late sent of theirs counts', async (world) => {
  const { campaign, id, list } = await oneCampaign(world, ['ida', 'bo']);
  await world.start(campaign);
  const first = await world.sending();
  await world.result(first, { outcome: 'failed' });
  assert.equal((await takeOut(world, campaign, [id('ida')])).taken_out, 1);
  assert.deepEqual(await totals(world, campaign), ['running', 1, 0, 0]);
  await world.result(first, { outcome: 'sent' });
  assert.deepEqual(await totals(world, campaign), ['running', 2, 1, 0]);
  assert.deepEqual((await world.names(list)).ida, 'sent');
  assert.equal((await refusal(putBack(world, campaign, [id('ida')]))).message, NOT_PUT_BACK);
});

engineTest('a campaign of which everybody who is left is taken out has ended', async (world) => {
  const { campaign, id } = await oneCampaign(world, ['ada', 'bo', 'cy']);
  await world.start(campaign);
  const ada = await world.sending();
  await world.result(ada, { outcome: 'sent' });
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  assert.deepEqual(await takeOut(world, campaign, [id('bo'), id('cy')]), {
    taken_out: 2,
    being_sent: 0,
    has_ended: true,
  });
  assert.deepEqual(await totals(world, campaign), ['completed', 1, 1, 0]);
  for (const refused of [
    await refusal(putBack(world, campaign, [id('bo')])),
    await refusal(takeOut(world, campaign, [id('bo')])),
  ])
    assert.equal(refused.status, 409);
});

engineTest('names in the middle of the line stay out when the claim comes to them', async (world) => {
  const names = Array.from({ length: 12 }, (_, at) => `n${String(at).padStart(2, '0')}`);
  const { campaign, id } = await oneCampaign(world, names);
  await world.start(campaign);
  await takeOut(world, campaign, names.slice(3, 11).map(id));
  assert.deepEqual(await totals(world, campaign), ['running', 4, 0, 0]);
  assert.deepEqual(await sendAll(world), ['n00', 'n01', 'n02', 'n11']);
  assert.deepEqual(await totals(world, campaign), ['completed', 4, 4, 0]);
});

engineTest('while a first start can be undone who is put back has their place again', async (world) => {
  const { campaign, id } = await oneCampaign(world, ['ada', 'bo']);
  await takeOut(world, campaign, [id('ada')]);
  await world.user.call('POST /api/campaigns/{id}/start', {
    params: { id: campaign },
    body: { undo_seconds: 20 },
  });
  assert.deepEqual(await totals(world, campaign), ['running', 1, 0, 0]);
  await takeOut(world, campaign, [id('bo')]);
  assert.deepEqual(await totals(world, campaign), ['running', 0, 0, 0]);
  await putBack(world, campaign, [id('ada'), id('bo')]);
  assert.deepEqual(await totals(world, campaign), ['running', 2, 0, 0]);
  await takeOut(world, campaign, [id('bo')]);
  await world.user.call('POST /api/campaigns/{id}/undo-start', { params: { id: campaign } });
  assert.deepEqual(await totals(world, campaign), ['pending', 1, 0, 0]);
  await putBack(world, campaign, [id('bo')]);
  await world.start(campaign);
  assert.deepEqual(await sendAll(world), ['ada', 'bo']);
});

engineTest('only who is pending, free and still of this campaign is put back', async (world) => {
  const { list, campaign, id } = await oneCampaign(world, ['ada', 'bo', 'cy', 'dee', 'eve']);
  const other = await world.campaign({ list, profiles: [await world.profile('two')], name: 'Other' });
  await world.start(campaign);
  await takeOut(world, campaign, ['ada', 'bo', 'cy'].map(id));
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'dee' } });
  assert.equal((await world.work({ paths: ['/p/one'] }))[0]?.recipient, 'eve');
  const cannot = async (name: string) => {
    const { status, message } = await refusal(putBack(world, campaign, [id(name)]));
    assert.deepEqual([status, message], [409, NOT_PUT_BACK], name);
  };
  // The engine skipped this one.
  assert.ok((await people(world, campaign, 'skipped')).some(([name]) => name === 'dee'));
  await cannot('dee');
  // Another campaign holds this one, and then has written to it.
  await world.start(other);
  const [held] = await world.work({ paths: ['/p/two'] });
  assert.ok(held);
  assert.equal(held.recipient, 'ada');
  await cannot('ada');
  await world.begin(held);
  await world.result(held, { outcome: 'sent' });
  await cannot('ada');
  // This one became pending again, for a later campaign.
  for (const status of ['sent', 'pending'] as const)
    await world.user.call('PUT /api/recipients/{id}/status', { params: { id: id('bo') }, body: { status } });
  await cannot('bo');
  assert.equal((await putBack(world, campaign, ['ada', 'bo', 'cy', 'dee'].map(id))).put_back, 1);
});

engineTest('a campaign and people of somebody else are not found', async (world) => {
  const { campaign, id } = await oneCampaign(world, ['ada']);
  const { campaign: others } = await oneCampaign(world, ['ada'], ['two']);
  const stranger = await world.app.signUp({ pack: 'pro' });
  for (const call of ['take-out', 'put-back'] as const) {
    const path = `POST /api/campaigns/{id}/recipients/${call}` as const;
    const ask = (user: Pick<World['user'], 'call'>, campaign: number, recipient: number) =>
      refusal(user.call(path, { params: { id: campaign }, body: { recipient_ids: [recipient] } }));
    assert.equal((await ask(stranger, campaign, id('ada'))).status, 404);
    assert.equal((await ask(world.user, campaign, 9_999)).status, 404);
    // A name of another list is nobody of this campaign.
    assert.equal((await ask(world.user, others, id('ada'))).status, 404);
  }
  assert.deepEqual(await totals(world, campaign), ['pending', 1, 0, 0]);
});

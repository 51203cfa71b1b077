import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { removeDeletedLists } from '../recipients/remove-deleted-lists.ts';

const personOf = (world: World, name: string, query = {}) =>
  world.user.call('GET /api/people/{name}', { params: { name }, query });

const foundBy = async (world: World, search: string) =>
  (await world.user.call('GET /api/search', { query: { search } })).people;

/** Sends one campaign to sara, and has another one with sara third in line. */
async function writeToSara(world: World) {
  const shop = await world.profile('shop');
  const written = await world.list(['sara']);
  const first = await world.campaign({ list: written, profiles: [shop], name: 'Spring' });
  await world.start(first);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  await world.work();
  const waiting = await world.list(['ann', 'bea', 'sara']);
  const second = await world.campaign({ list: waiting, profiles: [shop], name: 'Autumn' });
  return { written, waiting, first, second, shop };
}

engineTest(
  "a person's lists, campaigns and do-not-contact are found by name, whatever its case",
  async (world) => {
    const { written, waiting, first, second, shop } = await writeToSara(world);
    const { person, campaigns, pagination } = await personOf(world, '@Sara');
    assert.equal(person.recipient, 'sara');
    assert.deepEqual(
      person.lists.map(({ list_id, status }) => [list_id, status]),
      [
        [waiting, 'pending'],
        [written, 'sent'],
      ],
    );
    assert.deepEqual([person.list_count, person.messages_sent, person.do_not_contact], [2, 1, null]);
    assert.ok(person.last_messaged_at);
    assert.deepEqual(
      campaigns.map((one) => [one.campaign_id, one.state, one.before, one.profile_id, one.campaign_status]),
      [
        [second, 'pending', 2, null, 'pending'],
        [first, 'sent', null, shop, 'completed'],
      ],
    );
    assert.equal(pagination.totalItems, 2);
    assert.deepEqual(
      campaigns.map(({ message }) => message),
      [null, 'Hi sara!'],
    );
    await world.user.call('POST /api/do-not-contact', { body: { recipient: 'sara' } });
    const again = await personOf(world, 'sara', { limit: 1, page: 2 });
    const { do_not_contact } = again.person;
    assert.deepEqual(
      [do_not_contact?.how, do_not_contact?.at],
      ['hand', world.app.clock.now().toISOString()],
    );
    const beyond = await personOf(world, 'sara', { page: 9 });
    assert.deepEqual(
      [beyond.campaigns, beyond.person.messages_sent, beyond.pagination.totalItems],
      [[], 1, 2],
    );
    assert.deepEqual(
      again.campaigns.map(({ campaign_id }) => campaign_id),
      [first],
    );
  },
);

engineTest(
  'whom a message may have reached is said to be written to perhaps, also once all is deleted',
  async (world) => {
    const list = await world.list(['bo', 'cy']);
    const campaign = await world.campaign({ list, profiles: [await world.profile('shop')] });
    await world.start(campaign);
    await world.result(await world.sending(), { outcome: 'unknown' });
    const [reached, other] = (await personOf(world, 'bo')).person.last_messaged_at
      ? ['bo', 'cy']
      : ['cy', 'bo'];
    const { person } = await personOf(world, reached);
    assert.deepEqual([person.messages_sent, person.last_is_unclear], [0, true]);
    assert.deepEqual((await personOf(world, other)).person.last_messaged_at, null);
    world.turn(PACE_SECONDS);
    await world.result(await world.sending(), { outcome: 'not_found' });
    await world.user.call('DELETE /api/campaigns/{id}', {
      params: { id: campaign },
      body: { keep_sent: false },
    });
    await world.user.call('DELETE /api/lists/{id}', { params: { id: list } });
    assert.equal((await personOf(world, reached)).person.last_messaged_at, person.last_messaged_at);
    assert.deepEqual(
      (await foundBy(world, reached)).map(({ name }) => name),
      [reached],
    );
    assert.equal((await refusal(personOf(world, other))).status, 404);
    assert.deepEqual(await foundBy(world, other), [], 'what is found has a page');
  },
);

engineTest('a name that is nowhere, or only with somebody else, is nobody', async (world) => {
  await writeToSara(world);
  const stranger = await world.app.signUp();
  const calls = [
    () => personOf(world, 'nobody'),
    () => personOf(world, '%20'),
    () => stranger.call('GET /api/people/{name}', { params: { name: 'sara' } }),
  ];
  for (const call of calls) {
    const refused = await refusal(call());
    assert.deepEqual([refused.status, refused.message], [404, 'Nobody of this name here.']);
  }
  assert.equal((await refusal(personOf(world, 'x'.repeat(301)))).status, 404);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'sara' } });
  // An administrator's search covers users' tickets, but not their recipients.
  for (const { call } of [stranger, await world.app.signUp({ role: 'admin' })])
    assert.deepEqual((await call('GET /api/search', { query: { search: 'sara' } })).people, []);
});

engineTest('a search finds people by the beginning of their name, the exact name first', async (world) => {
  await world.list(['sara_2', 'sara.pots', 'tess', 'asara', 'sarah']);
  const { written } = await writeToSara(world);
  const names = async (search: string) => (await foundBy(world, search)).map(({ name }) => name);
  assert.deepEqual(await names('@SARA'), ['sara', 'sara.pots', 'sara_2', 'sarah']);
  assert.deepEqual(await names('sara.'), ['sara.pots']);
  assert.deepEqual(await names('%'), []);
  assert.deepEqual(await names('@'), []);
  const [sara, other] = await foundBy(world, 'sara');
  assert.deepEqual([sara?.list_count, sara?.list_names.length, sara?.do_not_contact], [2, 2, false]);
  assert.deepEqual([sara?.last?.state, sara?.last?.campaign_name], ['sent', 'Spring']);
  assert.deepEqual([other?.list_count, other?.last], [1, null]);
  await world.list(['sara1', 'sara3', 'sara4']);
  assert.equal((await names('sara')).length, 5);
  await world.user.call('DELETE /api/lists/{id}', { params: { id: written } });
  assert.equal((await foundBy(world, 'sara'))[0]?.list_count, 1);
});

engineTest('whom a deleted list held is still found where a campaign wrote to them', async (world) => {
  const list = await world.list(['zoe']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('shop')] });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  await world.work();
  await world.user.call('DELETE /api/lists/{id}', { params: { id: list } });
  assert.deepEqual(
    (await foundBy(world, 'zoe')).map(({ name, list_count }) => [name, list_count]),
    [['zoe', 0]],
  );
  await removeDeletedLists(world.app.deps);
  const { person, campaigns, pagination } = await personOf(world, 'zoe');
  assert.ok(person.last_messaged_at);
  assert.deepEqual([person.lists, person.messages_sent, pagination.totalItems], [[], 1, 1]);
  assert.deepEqual(
    campaigns.map(({ campaign_id, state, profile_name }) => [campaign_id, state, profile_name]),
    [[campaign, 'sent', 'shop']],
  );
  assert.equal((await foundBy(world, 'zoe'))[0]?.last?.state, 'sent');
});

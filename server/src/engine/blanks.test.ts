import assert from 'node:assert/strict';
import {
  createCampaign,
  importCities,
  listPeople,
  makeCampaign,
  sendNext,
} from '../testing/city-campaign.ts';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';

async function readMessage(world: World, name: string): Promise<string | null | undefined> {
  const { campaigns } = await world.user.call('GET /api/people/{name}', { params: { name }, query: {} });
  return campaigns[0]?.message;
}

engineTest('who has nothing for a blank is skipped, and nobody gets a hole', async (world) => {
  const { campaign } = await makeCampaign(world, {
    content: String.raw`{Username} in {city}, \{x} {1}`,
    cities: { ada: 'Oslo', bo: '', cy: '{username}' },
  });
  await world.start(campaign);
  assert.equal(await sendNext(world), 'ada in Oslo, {x} {1}');
  assert.equal(await sendNext(world), 'cy in {username}, {x} {1}');
  assert.equal(await sendNext(world), undefined);
  assert.deepEqual(await listPeople(world, campaign, 'skipped'), [['bo', 'skipped', 'Nothing for "city"']]);
  const { total_list, total_sent, status, reads_blanks } = await world.details(campaign);
  assert.deepEqual([total_list, total_sent, status, reads_blanks], [2, 2, 'completed', true]);
});

engineTest('{source} is the newest source that counts, as it is at the turn of the person', async (world) => {
  const { campaign, list } = await makeCampaign(world, {
    content: 'Hi {username}, {SOURCE}. {city|}',
    cities: { ada: 'Oslo', bo: '', cy: '' },
  });
  const state = (name: string, text: string) =>
    world.user.call('POST /api/people/{name}/sources', {
      params: { name },
      body: { text, stated_on: '2026-09-01' },
    });
  await state('ada', 'You signed up at the fair');
  await state('ada', 'you wrote to {username}');
  const { sources } = await state('ada', 'Withdrawn');
  await world.user.call('DELETE /api/people/{name}/sources/{id}', {
    params: { name: 'ada', id: sources[0]?.id ?? 0 },
    body: { reason: 'wrong' },
  });
  await state('bo', 'Old');
  const source = { text: 'Undone', stated_on: '2026-09-01' };
  const { import_id } = await world.user.call('POST /api/recipients/import', {
    body: { list_id: list, columns: [], rows: [['cy'], ['dee']], source },
  });
  await world.user.call('DELETE /api/recipients/import/{id}', { params: { id: import_id ?? 0 } });
  const planned = async (body: { content: string } | undefined) => {
    const { plan } = body
      ? await world.user.call('POST /api/campaigns/plan', { body: { ...body, list_id: list } })
      : await world.user.call('GET /api/campaigns/{id}/plan', { params: { id: campaign } });
    return [
      plan.will,
      plan.will_not.map(({ reason, field, text, people }) => [reason, field, text, people]),
      plan.sample.map(({ text }) => text).sort(),
      plan.longest,
    ];
  };
  const ada = 'Hi ada, you wrote to {username}. Oslo';
  const expected = [
    2,
    [['unfilled', 'source', 'Nothing for "source"', ['cy']]],
    [ada, 'Hi bo, Old. '],
    ada.length,
  ];
  assert.deepEqual(await planned({ content: 'Hi {username}, {SOURCE}. {city|}' }), expected);
  assert.deepEqual(await planned(undefined), expected);
  await world.start(campaign);
  assert.equal(await sendNext(world), ada);
  await state('bo', 'you came to the shop');
  assert.equal(await sendNext(world), 'Hi bo, you came to the shop. ');
  assert.equal(await sendNext(world), undefined);
  assert.deepEqual(await listPeople(world, campaign, 'skipped'), [['cy', 'skipped', 'Nothing for "source"']]);
  await state('ada', 'Later');
  assert.equal(await readMessage(world, 'ada'), ada, 'what was sent stays');
});

engineTest(
  'on a site of addresses {name} is what stands before the @, for plan and message alike',
  async (world) => {
    const { settings } = await world.user.call('GET /api/settings');
    await world.user.call('PUT /api/settings', { body: { ...settings, names: 'address' } });
    const list = await world.list(['anna@lantern.test', 'bo']);
    const content = 'Hi {Name}, {username}';
    const { plan } = await world.user.call('POST /api/campaigns/plan', { body: { list_id: list, content } });
    const texts = ['Hi anna, anna@lantern.test', 'Hi bo, bo'];
    assert.deepEqual([plan.will, plan.unknown, plan.sample.map(({ text }) => text).sort()], [2, [], texts]);
    assert.equal(plan.longest, texts[0]?.length);
    const { campaign } = await createCampaign(world, {
      list,
      content,
      profiles: [await world.profile('one')],
    });
    await world.start(campaign.id);
    assert.deepEqual([await sendNext(world), await sendNext(world)].sort(), texts);
    assert.equal(await readMessage(world, 'anna@lantern.test'), texts[0]);
    // A field of that name is meant instead.
    await world.user.call('POST /api/fields', { body: { name: 'name' } });
    const other = await world.user.call('POST /api/campaigns/plan', {
      body: { list_id: await world.list(['cy']), content },
    });
    assert.deepEqual(
      other.plan.will_not.map(({ reason, field }) => [reason, field]),
      [['unfilled', 'name']],
    );
  },
);

engineTest('a fallback stands where a value is missing; a message of nothing is not sent', async (world) => {
  const { campaign } = await makeCampaign(world, {
    content: 'In {city|town}',
    cities: { ada: '' },
  });
  await world.start(campaign);
  assert.equal(await sendNext(world), 'In town');
  const list = await world.list(['bo']);
  const empty = await createCampaign(world, {
    list,
    content: ' {city|} ',
    profiles: [await world.profile('two')],
  });
  await world.start(empty.campaign.id);
  assert.equal(await sendNext(world), undefined);
  const people = await listPeople(world, empty.campaign.id, 'skipped');
  assert.deepEqual(people, [['bo', 'skipped', 'Nothing for "city"']]);
});

engineTest('a message of more than 1,000 characters is skipped, and one of 1,000 is sent', async (world) => {
  const { list, campaign } = await makeCampaign(world, {
    content: `{city}{city}${'x'.repeat(20)}`,
    cities: { ada: '😀'.repeat(495), bo: '😀'.repeat(490) },
  });
  await world.start(campaign);
  assert.equal((await sendNext(world))?.startsWith('😀'), true);
  assert.deepEqual(await listPeople(world, campaign, 'skipped'), [
    ['ada', 'skipped', 'The message would have 1,010 characters; 1,000 are the most'],
  ]);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'sent' });
});

engineTest('values are read at the turn, and what was sent can be read for good', async (world) => {
  const { list, campaign } = await makeCampaign(world, { content: 'In {city}', cities: { ada: 'Oslo' } });
  await world.start(campaign);
  await importCities(world, list, { ada: 'Bergen' });
  const [delivery] = await world.work();
  assert.ok(delivery);
  assert.equal(delivery.message, 'In Bergen');
  await importCities(world, list, { ada: 'Tromsø' });
  await world.begin(delivery);
  await world.result(delivery, { outcome: 'sent' });
  assert.equal(await readMessage(world, 'ada'), 'In Bergen');
});

engineTest(
  "a campaign's people are answered with the words that they got, or may have got",
  async (world) => {
    const { list, campaign } = await makeCampaign(world, {
      content: 'Hi {username} in {city}',
      cities: { ada: 'Oslo', bo: 'Malmö', cy: 'Lund', dee: 'Kiel' },
    });
    await world.start(campaign);
    for (const outcome of ['sent', 'unknown', 'not_found'] as const) {
      await world.result(await world.sending(), { outcome });
      world.turn(PACE_SECONDS);
    }
    await importCities(world, list, { ada: 'Bergen', bo: 'Ystad', cy: 'Umeå', dee: 'Bonn' });
    const messages = async (state: 'tried' | 'pending' | 'failed') => {
      const query = { state };
      const params = { id: campaign };
      const page = await world.user.call('GET /api/campaigns/{id}/recipients', { params, query });
      return page.recipients.map(({ recipient, state, message }) => [recipient, state, message]).toSorted();
    };
    const tried = [
      ['ada', 'sent', 'Hi ada in Oslo'],
      ['bo', 'uncertain', 'Hi bo in Malmö'],
      ['cy', 'not_found', null],
    ];
    assert.deepEqual(await messages('tried'), tried);
    assert.deepEqual(await messages('failed'), tried.slice(1));
    assert.deepEqual(await messages('pending'), [['dee', 'pending', null]]);
    const dee = await world.sending();
    assert.deepEqual(await messages('pending'), [['dee', 'sending', null]]);
    await world.result(dee, { outcome: 'sent' });
    const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
    for (const { id } of recipients) await world.user.call('DELETE /api/recipients/{id}', { params: { id } });
    const deleted = (await messages('tried')).map(([recipient, , message]) => [recipient, message]);
    assert.ok(deleted.some(([recipient, message]) => recipient === null && message === 'Hi ada in Oslo'));
  },
);

engineTest('a message that was begun keeps its values; one that was not reads them anew', async (world) => {
  const { list, campaign } = await makeCampaign(world, {
    content: 'In {city}',
    cities: { ada: 'Oslo', bo: 'Malmö' },
  });
  await world.start(campaign);
  const begun = await world.sending();
  await importCities(world, list, { ada: 'Bergen', bo: 'Lund' });
  await world.result(begun, { outcome: 'failed' });
  world.turn(PACE_SECONDS);
  const [bo] = await world.work();
  assert.equal(bo?.message, 'In Lund');
  assert.ok(bo);
  await world.agent.call('POST /api/agent/deliveries/{token}/release', {
    params: { token: bo.token },
    body: {},
  });
  await importCities(world, list, { bo: 'Kiel' });
  const messages = [await sendNext(world), await sendNext(world)];
  assert.deepEqual(messages.toSorted(), ['In Kiel', 'In Oslo']);
  // Whichever of its tries arrived.
  assert.equal(await readMessage(world, 'ada'), 'In Oslo');
});

engineTest('a value that is gone at a retry skips its person', async (world) => {
  const { campaign } = await makeCampaign(world, { content: 'In {city}', cities: { ada: 'Oslo' } });
  await world.start(campaign);
  const [ada] = await world.work();
  assert.ok(ada);
  await world.app.database.pool.query(`update people set fields = '{}'`);
  await world.agent.call('POST /api/agent/deliveries/{token}/release', {
    params: { token: ada.token },
    body: {},
  });
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await listPeople(world, campaign, 'skipped'), [['ada', 'skipped', 'Nothing for "city"']]);
});

engineTest(
  'a text with an unknown blank makes no campaign, and a field that is gone starts none',
  async (world) => {
    const { list, campaign } = await makeCampaign(world, { content: 'In {city}', cities: { ada: 'Oslo' } });
    const profiles = [await world.profile('two')];
    const error = await refusal(createCampaign(world, { list, content: 'In {ctiy|town}', profiles }));
    const words = '{ctiy} is no field of yours. Did you mean {city}?';
    assert.deepEqual([error.status, error.code, error.message], [400, 'unknown_blank', words]);
    assert.deepEqual(error.body.fields, { message_template_id: words });
    const change = (template_content: string) =>
      world.user.call('PUT /api/campaigns/{id}/message', {
        params: { id: campaign },
        body: { template_content },
      });
    assert.equal((await refusal(change('{{city}}'))).code, 'unknown_blank');
    await change('At {City}');
    await world.app.database.pool.query('update fields set deleted_at = now()');
    assert.equal((await refusal(world.start(campaign))).status, 409);
    await world.app.database.pool.query('update fields set deleted_at = null');
    await world.start(campaign);
    assert.equal(await sendNext(world), 'At Oslo');
  },
);

engineTest('the text of a campaign from before blanks is sent as it stands', async (world) => {
  const list = await world.list(['ada']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.app.database.pool.query(`
    alter table campaigns disable trigger text_is_read;
    update campaigns set template_content = '\\{{username}} {city|x}', text_hash = null;
    alter table campaigns enable trigger text_is_read`);
  await world.start(id);
  assert.equal((await world.details(id)).reads_blanks, false);
  assert.equal(await sendNext(world), String.raw`\{ada} {city|x}`);
  assert.equal(await readMessage(world, 'ada'), String.raw`\{ada} {city|x}`);
});

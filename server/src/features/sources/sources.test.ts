import assert from 'node:assert/strict';
import { whereOf } from '@pigeonpost/contract/people/conditions';
import { PERSON_SOURCES_MAX } from '@pigeonpost/contract/people/sources';
import { listPeople, sendNext } from '../../testing/city-campaign.ts';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

const FAIR = { text: 'Stand at the spring fair', stated_on: '2026-03-07' };
const SHOP = { text: 'Our shop in Bergen', stated_on: '2026-03-01' };

type Source = typeof FAIR;

const importNames = (
  { user }: World,
  { list_id, names, source }: { list_id: number; names: string[]; source?: Source },
) =>
  user.call('POST /api/recipients/import', {
    body: { list_id, columns: [], rows: names.map((name) => [name]), ...(source && { source }) },
  });

/** A person's sources, the newest first, with why one no longer counts. */
const sourcesOf = async ({ user }: World, name: string) => {
  const { person } = await user.call('GET /api/people/{name}', { params: { name }, query: {} });
  return person.sources.map(({ text, stated_on, list_name, withdrawn }) => [
    text,
    stated_on,
    list_name,
    withdrawn?.reason ?? null,
  ]);
};

const requireSource = ({ user }: World) =>
  user.call('PUT /api/settings/people', { body: { require_source: true } });

engineTest('an import states where its people are from, and an undone one states nothing', async (world) => {
  const { user } = world;
  const hasSources = async () => (await user.call('GET /api/settings/people')).has_sources;
  const first = await world.list([]);
  assert.equal(await hasSources(), false);
  await importNames(world, { list_id: first, names: ['ada', 'bo'], source: FAIR });
  assert.equal(await hasSources(), true);
  await importNames(world, { list_id: first, names: ['cy'] });
  assert.deepEqual(await sourcesOf(world, 'ada'), [[FAIR.text, '2026-03-07', 'People', null]]);
  assert.deepEqual(await sourcesOf(world, 'cy'), []);
  const more = { list_id: first, recipients: ['bo', 'eva', 'eva'], source: SHOP };
  await user.call('POST /api/recipients/bulk', { body: more });
  assert.deepEqual(
    [await sourcesOf(world, 'bo'), await sourcesOf(world, 'eva')].map((found) => found.map(([text]) => text)),
    [[SHOP.text, FAIR.text], [SHOP.text]],
  );
  const second = await importNames(world, {
    list_id: await world.list([]),
    names: ['ada', 'cy', 'dag'],
    source: SHOP,
  });
  assert.deepEqual(
    (await sourcesOf(world, 'ada')).map(([text]) => text),
    [SHOP.text, FAIR.text],
  );
  const stated = async () => {
    const found = await user.call('GET /api/lists/{id}/recipients', {
      params: { id: first },
      query: { sort_by: 'name_asc', where: whereOf([{ kind: 'source', test: 'stated' }]) },
    });
    return found.recipients.map(({ recipient }) => recipient);
  };
  assert.deepEqual(await stated(), ['ada', 'bo', 'cy', 'eva']);
  await user.call('DELETE /api/recipients/import/{id}', { params: { id: second.import_id ?? 0 } });
  assert.deepEqual(await stated(), ['ada', 'bo', 'eva']);
  const { person } = await user.call('GET /api/people/{name}', { params: { name: 'ada' }, query: {} });
  assert.deepEqual(
    person.sources.map(({ text, withdrawn }) => [text, withdrawn?.reason ?? null, withdrawn !== null]),
    [
      [SHOP.text, null, true],
      [FAIR.text, null, false],
    ],
  );
  await user.call('DELETE /api/lists/{id}', { params: { id: first } });
  assert.equal((await sourcesOf(world, 'ada')).length, 2);
});

engineTest('a source by hand is added and withdrawn with a reason, and the newest 20 stay', async (world) => {
  const { user } = world;
  await world.list(['ada']);
  const params = { name: 'ada' };
  const day = '2026-03-01';
  for (let n = 1; n <= PERSON_SOURCES_MAX + 1; n++)
    await user.call('POST /api/people/{name}/sources', {
      params,
      body: { text: `No. ${n}`, stated_on: day },
    });
  const texts = async () => (await sourcesOf(world, 'ada')).map(([text]) => text);
  assert.deepEqual(
    [(await texts()).length, (await texts())[0], (await texts()).at(-1)],
    [20, 'No. 21', 'No. 2'],
  );
  const { person } = await user.call('GET /api/people/{name}', { params, query: {} });
  const id = person.sources[0]?.id ?? 0;
  const path = 'DELETE /api/people/{name}/sources/{id}';
  const take = (as = user, reason = 'It was her sister') =>
    as.call(path, { params: { ...params, id }, body: { reason } });
  const stranger = await world.app.signUp({ pack: 'pro' });
  assert.equal((await refusal(take(stranger))).status, 404);
  const short = await refusal(take(user, ' x '));
  assert.deepEqual([short.status, short.message], [400, 'Say why, in 3 to 200 characters']);
  await take();
  assert.equal((await refusal(take())).status, 404);
  assert.deepEqual((await sourcesOf(world, 'ada'))[0], ['No. 21', day, null, 'It was her sister']);
  const said = async (body: object) => {
    const refused = await refusal(user.call('POST /api/people/{name}/sources', { params, body } as never));
    return [refused.status, refused.message];
  };
  // 09:00 UTC on the twelfth: the thirteenth begins an hour later in the easternmost zone.
  assert.deepEqual(await said({ text: 'Fair', stated_on: '2026-09-13' }), [
    400,
    'A source’s date must not be in the future',
  ]);
  assert.deepEqual(await said({ text: 'Fair', stated_on: '2026-02-30' }), [
    400,
    'Enter a date such as 2026-10-03',
  ]);
  world.turn(3_600);
  await user.call('POST /api/people/{name}/sources', {
    params,
    body: { text: 'Fair', stated_on: '2026-09-13' },
  });
  for (const text of [' ', '\u0001 \u0002'])
    assert.deepEqual(await said({ text, stated_on: day }), [400, 'Source is required']);
  const list_id = await world.list([]);
  for (const text of ['\0', '\u0001'])
    for (const refused of [
      await refusal(importNames(world, { list_id, names: ['bo'], source: { text, stated_on: day } })),
      await refusal(
        user.call('POST /api/recipients/bulk', {
          body: { list_id, recipients: ['bo'], source: { text, stated_on: day } },
        }),
      ),
    ])
      assert.equal(refused.status, 400);
});

engineTest('where settings ask for a source, nobody without one is written to or added', async (world) => {
  const { user } = world;
  const list = await world.list([]);
  await importNames(world, { list_id: list, names: ['ada'], source: FAIR });
  await importNames(world, { list_id: list, names: ['bo', 'cy'] });
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list, profiles });
  await requireSource(world);
  const required = [400, 'Say where these people are from: your Settings ask for it.'];
  for (const refused of [
    await refusal(importNames(world, { list_id: list, names: ['dag'] })),
    await refusal(user.call('POST /api/recipients/bulk', { body: { list_id: list, recipients: ['dag'] } })),
    await refusal(user.call('POST /api/recipients', { body: { list_id: list, recipient: 'dag' } })),
  ])
    assert.deepEqual([refused.status, refused.message], required);
  await user.call('POST /api/recipients', { body: { list_id: list, recipient: 'eva', source: SHOP } });
  // Of whom it is stated already nobody asks again.
  const another = await world.list([]);
  await user.call('POST /api/recipients', { body: { list_id: another, recipient: 'ada' } });
  const { plan } = await user.call('GET /api/campaigns/{id}/plan', { params: { id: campaign } });
  assert.deepEqual(
    [plan.will, plan.will_not.map(({ reason, text, count }) => [reason, text, count])],
    [2, [['no_source', 'No stated source', 2]]],
  );
  await world.start(campaign);
  assert.equal(await sendNext(world), 'Hi ada!');
  // Stated while the campaign runs, before the person's turn.
  await user.call('POST /api/people/{name}/sources', { params: { name: 'cy' }, body: SHOP });
  assert.equal(await sendNext(world), 'Hi cy!');
  // Withdrawn between claim and begin.
  world.turn(120);
  const [delivery] = await world.work();
  assert.equal(delivery?.recipient, 'eva');
  const { person } = await user.call('GET /api/people/{name}', { params: { name: 'eva' }, query: {} });
  await user.call('DELETE /api/people/{name}/sources/{id}', {
    params: { name: 'eva', id: person.sources[0]?.id ?? 0 },
    body: { reason: 'Not ours' },
  });
  if (delivery) assert.equal((await refusal(world.begin(delivery))).status, 409);
  assert.deepEqual(await listPeople(world, campaign, 'skipped'), [
    ['bo', 'skipped', 'No stated source'],
    ['eva', 'skipped', 'No stated source'],
  ]);
});

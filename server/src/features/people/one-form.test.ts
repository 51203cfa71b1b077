// Over 300 lines: one account with a chat server serves every way in.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertEngineInvariants } from '../../testing/engine-invariants.ts';
import { createWorld, engineTest, PACE_SECONDS, startWorld, type World } from '../../testing/engine-world.ts';
import { reader, readReplies, requests, tell } from '../../testing/reading-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const DOMAIN = 'club.example';
const SITE = { kind: 'xmpp', address: `https://chat.${DOMAIN}/`, domain: DOMAIN } as const;
/** Bo of the account's own server. */
const BO = [
  'bo',
  '@bo',
  `bo@${DOMAIN}`,
  `BO@${DOMAIN}`,
  `bo@${DOMAIN}/work`,
  `xmpp:bo@${DOMAIN}`,
  `<bo@${DOMAIN}>`,
  `mailto:bo@${DOMAIN}`,
  `https://${DOMAIN}/@bo`,
];
/** Vera of another one. */
const VERA = [
  'vera@clay.example',
  '@vera@clay.example',
  'https://clay.example/@vera',
  'https://clay.example/users/vera',
  'acct:vera@clay.example',
];

async function useSite(world: World, site: object | null = SITE): Promise<void> {
  await world.user.call('PUT /api/site', { body: { site: site as never } });
}

async function startClub(t: TestContext, config = {}): Promise<World> {
  const world = await createWorld(await startTestApp(t, config));
  await world.user.call('PUT /api/settings', { body: { names: 'address' } });
  await useSite(world);
  return world;
}

const add = (world: World, list_id: number, recipient: string) =>
  world.user.call('POST /api/recipients', { body: { list_id, recipient } });

const block = (world: World, recipient: string) =>
  world.user.call('POST /api/do-not-contact', { body: { recipient } });

const blockedNames = async (world: World) =>
  (await world.user.call('GET /api/do-not-contact', { query: {} })).do_not_contact.map(
    (one) => one.recipient,
  );

const namesOf = async (world: World, id: number) => Object.keys(await world.names(id));

test('a list holds a person once, however they are added', async (t) => {
  const world = await startClub(t);
  const list = await world.list([]);
  await add(world, list, BO[4] ?? '');
  for (const name of BO) assert.equal((await refusal(add(world, list, name))).status, 409, name);
  const body = { list_id: list, recipients: [...VERA, ...BO] };
  const expected = { added: 1, already_there: 1, duplicates: BO.length + VERA.length - 2, invalid: 0 };
  for (const path of ['POST /api/recipients/bulk/check', 'POST /api/recipients/bulk'] as const) {
    const { added, already_there, duplicates, invalid } = await world.user.call(path, { body });
    assert.deepEqual({ added, already_there, duplicates, invalid }, expected);
  }
  const rows = [...BO, ...VERA].map((name, at) => [name, at === 3 ? 'Bo' : '']);
  const table = await world.user.call('POST /api/recipients/import', {
    body: { list_id: list, columns: [{ new_field: 'first_name' }], rows },
  });
  assert.deepEqual([table.added, table.already_there, table.duplicates], [0, 2, rows.length - 2]);
  assert.deepEqual(await namesOf(world, list), ['bo', 'vera@clay.example']);
  for (const name of BO) {
    const { person } = await world.user.call('GET /api/people/{name}', { params: { name }, query: {} });
    assert.equal(person.fields[0]?.value, 'Bo', name);
  }
  assert.equal(
    (await refusal(add(world, list, 'https://elsewhere.example/x'))).body.error,
    '"https://elsewhere.example/x" is a link to another site',
  );
});

test('whoever is on do-not-contact is, under every spelling', async (t) => {
  const world = await startClub(t);
  const list = await world.list([]);
  await block(world, BO[2] ?? '');
  for (const name of BO) {
    assert.equal((await refusal(add(world, list, name))).status, 409, name);
    await block(world, name);
  }
  const { added, already_there } = await world.user.call('POST /api/do-not-contact/bulk', {
    body: { recipients: [...BO, ...VERA] },
  });
  assert.deepEqual([added, already_there], [1, 1]);
  assert.deepEqual((await blockedNames(world)).sort(), ['bo', 'vera@clay.example']);
  const body = { list_id: list, recipients: [...BO, ...VERA, 'cy'] };
  const report = await world.user.call('POST /api/recipients/bulk', { body });
  assert.deepEqual([report.added, report.blocked], [1, 2]);
  for (const search of [...BO, ...VERA]) {
    const found = await world.user.call('GET /api/do-not-contact', { query: { search } });
    assert.equal(found.pagination.totalItems, 1, search);
  }
});

test('searches find a person under every spelling, and by a part of one', async (t) => {
  const world = await startClub(t);
  const list = await world.list(['bo', 'vera@clay.example', 'cy']);
  const { user } = world;
  for (const search of [...BO, 'bo@clu'])
    assert.deepEqual(
      [
        (await user.call('GET /api/search', { query: { search } })).people.map(({ name }) => name),
        (await user.call('GET /api/lists/{id}/recipients', { params: { id: list }, query: { search } }))
          .recipients.length,
      ],
      [['bo'], 1],
      search,
    );
  for (const search of VERA)
    assert.equal((await user.call('GET /api/search', { query: { search } })).people.length, 1, search);
});

test('nobody is written to twice under two spellings', async (t) => {
  const world = await startClub(t);
  await world.user.call('PUT /api/settings', { body: { never_twice_days: 30 } });
  const profiles = [await world.profile('one')];
  const write = async (name: string) => {
    const list = await world.list([]);
    await add(world, list, name);
    const campaign = await world.campaign({ list, profiles });
    await world.start(campaign);
    const [delivery] = await world.work();
    if (delivery) {
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
    }
    world.turn(PACE_SECONDS);
    return delivery?.recipient;
  };
  assert.equal(await write(`xmpp:bo@${DOMAIN}`), 'bo');
  for (const name of ['bo', `bo@${DOMAIN}/x`]) assert.equal(await write(name), undefined, name);
  await assertEngineInvariants(world.app.database.pool);
});

test('a reply is its person’s, whatever the driver calls them', async (t) => {
  const world = await startClub(t);
  const shop = await reader(world);
  await world.user.call('PUT /api/settings/replies', { body: { quiet_days: 0 } });
  const list = await world.list(['bo', 'vera@clay.example']);
  await world.start(await world.campaign({ list, profiles: [shop] }));
  for (let sent = 0; sent < 2; sent++) {
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(PACE_SECONDS);
  }
  await readReplies(world);
  const at = world.app.clock.now().toISOString();
  const replies = [
    { person: `bo@${DOMAIN}/phone`, at, text: 'Who is this?' },
    { person: ['https://clay.example/@vera', 'vera'], at, text: 'STOP' },
  ];
  for (const one of await requests(world)) await tell(world, one.id, 'result', [{ replies }]);
  const found = await world.user.call('GET /api/replies', { query: {} });
  assert.deepEqual(found.replies.map(({ recipient }) => recipient).sort(), ['bo', 'vera@clay.example']);
  assert.deepEqual(await blockedNames(world), ['vera@clay.example']);
  // A budget of one message without a reply counts for the person.
  await world.user.call('PUT /api/settings/replies', { body: { budget: 1 } });
  world.turn(PACE_SECONDS);
  const again = await world.list([]);
  await add(world, again, `BO@${DOMAIN}`);
  const next = await world.campaign({ list: again, profiles: [shop] });
  await world.start(next);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const last = await world.list([]);
  await add(world, last, `bo@${DOMAIN}/y`);
  const third = await world.campaign({ list: last, profiles: [shop] });
  await world.start(third);
  assert.deepEqual(await world.work(), []);
  await world.user.call('POST /api/people/{name}/waive', {
    params: { name: `xmpp:bo@${DOMAIN}` },
    body: { reason: 'asked in the shop' },
  });
  await assertEngineInvariants(world.app.database.pool);
});

test('a stop link stops the person, and who was erased stays so under every spelling', async (t) => {
  const world = await startClub(t, { publicUrl: 'https://news.fjord.example' });
  await world.user.call('PUT /api/settings/people', { body: { sender_name: 'Fjord' } });
  const list = await world.list([]);
  await add(world, list, `bo@${DOMAIN}/x`);
  await world.start(
    await world.campaign({ list, profiles: [await world.profile('one')], content: 'Stop: {optout}' }),
  );
  const sent = await world.sending();
  await world.result(sent, { outcome: 'sent' });
  await fetch(`${world.app.url}/o/${sent.message.slice(-12)}.`, {
    method: 'POST',
    body: new URLSearchParams({ do: 'stop' }),
  });
  for (const name of BO) assert.equal((await refusal(add(world, list, name))).status, 409, name);
  await world.user.call('POST /api/people/{name}/erase', {
    params: { name: `xmpp:bo@${DOMAIN}` },
    body: { confirm: `bo@${DOMAIN}` },
  });
  await world.user.call('POST /api/people/{name}/erase', {
    params: { name: 'bo' },
    body: { confirm: ' @BO ' },
  });
  const isErased = async (names: string[]) => {
    for (const name of names)
      assert.match((await refusal(add(world, list, name))).body.error, /was erased/, name);
    const report = await world.user.call('POST /api/recipients/bulk', {
      body: { list_id: list, recipients: names },
    });
    assert.deepEqual([report.added, report.blocked], [0, 1]);
    const { pagination } = await world.user.call('GET /api/do-not-contact', {
      query: { search: names[0] ?? '' },
    });
    assert.equal(pagination.totalItems, 1);
  };
  await isErased(BO);
  // The hash is that of the whole address: another site's bo is somebody else, and this one stays erased.
  await useSite(world, { ...SITE, domain: 'other.example' });
  await isErased([`bo@${DOMAIN}`, `xmpp:bo@${DOMAIN}`]);
  await add(world, list, 'bo');
});

engineTest('a change of the site means nobody else, and joins who become one', async (world) => {
  const { user } = world;
  await user.call('PUT /api/settings', { body: { names: 'address' } });
  const list = await world.list(['bo', `bo@${DOMAIN}`, `cy@${DOMAIN}`, 'vera@clay.example']);
  await block(world, `dee@${DOMAIN}`);
  await useSite(world);
  assert.deepEqual(await namesOf(world, list), ['bo', 'cy', 'vera@clay.example']);
  assert.equal((await refusal(add(world, list, 'dee'))).status, 409);
  await useSite(world, { ...SITE, domain: 'clay.example' });
  assert.deepEqual(await namesOf(world, list), [`bo@${DOMAIN}`, `cy@${DOMAIN}`, 'vera']);
  assert.deepEqual(await blockedNames(world), [`dee@${DOMAIN}`]);
  await add(world, list, 'dee');
  await useSite(world, null);
  assert.deepEqual(await namesOf(world, list), [
    `bo@${DOMAIN}`,
    `cy@${DOMAIN}`,
    'dee@clay.example',
    'vera@clay.example',
  ]);
});

engineTest('usernames go with the site, and have a domain only once they are addresses', async (world) => {
  const { user } = world;
  const list = await world.list(['bo', 'cy']);
  await useSite(world);
  await useSite(world, null);
  assert.deepEqual(await namesOf(world, list), ['bo', 'cy']);
  await user.call('PUT /api/settings', { body: { names: 'address' } });
  await add(world, list, `bo@${DOMAIN}`);
  await user.call('PUT /api/settings', { body: { names: 'instagram' } });
  await useSite(world);
  await user.call('PUT /api/settings', { body: { names: 'address' } });
  assert.deepEqual(await namesOf(world, list), ['bo', 'cy']);
});

test('tests go to the person, and a list that is left out leaves out every spelling', async (t) => {
  const world = await startWorld(t);
  await world.user.call('PUT /api/settings', { body: { names: 'address' } });
  await useSite(world);
  const { settings } = await world.user.call('PUT /api/settings', { body: { own_name: `me@${DOMAIN}/x` } });
  assert.equal(settings.own_name, 'me');
  const out = await world.list([]);
  await add(world, out, `https://${DOMAIN}/@bo`);
  const list = await world.list([]);
  await add(world, list, `bo@${DOMAIN}`);
  const { template } = await world.user.call('POST /api/templates', { body: { name: 'Hi', content: 'Hi' } });
  const { campaign } = await world.user.call('POST /api/campaigns', {
    body: {
      name: 'Spring',
      message_template_id: template.id,
      list_id: list,
      profiles_used: [await world.profile('one')],
      leave_out: { lists: [out] },
    },
  });
  await world.start(campaign.id);
  assert.deepEqual(await world.work(), []);
});

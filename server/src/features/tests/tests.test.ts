import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { LAST_CAMPAIGN_ID } from '@pigeonpost/contract/tests';
import { sweepLeases } from '../../engine/sweep.ts';
import { forgetTests } from '../../engine/test-queries.ts';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { handedOut, type PacedWorld, pacedTest, sendOne, WORKDAYS } from '../../testing/paced-world.ts';
import { refusal } from '../../testing/refusal.ts';

const EVENING = '2026-11-27T22:00:00+01:00';
const OWN = 'marta.kilns';

const sendTest = async (
  world: World,
  profile_id: number,
  wanted: { text?: string; recipient?: string } = {},
) =>
  (
    await world.user.call('POST /api/tests', {
      body: { profile_id, recipient: OWN, text: 'Hi {username}!', ...wanted },
    })
  ).test;

const readTest = async (world: World, id: number) =>
  (await world.user.call('GET /api/tests/{id}', { params: { id } })).test;

const refusalOf = async (asked: Promise<unknown>) => {
  const { status, message } = await refusal(asked);
  return [status, message];
};

/** What screens, exports and administrators are shown, and the audit log without the own name. */
async function shown({ user, app }: PacedWorld) {
  const { rows: ledger } = await app.database.pool.query('select * from message_ledger');
  const { entries } = await user.call('GET /api/audit-log/own', { query: {} });
  return {
    ledger,
    campaigns: await user.call('GET /api/campaigns', { query: {} }),
    lists: await user.call('GET /api/lists', { query: {} }),
    stats: (await user.call('GET /api/campaigns/dashboard-stats', { query: {} })).stats,
    found: await user.call('GET /api/search', { query: { search: OWN } }),
    audited: entries.filter(({ kind }) => kind !== 'settings').length,
  };
}

pacedTest(
  'two tests to oneself go out in the evening and within 90 days, and no screen shows them',
  { at: EVENING },
  async (world) => {
    await world.limitAccount({
      hours: WORKDAYS,
      quiet_dates: '{[2026-11-27,2026-11-28)}',
      delay_start: 30,
      delay_end: 30,
    });
    await world.user.call('PUT /api/settings', { body: { never_twice_days: 90 } });
    const profile = await world.profile('kiln.club');
    const before = await shown(world);
    const published = mock.method(world.app.deps, 'publish');
    const first = await sendTest(world, profile);
    assert.deepEqual([first.state, first.reason], ['waiting', null]);
    const delivery = await handedOut(world);
    assert.deepEqual([delivery.recipient, delivery.message], [OWN, `Hi ${OWN}!`]);
    assert.equal((await readTest(world, first.id)).state, 'sending');
    await world.begin(delivery);
    await world.result(delivery, { outcome: 'sent' });
    const done = await readTest(world, first.id);
    assert.deepEqual([done.state, done.profile_name, done.recipient], ['sent', 'kiln.club', OWN]);
    assert.equal(done.at, world.app.clock.now().toISOString());

    const second = await sendTest(world, profile);
    assert.deepEqual(await world.work(), []);
    assert.match(
      `${(await readTest(world, second.id)).reason}`,
      /^kiln.club pauses after its last message until 22:00/,
    );
    world.turn(30);
    await sendOne(world);
    assert.equal((await readTest(world, second.id)).state, 'sent');
    assert.deepEqual(await shown(world), before);
    assert.deepEqual(
      published.mock.calls.map((call) => call.arguments[1]).filter((event) => event.startsWith('campaign')),
      [],
    );
    const { profiles } = await world.user.call('GET /api/profiles');
    assert.equal(profiles[0]?.begun_today, 2);
  },
);

engineTest(
  'a profile that sends a test is taken, and one that sends a campaign is not free',
  async (world) => {
    const profile = await world.profile('kiln.club');
    const list = await world.list(['ada']);
    const campaign = await world.campaign({ list, profiles: [profile], name: 'Kiln open' });
    await sendTest(world, profile);
    const taken = [409, 'kiln.club is sending a test. Try again in a minute.'];
    assert.deepEqual(await refusalOf(world.start(campaign)), taken);
    assert.deepEqual(await refusalOf(sendTest(world, profile)), taken);
    await world.result(await world.sending(), { outcome: 'failed', reason: 'No thread' });
    await world.start(campaign);
    assert.deepEqual(await refusalOf(sendTest(world, profile)), [
      409,
      'kiln.club is sending Kiln open. Choose a free profile, or pause that campaign.',
    ]);
  },
);

engineTest('the own name is kept, and the same rules hold for it as for people', async (world) => {
  const profile = await world.profile('kiln.club');
  assert.deepEqual(await refusalOf(sendTest(world, profile, { recipient: 'Marta Kilns' })), [
    400,
    '"marta kilns" has a space',
  ]);
  assert.equal((await sendTest(world, profile, { recipient: ' @Marta.Kilns' })).recipient, OWN);
  const { settings } = await world.user.call('GET /api/settings');
  assert.equal(settings.own_name, OWN);
  const change = (own_name: string | null) => world.user.call('PUT /api/settings', { body: { own_name } });
  assert.equal((await change('@Bo')).settings.own_name, 'bo');
  assert.equal((await change(null)).settings.own_name, null);
  assert.deepEqual(await refusalOf(change('bo..')), [400, '"bo.." ends with a dot']);
});

engineTest('a name on do-not-contact gets no test', async (world) => {
  const profile = await world.profile('kiln.club');
  await world.user.call('POST /api/do-not-contact', { body: { recipient: OWN } });
  assert.deepEqual(await refusalOf(sendTest(world, profile)), [
    409,
    'marta.kilns is on your do-not-contact list.',
  ]);
});

engineTest('a name that only a test had is in no list', async (world) => {
  await sendTest(world, await world.profile('kiln.club'), { recipient: OWN });
  const { rows } = await world.app.database.pool.query(
    "update recipients set recipient = 'marta+kilns' returning id",
  );
  assert.equal(rows.length, 1);
  const refused = world.user.call('POST /api/do-not-contact', { body: { recipient: 'marta+kilns' } });
  assert.equal((await refusal(refused)).status, 400);
});

pacedTest('twenty tests a day are enough, until midnight of the zone', { at: EVENING }, async (world) => {
  await world.limitAccount({ delay_start: 0, delay_end: 0 });
  const profile = await world.profile('kiln.club');
  for (let sent = 0; sent < 20; sent++) {
    await sendTest(world, profile);
    await sendOne(world);
  }
  const enough = [429, 'Twenty tests a day are enough. They begin again at midnight.'];
  assert.deepEqual(await refusalOf(sendTest(world, profile)), enough);
  world.goTo('2026-11-28T00:00:00+01:00');
  await sendTest(world, profile);
});

engineTest('a test has the values of the own name, and none without a value goes out', async (world) => {
  const profile = await world.profile('kiln.club');
  const { field } = await world.user.call('POST /api/fields', { body: { name: 'glaze' } });
  const text = 'Hi {username}, do you like {glaze}?';
  assert.deepEqual(await refusalOf(sendTest(world, profile, { text })), [
    400,
    'marta.kilns would get no message: Nothing for "glaze".',
  ]);
  await world.list([OWN]);
  await world.user.call('PUT /api/people/{name}', {
    params: { name: OWN },
    body: { fields: { [field.id]: 'celadon' } },
  });
  await sendTest(world, profile, { text });
  assert.equal((await world.sending()).message, 'Hi marta.kilns, do you like celadon?');
});

engineTest('a template is tested like a text, and exactly one of both is given', async (world) => {
  const profile_id = await world.profile('kiln.club');
  const { template } = await world.user.call('POST /api/templates', {
    body: { name: 'Raku', content: 'Raku night, {username}' },
  });
  const body = { profile_id, recipient: OWN };
  const ask = (text: { message_template_id?: number; text?: string }) =>
    world.user.call('POST /api/tests', { body: { ...body, ...text } });
  assert.equal((await refusal(ask({}))).status, 400);
  assert.equal((await refusal(ask({ message_template_id: template.id, text: 'Hi' }))).status, 400);
  assert.equal((await refusal(ask({ message_template_id: template.id + 1 }))).status, 404);
  await ask({ message_template_id: template.id });
  await world.user.call('DELETE /api/templates/{id}', { params: { id: template.id } });
  assert.equal((await world.sending()).message, 'Raku night, marta.kilns');
});

engineTest('another user has neither the profile nor the test', async (world) => {
  const profile = await world.profile('kiln.club');
  const { id } = await sendTest(world, profile);
  const other = await world.app.signUp({ pack: 'pro' });
  const body = { profile_id: profile, recipient: OWN, text: 'Hi' };
  assert.equal((await refusal(other.call('POST /api/tests', { body }))).status, 404);
  assert.equal((await refusal(other.call('GET /api/tests/{id}', { params: { id } }))).status, 404);
});

engineTest('a failed test is not tried again and says why', async (world) => {
  const { id } = await sendTest(world, await world.profile('kiln.club'));
  await world.result(await world.sending(), { outcome: 'failed', reason: 'The thread does not open' });
  const { state, reason } = await readTest(world, id);
  assert.deepEqual([state, reason], ['failed', 'The thread does not open']);
  world.turn(3600);
  assert.deepEqual(await world.work(), []);
});

engineTest(
  'a test whose profile is switched off or which no agent takes ends, and frees its profile',
  async (world) => {
    const profile = await world.profile('kiln.club');
    const first = await sendTest(world, profile);
    const toggle = () => world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: profile } });
    await toggle();
    const { state, reason } = await readTest(world, first.id);
    assert.deepEqual([state, reason], ['failed', 'No profile of this campaign is able to send']);
    await toggle();
    const second = await sendTest(world, profile);
    world.turn(600);
    assert.deepEqual(await world.work(), []);
    await sweepLeases(world.app.deps);
    const late = await readTest(world, second.id);
    assert.deepEqual([late.state, late.reason], ['failed', 'No agent took it in time. Nothing was sent.']);
    await sendTest(world, profile);
  },
);

pacedTest('a test counts for the caps of its profile and of the account', { at: EVENING }, async (world) => {
  await world.limitAccount({ delay_start: 0, delay_end: 0, cap_day: 2 });
  const profile = await world.profile('kiln.club');
  await world.limitProfile(profile, { cap_day: 1 });
  await sendTest(world, profile);
  await sendOne(world);
  assert.deepEqual(await refusalOf(sendTest(world, profile)), [
    409,
    'kiln.club has sent what its cap allows for now.',
  ]);
  const { campaign } = await world.running({ people: ['ada', 'bo'], profiles: ['market_stall'] });
  const late = await sendTest(world, await world.profile('bowls'));
  const ada = await handedOut(world, { paths: ['/p/market_stall'] });
  await world.begin(ada);
  await world.result(ada, { outcome: 'sent' });
  assert.deepEqual(await world.work(), []);
  const reason = 'Your account has sent what its cap allows for today.';
  assert.deepEqual(await readTest(world, late.id), { ...late, reason });
  assert.equal((await world.details(campaign)).total_sent, 1);
  const jugs = await world.profile('jugs');
  assert.deepEqual(await refusalOf(sendTest(world, jugs)), [409, reason]);
  world.goTo('2026-11-28T00:00:00+01:00');
  await sendTest(world, jugs);
});

engineTest('administrators count no tests', async (world) => {
  const admin = await world.app.signUp({ role: 'admin' });
  const counted = async () => [
    await admin.call('GET /api/dashboard/overview'),
    (await admin.call('GET /api/users', { query: {} })).users,
  ];
  await sendTest(world, await world.profile('kiln.club'));
  await world.result(await world.sending(), { outcome: 'sent' });
  await sendTest(world, await world.profile('market_stall'));
  const shownNow = JSON.stringify(await counted());
  await world.app.database.pool.query(
    'delete from campaigns; delete from lists; delete from daily_performance',
  );
  assert.equal(JSON.stringify(await counted()), shownNow);
});

engineTest('a test is forgotten after seven days with all that hangs on it', async (world) => {
  const { id } = await sendTest(world, await world.profile('kiln.club'));
  await world.result(await world.sending(), { outcome: 'sent' });
  const forget = () =>
    world.app.deps.asSystem('forget tests', (tx) => forgetTests(tx, world.app.clock.now()));
  world.turn(7 * 86_400);
  await forget();
  assert.equal((await readTest(world, id)).state, 'sent');
  world.turn(1);
  await forget();
  assert.equal((await refusal(readTest(world, id))).status, 404);
  for (const table of [
    'campaigns',
    'lists',
    'recipients',
    'deliveries',
    'campaign_progress',
    'daily_performance',
  ])
    assert.deepEqual((await world.app.database.pool.query(`select * from ${table}`)).rows, [], table);
});

pacedTest('no call about campaigns or lists reaches a test', { at: EVENING }, async (world) => {
  const { id } = await sendTest(world, await world.profile('kiln.club'));
  const at = { params: { id: LAST_CAMPAIGN_ID + id } };
  for (const call of [
    'POST /api/campaigns/{id}/start',
    'POST /api/campaigns/{id}/stop',
    'DELETE /api/lists/{id}',
  ] as const)
    assert.deepEqual(await refusalOf(world.user.call(call, at)), [404, 'Not found']);
  assert.equal((await readTest(world, id)).state, 'waiting');
});

import assert from 'node:assert/strict';
import { NO_SENDER_NAME } from '@pigeonpost/contract/people/stop-link';
import { importCities, listPeople, sendNext } from '../testing/city-campaign.ts';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';

const publicUrl = 'https://news.fjord.example';
const config = { publicUrl };
const LINK = /https:\/\/news\.fjord\.example\/o\/[0-9A-HJKMNP-TV-Z]{12}$/;

const nameSender = (world: World) =>
  world.user.call('PUT /api/settings/people', { body: { sender_name: 'Fjord & Clay' } });

/** A started campaign with this text for these names, by a profile of its own. */
async function startWith(world: World, content: string, names: string[]): Promise<number> {
  const campaign = await world.campaign({
    content,
    list: await world.list(names),
    profiles: [await world.profile(`for ${names.join(' ')}`)],
  });
  await world.start(campaign);
  return campaign;
}

/** As a restart with other settings leaves it. */
const loseAddress = (world: World) =>
  world.app.database.pool.query(
    `update server_identity set address = 'http://127.0.0.1:4000', is_public = false`,
  );

engineTest(
  'each person has one link, the same in every message, made only by a claim that hands it out',
  async (world) => {
    const { pool } = world.app.database;
    await nameSender(world);
    await startWith(world, 'Hi {username}: {optout}', ['ada', 'bo']);
    const links = async () => (await pool.query('select recipient, code from opt_out_links')).rows;
    assert.deepEqual(await links(), []);
    const first = (await sendNext(world)) ?? '';
    assert.match(first, LINK);
    assert.deepEqual(
      (await links()).map(({ recipient, code }) => `Hi ${recipient}: ${publicUrl}/o/${code}`),
      [first],
    );
    const second = (await sendNext(world)) ?? '';
    assert.notEqual(second.slice(-12), first.slice(-12));
    await startWith(world, '{optout|no link}', ['ada']);
    assert.equal(await sendNext(world), first.slice('Hi ada: '.length));
    assert.equal((await links()).length, 2);
    const { campaigns } = await world.user.call('GET /api/people/{name}', {
      params: { name: 'bo' },
      query: {},
    });
    assert.equal(campaigns[0]?.message, second);
  },
  config,
);

engineTest(
  'the length counts the whole link, in the plan as in the claim',
  async (world) => {
    await nameSender(world);
    const link = `${publicUrl}/o/XXXXXXXXXXXX`;
    const content = `${'x'.repeat(1000 - link.length - 3)}{username}{optout}`;
    const list = await world.list(['ada', 'erin']);
    const { template } = await world.user.call('POST /api/templates', { body: { name: 'Long', content } });
    const { plan } = await world.user.call('POST /api/campaigns/plan', {
      body: { list_id: list, message_template_id: template.id, profiles_used: [await world.profile('one')] },
    });
    const tooLong = 'The message would have 1,001 characters; 1,000 are the most';
    assert.deepEqual([plan.will, plan.longest, plan.will_not[0]?.text], [1, 1000, tooLong]);
    assert.equal(plan.sample[0]?.text.endsWith(`ada${link}`), true);
    const campaign = await startWith(world, content, ['ada', 'erin']);
    assert.match((await sendNext(world)) ?? '', LINK);
    assert.equal(await sendNext(world), undefined);
    assert.deepEqual(await listPeople(world, campaign, 'skipped'), [['erin', 'skipped', tooLong]]);
  },
  config,
);

engineTest(
  'a retry of a message that was begun has the link that it had',
  async (world) => {
    await nameSender(world);
    await startWith(world, '{optout}', ['ada']);
    const begun = await world.sending();
    await world.app.database.pool.query(`update server_identity set address = 'https://other.example'`);
    await world.result(begun, { outcome: 'failed' });
    world.turn(PACE_SECONDS);
    assert.equal((await world.work())[0]?.message, begun.message);
  },
  config,
);

engineTest(
  'without an address that people reach no campaign has the link, and it says why',
  async (world) => {
    const list = await world.list(['ada']);
    const profiles = [await world.profile('one')];
    const create = () => world.campaign({ list, profiles, content: 'Hi {username} {optout}' });
    const words = (end: string) =>
      `People cannot open this link. Nobody outside this computer reaches http://127.0.0.1:0. Give the server a public address (PUBLIC_URL), or end your message with “Reply STOP and I will not write again”${end}`;
    const unread = await refusal(create());
    assert.deepEqual(
      [unread.status, unread.code, unread.body.error],
      [409, 'optout_unreachable', words(', and read the replies yourself.')],
    );
    await world.app.database.pool.query('update agents set reads_replies = true');
    assert.equal(
      (await refusal(create())).body.error,
      words(': a reply like that puts them on do-not-contact.'),
    );
  },
);

engineTest(
  'a campaign with the link needs a sender, and is paused when the server loses its address',
  async (world) => {
    const list = await world.list(['ada', 'bo', 'cy']);
    const profiles = [await world.profile('one')];
    const create = () => world.campaign({ list, profiles, content: '{optout}' });
    const unnamed = await refusal(create());
    assert.deepEqual(
      [unnamed.status, unnamed.code, unnamed.body.error],
      [409, 'no_sender_name', NO_SENDER_NAME],
    );
    await nameSender(world);
    const campaign = await create();
    await world.start(campaign);
    const [leased] = await world.work();
    assert.ok(leased);
    await loseAddress(world);
    // Its link leads nowhere any more.
    assert.equal((await refusal(world.begin(leased))).code, 'paused');
    world.turn(PACE_SECONDS);
    assert.deepEqual(await world.work(), []);
    const { status, paused_reason, standstill } = await world.details(campaign);
    const why = 'The stop link cannot be opened: this server has no public address';
    assert.deepEqual([status, paused_reason, standstill?.kind], ['paused', why, 'stop_link']);
    const { standing } = await world.user.call('GET /api/dashboard/needs-you', { query: { here: '0' } });
    assert.deepEqual(
      standing.map(({ reason, act }) => [reason, act]),
      [[`${why}.`, 'look']],
    );
    assert.equal((await refusal(world.start(campaign))).code, 'optout_unreachable');
  },
  config,
);

engineTest(
  'a field beside the link is filled, and a person without it is skipped for it alone',
  async (world) => {
    await nameSender(world);
    const list = await world.list([]);
    await importCities(world, list, { ada: 'Oslo', bo: '' });
    const campaign = await world.campaign({
      content: '{city}: {optout}',
      list,
      profiles: [await world.profile('one')],
    });
    await world.start(campaign);
    assert.match((await sendNext(world)) ?? '', /^Oslo: https/);
    assert.equal(await sendNext(world), undefined);
    assert.deepEqual(await listPeople(world, campaign, 'skipped'), [['bo', 'skipped', 'Nothing for "city"']]);
  },
  config,
);

import assert from 'node:assert/strict';
import type { PlanGroup } from '@pigeonpost/contract/calls/plans';
import { engineTest, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

type Asked = { group: PlanGroup; campaign_id?: number; field?: string; search?: string; after?: string };

const ask = (world: World, list: number, query: Asked) =>
  world.user.call('GET /api/lists/{id}/planned', { params: { id: list }, query });

/** The names of a group, page by page. */
async function pagesOf(world: World, list: number, query: Asked): Promise<string[][]> {
  const pages: string[][] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(world, list, after ? { ...query, after } : query);
    pages.push(page.people.map(({ recipient }) => recipient));
    after = page.next;
  }
  return pages;
}

engineTest('each group of a plan can be seen, fifty at a time, with a search', async (world) => {
  const names = Array.from({ length: 120 }, (_, index) => `p${String(index).padStart(3, '0')}`);
  const list = await world.list(names);
  const campaign_id = await world.campaign({ list, profiles: [await world.profile('one')] });
  for (const recipient of ['p001', 'p119'])
    await world.user.call('POST /api/do-not-contact', { body: { recipient } });
  const blocked = await ask(world, list, { group: 'do_not_contact', campaign_id });
  assert.deepEqual(
    blocked.people.map(({ recipient, reason, at }) => [recipient, reason, at !== null]),
    [
      ['p001', 'On your do-not-contact list', true],
      ['p119', 'On your do-not-contact list', true],
    ],
  );
  assert.equal(blocked.next, null);
  const will = names.filter((name) => name !== 'p001' && name !== 'p119');
  const pages = await pagesOf(world, list, { group: 'will', campaign_id });
  assert.deepEqual(pages, [will.slice(0, 50), will.slice(50, 100), will.slice(100)]);
  assert.deepEqual(await pagesOf(world, list, { group: 'will' }), pages);
  assert.deepEqual(await pagesOf(world, list, { group: 'will', campaign_id, search: '@P11' }), [
    ['p110', 'p111', 'p112', 'p113', 'p114', 'p115', 'p116', 'p117', 'p118'],
  ]);
  assert.deepEqual(await pagesOf(world, list, { group: 'messaged', campaign_id }), [[]]);
});

engineTest(
  'a group of a blank has who lacks that value, and those to be tried again are seen too',
  async (world) => {
    const list = await world.list([]);
    await world.user.call('POST /api/recipients/import', {
      body: {
        list_id: list,
        columns: [
          { new_field: 'city', label: 'City' },
          { new_field: 'shop', label: 'Shop' },
        ],
        rows: [
          ['ada', 'Oslo', 'Kiln'],
          ['bo', '', 'Kiln'],
          ['cy', 'Lund', ''],
        ],
        fill: 'empty',
      },
    });
    const { template } = await world.user.call('POST /api/templates', {
      body: { name: 'Hello', content: 'Hi {city}, {shop}' },
    });
    const { campaign } = await world.user.call('POST /api/campaigns', {
      body: {
        name: 'Spring',
        message_template_id: template.id,
        list_id: list,
        profiles_used: [await world.profile('one')],
      },
    });
    const lacking = { group: 'unfilled' as const, campaign_id: campaign.id };
    assert.deepEqual(await pagesOf(world, list, { ...lacking, field: 'city' }), [['bo']]);
    assert.deepEqual(await pagesOf(world, list, lacking), [['bo', 'cy']]);
    await world.start(campaign.id);
    await world.result(await world.sending(), { outcome: 'failed' });
    assert.deepEqual(await pagesOf(world, list, { group: 'will', campaign_id: campaign.id }), [['ada']]);
  },
);

engineTest('only one’s own lists and campaigns are seen, and only a page that there is', async (world) => {
  const list = await world.list(['ada']);
  const elsewhere = await world.list(['bo']);
  const campaign_id = await world.campaign({ list, profiles: [await world.profile('one')] });
  const other = await world.app.signUp({ pack: 'pro' });
  const theirs = other.call('GET /api/lists/{id}/planned', {
    params: { id: list },
    query: { group: 'will' },
  });
  assert.equal((await refusal(theirs)).status, 404);
  assert.equal((await refusal(ask(world, elsewhere, { group: 'will', campaign_id }))).status, 404);
  const { list: own } = await other.call('POST /api/lists', { body: { name: 'Theirs' } });
  const theirCampaign = other.call('GET /api/lists/{id}/planned', {
    params: { id: own.id },
    query: { group: 'will', campaign_id },
  });
  assert.equal((await refusal(theirCampaign)).status, 404);
  const after = refusal(ask(world, list, { group: 'will', after: 'x' }));
  assert.equal((await after).message, 'after must be the next of another page');
  const group = refusal(ask(world, list, { group: 'none' as PlanGroup }));
  assert.deepEqual([(await group).status, (await group).message], [400, 'This group is not known']);
  const sample = other.call('GET /api/campaigns/{id}/sample', { params: { id: campaign_id } });
  assert.equal((await refusal(sample)).status, 404);
});

engineTest(
  'a sample is spread over the line, with its last one, and another draw has others',
  async (world) => {
    const names = Array.from({ length: 1000 }, (_, index) => `p${String(index).padStart(3, '0')}`);
    const list = await world.list(names);
    const id = await world.campaign({ list, profiles: [await world.profile('one')] });
    const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
    const shown = plan.sample.map(({ recipient }) => recipient);
    assert.deepEqual(shown.slice(0, 3), ['p000', 'p001', 'p002']);
    assert.equal(shown.length, 10);
    assert.ok(shown.includes('p999'), String(shown));
    const draw = async (number: number) => {
      const query = { draw: number };
      const { sample } = await world.user.call('GET /api/campaigns/{id}/sample', { params: { id }, query });
      return sample.map(({ recipient }) => recipient);
    };
    const [one, two] = [await draw(1), await draw(2)];
    assert.deepEqual([new Set(one).size, new Set(two).size], [10, 10]);
    assert.deepEqual(
      one.filter((name) => two.includes(name) || shown.includes(name)),
      [],
    );
    // One of each tenth of the line.
    assert.equal(new Set(one.map((name) => name[1])).size, 10);
  },
);

engineTest(
  'the parts of a list add up: 588 will be written to, 52 not, 62 are not pending',
  async (world) => {
    const { pool } = world.app.database;
    const names = Array.from({ length: 702 }, (_, index) => `p${String(index).padStart(3, '0')}`);
    const list = await world.list(names);
    const user_id = world.user.id;
    await pool.query(`update recipients set status = 'sent' where user_id = $1 and recipient < 'p062'`, [
      user_id,
    ]);
    await world.user.call('PUT /api/settings', { body: { never_twice_days: 90 } });
    await pool.query('update lists set pending = 640, sent = 62 where user_id = $1', [user_id]);
    // 31 of those who are pending were messaged, and 2 who are on do-not-contact too.
    await pool.query(
      `insert into message_ledger (user_id, recipient, last_messaged_at)
     select $1, recipient, $2 from recipients where user_id = $1 and recipient >= 'p100' and recipient < 'p133'`,
      [user_id, world.app.clock.now()],
    );
    for (let index = 0; index < 9; index++)
      await world.user.call('POST /api/do-not-contact', { body: { recipient: `p${131 + index}` } });
    const id = await world.campaign({ list, profiles: [await world.profile('one')] });
    const recipient_ids: number[] = [];
    for (const search of ['p69', 'p70']) {
      const { people } = await ask(world, list, { group: 'will', campaign_id: id, search });
      recipient_ids.push(...people.map(({ recipient_id }) => recipient_id));
    }
    await world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
      params: { id },
      body: { recipient_ids },
    });
    const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
    assert.deepEqual(
      plan.will_not.map(({ reason, count }) => [reason, count]),
      [
        ['do_not_contact', 9],
        ['messaged', 31],
        ['taken_out', 12],
      ],
    );
    assert.deepEqual([plan.in_list, plan.not_pending, plan.will], [702, 62, 588]);
    const seen = await pagesOf(world, list, { group: 'taken_out', campaign_id: id });
    assert.deepEqual(seen, [names.slice(690)]);
  },
);

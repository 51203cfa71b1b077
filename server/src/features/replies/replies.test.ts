import assert from 'node:assert/strict';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

const repliesOf = (world: World, query = {}) => world.user.call('GET /api/replies', { query });

/** Writes to these people, one after another. */
async function writeTo(world: World, names: string[]) {
  const shop = await world.profile('shop');
  const list = await world.list(names);
  const campaign = await world.campaign({ list, profiles: [shop] });
  await world.start(campaign);
  for (const _ of names) {
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(500);
  }
  return { shop, list, campaign };
}

/** As recorded: a reply of each of these people to the campaign. */
async function replied(
  world: World,
  { campaign, shop }: { campaign: number; shop: number },
  texts: Record<string, { text: string; stop?: string }>,
) {
  const { pool } = world.app.database;
  for (const [name, { text, stop = 'no' }] of Object.entries(texts)) {
    const values = [world.user.id, name, shop, campaign, text, world.app.clock.now(), stop];
    await pool.query(
      `insert into replies (user_id, recipient, profile_id, campaign_id, site_id, text, at, read_at, via, stop)
      values ($1, $2, $3, $4, $2, $5, $6, $6, 'reading', $7)`,
      values,
    );
    world.turn(1);
  }
}

engineTest("replies are answered newest first, a campaign's and all, and nobody else's", async (world) => {
  const sent = await writeTo(world, ['ada', 'bo']);
  await replied(world, sent, { ada: { text: 'Yes!' }, bo: { text: 'cannot stop', stop: 'perhaps' } });
  const { replies, pagination } = await repliesOf(world);
  assert.deepEqual(
    replies.map((one) => [one.recipient, one.text, one.campaign_name, one.profile_name, one.profile_path]),
    [
      ['bo', 'cannot stop', 'Spring', 'shop', '/p/shop'],
      ['ada', 'Yes!', 'Spring', 'shop', '/p/shop'],
    ],
  );
  assert.equal(pagination.totalItems, 2);
  assert.deepEqual(
    (await repliesOf(world, { stop: 'perhaps' })).replies.map((one) => one.recipient),
    ['bo'],
  );
  const params = { id: sent.campaign };
  const ofCampaign = await world.user.call('GET /api/campaigns/{id}/replies', {
    params,
    query: { limit: 1 },
  });
  assert.deepEqual([ofCampaign.replies[0]?.recipient, ofCampaign.pagination.totalPages], ['bo', 2]);
  const { person } = await world.user.call('GET /api/people/{name}', { params: { name: 'Ada' } });
  assert.deepEqual(
    [person.replies.map(({ text }) => text), person.budget, person.unreplied, person.waived],
    [['Yes!'], 5, 0, null],
  );

  const stranger = await world.app.signUp();
  assert.deepEqual((await stranger.call('GET /api/replies')).replies, []);
  const theirs = stranger.call('GET /api/campaigns/{id}/replies', { params });
  assert.deepEqual((await refusal(theirs)).status, 404);

  await world.user.call('DELETE /api/campaigns/{id}', { params });
  assert.deepEqual(
    (await repliesOf(world)).replies.map((one) => [one.campaign_id, one.campaign_name, one.recipient]),
    [
      [null, null, 'bo'],
      [null, null, 'ada'],
    ],
  );
});

engineTest('its owner decides whether a reply asks for a stop', async (world) => {
  const sent = await writeTo(world, ['ada', 'bo', 'cy']);
  await replied(world, sent, {
    ada: { text: 'I cannot stop thinking of it', stop: 'perhaps' },
    bo: { text: 'please stop this all', stop: 'perhaps' },
    cy: { text: 'No idea who you are' },
  });
  const [cy, bo, ada] = (await repliesOf(world)).replies;
  assert.ok(ada && bo && cy);
  const decide = (id: number, is_stop: boolean, user = world.user) =>
    user.call('PUT /api/replies/{id}', { params: { id }, body: { is_stop } });
  assert.equal((await refusal(decide(ada.id, true, await world.app.signUp()))).status, 404);
  assert.deepEqual((await decide(ada.id, false)).reply, { ...ada, stop: 'owner_no' });
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
  for (const { id } of [bo, bo, cy]) {
    const { reply } = await decide(id, true);
    assert.deepEqual([reply.stop, reply.do_not_contact], ['owner_yes', true]);
  }
  // A name that its owner had put there is now there because of the reply.
  for (const [name, how] of Object.entries({ ada: undefined, bo: 'reply', cy: 'reply' })) {
    const { person } = await world.user.call('GET /api/people/{name}', { params: { name } });
    assert.equal(person.do_not_contact?.how, how, name);
  }
  const back = await refusal(decide(bo.id, false));
  assert.deepEqual([back.status, /do-not-contact/.test(back.message)], [409, true]);
  assert.equal((await repliesOf(world, { stop: 'perhaps' })).pagination.totalItems, 0);
});

engineTest('settings for replies are checked, kept, and change only what is named', async (world) => {
  const change = (body: object) => world.user.call('PUT /api/settings/replies', { body });
  const first = await world.user.call('GET /api/settings/replies');
  assert.deepEqual(first, {
    settings: {
      read_replies_hours: null,
      quiet_days: 3,
      budget: 5,
      reply_text_days: 90,
      stop_languages: ['en'],
      stop_words: [],
    },
    reads_replies: false,
  });
  await world.app.database.pool.query('update agents set reads_replies = true');
  const words = { stop_languages: ['en', 'de'], stop_words: [' Adieu ', '𝐚'.repeat(60)] };
  const changed = await change({ ...words, read_replies_hours: 4, budget: null, quiet_days: 0 });
  assert.deepEqual(changed, {
    settings: {
      ...first.settings,
      read_replies_hours: 4,
      budget: null,
      quiet_days: 0,
      stop_languages: ['en', 'de'],
      stop_words: ['Adieu', '𝐚'.repeat(60)],
    },
    reads_replies: true,
  });
  for (const [body, words] of [
    [{}, /Nothing to change/],
    [{ read_replies_hours: 3 }, /every 1, 2, 4, 8 or 24 hours/],
    [{ quiet_days: 91 }, /Quiet days must be a whole number from 0 to 90/],
    [{ quiet_days: 1.5 }, /whole number/],
    [{ budget: 0 }, /from 1 to 50/],
    [{ reply_text_days: 366 }, /from 0 to 365/],
    [{ stop_languages: ['xx'] }, /no stop words of this language/],
    [{ stop_languages: ['en', 'en'] }, /Each language counts once/],
    [{ stop_words: ['!!'] }, /a letter or a digit/],
    [{ stop_words: ['a'.repeat(61)] }, /1 to 60 characters/],
    [{ stop_words: ['𝐚'.repeat(61)] }, /1 to 60 characters/],
    [{ stop_words: Array.from({ length: 201 }, (_, index) => `word ${index}`) }, /at most 200 stop words/],
  ] as const) {
    const { status, message } = await refusal(change(body));
    assert.deepEqual([status, words.test(message)], [400, true], message);
  }
  assert.deepEqual(await world.user.call('GET /api/settings/replies'), changed);
});

engineTest('a person whom the budget leaves alone is written to again with a reason', async (world) => {
  await writeTo(world, ['ada']);
  const { pool } = world.app.database;
  const waive = (name: string, reason: string) =>
    world.user.call('POST /api/people/{name}/waive', { params: { name }, body: { reason } });
  const unreplied = (count: number) =>
    pool.query('update message_ledger set without_reply = $1', [
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1]))),
    ]);
  await unreplied(4);
  assert.equal((await refusal(waive('ada', 'She asked'))).status, 409);
  await unreplied(5);
  for (const reason of ['so', '🙏🙏', 'x'.repeat(201), '🙏'.repeat(201)])
    assert.equal((await refusal(waive('ada', reason))).status, 400, reason);
  assert.equal((await refusal(waive('nobody', 'She asked'))).status, 404);
  await waive('@Ada', ' she asked in the shop ');
  const { person } = await world.user.call('GET /api/people/{name}', { params: { name: 'ada' } });
  assert.deepEqual(
    [person.unreplied, person.waived],
    [0, { at: world.app.clock.now().toISOString(), reason: 'she asked in the shop' }],
  );
  const { entries } = await world.user.call('GET /api/audit-log/own', { query: { kind: 'person' } });
  assert.deepEqual(
    entries.map(({ after, subject_name }) => [after, subject_name]),
    [[{ write_again_anyway: 'she asked in the shop' }, null]],
  );
  assert.equal((await refusal(waive('ada', 'once more'))).status, 409);
  await unreplied(5);
  await waive('ada', '🙏'.repeat(200));
});

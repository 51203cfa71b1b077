import assert from 'node:assert/strict';
import { addNames, engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { copyOf, putBackTo, repeat, sendNext, thaw } from '../../testing/put-back.ts';
import { reader, readReplies, requests, since, tell } from '../../testing/reading-world.ts';
import { refusal } from '../../testing/refusal.ts';

const HOUR = 3_600;

const setDays = (world: World, never_twice_days: number) =>
  world.user.call('PUT /api/settings', {
    body: { max_retries: 3, delay_start: 350, delay_end: 450, never_twice_days },
  });

const freezeOf = async (world: World) => (await world.user.call('GET /api/freeze')).freeze;

/** A campaign to ada and bo that is made and sent after the backup, on a list of its own. */
async function forgottenCampaign(world: World) {
  const shop = await reader(world);
  await setDays(world, 90);
  const copy = await copyOf(world);
  const campaign = await world.campaign({ list: await world.list(['ada', 'bo']), profiles: [shop] });
  await world.start(campaign);
  const clicked = world.app.clock.now();
  const ada = await sendNext(world);
  world.turn(HOUR);
  const bo = await sendNext(world);
  world.turn(HOUR);
  await putBackTo(world, copy);
  return { shop, ada, bo, clicked };
}

/** The owner makes the campaign again; who is skipped in it. */
async function madeAgain(
  world: World,
  shop: number,
  names: string[],
): Promise<Record<string, string | null>> {
  const again = await world.campaign({ list: await world.list(names), profiles: [shop], name: 'Again' });
  await world.start(again);
  await world.work();
  const { recipients } = await world.user.call('GET /api/campaigns/{id}/recipients', {
    params: { id: again },
    query: { state: 'skipped' },
  });
  return Object.fromEntries(recipients.map(({ recipient, reason }) => [recipient, reason]));
}

engineTest(
  'whom a campaign that the backup does not know messaged is not messaged by it again',
  async (world) => {
    const { shop, ada, bo, clicked } = await forgottenCampaign(world);
    for (let time = 0; time < 2; time++) {
      assert.equal((await repeat(world, ada)).state, 'sent');
      assert.equal((await repeat(world, bo, { outcome: 'unknown' })).state, 'uncertain');
    }
    const { sent, uncertain, by_name } = (await freezeOf(world)) ?? {};
    assert.deepEqual([sent, uncertain, by_name], [1, 1, 2], 'a repeat counts once');
    const { rows } = await world.app.database.pool.query(
      "select last_messaged_at, first_messaged_at from message_ledger where recipient = 'ada'",
    );
    const at = clicked.toISOString();
    assert.deepEqual(rows, [{ last_messaged_at: at, first_messaged_at: at }]);
    await thaw(world);
    world.turn(PACE_SECONDS);
    assert.deepEqual(await madeAgain(world, shop, ['ada', 'bo', 'cy']), {
      ada: 'Messaged already, on 12-09-2026',
      bo: 'Messaged already (unclear), on 12-09-2026',
    });
  },
);

engineTest('what such a campaign sent counts for its profile, whose replies can be read', async (world) => {
  const { shop, ada } = await forgottenCampaign(world);
  await world.app.database.pool.query('update profiles set cap_day = 1');
  await repeat(world, ada);
  await repeat(world, ada);
  const { rows } = await world.app.database.pool.query('select begun_today, begun_this_hour from profiles');
  assert.deepEqual(rows, [{ begun_today: 1, begun_this_hour: 0 }]);
  const reply = { person: 'ada', at: world.app.clock.now().toISOString(), text: 'stop' };
  await thaw(world);
  await readReplies(world, [shop]);
  const [request] = await requests(world);
  assert.ok(request);
  assert.equal(since(request).length, 1);
  await tell(world, request.id, 'result', [{ replies: [reply] }]);
  const { do_not_contact } = await world.user.call('GET /api/do-not-contact');
  assert.deepEqual(
    do_not_contact.map(({ recipient }) => recipient),
    ['ada'],
  );
  const again = await world.campaign({ list: await world.list(['cy']), profiles: [shop] });
  await world.start(again);
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), [], 'the cap of its day');
});

engineTest('the pace of a profile goes on from what such a campaign sent by it', async (world) => {
  const shop = await reader(world);
  await setDays(world, 90);
  const again = await world.campaign({ list: await world.list(['cy']), profiles: [shop], name: 'Again' });
  const copy = await copyOf(world);
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles: [shop] }));
  const ada = await sendNext(world);
  await putBackTo(world, copy);
  await repeat(world, ada);
  await thaw(world);
  await world.start(again);
  assert.deepEqual(await world.work(), [], 'its message went out just now');
  world.turn(PACE_SECONDS);
  assert.equal((await world.work()).length, 1);
});

engineTest('what is believed by name counts for no campaign that has its number by now', async (world) => {
  const { shop, ada } = await forgottenCampaign(world);
  const campaign = await world.campaign({ list: await world.list(['cy']), profiles: [shop], name: 'Other' });
  await world.user.call('PUT /api/campaigns/{id}', { params: { id: campaign }, body: { cap_day: 5 } });
  await world.app.database.pool.query(
    `insert into sending_days (user_id, campaign_id, day, begun) select $1, 0, day, 0 from sending_days`,
    [world.user.id],
  );
  const reused = { ...ada, delivery: { ...ada.delivery, campaign_id: campaign } };
  assert.equal((await repeat(world, reused)).state, 'sent');
  const { rows } = await world.app.database.pool.query(
    'select campaign_id = 0 as is_account, begun from sending_days order by campaign_id',
  );
  assert.deepEqual(rows, [
    { is_account: true, begun: 1 },
    { is_account: false, begun: 0 },
  ]);
});

engineTest('a person who came to a known list after the backup is believed by name', async (world) => {
  const shop = await reader(world);
  await setDays(world, 90);
  const list = await world.list(['cy']);
  const campaign = await world.campaign({ list, profiles: [shop] });
  const copy = await copyOf(world);
  await addNames(world.app, { user_id: world.user.id, list, names: ['ada'] });
  await world.start(campaign);
  const cy = await sendNext(world);
  world.turn(PACE_SECONDS);
  const ada = await sendNext(world);
  await putBackTo(world, copy);
  for (const line of [cy, ada, ada]) assert.equal((await repeat(world, line)).state, 'sent');
  assert.equal((await world.details(campaign)).total_sent, 1);
  const { sent, by_name } = (await freezeOf(world)) ?? {};
  assert.deepEqual([sent, by_name], [2, 1]);
  await thaw(world);
  world.turn(PACE_SECONDS);
  assert.deepEqual(Object.keys(await madeAgain(world, shop, ['ada', 'di'])), ['ada']);
});

engineTest(
  'a row that another person has by now is not taken for the one that the agent names',
  async (world) => {
    const { shop, ada } = await forgottenCampaign(world);
    const list = await world.list(['zoe', 'yan']);
    const campaign = await world.campaign({ list, profiles: [shop], name: 'Other' });
    const { pool } = world.app.database;
    const { rows } = await pool.query("select id from recipients where recipient = 'zoe'");
    // The copy gives ids out again.
    const { delivery, at } = ada;
    const reused = { delivery: { ...delivery, campaign_id: campaign, recipient_id: rows[0].id }, at };
    assert.equal((await repeat(world, reused)).state, 'sent');
    assert.deepEqual(await world.names(list), { yan: 'pending', zoe: 'pending' });
    const { rows: messaged } = await pool.query('select recipient from message_ledger');
    assert.deepEqual(messaged, [{ recipient: 'ada' }]);
  },
);

engineTest('a machine that was away when sending went on is believed later', async (world) => {
  const { shop, ada } = await forgottenCampaign(world);
  await thaw(world);
  world.turn(HOUR);
  assert.equal((await repeat(world, ada)).state, 'sent');
  assert.deepEqual(Object.keys(await madeAgain(world, shop, ['ada', 'di'])), ['ada']);
});

engineTest('an agent that names nobody is believed where the person is there', async (world) => {
  const shop = await reader(world);
  await setDays(world, 90);
  const list = await world.list(['ada', 'bo']);
  const copy = await copyOf(world);
  await world.start(await world.campaign({ list, profiles: [shop] }));
  const { delivery } = await sendNext(world);
  await putBackTo(world, copy);
  const server_id = world.app.deps.identity.id;
  assert.equal((await world.result(delivery, { outcome: 'sent', server_id })).state, 'sent');
  assert.equal((await freezeOf(world))?.by_name, 1);
});

engineTest(
  'a name is believed after a restore only, with the id of this server, and where it can be one',
  async (world) => {
    const { ada } = await forgottenCampaign(world);
    const stale = async (call: Promise<unknown>) => assert.equal((await refusal(call)).code, 'stale');
    await stale(repeat(world, ada, { server_id: crypto.randomUUID() }));
    await stale(repeat(world, ada, { recipient: 'two words' }));
    await stale(repeat(world, ada, { recipient: 'Ada' }));
    await stale(repeat(world, ada, { outcome: 'failed' }));
    await stale(repeat(world, { ...ada, delivery: { ...ada.delivery, campaign_id: 1_000_000_001 } }));
    assert.equal((await freezeOf(world))?.by_name, 0);
    const { pool } = world.app.database;
    assert.equal((await pool.query('select from message_ledger')).rowCount, 0);
    // As many as machines send in the days of a journal.
    await pool.query('update freezes set by_name = 100000');
    await stale(repeat(world, ada));
    await thaw(world);
    await pool.query('update freezes set backup_at = null, by_name = 0');
    await stale(repeat(world, ada));
    assert.equal((await pool.query('select from message_ledger')).rowCount, 0);
  },
);

engineTest('whoever was erased is not noted again', async (world) => {
  const { ada } = await forgottenCampaign(world);
  await world.list(['ada']);
  await world.user.call('POST /api/people/{name}/erase', {
    params: { name: 'ada' },
    body: { confirm: 'ada' },
  });
  assert.equal((await refusal(repeat(world, ada))).code, 'stale');
  assert.equal((await world.app.database.pool.query('select from message_ledger')).rowCount, 0);
});

engineTest('a failed of the same lease takes back what was unclear', async (world) => {
  const { shop, ada } = await forgottenCampaign(world);
  await repeat(world, ada, { outcome: 'unknown' });
  assert.equal((await repeat(world, ada, { outcome: 'failed' })).state, 'failed');
  await thaw(world);
  world.turn(PACE_SECONDS);
  assert.deepEqual(await madeAgain(world, shop, ['ada', 'di']), {});
});

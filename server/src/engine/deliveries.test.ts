import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';

engineTest('a campaign sends each name of its list once and completes', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const sent: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const [delivery, ...more] = await world.work();
    assert.ok(delivery);
    assert.deepEqual(more, []);
    assert.equal(delivery.message, `Hi ${delivery.recipient}!`);
    await world.begin(delivery);
    assert.deepEqual(await world.result(delivery, { outcome: 'sent' }), { recorded: true, state: 'sent' });
    sent.push(delivery.recipient);
    assert.deepEqual(await world.work(), [], 'its pace keeps the profile back');
    world.turn(PACE_SECONDS);
  }
  assert.deepEqual(sent, ['ada', 'bo', 'cy']);
  const { campaign: ended } = await world.user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
  assert.equal(ended.status, 'completed');
  assert.deepEqual([ended.total_list, ended.total_sent, ended.total_failed], [3, 3, 0]);
  assert.deepEqual(
    ended.logs.map(({ action }) => action),
    ['started', 'message_sent', 'message_sent', 'message_sent', 'completed'],
  );
});

engineTest('begin is refused with its reason, and the name waits for another turn', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const [delivery] = await world.work();
  assert.ok(delivery);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  const error = await refusal(world.begin(delivery));
  assert.deepEqual([error.status, error.code], [409, 'paused']);
  assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
  await world.start(campaign);
  const [again] = await world.work();
  assert.equal(again?.recipient, 'ada');
});

engineTest('a claim reads a few deliveries, however many its campaign has', async (world) => {
  const list = await world.list(Array.from({ length: 2_000 }, (_, index) => `name${index}`));
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list, profiles: [profile] });
  await world.start(campaign);
  const client = await world.app.database.pool.connect();
  await client.query('begin');
  await client.query(
    `insert into deliveries (user_id, campaign_id, recipient_id, state)
    (select user_id, $1, id, 'sent' from recipients where list_id = $2 order by position offset 100)
    -- By the statistics a campaign has two: all of them seem to cost little.
    union all (select user_id, $1 + position, id, 'sent' from recipients where list_id = $2)`,
    [campaign, list],
  );
  await client.query(`analyze; set local plan_cache_mode = force_generic_plan`);
  const { rows } = await client.query(
    `select claim_deliveries($1, user_id, 0, true, array[profile_path], 10) from profiles where id = $2`,
    [world.app.deps.clock.now(), profile],
  );
  assert.equal(rows.length, 1);
  const read = await client.query(
    `select pg_stat_get_xact_tuples_returned('deliveries_pkey'::regclass) as entries,
      pg_stat_get_xact_tuples_returned('deliveries'::regclass) as rows,
      (select count(*) from deliveries where state = 'leased') as claimed`,
  );
  await client.query('rollback');
  client.release();
  assert.equal(read.rows[0].claimed, 1);
  assert.ok(read.rows[0].entries + read.rows[0].rows < 100, JSON.stringify(read.rows[0]));
});

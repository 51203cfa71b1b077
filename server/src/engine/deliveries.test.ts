import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS } from '../testing/engine-world.ts';
import { rolledBack } from '../testing/lock-waits.ts';
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
  const profiles = await Promise.all(
    Array.from({ length: 10 }, (_, index) => world.profile(`profile ${index}`)),
  );
  const campaign = await world.campaign({ list, profiles });
  await world.start(campaign);
  await rolledBack(world.app.database, async (client) => {
    await client.query(
      `insert into deliveries (user_id, campaign_id, recipient_id, state)
      select user_id + position, $1 + position, id, 'sent' from recipients where list_id = $2`,
      [campaign, list],
    );
    // By the statistics a user and a campaign have one: all of them seem to cost little.
    await client.query(`analyze; set local plan_cache_mode = force_generic_plan`);
    await client.query(
      `insert into deliveries (user_id, campaign_id, recipient_id, state)
      select user_id, $1, id, 'sent' from recipients where list_id = $2 order by position offset 100`,
      [campaign, list],
    );
    const line = { ord: 0, user_id: world.user.id, campaign_id: campaign, list_id: list, after: 0 };
    const lines = [false, true].map((is_retry) => ({
      ...line,
      is_retry,
      mark: 1e15,
      most: 10,
      far_ahead: 0,
    }));
    const claim = () =>
      client.query<{ people: unknown[][] }>(
        `with caller as materialized (select set_config('role', 'pigeonpost_system', true))
        select running_facts($2, u) as running, sender_facts($1, $3) as senders, read_lines(extract(epoch from $2::timestamptz) * 1000, $4) as people
        from caller, users u where u.id = $1`,
        [
          world.user.id,
          world.app.deps.clock.now(),
          profiles.map((_, index) => `/p/profile ${index}`),
          JSON.stringify(lines),
        ],
      );
    const countReads = async (): Promise<number> => {
      const { rows } = await client.query<{ read: number }>(
        `select (pg_stat_get_xact_tuples_returned('deliveries_pkey'::regclass)
          + pg_stat_get_xact_tuples_returned('deliveries'::regclass))::int as read`,
      );
      return rows[0]?.read ?? 0;
    };
    // With the first the plans are made, for which the planner looks at both ends of an index.
    await claim();
    const before = await countReads();
    const { rows: claimed } = await claim();
    assert.equal(claimed[0]?.people[0]?.length, 10);
    assert.ok((await countReads()) - before < 100, `It read ${(await countReads()) - before}.`);
  });
});

import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { requeueDeletedCampaigns } from './requeue/requeue.ts';
import { requeueRetries } from './requeue/requeue-failed.ts';

/** More than one claim passes over. */
const MANY = 1200;
const PASSED_OVER = 500;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);

async function started(world: World, names: string[]) {
  const list = await world.list(names);
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list, profiles });
  await world.start(campaign);
  return { list, profiles, campaign };
}

/** How many of the list stand before the cursor. */
async function passed(world: World, campaign: number): Promise<number> {
  const { rows } = await world.app.database.pool.query(
    `select count(*)::int as passed from recipients r
    join campaigns c on c.user_id = r.user_id and c.list_id = r.list_id
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where c.id = $1 and r.position <= g.cursor`,
    [campaign],
  );
  return rows[0].passed;
}

/** A work call that waits, until it hands somebody out. */
async function handedOut(world: World, path: string): Promise<string[]> {
  const { deliveries } = await world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 5, profile_paths: [path] },
  });
  return deliveries.map(({ recipient }) => recipient);
}

/** Gives the campaign a row for each pending name but the last, as if each had left it. */
async function knowAllButLast(world: World, campaign: number, state: 'skipped' | 'waiting') {
  await world.app.database.pool.query(
    `with known as (
      insert into deliveries (user_id, campaign_id, recipient_id, state, retry_at)
      select r.user_id, c.id, r.id, $2, case when $2 = 'waiting' then $3::timestamptz end
      from recipients r join campaigns c on c.user_id = r.user_id and c.list_id = r.list_id
      where c.id = $1 and r.recipient <> 'zoe' returning 1)
    update campaign_progress set total_list = total_list - case when $2 = 'skipped' then (select count(*) from known) else 0 end,
      in_work = in_work + case when $2 = 'waiting' then (select count(*) from known) else 0 end
    where campaign_id = $1`,
    [campaign, state, world.app.clock.now()],
  );
}

engineTest('a name that another campaign holds waits its turn, and the line goes on', async (world) => {
  const { list } = await started(world, ['ada', 'bo', 'cy']);
  const [ada] = await world.work({ paths: ['/p/one'] });
  assert.equal(ada?.recipient, 'ada');
  const second = await world.campaign({ list, profiles: [await world.profile('two')], name: 'Second' });
  await world.start(second);
  const [bo] = await world.work({ paths: ['/p/two'] });
  assert.equal(bo?.recipient, 'bo');
  const { rows } = await world.app.database.pool.query(
    `select r.recipient, d.state, extract(epoch from d.retry_at - $2)::int as seconds
    from deliveries d join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.campaign_id = $1 order by r.recipient`,
    [second, world.app.clock.now()],
  );
  assert.deepEqual(rows, [
    { recipient: 'ada', state: 'waiting', seconds: 30 },
    { recipient: 'bo', state: 'leased', seconds: null },
  ]);
  await world.begin(ada);
  await world.result(ada, { outcome: 'sent' });
  await world.begin(bo);
  await world.result(bo, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.equal((await world.work({ paths: ['/p/one'] }))[0]?.recipient, 'cy');
  assert.deepEqual(await world.work({ paths: ['/p/two'] }), []);
  const { total_list, logs } = await world.details(second);
  assert.equal(total_list, 2, 'ada has left the second campaign');
  assert.deepEqual(
    logs.filter(({ action }) => action === 'skipped').map(({ recipient, message }) => [recipient, message]),
    [['ada', 'No longer pending in its list']],
  );
});

engineTest('a campaign does not end while another one holds its last name', async (world) => {
  const { list, campaign } = await started(world, ['ada']);
  const [held] = await world.work({ paths: ['/p/one'] });
  assert.ok(held);
  const second = await world.campaign({ list, profiles: [await world.profile('two')], name: 'Second' });
  await world.start(second);
  assert.deepEqual(await world.work({ paths: ['/p/two'] }), []);
  assert.equal((await world.details(second)).status, 'running');
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign }, body: {} });
  await requeueDeletedCampaigns(world.app.deps);
  world.turn(31);
  assert.equal((await world.work({ paths: ['/p/two'] }))[0]?.recipient, 'ada');
});

engineTest('a claim passes over a bounded number of names that the campaign knows', async (world) => {
  const { campaign } = await started(world, [...numbered(MANY), 'zoe']);
  await knowAllButLast(world, campaign, 'skipped');
  assert.deepEqual(await world.work(), []);
  assert.equal(await passed(world, campaign), PASSED_OVER);
  assert.deepEqual(await handedOut(world, '/p/one'), ['zoe']);
});

engineTest('names that an older version left behind the cursor are gone back to once', async (world) => {
  const { campaign } = await started(world, ['ada', 'bo']);
  await world.app.database.pool.query(
    `update campaign_progress set passed = true, cursor = (select max(position) from recipients)
    where campaign_id = $1`,
    [campaign],
  );
  assert.equal((await world.work())[0]?.recipient, 'ada');
  const { rows } = await world.app.database.pool.query('select passed from campaign_progress');
  assert.deepEqual(rows, [{ passed: false }]);
});

engineTest('a campaign does not end while an older version left names behind the cursor', async (world) => {
  const { campaign } = await started(world, ['ada', 'bo']);
  const ada = await world.sending();
  await world.app.database.pool.query(
    `update campaign_progress set passed = true, cursor = (select max(position) from recipients)
    where campaign_id = $1`,
    [campaign],
  );
  await world.result(ada, { outcome: 'sent' });
  assert.equal((await world.details(campaign)).status, 'running');
  world.turn(PACE_SECONDS);
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('a claim looks at a bounded number of those that were to be tried again', async (world) => {
  const { campaign } = await started(world, [...numbered(MANY), 'zoe']);
  await knowAllButLast(world, campaign, 'waiting');
  await world.app.database.pool.query(
    `insert into do_not_contact (user_id, recipient, created_at) select user_id, recipient, $1 from recipients
    where recipient <> 'zoe'`,
    [world.app.clock.now()],
  );
  await world.app.database.pool.query(
    'update campaign_progress set cursor = (select max(position) - 1 from recipients) where campaign_id = $1',
    [campaign],
  );
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), []);
  const { in_work } = (
    await world.app.database.pool.query('select in_work from campaign_progress where campaign_id = $1', [
      campaign,
    ])
  ).rows[0];
  assert.ok(in_work > 0 && in_work <= MANY - PASSED_OVER, `${in_work} are left`);
  for (let call = 0; call < 2; call += 1) assert.deepEqual(await world.work(), []);
  assert.equal((await world.details(campaign)).status, 'completed');
});

engineTest(
  'many failed names follow in batches, and the new campaign waits for all of them',
  async (world) => {
    const { list, profiles, campaign } = await started(world, numbered(2500));
    await world.app.database.pool.query(
      `with failed as (
      update recipients r set status = 'failed', campaign_id = $1 returning r.user_id, r.id),
    known as (
      insert into deliveries (user_id, campaign_id, recipient_id, state, day)
      select user_id, $1, id, 'failed', '2026-09-12' from failed returning 1),
    listed as (update lists set pending = 0, failed = 2500 where id = $2),
    counted as (
      insert into daily_performance (user_id, day, campaign_id, profile_id, failed, first_action, last_action)
      values ($3, '2026-09-12', $1, 0, 2500, $4, $4)),
    ended as (update campaigns set status = 'failed' where id = $1)
    update campaign_progress set total_list = 2500, total_failed = 2500 where campaign_id = $1`,
      [campaign, list, world.user.id, world.app.clock.now()],
    );
    const { campaign: old } = await world.user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
    const { campaign: next } = await world.user.call('POST /api/campaigns', {
      body: {
        name: 'Again',
        message_template_id: old.message_template_id ?? 0,
        list_id: list,
        profiles_used: profiles,
        retry_of: campaign,
      },
    });
    assert.equal(next.total_list, 1000);
    const { status, message } = await refusal(world.start(next.id));
    assert.deepEqual(
      [status, message],
      [409, 'Still putting people back into this list to try them again. Try again in a moment.'],
    );
    await requeueRetries(world.app.deps);
    await world.start(next.id);
    assert.equal((await world.details(next.id)).total_list, 2500);
    assert.equal((await world.work())[0]?.campaign_name, 'Again');
  },
);

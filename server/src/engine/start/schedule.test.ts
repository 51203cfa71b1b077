import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEngineInvariants } from '../../testing/engine-invariants.ts';
import { addNames, createWorld, engineTest, type World } from '../../testing/engine-world.ts';
import { rolledBack } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestPeers } from '../../testing/test-app.ts';
import { startScheduled } from './schedule.ts';

const MINUTE = 60;

/** That many seconds from now, as calls take it. */
const ahead = ({ app }: World, seconds: number) =>
  new Date(app.clock.now().getTime() + seconds * 1000).toISOString();

const schedule = ({ user }: World, id: number, start_at: string | null) =>
  user.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } });

const sweep = ({ app }: World) => startScheduled(app.deps);

/** A campaign of its own list and profile, scheduled for an hour from now. */
async function inAnHour(world: World, name = 'one') {
  const list = await world.list(['ada']);
  const profile = await world.profile(name);
  const campaign = await world.campaign({ list, profiles: [profile] });
  await schedule(world, campaign, ahead(world, 60 * MINUTE));
  return { list, profile, campaign };
}

const lines = async (world: World, campaign: number) =>
  (await world.details(campaign)).logs.map(({ action, message }) => `${action}: ${message}`);

engineTest(
  'a scheduled campaign starts at its moment, with all that came to its list until then',
  async (world) => {
    const { list, campaign } = await inAnHour(world);
    const { status, stage, start_at } = await world.details(campaign);
    assert.deepEqual([status, stage, start_at], ['pending', 'scheduled', '2026-09-12T10:00:00.000Z']);
    await addNames(world.app, { user_id: world.user.id, list, names: ['bo'] });
    world.turn(60 * MINUTE - 1);
    await sweep(world);
    assert.equal((await world.details(campaign)).status, 'pending');
    world.turn(1);
    await sweep(world);
    const started = await world.details(campaign);
    assert.deepEqual(
      [started.status, started.stage, started.start_at, started.total_list, started.started_at],
      ['running', null, null, 2, '2026-09-12T10:00:00.000Z'],
    );
    assert.deepEqual(await lines(world, campaign), [
      'scheduled: To start 12-09-2026 10:00',
      'started: As scheduled',
    ]);
    assert.equal((await world.work()).length, 1);
  },
);

engineTest(
  'a server that was off for ten minutes starts it, one that was off for longer asks',
  async (world) => {
    const { campaign } = await inAnHour(world);
    const late = await inAnHour(world, 'two');
    await schedule(world, late.campaign, ahead(world, 130 * MINUTE));
    world.turn(70 * MINUTE);
    await sweep(world);
    assert.equal((await world.details(campaign)).status, 'running');
    world.turn(60 * MINUTE + 162 * MINUTE);
    await sweep(world);
    await sweep(world);
    const asks = await world.details(late.campaign);
    assert.deepEqual([asks.status, asks.stage, asks.start_problem], ['pending', 'overdue', null]);
    assert.deepEqual((await lines(world, late.campaign)).slice(-1), [
      'scheduled: Was to start 12-09-2026 11:10, while the server was off',
    ]);
    assert.deepEqual(await world.work({ paths: ['/p/two'] }), []);
    await world.start(late.campaign);
    const { status, stage, start_at } = await world.details(late.campaign);
    assert.deepEqual([status, stage, start_at], ['running', null, null]);
  },
);

engineTest('it is tried for exactly a quarter of an hour', async (world) => {
  const { campaign } = await inAnHour(world);
  const later = await inAnHour(world, 'two');
  await schedule(world, later.campaign, ahead(world, 60 * MINUTE + 1));
  world.turn(75 * MINUTE + 1);
  await sweep(world);
  assert.equal((await world.details(campaign)).stage, 'overdue');
  assert.equal((await world.details(later.campaign)).status, 'running');
});

engineTest('an overdue one can be given another time, or wait for Start again', async (world) => {
  const { campaign } = await inAnHour(world);
  world.turn(100 * MINUTE);
  await sweep(world);
  const { campaign: again } = await schedule(world, campaign, ahead(world, 5 * MINUTE));
  assert.equal(again.stage, 'scheduled');
  world.turn(30 * MINUTE);
  await sweep(world);
  const { campaign: not } = await schedule(world, campaign, null);
  assert.deepEqual([not.status, not.stage, not.start_at], ['pending', null, null]);
  await sweep(world);
  assert.equal((await world.details(campaign)).status, 'pending');
  assert.deepEqual((await lines(world, campaign)).slice(-1), ['scheduled: Waits for Start again']);
});

engineTest(
  'of two campaigns for one profile the first starts, the other says why it did not',
  async (world) => {
    const profile = await world.profile('stall');
    const lists = [await world.list(['ada']), await world.list(['bo'])];
    const [first = 0, second = 0] = await Promise.all(
      lists.map((list, index) => world.campaign({ list, profiles: [profile], name: `Kiln ${index}` })),
    );
    const [earlier, later] = [Math.min(first, second), Math.max(first, second)];
    const at = ahead(world, 60 * MINUTE);
    for (const id of [later, earlier]) await schedule(world, id, at);
    world.turn(60 * MINUTE);
    await sweep(world);
    const { name } = await world.details(earlier);
    const problem = `Profiles stall are already being used in running campaigns (${name})`;
    const waits = await world.details(later);
    assert.equal((await world.details(earlier)).status, 'running');
    assert.deepEqual([waits.status, waits.stage, waits.start_problem], ['pending', 'scheduled', problem]);
    world.turn(15 * MINUTE);
    await sweep(world);
    assert.equal((await world.details(later)).stage, 'scheduled');
    world.turn(1);
    await sweep(world);
    assert.equal((await world.details(later)).stage, 'overdue');
    assert.deepEqual((await lines(world, later)).slice(-1), [
      `scheduled: Was to start 12-09-2026 10:00: ${problem}`,
    ]);
    const { campaigns, counts } = await world.user.call('GET /api/campaigns');
    assert.deepEqual(
      campaigns.map(({ id, stage }) => [id, stage]),
      [
        [earlier, null],
        [later, 'overdue'],
      ],
    );
    assert.deepEqual([counts.pending, counts.scheduled, counts.draft], [1, 1, 0]);
    const needs = await world.user.call('GET /api/dashboard/needs-you', { query: { here: '0' } });
    const shown = needs.standing.find(({ campaign_id }) => campaign_id === later);
    assert.deepEqual(shown && [shown.status, shown.start_at, shown.reason, shown.act], [
      'pending',
      at,
      `${problem}.`,
      'look',
    ]);
    // First of all, also before what runs.
    const { recentCampaigns } = await world.user.call('GET /api/campaigns/dashboard-stats');
    assert.deepEqual(
      recentCampaigns?.map(({ id }) => id),
      [later, earlier],
    );
    for (const status of ['scheduled', 'pending', 'standing_still'] as const) {
      const found = await world.user.call('GET /api/campaigns', { query: { status } });
      assert.ok(
        found.campaigns.some(({ id }) => id === later),
        status,
      );
    }
  },
);

engineTest('an import that holds the list delays the start until its names are in', async (world) => {
  const { list, campaign } = await inAnHour(world);
  world.turn(60 * MINUTE);
  await rolledBack(world.app.database, async (importing) => {
    await importing.query('select pg_advisory_xact_lock(2, $1::int)', [list]);
    await sweep(world);
  });
  const { stage, start_problem } = await world.details(campaign);
  assert.equal(stage, 'scheduled');
  assert.match(start_problem ?? '', /^This list is busy at this moment, for example with an import/);
  await addNames(world.app, { user_id: world.user.id, list, names: ['bo'] });
  world.turn(3 * MINUTE);
  await sweep(world);
  const started = await world.details(campaign);
  assert.deepEqual([started.status, started.total_list, started.start_problem], ['running', 2, null]);
});

engineTest('without a subscription it does not start by itself', async (world) => {
  const { campaign } = await inAnHour(world);
  await world.app.database.pool.query('update users set subscription_end_date = $1 where id = $2', [
    world.app.clock.now(),
    world.user.id,
  ]);
  world.turn(60 * MINUTE);
  await sweep(world);
  const { status, start_problem } = await world.details(campaign);
  assert.deepEqual([status, start_problem], ['pending', 'Your subscription has expired']);
  const error = await refusal(schedule(world, campaign, ahead(world, 60 * MINUTE)));
  assert.equal(error.status, 403);
  assert.equal((await schedule(world, campaign, null)).campaign.stage, null);
});

engineTest('a moment too near, too far, or of a campaign that has started is refused', async (world) => {
  const { campaign } = await inAnHour(world);
  const refused = async (seconds: number) => {
    const { status, body } = await refusal(schedule(world, campaign, ahead(world, seconds)));
    return [status, body.error, Object.keys(body.fields ?? {})];
  };
  const DAY = 24 * 60 * MINUTE;
  assert.deepEqual(await refused(30), [400, 'The start must be at least a minute ahead', ['start_at']]);
  assert.deepEqual(await refused(367 * DAY), [400, 'The start must be within a year', ['start_at']]);
  await schedule(world, campaign, ahead(world, MINUTE));
  await schedule(world, campaign, ahead(world, 366 * DAY));
  const bad = await refusal(schedule(world, campaign, '14-09-2026 09:00'));
  assert.equal(bad.status, 400);
  await world.start(campaign);
  const { status, body } = await refusal(schedule(world, campaign, ahead(world, 60 * MINUTE)));
  assert.deepEqual([status, body.error], [409, 'Only a campaign that has not started can be scheduled.']);
  const stranger = await world.app.signUp();
  const foreign = { params: { id: campaign }, body: { start_at: null } };
  assert.equal((await refusal(stranger.call('PUT /api/campaigns/{id}/schedule', foreign))).status, 404);
});

engineTest(
  'while sending is frozen after a restore it starts in time and sends nothing, or asks',
  async (world) => {
    const { campaign } = await inAnHour(world);
    const late = await inAnHour(world, 'two');
    await schedule(world, late.campaign, ahead(world, 30 * MINUTE));
    await world.app.database.pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
    world.turn(60 * MINUTE);
    await sweep(world);
    assert.equal((await world.details(campaign)).status, 'running');
    assert.equal((await world.details(late.campaign)).stage, 'overdue');
    assert.deepEqual(await world.work(), []);
    await world.app.database.pool.query('update users set frozen_at = null');
    await sweep(world);
    assert.equal((await world.details(late.campaign)).stage, 'overdue');
    assert.equal((await world.work()).length, 1);
  },
);

engineTest('a deleted campaign does not start', async (world) => {
  const { campaign } = await inAnHour(world);
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
  world.turn(60 * MINUTE);
  await sweep(world);
  assert.deepEqual(await world.work(), []);
});

test('two servers start a campaign once', async (t) => {
  const [one, other] = await startTestPeers(t);
  const world = await createWorld(one);
  const { campaign } = await inAnHour(world);
  world.turn(60 * MINUTE);
  await Promise.all([startScheduled(one.deps), startScheduled(other.deps)]);
  assert.deepEqual(
    (await lines(world, campaign)).filter((line) => line.startsWith('started')),
    ['started: As scheduled'],
  );
  await assertEngineInvariants(one.database.pool);
});

import assert from 'node:assert/strict';
import { addNames, engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { until } from '../../testing/until.ts';

const start = ({ user }: World, id: number, undo_seconds: number) =>
  user.call('POST /api/campaigns/{id}/start', { params: { id }, body: { undo_seconds } });

const undo = ({ user }: World, id: number) =>
  user.call('POST /api/campaigns/{id}/undo-start', { params: { id } });

async function oneCampaign(world: World) {
  const list = await world.list(['ada', 'bo']);
  const profile = await world.profile('one');
  return { list, profile, campaign: await world.campaign({ list, profiles: [profile] }) };
}

engineTest('a start that can be undone sends nothing before its end, and then at once', async (world) => {
  const { campaign } = await oneCampaign(world);
  const { campaign: started } = await start(world, campaign, 20);
  assert.deepEqual(
    [started.status, started.stage, started.countdown_until, started.next_send_at],
    ['running', 'starting', '2026-09-12T09:00:20.000Z', '2026-09-12T09:00:20.000Z'],
  );
  world.turn(19);
  assert.deepEqual(await world.work(), []);
  world.turn(1);
  assert.equal((await world.work()).length, 1);
  const { stage, countdown_until } = await world.details(campaign);
  assert.deepEqual([stage, countdown_until], [null, null]);
});

engineTest('a poll that waits is answered when the countdown ends', async (world) => {
  const { campaign } = await oneCampaign(world);
  await start(world, campaign, 20);
  const polling = world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 25, profile_paths: ['/p/one'] },
  });
  await until('a call that waits for the countdown', () => world.app.clock.sleepingFor(19_000) > 0);
  world.turn(21);
  assert.equal((await polling).deliveries.length, 1);
});

engineTest('an undone first start leaves the campaign as it was, and later names join it', async (world) => {
  const { list, campaign } = await oneCampaign(world);
  const before = await world.details(campaign);
  await start(world, campaign, 20);
  world.turn(5);
  assert.deepEqual(await world.work(), []);
  world.turn(1);
  const { campaign: undone } = await undo(world, campaign);
  assert.deepEqual([undone.status, undone.stage, undone.started_at], ['pending', null, null]);
  const { logs, ...after } = await world.details(campaign);
  // Its end is as far ahead of now as before.
  const { ends_early, ends_late, end } = after;
  assert.deepEqual({ ...after, logs: before.logs }, { ...before, ends_early, ends_late, end });
  assert.deepEqual(logs.at(-1)?.action, 'undone');
  assert.equal(logs.at(-1)?.message, 'Start undone: nothing was sent');
  world.turn(60);
  assert.deepEqual(await world.work(), []);
  await addNames(world.app, { user_id: world.user.id, list, names: ['cy'] });
  await world.start(campaign);
  assert.equal((await world.details(campaign)).total_list, 3);
  for (const _ of 'abc') {
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(PACE_SECONDS);
  }
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'sent', cy: 'sent' });
});

engineTest(
  'an undone resumption is paused again with its old reason, and its leases are refused',
  async (world) => {
    const { campaign, profile } = await oneCampaign(world);
    await world.start(campaign);
    const [leased] = await world.work();
    assert.ok(leased);
    await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: profile } });
    const reason = (await world.details(campaign)).paused_reason;
    assert.equal(reason, 'No profile of this campaign is able to send');
    await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: profile } });
    await start(world, campaign, 20);
    world.turn(5);
    const { status, body } = await refusal(world.begin(leased));
    assert.deepEqual([status, body.code], [409, 'paused']);
    const { campaign: undone } = await undo(world, campaign);
    assert.deepEqual([undone.status, undone.paused_reason], ['paused', reason]);
    const { total_list, started_at } = await world.details(campaign);
    assert.deepEqual([total_list, started_at], [2, '2026-09-12T09:00:00.000Z']);
  },
);

engineTest(
  'a first start cannot be undone once somebody was handed out, whatever a clock says',
  async (world) => {
    const { campaign } = await oneCampaign(world);
    await start(world, campaign, 20);
    world.turn(20);
    const [leased] = await world.work();
    assert.ok(leased);
    // A server whose clock is a quarter of a minute behind.
    world.turn(-15);
    assert.equal((await refusal(undo(world, campaign))).body.code, 'undo_over');
    world.turn(15);
    await world.begin(leased);
    await world.result(leased, { outcome: 'sent' });
    assert.equal((await world.details(campaign)).total_sent, 1);
  },
);

engineTest('once it is over, or was paused, a start cannot be undone', async (world) => {
  const { campaign } = await oneCampaign(world);
  const over = async () => {
    const { status, body } = await refusal(undo(world, campaign));
    return [status, body.code, body.error];
  };
  const OVER = [409, 'undo_over', 'The first message may be on its way: pause it instead.'];
  assert.deepEqual(await over(), OVER);
  await start(world, campaign, 20);
  world.turn(20);
  assert.deepEqual(await over(), OVER);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await start(world, campaign, 20);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  assert.deepEqual(await over(), OVER);
  await world.start(campaign);
  assert.deepEqual(await over(), OVER);
  const stranger = await world.app.signUp();
  const params = { id: campaign };
  assert.equal((await refusal(stranger.call('POST /api/campaigns/{id}/undo-start', { params }))).status, 404);
});

engineTest(
  'a start cannot be undone for longer than a minute, and without a number not at all',
  async (world) => {
    const { campaign } = await oneCampaign(world);
    for (const seconds of [-1, 61, 1.5]) {
      const { status, body } = await refusal(start(world, campaign, seconds));
      assert.deepEqual([status, body.error], [400, 'Undo seconds must be from 0 to 60'], `${seconds}`);
    }
    await world.start(campaign);
    assert.equal((await world.details(campaign)).stage, null);
    assert.equal((await world.work()).length, 1);
  },
);

engineTest('a countdown that a wrong clock set far ahead counts as over', async (world) => {
  const { campaign } = await oneCampaign(world);
  world.turn(3600);
  await start(world, campaign, 60);
  world.turn(-3600);
  assert.equal((await world.details(campaign)).stage, null);
  assert.equal((await refusal(undo(world, campaign))).body.code, 'undo_over');
  assert.equal((await world.work()).length, 1);
});

engineTest(
  'an undo and the first claim in one instant: one of them waits, and finds the other',
  async (world) => {
    const { campaign } = await oneCampaign(world);
    await start(world, campaign, 20);
    world.turn(20);
    const [undone, claimed] = await rolledBack(world.app.database, async (holding) => {
      await holding.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
      const both = Promise.all([refusal(undo(world, campaign)), world.work()]);
      await waitForLockWaits(world.app.database, 2);
      return () => both;
    }).then((both) => both());
    assert.equal(undone.body.code, 'undo_over');
    assert.equal(claimed.length, 1);
  },
);

engineTest('a pause in the countdown undoes the start', async (world) => {
  const { campaign } = await oneCampaign(world);
  await start(world, campaign, 20);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  const { status, started_at, logs } = await world.details(campaign);
  assert.deepEqual([status, started_at, logs.at(-1)?.action], ['pending', null, 'undone']);
  await start(world, campaign, 20);
  world.turn(20);
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: campaign },
    body: { status: 'paused' },
  });
  await start(world, campaign, 20);
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: campaign },
    body: { status: 'paused' },
  });
  const again = await world.details(campaign);
  assert.deepEqual(
    [again.status, again.standstill?.kind, again.logs.at(-1)?.action],
    ['paused', 'by_you', 'undone'],
  );
});

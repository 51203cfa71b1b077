import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { recordResults } from './result.ts';
import { sweepLeases } from './sweep.ts';

const SENDING_LEASE = 301;

async function started(world: World, names: string[]) {
  const list = await world.list(names);
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list, profiles: [profile] });
  await world.start(campaign);
  return { list, profile, campaign };
}

engineTest('a failed delivery is tried again after the usual pause, four times in all', async (world) => {
  const { campaign, list } = await started(world, ['ada']);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const delivery = await world.sending();
    const { state } = await world.result(delivery, { outcome: 'failed', reason: 'No composer' });
    assert.equal(state, attempt < 4 ? 'waiting' : 'failed');
    assert.deepEqual(await world.work(), []);
    world.turn(PACE_SECONDS);
  }
  const details = await world.details(campaign);
  assert.deepEqual([details.status, details.total_failed, details.total_list], ['failed', 1, 1]);
  assert.deepEqual(await world.names(list), { ada: 'failed' });
  assert.deepEqual(
    details.logs.map(({ action }) => action),
    ['started', 'retry', 'retry', 'retry', 'message_failed', 'failed'],
  );
});

engineTest('a result that is said again answers the same and counts once', async (world) => {
  const { campaign } = await started(world, ['ada', 'bo']);
  const delivery = await world.sending();
  for (let time = 0; time < 3; time += 1)
    assert.equal((await world.result(delivery, { outcome: 'not_found' })).state, 'not_found');
  const details = await world.details(campaign);
  assert.deepEqual([details.total_failed, details.total_not_found, details.total_sent], [1, 1, 0]);
  assert.equal((await refusal(world.result(delivery, { outcome: 'failed' }))).code, 'stale');
});

engineTest('a delivery whose outcome is unknown is never sent again', async (world) => {
  const { campaign, list } = await started(world, ['ada']);
  const delivery = await world.sending();
  assert.equal((await world.result(delivery, { outcome: 'unknown' })).state, 'uncertain');
  const details = await world.details(campaign);
  assert.deepEqual([details.status, details.total_uncertain, details.total_failed], ['failed', 1, 1]);
  assert.deepEqual(await world.names(list), { ada: 'failed' });
  assert.equal(details.logs[1]?.message, 'Outcome unknown: not sent again');
});

engineTest(
  'a late sent settles what was unclear, on its own day, in an ended campaign too',
  async (world) => {
    const { campaign, list, profile } = await started(world, ['ada']);
    const delivery = await world.sending();
    world.turn(SENDING_LEASE);
    await sweepLeases(world.app.deps);
    assert.equal((await world.details(campaign)).status, 'failed');
    world.turn(86_400);
    assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
    assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
    const details = await world.details(campaign);
    assert.deepEqual([details.status, details.total_sent, details.total_failed], ['completed', 1, 0]);
    assert.deepEqual(await world.names(list), { ada: 'sent' });
    const { rows } = await world.app.database.pool.query(
      'select day, profile_id, sent, failed from daily_performance',
    );
    assert.deepEqual(rows, [{ day: '2026-09-12', profile_id: profile, sent: 1, failed: 0 }]);
  },
);

engineTest(
  'a late failed settles what was unclear only under its own token, without a retry',
  async (world) => {
    const { campaign } = await started(world, ['ada']);
    const delivery = await world.sending();
    world.turn(SENDING_LEASE);
    await sweepLeases(world.app.deps);
    const other = { ...delivery, token: crypto.randomUUID() };
    assert.equal((await refusal(world.result(other, { outcome: 'failed' }))).code, 'stale');
    assert.equal((await world.result(delivery, { outcome: 'failed' })).state, 'failed');
    const details = await world.details(campaign);
    assert.deepEqual([details.total_uncertain, details.total_failed], [0, 1]);
    world.turn(PACE_SECONDS);
    assert.deepEqual(await world.work(), []);
  },
);

engineTest('evidence of a message is believed whatever became of its lease', async (world) => {
  const { campaign } = await started(world, ['ada']);
  const [lost] = await world.work();
  assert.ok(lost);
  world.turn(121);
  await sweepLeases(world.app.deps);
  world.turn(PACE_SECONDS);
  const [again] = await world.work();
  assert.equal(again?.recipient, 'ada');
  assert.ok(again && again.token !== lost.token);
  assert.equal((await world.result(lost, { outcome: 'sent' })).state, 'sent');
  assert.equal((await refusal(world.begin(again))).code, 'lease_over');
  assert.equal((await refusal(world.result(again, { outcome: 'not_found' }))).code, 'stale');
  const details = await world.details(campaign);
  assert.deepEqual([details.total_sent, details.total_failed], [1, 0]);
});

engineTest('a result is recorded whatever its words are', async (world) => {
  const { campaign } = await started(world, ['ada']);
  const delivery = await world.sending();
  const reason = `\0not\ud800 there ${'x'.repeat(5000)}`;
  assert.equal((await world.result(delivery, { outcome: 'sent', reason })).state, 'sent');
  assert.equal((await world.details(campaign)).total_sent, 1);
});

engineTest('a blocked profile stops, its campaign pauses, and the owner resumes both', async (world) => {
  const { campaign, profile } = await started(world, ['ada', 'bo']);
  const delivery = await world.sending();
  const said = { outcome: 'failed', blocked: true, reason: 'Try again later' } as const;
  assert.equal((await world.result(delivery, said)).state, 'waiting');
  const paused = await world.details(campaign);
  assert.equal(paused.status, 'paused');
  assert.match(paused.paused_reason ?? '', /No profile/);
  assert.deepEqual(
    paused.logs.map(({ action }) => action),
    ['started', 'profile_blocked', 'paused'],
  );
  await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: profile } });
  // Repeated after Resume, it does not block again.
  assert.equal((await world.result(delivery, said)).state, 'waiting');
  await world.start(campaign);
  // A name that was tried stands behind the line.
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('a profile that a person has open costs no retry and waits a minute', async (world) => {
  await started(world, ['ada']);
  const delivery = await world.sending();
  const said = { outcome: 'failed', profile_in_use: true } as const;
  assert.equal((await world.result(delivery, said)).state, 'waiting');
  world.turn(59);
  assert.deepEqual(await world.work(), []);
  world.turn(1);
  assert.equal((await world.work())[0]?.recipient, 'ada');
  const { rows } = await world.app.database.pool.query('select failures from deliveries');
  assert.deepEqual(rows, [{ failures: 0 }]);
});

engineTest('a site that does not answer costs no retry, and the profile waits as always', async (world) => {
  await world.app.database.pool.query('update settings set max_retries = 1');
  await started(world, ['ada']);
  const said = { outcome: 'failed', site_unreachable: true } as const;
  for (let hour = 0; hour < 3; hour++) {
    assert.equal((await world.result(await world.sending(), said)).state, 'waiting');
    world.turn(61);
    assert.deepEqual(await world.work(), []);
    world.turn(3_600);
  }
  const { rows } = await world.app.database.pool.query(
    "select failures, l.reason_kind from deliveries join campaign_logs l using (campaign_id) where action = 'retry'",
  );
  assert.deepEqual(rows, Array(3).fill({ failures: 0, reason_kind: 'site_away' }));
});

engineTest("a result counts on the day of its user's zone", async (world) => {
  await world.app.database.pool.query('update users set time_zone = $2 where id = $1', [
    world.user.id,
    'Pacific/Kiritimati',
  ]);
  await started(world, ['ada']);
  world.turn(3600 * 2);
  await world.result(await world.sending(), { outcome: 'sent' });
  const { rows } = await world.app.database.pool.query('select day from daily_performance');
  assert.deepEqual(rows, [{ day: '2026-09-13' }]);
});

engineTest("somebody else's delivery is stale, and stays as it is", async (world) => {
  await started(world, ['ada']);
  const delivery = await world.sending();
  const stranger = await world.app.signUp();
  const { token, campaign_id, recipient_id } = delivery;
  const params = { token };
  const said = stranger.call('POST /api/agent/deliveries/{token}/result', {
    params,
    body: { campaign_id, recipient_id, outcome: 'sent' },
  });
  assert.equal((await refusal(said)).code, 'stale');
  const begun = stranger.call('POST /api/agent/deliveries/{token}/begin', { params, body: {} });
  assert.equal((await refusal(begun)).code, 'lease_over');
});

engineTest(
  'a result takes two messages to the database, and one more only where its campaign may be over',
  async (world) => {
    const list = await world.list(['ada', 'bo']);
    await world.start(await world.campaign({ list, profiles: [await world.profile('one')] }));
    // Only what a restore has forgotten has its counters read.
    const { pool } = world.app.database;
    await pool.query('insert into freezes (user_id, backup_at) values ($1, now())', [world.user.id]);
    const messages: number[] = [];
    for (let left = 2; left > 0; left -= 1) {
      const { token, campaign_id, recipient_id } = await world.sending();
      let sent = 0;
      const { deps } = world.app;
      const takeStep: typeof deps.takeStep = (purpose, work) =>
        deps.takeStep(purpose, ({ call, commit }) => {
          const counting: typeof call = (name, args) => {
            sent += 1;
            return call(name, args);
          };
          return work({
            call: counting,
            commit(name, args) {
              sent += 1;
              return commit(name, args);
            },
          });
        });
      const call = {
        user_id: world.user.id,
        token,
        campaign_id,
        recipient_id,
        outcome: 'sent',
        draw: 0,
      } as const;
      await recordResults({ ...deps, takeStep }, [call]);
      messages.push(sent);
      world.turn(PACE_SECONDS);
    }
    assert.deepEqual(messages, [2, 3]);
  },
);

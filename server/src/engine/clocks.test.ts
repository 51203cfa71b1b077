import assert from 'node:assert/strict';
import { createDatabaseClock } from '../clock.ts';
import { engineTest, type World } from '../testing/engine-world.ts';
import { until } from '../testing/until.ts';
import { beginDeliveries } from './begin.ts';
import { recordReplies } from './record-replies.ts';
import { sweepLeases } from './sweep.ts';

const HOUR = 3600;

async function started(world: World, names = ['ada', 'bo']) {
  const campaign = await world.campaign({
    list: await world.list(names),
    profiles: [await world.profile('one')],
  });
  await world.start(campaign);
  return campaign;
}

/** The server, on a computer whose clock is wrong by so many seconds. */
function serverWithClock(world: World, seconds: number) {
  return { ...world.app.deps, clock: createDatabaseClock(Date.now() + seconds * 1000) };
}

engineTest(
  "of two servers with clocks apart neither ends the other one's leases early or late",
  async (world) => {
    await started(world);
    const { pool } = world.app.database;
    await pool.query(`update users set subscription_end_date = '2099-01-01'`);
    const [delivery] = await world.work();
    assert.ok(delivery);
    const state = async () => (await pool.query('select state from deliveries')).rows[0].state;
    const leaseFor = async (seconds: number) => {
      await pool.query('update profiles set lease_until = clock_timestamp() + make_interval(secs => $1)', [
        seconds,
      ]);
      await pool.query('update campaign_progress set sweep_at = (select lease_until from profiles)');
    };
    await leaseFor(120);
    await sweepLeases(serverWithClock(world, HOUR));
    assert.equal(await state(), 'leased');
    await leaseFor(-1);
    await sweepLeases(serverWithClock(world, -HOUR));
    assert.equal(await state(), 'waiting');
  },
);

engineTest('what an engine transaction writes is in the time of the database', async (world) => {
  await started(world);
  const { pool } = world.app.database;
  await pool.query(`update users set subscription_end_date = '2099-01-01'`);
  const [delivery] = await world.work();
  assert.ok(delivery);
  await pool.query(`update profiles set lease_until = clock_timestamp() - interval '1 second'`);
  await sweepLeases(serverWithClock(world, HOUR));
  const { rows } = await pool.query(
    'select abs(extract(epoch from retry_at - clock_timestamp())) < 60 as is_now from deliveries',
  );
  assert.deepEqual(rows, [{ is_now: true }]);
});

engineTest('a reply right after its message is recorded, however late other answers are', async (world) => {
  await started(world);
  await world.agent.report({ reads_replies: true });
  const { pool } = world.app.database;
  await pool.query(`update users set subscription_end_date = '2099-01-01'`);
  const [delivery] = await world.work();
  assert.ok(delivery);
  await pool.query(`update profiles set lease_until = clock_timestamp() + interval '1 minute'`);
  const server = serverWithClock(world, 0);
  const { learn } = server.clock;
  server.clock.learn = (moment, seconds) => {
    learn(moment, seconds);
    learn(moment - 10_000, 10.1);
  };
  const user_id = world.user.id;
  const [begun] = await beginDeliveries(server, [{ user_id, token: delivery.token }]);
  assert.equal(begun?.verdict, 'granted');
  const at = new Date(Date.now() + HOUR * 1000).toISOString();
  const told = await server.asUser(user_id, (tx, afterCommit) =>
    recordReplies(
      { tx, afterCommit, deps: server },
      { user_id, profile_id: delivery.profile.id, replies: [{ person: 'ada', at, text: 'STOP' }] },
    ),
  );
  assert.deepEqual([told.recorded, told.others], [1, 0]);
});

engineTest('a pause that a wrong clock set does not keep a profile until then', async (world) => {
  await started(world);
  world.turn(HOUR);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(-HOUR);
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('a retry that a wrong clock set is due', async (world) => {
  await started(world, ['ada']);
  world.turn(HOUR);
  await world.result(await world.sending(), { outcome: 'failed' });
  world.turn(-HOUR);
  assert.equal((await world.work())[0]?.recipient, 'ada');
});

engineTest('a lease that a wrong clock set is over', async (world) => {
  await started(world, ['ada']);
  world.turn(HOUR);
  await world.sending();
  world.turn(-HOUR);
  await sweepLeases(world.app.deps);
  const { rows } = await world.app.database.pool.query('select state from deliveries');
  assert.deepEqual(rows, [{ state: 'uncertain' }]);
});

engineTest('a sweep that a wrong clock set is due', async (world) => {
  await started(world, ['ada']);
  world.turn(HOUR);
  await world.sending();
  await sweepLeases(world.app.deps);
  world.turn(-HOUR);
  await sweepLeases(world.app.deps);
  const { rows } = await world.app.database.pool.query('select state from deliveries');
  assert.deepEqual(rows, [{ state: 'uncertain' }]);
});

engineTest('begin and result wait for no connection that others hold', async (world) => {
  await started(world);
  const [delivery] = await world.work();
  assert.ok(delivery);
  const ends = Promise.withResolvers<void>();
  const { deps, database } = world.app;
  const busy = Array.from({ length: database.pool.options.max }, () =>
    deps.asUser(world.user.id, () => ends.promise),
  );
  await until(
    'every connection to be taken',
    () => database.pool.totalCount === busy.length && database.pool.idleCount === 0,
  );
  await world.begin(delivery);
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  ends.resolve();
  await Promise.all(busy);
});

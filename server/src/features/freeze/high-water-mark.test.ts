import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putTablesBack, saveTables } from '../../../model/real-tables.ts';
import { connect, join, next } from '../../testing/browser.ts';
import { engineTest, startWorld, type World } from '../../testing/engine-world.ts';
import { ask, letDaysPass, send, twoMachines, usingNextServer } from '../../testing/machines-and-servers.ts';
import { until, untilPollsSleep } from '../../testing/until.ts';

const freezeOf = async ({ user }: World) => (await user.call('GET /api/freeze')).freeze;

engineTest('every answer to an agent says how many sendings its user was ever granted', async (world) => {
  const other = await twoMachines(world);
  const { epoch } = world.app.deps.identity;
  const [delivery] = await world.work({ paths: ['/p/one'] });
  assert.ok(delivery);
  assert.equal((await ask(other, {})).server.mark, 0, 'a claim grants nothing');
  const begun = await world.begin(delivery);
  assert.deepEqual(begun, { granted: true, grant_seconds: 60, mark: 1 });
  assert.deepEqual(await world.begin(delivery), begun, 'a repeat counts once');
  await world.result(delivery, { outcome: 'failed' });
  const body = { machine_name: 'third', platform: 'linux', agent_version: '1' };
  assert.equal((await world.user.call('POST /api/agent/enrol', { body })).server.mark, 1);
  const { user_code, device_code } = await world.app.client()('POST /api/agent/pairings', { body });
  await world.user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  const paired = await world.app.client()('POST /api/agent/pairings/token', { body: { device_code } });
  assert.equal(paired.status === 'connected' && paired.server.mark, 1);
  await send(world, '/p/two');
  const { server } = await ask(other, { mark: 1, epoch }, { path: '/p/three' });
  assert.deepEqual(server, { ...world.app.deps.identity, mark: 2 });
  assert.equal(await freezeOf(world), null);
});

engineTest(
  'a copy is noticed by a machine that sent nothing, before anybody is handed out',
  async (world) => {
    const other = await twoMachines(world);
    const { pool } = world.app.database;
    const copy = await saveTables(pool, world.app.clock.now());
    await send(world);
    const { mark, epoch } = (await ask(other, {}, { path: '/p/three' })).server;
    await putTablesBack(pool, copy, world.app.clock.now());
    const { deliveries, server } = await ask(other, { mark, epoch });
    assert.deepEqual(deliveries, []);
    assert.ok(server.epoch > epoch);
    assert.equal(server.mark, mark, 'the mark is as high as the one that was named');
    const freeze = await freezeOf(world);
    assert.deepEqual(freeze?.missing.map(({ machine_name }) => machine_name).toSorted(), [
      'laptop',
      'studio',
    ]);
    assert.deepEqual((await ask(other, { mark, epoch })).server, server, 'it is noticed once');
  },
);

engineTest('the same copy put back a second time is noticed by the newer epoch alone', async (world) => {
  const other = await twoMachines(world);
  const { pool } = world.app.database;
  const copy = await saveTables(pool, world.app.clock.now());
  await send(world);
  const first = (await ask(other, {}, { path: '/p/three' })).server;
  await putTablesBack(pool, copy, world.app.clock.now());
  const frozen = (await ask(other, { mark: first.mark, epoch: first.epoch })).server;
  await world.user.call('POST /api/freeze/end', { body: { anyway: true } });
  await putTablesBack(pool, copy, world.app.clock.now());
  const { deliveries, server } = await ask(other, { epoch: frozen.epoch });
  assert.deepEqual(deliveries, []);
  assert.ok(server.epoch > frozen.epoch, 'an epoch that none of its agents has met');
  assert.notEqual(await freezeOf(world), null);
});

engineTest(
  'a copy that is noticed again begins an epoch that nobody has met, whoever notices it',
  async (world) => {
    const other = await twoMachines(world);
    const { pool } = world.app.database;
    const copy = await saveTables(pool, world.app.clock.now());
    await send(world);
    const { mark, epoch } = (await ask(other, {}, { path: '/p/three' })).server;
    await putTablesBack(pool, copy, world.app.clock.now());
    const met = (await ask(world.agent, { mark, epoch })).server;
    await putTablesBack(pool, copy, world.app.clock.now());
    world.turn(2);
    assert.ok((await ask(other, { mark, epoch })).server.epoch > met.epoch, 'the other one has not met that');
  },
);

engineTest('a copy of a frozen user is noticed by a machine that has merged since', async (world) => {
  const other = await twoMachines(world);
  const { pool } = world.app.database;
  const { epoch } = world.app.deps.identity;
  await pool.query('update users set frozen_at = $1, epoch = $2', [world.app.clock.now(), epoch + 5]);
  const { server } = await ask(other, { epoch });
  assert.equal((await ask(other, { epoch: server.epoch })).server.epoch, server.epoch, 'it merges now');
  assert.equal((await ask(other, { epoch: server.epoch, merged: epoch })).server.epoch, server.epoch);
  await other.call('POST /api/agent/merged', { body: { epoch: server.epoch } });
  const known = { epoch: server.epoch, merged: server.epoch };
  assert.equal((await ask(other, known)).server.epoch, server.epoch, 'nothing is forgotten');
  await pool.query('update agents set merged_epoch = null');
  const again = (await ask(other, known)).server;
  assert.ok(again.epoch > server.epoch, 'an epoch for which it merges once more');
  await world.user.call('POST /api/freeze/end', { body: { anyway: true } });
  assert.equal((await ask(other, { ...known, epoch: again.epoch })).server.epoch, again.epoch);
  const merged = { epoch: again.epoch, merged: again.epoch };
  assert.equal((await ask(other, merged)).server.epoch, again.epoch, 'nobody waits for it');
});

engineTest('grants of a profile that the database does not have freeze as well', async (world) => {
  await twoMachines(world);
  const { epoch } = world.app.deps.identity;
  const profiles = [{ profile_id: 1_000_000, grant_number: 1 }];
  await ask(world.agent, { epoch: epoch - 1, profiles });
  assert.equal(await freezeOf(world), null, 'of an earlier epoch');
  assert.deepEqual((await ask(world.agent, { epoch, profiles })).deliveries, []);
  assert.notEqual(await freezeOf(world), null);
});

engineTest('a machine that comes after an announced restore begins no further one', async (world) => {
  const other = await twoMachines(world);
  const { pool } = world.app.database;
  const { epoch } = world.app.deps.identity;
  await pool.query('update users set frozen_at = $1, epoch = $2', [world.app.clock.now(), epoch + 5]);
  const { server } = await ask(other, { mark: 7, epoch });
  assert.deepEqual([server.epoch, server.mark], [epoch + 5, 7]);
  await other.call('POST /api/agent/merged', { body: { epoch: server.epoch } });
  assert.equal((await ask(other, { mark: 7, epoch: epoch + 5 })).server.epoch, epoch + 5);
  const again = (await ask(other, { mark: 9, epoch: epoch + 5 })).server;
  assert.ok(again.epoch > epoch + 5, 'a copy of the frozen database has forgotten who merged');
});

engineTest(
  'an agent that names nothing is served as ever, and a lying one stops its own user only',
  async (world) => {
    const other = await twoMachines(world);
    assert.equal((await ask(world.agent, {})).deliveries.length, 1);
    const most = Number.MAX_SAFE_INTEGER;
    for (let time = 0; time < 2; time += 1) {
      const { server } = await ask(other, { mark: most, epoch: most, profiles: [] });
      assert.ok(Number.isSafeInteger(server.epoch + 1) && Number.isSafeInteger(server.mark + 1));
    }
  },
);

engineTest('a poll that waits while the connection breaks is answered without work', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  const answer = ask(world.agent, {}, { wait: 50 });
  await untilPollsSleep(world.app.clock);
  const { continuity } = world.app.deps;
  await world.app.database.pool.query(
    `update campaigns set status = 'running', mark = 1000000000 where id = $1`,
    [campaign],
  );
  (continuity as typeof continuity & { noteBreak(): void }).noteBreak();
  assert.deepEqual((await answer).deliveries, []);
  await world.app.database.pool.query(`update campaigns set status = 'pending', mark = null where id = $1`, [
    campaign,
  ]);
});

engineTest('after a start deliveries wait for the machines that were granted something', async (world) => {
  const other = await twoMachines(world);
  await send(world);
  const { app } = world;
  await usingNextServer(world, async (later) => {
    const laptop = later.client(other.token);
    const studio = later.client(world.agent.token);
    assert.deepEqual((await ask({ call: laptop }, {})).deliveries, [], 'the studio has not called');
    const waiting = ask({ call: laptop }, {}, { wait: 50 });
    await untilPollsSleep(app.clock);
    await ask({ call: studio }, {}, { path: '/p/three' });
    assert.equal((await waiting).deliveries.length, 1, 'its call wakes who waited for it');
  });
});

engineTest('a machine that stays away is waited for until a minute is over', async (world) => {
  const other = await twoMachines(world);
  await send(world);
  await usingNextServer(world, async (later) => {
    const waiting = ask({ call: later.client(other.token) }, {}, { wait: 50 });
    await untilPollsSleep(world.app.clock);
    world.turn(50);
    assert.deepEqual((await waiting).deliveries, []);
    const next = ask({ call: later.client(other.token) }, {}, { wait: 50 });
    await until('a call that waits for the end of the minute', () => world.app.clock.sleepingFor(9_000) > 0);
    world.turn(10);
    assert.equal((await next).deliveries.length, 1);
  });
});

engineTest('one that was granted nothing for a month keeps nobody waiting', async (world) => {
  const other = await twoMachines(world);
  await send(world);
  await letDaysPass(world, 31);
  await usingNextServer(world, async (later) => {
    assert.equal((await ask({ call: later.client(other.token) }, {})).deliveries.length, 1);
  });
});

test('browsers hear that an agent has frozen its user, and that sending goes on', async (t) => {
  const world = await startWorld(t);
  const { app, user } = world;
  const campaign = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('one')],
  });
  await world.start(campaign);
  const browser = connect(t, app.url, user.token);
  await next(browser, 'connect');
  await join(browser, user.id);
  const told = () => Promise.all([next(browser, 'user_update'), next(browser, 'campaign_update')]);
  const status = { campaign_id: campaign, status: 'running' };
  let heard = told();
  await ask(world.agent, { mark: 7 });
  assert.deepEqual(await heard, [{ user_id: user.id }, status]);
  heard = told();
  await user.call('POST /api/freeze/end', { body: { anyway: true } });
  assert.deepEqual(await heard, [{ user_id: user.id }, status]);
});

import assert from 'node:assert/strict';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { copyOf, putBackTo, repeat, sendNext } from '../../testing/put-back.ts';
import { now, reader, readReplies, requests, since, tell, wroteTo } from '../../testing/reading-world.ts';

const HOUR = 3_600;

const merged = (world: World) =>
  world.agent.call('POST /api/agent/merged', { body: { epoch: world.app.deps.identity.epoch } });

const readAt = async (world: World) =>
  (await world.app.database.pool.query('select replies_read_at from profiles')).rows[0].replies_read_at;

/** A profile whose replies were read before the backup, and that wrote to bo after it. */
async function restored(world: World) {
  const shop = await reader(world);
  await wroteTo(world, ['ada'], shop);
  await readReplies(world);
  const [first] = await requests(world);
  assert.ok(first);
  await tell(world, first.id, 'result', [{}]);
  const list = await world.list(['bo']);
  await world.start(await world.campaign({ list, profiles: [shop], name: 'Second' }));
  world.turn(HOUR);
  const copy = await copyOf(world);
  const bo = await sendNext(world);
  world.turn(HOUR);
  const stop = { person: 'bo', at: now(world), text: 'stop' };
  world.turn(HOUR);
  await putBackTo(world, copy);
  return { bo, stop, backupAt: copy.at };
}

engineTest('a machine that has merged reads the replies of the time that was forgotten', async (world) => {
  const { bo, stop, backupAt } = await restored(world);
  await repeat(world, bo);
  await merged(world);
  const [again, ...others] = await requests(world);
  assert.ok(again);
  assert.deepEqual(others, []);
  assert.ok(Date.parse(since(again)[0] ?? '') < backupAt.getTime());
  await tell(world, again.id, 'result', [{ replies: [stop] }]);
  const { do_not_contact } = await world.user.call('GET /api/do-not-contact');
  assert.deepEqual(
    do_not_contact.map(({ recipient }) => recipient),
    ['bo'],
  );
  assert.equal(await readAt(world), now(world));
  await merged(world);
  assert.deepEqual(await requests(world), [], 'it merges once');
});

engineTest('what is read before the machine has merged is read again', async (world) => {
  const { bo, stop, backupAt } = await restored(world);
  const before = await readAt(world);
  await readReplies(world);
  const [early] = await requests(world);
  assert.ok(early);
  await tell(world, early.id, 'result', [{ replies: [stop], is_cut: true }]);
  assert.equal(await readAt(world), before);
  assert.deepEqual(await requests(world), [], 'it is not gone on with');
  await repeat(world, bo);
  await merged(world);
  assert.ok(Date.parse(await readAt(world)) <= backupAt.getTime());
  const [again] = await requests(world);
  assert.ok(again);
  await tell(world, again.id, 'result', [{ replies: [stop] }]);
  assert.equal((await world.user.call('GET /api/do-not-contact')).do_not_contact.length, 1);
});

engineTest('nothing is read by itself where no replies were ever read', async (world) => {
  const shop = await reader(world);
  const list = await world.list(['ada']);
  await world.start(await world.campaign({ list, profiles: [shop] }));
  const copy = await copyOf(world);
  const ada = await sendNext(world);
  await putBackTo(world, copy);
  await repeat(world, ada);
  await merged(world);
  assert.deepEqual(await requests(world), []);
});

engineTest('a machine that starts where nothing was restored lately reads nothing again', async (world) => {
  const { bo } = await restored(world);
  await repeat(world, bo);
  await world.app.database.pool.query("update freezes set backup_at = backup_at - interval '31 days'");
  await merged(world);
  assert.deepEqual(await requests(world), []);
});

engineTest('what was read before anybody noticed the copy is read again', async (world) => {
  const { bo, stop, backupAt } = await restored(world);
  const freeze = (at: Date | null) => world.app.database.pool.query('update users set frozen_at = $1', [at]);
  await freeze(null);
  await readReplies(world);
  const [early] = await requests(world);
  assert.ok(early);
  await tell(world, early.id, 'result', [{ replies: [stop] }]);
  assert.equal(await readAt(world), now(world));
  await freeze(world.app.clock.now());
  await repeat(world, bo);
  await merged(world);
  assert.ok(Date.parse(await readAt(world)) <= backupAt.getTime());
});

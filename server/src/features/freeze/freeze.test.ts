import assert from 'node:assert/strict';
import { requeueDeletedCampaigns } from '../../engine/requeue/requeue.ts';
import { createWorld, engineTest, type World } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';

const NOTHING_HELD = { deliveries: [], requests: [] };

async function started(world: World) {
  const profile = await world.profile('one');
  await world.start(await world.campaign({ list: await world.list(['ada', 'bo']), profiles: [profile] }));
  return profile;
}

/** A work call at the start of an agent that knows of this grant. */
async function sayGrant(world: World, grant: { epoch: number; profile_id: number; grant_number: number }) {
  const { epoch, ...profile } = grant;
  return world.agent.call('POST /api/agent/work', {
    body: {
      capacity: 1,
      wait_seconds: 0,
      profile_paths: ['/p/one'],
      holding: NOTHING_HELD,
      grants: { epoch, profiles: [profile] },
    },
  });
}

const freezeOf = async ({ user }: World) => (await user.call('GET /api/freeze')).freeze;

engineTest('what is leased is not begun and nothing is handed out while frozen', async (world) => {
  await started(world);
  const [delivery] = await world.work();
  assert.ok(delivery);
  await world.app.database.pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
  assert.equal((await refusal(world.begin(delivery))).code, 'frozen');
  assert.deepEqual(await world.work(), []);
  await world.user.call('POST /api/freeze/end', { body: { anyway: true } });
  await world.begin((await world.work())[0] ?? delivery);
});

engineTest('a grant that this database never gave freezes its user, and nobody else', async (world) => {
  const profile_id = await started(world);
  const other = await createWorld(world.app);
  const { epoch } = world.app.deps.identity;
  const { grant_number } = await world.sending();
  assert.equal(grant_number, 1);
  await sayGrant(world, { epoch, profile_id, grant_number });
  assert.equal(await freezeOf(world), null, 'a grant that is known');
  await sayGrant(world, { epoch: epoch - 1, profile_id, grant_number: 2 });
  assert.equal(await freezeOf(world), null, 'a grant of an earlier epoch');

  const { server, deliveries } = await sayGrant(world, { epoch, profile_id, grant_number: 2 });
  assert.deepEqual(deliveries, []);
  assert.ok(server.epoch > epoch);
  const freeze = await freezeOf(world);
  assert.equal(freeze?.backup_at, null);
  assert.deepEqual(
    freeze?.missing.map(({ machine_name }) => machine_name),
    ['studio'],
  );
  assert.equal(await freezeOf(other), null);
});

engineTest('who was messaged is kept only once it is known who that is', async (world) => {
  const profile_id = await started(world);
  const { epoch } = world.app.deps.identity;
  await sayGrant(world, { epoch, profile_id, grant_number: 2 });
  const [campaign] = (await world.user.call('GET /api/campaigns')).campaigns;
  const params = { id: campaign?.id ?? 0 };
  const remove = () => world.user.call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: true } });
  const refused = await refusal(remove());
  assert.equal(refused.status, 409);
  assert.match(refused.message, /^A backup was restored/);
  await world.user.call('POST /api/freeze/end', { body: { anyway: true } });
  await remove();
  assert.equal((await world.user.call('GET /api/campaigns')).campaigns.length, 0);
});

engineTest('whom a campaign deleted before keeps is settled after the freeze', async (world) => {
  await started(world);
  await world.work();
  const [campaign] = (await world.user.call('GET /api/campaigns')).campaigns;
  const params = { id: campaign?.id ?? 0 };
  await world.user.call('DELETE /api/campaigns/{id}', { params, body: { keep_sent: true } });
  const { pool } = world.app.database;
  await pool.query('update users set frozen_at = $1', [world.app.clock.now()]);
  const left = async () => {
    await requeueDeletedCampaigns(world.app.deps);
    return (await pool.query('select from deliveries')).rowCount;
  };
  assert.equal(await left(), 1);
  await world.user.call('POST /api/freeze/end', { body: { anyway: true } });
  assert.equal(await left(), 0);
});

engineTest('sending goes on when every machine has merged, or when the owner says so', async (world) => {
  const profile_id = await started(world);
  const removed = await enrolMachine(world.app, world.user, 'laptop');
  await world.user.call('DELETE /api/agents/{id}', { params: { id: removed.agent_id } });
  const { epoch } = world.app.deps.identity;
  const { server } = await sayGrant(world, { epoch, profile_id, grant_number: 7 });
  const end = (anyway: boolean) => world.user.call('POST /api/freeze/end', { body: { anyway } });
  const merged = (said: number) => world.agent.call('POST /api/agent/merged', { body: { epoch: said } });
  await assert.rejects(merged(epoch), /no longer the epoch/);
  assert.equal((await refusal(end(false))).code, 'machines_missing');
  await merged(server.epoch);
  await end(false);
  assert.equal(await freezeOf(world), null);
  assert.equal((await world.work()).length, 1);

  await sayGrant(world, { epoch: server.epoch, profile_id, grant_number: 9 });
  await end(true);
  assert.equal(await freezeOf(world), null);
});

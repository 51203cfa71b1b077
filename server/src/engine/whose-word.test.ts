import assert from 'node:assert/strict';
import { assertEngineInvariants } from '../testing/engine-invariants.ts';
import { addNames, type Delivery, engineTest, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';

const ANOTHER_SERVER = '00000000-0000-4000-8000-000000000001';

async function started(world: World, { profiles = ['one'] } = {}) {
  const list = await world.list(['ada', 'bo']);
  const ids: number[] = [];
  for (const name of profiles) ids.push(await world.profile(name));
  const campaign = await world.campaign({ list, profiles: ids });
  await world.start(campaign);
  return { list, campaign };
}

function report(world: World, delivery: Pick<Delivery, 'campaign_id' | 'recipient_id'>, server_id?: string) {
  const { campaign_id, recipient_id } = delivery;
  return world.agent.call('POST /api/agent/deliveries/{token}/result', {
    params: { token: crypto.randomUUID() },
    body: { campaign_id, recipient_id, outcome: 'sent', ...(server_id && { server_id }) },
  });
}

async function isStale(call: Promise<unknown>): Promise<void> {
  assert.equal((await refusal(call)).code, 'stale');
}

/** Makes the database what a backup from before the claim has. */
async function forget(world: World): Promise<void> {
  await world.app.database.pool.query(`
    delete from deliveries;
    update campaign_progress set in_work = 0, cursor = 0;
    update recipients set campaign_id = null;
    update profiles set lease_token = null, lease_until = null, lease_campaign_id = null, lease_recipient_id = null,
      lease_agent_id = null`);
}

async function idOf(world: World, name: string): Promise<number> {
  const found = await world.app.database.pool.query('select id from recipients where recipient = $1', [name]);
  return found.rows[0].id;
}

engineTest('a sent whose row a restore lost is believed with the id of this server only', async (world) => {
  const { list, campaign } = await started(world);
  const delivery = await world.sending();
  await forget(world);
  await isStale(report(world, delivery));
  await isStale(report(world, delivery, ANOTHER_SERVER));
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending' });
  assert.equal((await report(world, delivery, world.app.deps.identity.id)).state, 'sent');
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'pending' });
  assert.equal((await world.details(campaign)).total_sent, 1);
  assert.equal((await world.work())[0]?.recipient, 'bo');
});

engineTest('it is believed only for a recipient that the list had at the start', async (world) => {
  const other = await world.list(['di']);
  const { list, campaign } = await started(world);
  const ours = world.app.deps.identity.id;
  await addNames(world.app, { user_id: world.user.id, list, names: ['cy'] });
  for (const name of ['cy', 'di'])
    await isStale(report(world, { campaign_id: campaign, recipient_id: await idOf(world, name) }, ours));
  await isStale(report(world, { campaign_id: campaign, recipient_id: 999_999 }, ours));
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending', cy: 'pending' });
  assert.deepEqual(await world.names(other), { di: 'pending' });
});

engineTest('it is believed where the recipient was made pending again before it was told', async (world) => {
  const list = await world.list(['ada', 'bo']);
  world.turn(1);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const ada = await world.sending();
  await forget(world);
  const params = { id: ada.recipient_id };
  for (const status of ['failed', 'pending'] as const)
    await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status } });
  assert.equal((await report(world, ada, world.app.deps.identity.id)).state, 'sent');
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'pending' });
  assert.equal((await world.details(campaign)).total_sent, 1);
});

engineTest('it is believed where the restore lost the start of the campaign', async (world) => {
  const { list, campaign } = await started(world);
  const ada = await world.sending();
  await forget(world);
  await world.app.database.pool.query(`
    update campaigns set status = 'pending', mark = null, started_at = null;
    update campaign_progress set total_list = 0`);
  assert.equal((await report(world, ada, world.app.deps.identity.id)).state, 'sent');
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'pending' });
  await world.start(campaign);
  assert.deepEqual(
    (await world.work()).map(({ recipient }) => recipient),
    ['bo'],
  );
});

engineTest("another server's journal settles nothing, even where the ids meet", async (world) => {
  await started(world);
  const delivery = await world.sending();
  await isStale(report(world, delivery, ANOTHER_SERVER));
  assert.equal((await report(world, delivery, world.app.deps.identity.id)).state, 'sent');
});

/** What an agent says of somebody under the token of another delivery. */
async function lie(
  world: World,
  { token, campaign_id }: Delivery,
  name: string,
  outcome: 'sent' | 'unknown',
) {
  const server_id = world.app.deps.identity.id;
  return world.agent.call('POST /api/agent/deliveries/{token}/result', {
    params: { token },
    body: { campaign_id, recipient_id: await idOf(world, name), outcome, server_id },
  });
}

engineTest("a sent under somebody else's lease is believed, and the lease stays theirs", async (world) => {
  const { list } = await started(world);
  const ada = await world.sending();
  assert.equal((await lie(world, ada, 'bo', 'sent')).state, 'sent');
  await assertEngineInvariants(world.app.database.pool);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'sent' });
  assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
});

engineTest("an unknown under somebody else's lease says nothing of anybody else", async (world) => {
  const { list } = await started(world);
  const ada = await world.sending();
  await isStale(lie(world, ada, 'bo', 'unknown'));
  assert.equal((await world.result(ada, { outcome: 'unknown' })).state, 'uncertain');
  assert.deepEqual(await world.names(list), { ada: 'failed', bo: 'pending' });
});

engineTest("a row keeps its own token under somebody else's lease", async (world) => {
  await started(world, { profiles: ['one', 'two'] });
  const [ada, bo] = await world.work();
  assert.ok(ada && bo);
  await lie(world, ada, 'bo', 'sent');
  await assertEngineInvariants(world.app.database.pool);
  // Of its own lease it is a repeat.
  assert.equal((await world.result(bo, { outcome: 'sent' })).state, 'sent');
});

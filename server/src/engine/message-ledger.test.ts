import assert from 'node:assert/strict';
import { addNames, type Delivery, engineTest, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { requeueDeletedCampaigns } from './requeue/requeue.ts';
import { forgetDeletedDeliveries } from './requeue/requeue-queries.ts';
import { sweepLeases } from './sweep.ts';

const DAY = 86_400;
const LEASE_OVER = 301;

function setDays(world: World, never_twice_days: number | null) {
  const body = { max_retries: 1, delay_start: 350, delay_end: 450, never_twice_days };
  return world.user.call('PUT /api/settings', { body });
}

let profiles = 0;

/** A running campaign to these people, in a list and by a profile of its own. */
async function started(world: World, names: string[], name: string) {
  profiles += 1;
  const list = await world.list(names);
  const path = `p${profiles}`;
  const campaign = await world.campaign({ list, profiles: [await world.profile(path)], name });
  await world.start(campaign);
  return { list, campaign, paths: [`/p/${path}`] };
}

/** The one delivery of the campaign, begun. */
async function begun(world: World, { paths }: { paths: string[] }): Promise<Delivery> {
  const [delivery] = await world.work({ paths });
  assert.ok(delivery, 'nobody is handed out');
  await world.begin(delivery);
  return delivery;
}

/** What a later campaign to the person alone makes of them. */
async function laterCampaign(world: World, recipient: string): Promise<string> {
  const later = await started(world, [recipient], 'Later');
  const [delivery] = await world.work({ paths: later.paths });
  if (delivery)
    return (await world.begin(delivery).then(
      () => 'written to',
      async () => 'refused at begin',
    )) as string;
  const { status, logs } = await world.details(later.campaign);
  return `${status}: ${logs.find(({ action }) => action === 'skipped')?.message}`;
}

const settle = (world: World, id: number, outcome: 'sent' | 'not_sent') =>
  world.user.call('POST /api/campaigns/{id}/recipients/settle', { params: { id }, body: { outcome } });

/** Deletes the campaign and has its people put back. */
async function remove(world: World, id: number) {
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id }, body: {} });
  await requeueDeletedCampaigns(world.app.deps);
}

const UNCLEAR = 'completed: Messaged already (unclear), on 12-09-2026';
const SURE = 'completed: Messaged already, on 12-09-2026';

engineTest('who may have got a message when the agent died is not written to again', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  await begun(world, first);
  world.turn(LEASE_OVER);
  await sweepLeases(world.app.deps);
  const { messaged } = await world.user.call('GET /api/lists/{id}/messaged', { params: { id: first.list } });
  assert.equal(messaged, 0, 'ada is not pending in that list');
  const second = await world.list(['ada']);
  const counted = await world.user.call('GET /api/lists/{id}/messaged', { params: { id: second } });
  assert.equal(counted.messaged, 1);
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
});

engineTest('who is unclear by the word of the agent is not written to again', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  await world.result(await begun(world, first), { outcome: 'unknown' });
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
  await settle(world, first.campaign, 'sent');
  assert.equal(await laterCampaign(world, 'ada'), SURE);
});

engineTest('a lease that no server ended counts as unclear all the same', async (world) => {
  await setDays(world, 90);
  await begun(world, await started(world, ['ada'], 'First'));
  world.turn(LEASE_OVER + 60);
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
});

engineTest('whoever certainly got nothing may be written to', async (world) => {
  await setDays(world, 90);
  for (const [name, settles] of [
    ['ada', 'failed'],
    ['bo', 'not_found'],
    ['cy', 'late failed'],
    ['di', 'not sent'],
  ] as const) {
    const first = await started(world, [name], name);
    const delivery = await begun(world, first);
    if (settles === 'failed' || settles === 'not_found') await world.result(delivery, { outcome: settles });
    else {
      await world.result(delivery, { outcome: 'unknown' });
      if (settles === 'not sent') await settle(world, first.campaign, 'not_sent');
      else await world.result(delivery, { outcome: 'failed' });
    }
    assert.equal(await laterCampaign(world, name), 'written to', `${name} ${settles}`);
  }
});

engineTest('what certainly did not arrive leaves the message of before', async (world) => {
  await setDays(world, 90);
  await world.result(await begun(world, await started(world, ['ada'], 'First')), { outcome: 'sent' });
  await setDays(world, 10);
  world.turn(11 * DAY);
  const second = await started(world, ['ada'], 'Second');
  const delivery = await begun(world, second);
  await setDays(world, 90);
  await world.result(delivery, { outcome: 'unknown' });
  await settle(world, second.campaign, 'not_sent');
  assert.equal(await laterCampaign(world, 'ada'), SURE);
});

engineTest('an older message that is told late does not hide a newer one', async (world) => {
  const first = await started(world, ['ada'], 'First');
  const older = await begun(world, first);
  await world.result(older, { outcome: 'unknown' });
  world.turn(5 * DAY);
  await world.result(await begun(world, await started(world, ['ada'], 'Second')), { outcome: 'sent' });
  await world.result(older, { outcome: 'sent' });
  await setDays(world, 4);
  world.turn(3 * DAY);
  assert.equal(await laterCampaign(world, 'ada'), 'completed: Messaged already, on 17-09-2026');
});

engineTest('of two campaigns to one person the end of one leaves the other under way', async (world) => {
  const one = await begun(world, await started(world, ['ada'], 'First'));
  const two = await begun(world, await started(world, ['ada'], 'Second'));
  await setDays(world, 90);
  await world.result(one, { outcome: 'failed' });
  assert.equal(await laterCampaign(world, 'ada'), 'refused at begin');
  await world.result(two, { outcome: 'unknown' });
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
});

engineTest('a begin to one person leaves an earlier one of another campaign under way', async (world) => {
  await begun(world, await started(world, ['ada'], 'First'));
  const two = await begun(world, await started(world, ['ada'], 'Second'));
  await setDays(world, 90);
  await world.result(two, { outcome: 'failed' });
  assert.equal(await laterCampaign(world, 'ada'), 'refused at begin');
});

engineTest('two outcomes for one person that are recorded together both count', async (world) => {
  const first = await started(world, ['ada'], 'First');
  const one = await begun(world, first);
  const two = await begun(world, await started(world, ['ada'], 'Second'));
  const bo = await begun(world, await started(world, ['bo'], 'Third'));
  const { database } = world.app;
  const said = await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [world.user.id]);
    const earlier = world.result(bo, { outcome: 'sent' });
    await waitForLockWaits(database, 1);
    // They wait for the first, and are recorded together after it.
    const both = [world.result(one, { outcome: 'unknown' }), world.result(two, { outcome: 'failed' })];
    await world.user.call('GET /api/campaigns');
    return [earlier, ...both];
  });
  await Promise.all(said);
  await setDays(world, 90);
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
  await settle(world, first.campaign, 'not_sent');
  assert.equal(await laterCampaign(world, 'ada'), 'written to');
});

engineTest('who was deleted from the list before the word came is known all the same', async (world) => {
  await setDays(world, 90);
  const { list, campaign, paths } = await started(world, ['ada'], 'First');
  const delivery = await begun(world, { paths });
  world.turn(LEASE_OVER);
  await sweepLeases(world.app.deps);
  await settle(world, campaign, 'not_sent');
  await world.user.call('DELETE /api/recipients/{id}', { params: { id: delivery.recipient_id } });
  await addNames(world.app, { user_id: world.user.id, list, names: ['ada'] });
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  assert.equal(await laterCampaign(world, 'ada'), SURE);
  const { logs } = await world.details(campaign);
  assert.equal(logs.at(-1)?.recipient, 'ada', 'the log names them too');
});

engineTest('a sent that comes after its campaign was deleted is believed', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  const delivery = await begun(world, first);
  world.turn(LEASE_OVER);
  await sweepLeases(world.app.deps);
  await settle(world, first.campaign, 'not_sent');
  await remove(world, first.campaign);
  await world.user.call('DELETE /api/lists/{id}', { params: { id: first.list } });
  // It counts from when it was begun.
  world.turn(2 * DAY);
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  assert.equal(
    (await world.result(delivery, { outcome: 'sent' })).state,
    'sent',
    'a repeat is answered alike',
  );
  assert.equal(await laterCampaign(world, 'ada'), SURE);
  world.turn(DAY);
  await setDays(world, 3);
  assert.equal(await laterCampaign(world, 'ada'), 'written to');
});

engineTest('a word that names another server changes nothing of a deleted campaign', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  const delivery = await begun(world, first);
  await world.result(delivery, { outcome: 'failed' });
  await remove(world, first.campaign);
  const said = { outcome: 'sent', server_id: crypto.randomUUID() } as const;
  assert.equal((await refusal(world.result(delivery, said))).code, 'stale');
  assert.equal(await laterCampaign(world, 'ada'), 'written to');
});

engineTest('an unknown of a deleted campaign leaves its person unclear', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  const delivery = await begun(world, first);
  await world.result(delivery, { outcome: 'failed' });
  await remove(world, first.campaign);
  assert.equal((await world.result(delivery, { outcome: 'unknown' })).state, 'uncertain');
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
});

engineTest('a failed of a deleted campaign takes back what was unclear, by its own token', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  const delivery = await begun(world, first);
  await world.result(delivery, { outcome: 'unknown' });
  await remove(world, first.campaign);
  const other = { ...delivery, token: crypto.randomUUID() };
  assert.equal((await refusal(world.result(other, { outcome: 'failed' }))).code, 'stale');
  assert.equal(await laterCampaign(world, 'ada'), UNCLEAR);
  assert.equal((await world.result(delivery, { outcome: 'failed' })).state, 'failed');
  assert.equal(await laterCampaign(world, 'ada'), 'written to');
});

engineTest('what the owner settled before the deletion is not unclear again', async (world) => {
  await setDays(world, 90);
  const first = await started(world, ['ada'], 'First');
  const delivery = await begun(world, first);
  await world.result(delivery, { outcome: 'unknown' });
  await settle(world, first.campaign, 'not_sent');
  await remove(world, first.campaign);
  assert.equal((await refusal(world.result(delivery, { outcome: 'unknown' }))).code, 'stale');
  assert.equal(await laterCampaign(world, 'ada'), 'written to');
});

engineTest(
  'without a trace of the delivery only this server and its own people are believed',
  async (world) => {
    await setDays(world, 90);
    const first = await started(world, ['ada'], 'First');
    const delivery = await begun(world, first);
    await world.result(delivery, { outcome: 'failed' });
    await remove(world, first.campaign);
    await world.app.database.pool.query('delete from deleted_deliveries');
    const { id } = world.app.deps.identity;
    for (const [call, of] of [
      [{ ...delivery }, {}],
      [{ ...delivery }, { server_id: crypto.randomUUID() }],
      [{ ...delivery, recipient_id: 987_654 }, { server_id: id }],
    ] as const)
      assert.equal((await refusal(world.result(call, { outcome: 'sent', ...of }))).code, 'stale');
    assert.equal((await world.result(delivery, { outcome: 'sent', server_id: id })).state, 'sent');
    assert.equal(await laterCampaign(world, 'ada'), SURE);
  },
);

engineTest('a word of a deleted campaign is awaited for thirty days', async (world) => {
  const first = await started(world, ['ada'], 'First');
  const delivery = await begun(world, first);
  await world.result(delivery, { outcome: 'unknown' });
  await remove(world, first.campaign);
  const forget = () =>
    world.app.deps.asSystem('forget deleted deliveries', (tx) =>
      forgetDeletedDeliveries(tx, world.app.clock.now()),
    );
  world.turn(30 * DAY - 1);
  await forget();
  assert.equal((await world.result(delivery, { outcome: 'sent' })).state, 'sent');
  world.turn(2);
  await forget();
  assert.equal((await refusal(world.result(delivery, { outcome: 'sent' }))).code, 'stale');
});

import assert from 'node:assert/strict';
import type { Settlement } from '@pigeonpost/contract/campaigns';
import type { Answer } from '@pigeonpost/contract/client';
import { engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { sweepLeases } from '../sweep.ts';

type Settled = Answer<'POST /api/campaigns/{id}/recipients/settle'>;

function settle(
  world: World,
  id: number,
  body: { outcome: Settlement; recipient_ids?: number[]; after_id?: number },
): Promise<Settled> {
  return world.user.call('POST /api/campaigns/{id}/recipients/settle', { params: { id }, body });
}

/** A campaign in which nobody knows what became of the first names. */
async function unclear(world: World, names: string[], count: number) {
  const list = await world.list(names);
  const parts = { list, profiles: [await world.profile('shop')] };
  const campaign = await world.campaign(parts);
  await world.start(campaign);
  const deliveries = [];
  for (let each = 0; each < count; each += 1) {
    const delivery = await world.sending();
    await world.result(delivery, { outcome: 'unknown' });
    deliveries.push(delivery);
    world.turn(PACE_SECONDS);
  }
  return { list, parts, campaign, deliveries };
}

const counters = async (world: World, campaign: number) => {
  const { status, total_list, total_sent, total_failed, total_uncertain } = await world.details(campaign);
  return [status, total_list, total_sent, total_failed, total_uncertain];
};

engineTest('what the owner says went out counts as sent, on its own day', async (world) => {
  const { campaign, list, deliveries } = await unclear(world, ['ada', 'bo', 'cy'], 2);
  world.turn(86_400);
  const recipient_ids = [deliveries[0]?.recipient_id ?? 0];
  assert.deepEqual(await settle(world, campaign, { outcome: 'sent', recipient_ids }), {
    settled: 1,
    last_id: null,
  });
  assert.deepEqual(await counters(world, campaign), ['running', 3, 1, 1, 1]);
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'failed', cy: 'pending' });
  const days = await world.app.database.pool.query(
    'select day, sent, failed, uncertain from daily_performance',
  );
  assert.deepEqual(days.rows, [{ day: '2026-09-12', sent: 1, failed: 1, uncertain: 1 }]);
  const line = (await world.details(campaign)).logs.at(-1);
  assert.deepEqual(
    [line?.action, line?.recipient, line?.message],
    ['message_sent', 'ada', 'You said that it went out'],
  );
  // A second tab decides otherwise, too late.
  assert.equal((await settle(world, campaign, { outcome: 'not_sent', recipient_ids })).settled, 0);
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'failed', cy: 'pending' });
});

engineTest('a campaign that failed has sent something when its owner says so', async (world) => {
  const { campaign } = await unclear(world, ['ada'], 1);
  assert.deepEqual(await counters(world, campaign), ['failed', 1, 0, 1, 1]);
  assert.equal((await settle(world, campaign, { outcome: 'sent' })).settled, 1);
  assert.deepEqual(await counters(world, campaign), ['completed', 1, 1, 0, 0]);
});

engineTest('what did not go out is tried again by its campaign, behind the line', async (world) => {
  const { campaign, list } = await unclear(world, ['ada', 'bo'], 1);
  assert.equal((await settle(world, campaign, { outcome: 'not_sent' })).settled, 1);
  assert.deepEqual(await counters(world, campaign), ['running', 2, 0, 0, 0]);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending' });
  assert.deepEqual(
    (await world.details(campaign)).logs.slice(-1).map(({ action, message }) => [action, message]),
    [['retry', 'You said that it did not go out: trying again']],
  );
  const bo = await world.sending();
  assert.equal(bo.recipient, 'bo');
  await world.result(bo, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const ada = await world.sending();
  assert.equal(ada.recipient, 'ada');
  await world.result(ada, { outcome: 'sent' });
  assert.deepEqual(await counters(world, campaign), ['completed', 2, 2, 0, 0]);
});

engineTest('a sent that comes late is believed, whatever its owner said', async (world) => {
  const { campaign, list, deliveries } = await unclear(world, ['ada', 'bo'], 1);
  const [ada] = deliveries;
  assert.ok(ada);
  await settle(world, campaign, { outcome: 'not_sent' });
  // The owner has settled this lease, so the agent's 'unknown' changes nothing.
  assert.equal((await refusal(world.result(ada, { outcome: 'unknown' }))).code, 'stale');
  assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'pending' });
  assert.deepEqual(await counters(world, campaign), ['running', 2, 1, 0, 0]);
  world.turn(PACE_SECONDS);
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.deepEqual(await counters(world, campaign), ['completed', 2, 2, 0, 0]);
});

engineTest('a sent that comes late ends the second try before it begins', async (world) => {
  const { campaign, deliveries } = await unclear(world, ['ada', 'bo'], 2);
  const [ada, bo] = deliveries;
  assert.ok(ada && bo);
  // Over: everybody was tried.
  await world.start((await again(world, campaign)).campaign);
  const [second] = await world.work();
  assert.equal(second?.recipient, 'ada');
  assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
  assert.ok(second);
  assert.equal((await refusal(world.begin(second))).code, 'gone');
  assert.deepEqual(await counters(world, campaign), ['completed', 2, 1, 1, 0]);
});

/** Says of all that they did not go out, and makes a campaign of its own for them. */
async function again(world: World, campaign: number) {
  const settled = await settle(world, campaign, { outcome: 'not_sent' });
  const { list_id, profiles_used } = await world.details(campaign);
  const next = { list: list_id ?? 0, profiles: profiles_used, name: 'Again' };
  return { settled, campaign: await world.campaign(next) };
}

engineTest('when the campaign is over, the names are pending for a later one', async (world) => {
  const { campaign, list } = await unclear(world, ['ada', 'bo'], 2);
  const later = await again(world, campaign);
  assert.equal(later.settled.settled, 2);
  assert.deepEqual(await counters(world, campaign), ['failed', 2, 0, 2, 0]);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending' });
  await world.start(later.campaign);
  assert.equal((await world.sending()).recipient, 'ada');
});

engineTest('a name that was settled joins no campaign that started without it', async (world) => {
  const { campaign, list } = await unclear(world, ['ada', 'bo'], 1);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  const other = await world.campaign({ list, profiles: [await world.profile('other')], name: 'Other' });
  await world.start(other);
  await settle(world, campaign, { outcome: 'not_sent' });
  const bo = await world.sending();
  assert.deepEqual([bo.recipient, bo.campaign_id], ['bo', other]);
  await world.result(bo, { outcome: 'sent' });
  assert.equal((await world.details(other)).status, 'completed');
  await world.start(campaign);
  assert.equal((await world.sending()).recipient, 'ada');
});

engineTest('a name that was taken over meanwhile is left alone', async (world) => {
  const { campaign, list, deliveries } = await unclear(world, ['ada', 'bo', 'cy'], 2);
  const [ada, bo] = deliveries.map(({ recipient_id }) => recipient_id);
  const params = { id: ada ?? 0 };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'not_found' } });
  await world.user.call('DELETE /api/recipients/{id}', { params: { id: bo ?? 0 } });
  assert.equal((await settle(world, campaign, { outcome: 'not_sent' })).settled, 2);
  assert.deepEqual(await world.names(list), { ada: 'not_found', cy: 'pending' });
  assert.deepEqual(await counters(world, campaign), ['running', 3, 0, 2, 0]);
  assert.equal((await world.sending()).recipient, 'cy');
});

engineTest('a name that is pending again is not taken out of the line by it', async (world) => {
  const { campaign, list, deliveries } = await unclear(world, ['ada'], 1);
  const params = { id: deliveries[0]?.recipient_id ?? 0 };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } });
  assert.equal((await settle(world, campaign, { outcome: 'not_sent' })).settled, 1);
  assert.deepEqual(await world.names(list), { ada: 'pending' });
  assert.deepEqual(await counters(world, campaign), ['failed', 1, 0, 1, 0]);
});

engineTest(
  'of two decisions at one moment one counts, and a result beside them settles once',
  async (world) => {
    const { campaign, deliveries } = await unclear(world, ['ada', 'bo'], 1);
    const [ada] = deliveries;
    assert.ok(ada);
    const answers = await Promise.all([
      settle(world, campaign, { outcome: 'sent' }),
      settle(world, campaign, { outcome: 'not_sent' }),
      settle(world, campaign, { outcome: 'not_sent' }),
      world.result(ada, { outcome: 'sent' }).then(() => ({ settled: 0 })),
    ]);
    assert.ok(answers.reduce((sum, { settled }) => sum + settled, 0) <= 1);
    const [, , sent, failed, uncertain] = await counters(world, campaign);
    assert.deepEqual([sent, failed, uncertain], [1, 0, 0]);
  },
);

engineTest('nothing is settled in a deleted campaign, nor in that of somebody else', async (world) => {
  const { campaign, list } = await unclear(world, ['ada', 'bo'], 1);
  const stranger = await world.app.signUp();
  const params = { id: campaign };
  for (const outcome of ['sent', 'not_sent'] as const) {
    const theirs = stranger.call('POST /api/campaigns/{id}/recipients/settle', { params, body: { outcome } });
    assert.equal((await refusal(theirs)).status, 404);
  }
  await world.user.call('DELETE /api/campaigns/{id}', { params, body: {} });
  for (const outcome of ['sent', 'not_sent'] as const)
    assert.equal((await refusal(settle(world, campaign, { outcome }))).status, 404);
  assert.deepEqual(await world.names(list), { ada: 'failed', bo: 'pending' });
});

engineTest('a lease that ended after begin is settled like a doubt of the agent', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('shop')] });
  await world.start(campaign);
  const ada = await world.sending();
  world.turn(301);
  await sweepLeases(world.app.deps);
  await settle(world, campaign, { outcome: 'not_sent' });
  assert.deepEqual(await counters(world, campaign), ['failed', 1, 0, 1, 0]);
  assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
  assert.deepEqual(await counters(world, campaign), ['completed', 1, 1, 0, 0]);
  assert.deepEqual(await world.names(list), { ada: 'sent' });
});

engineTest('whoever is tried again after settling is tried as often as anybody', async (world) => {
  const { campaign } = await unclear(world, ['ada', 'bo'], 1);
  await settle(world, campaign, { outcome: 'not_sent' });
  for (const [recipient, outcome] of [
    ['bo', 'sent'],
    ['ada', 'failed'],
    ['ada', 'sent'],
  ] as const) {
    const delivery = await world.sending();
    assert.equal(delivery.recipient, recipient);
    await world.result(delivery, { outcome });
    world.turn(PACE_SECONDS);
  }
  assert.deepEqual(await counters(world, campaign), ['completed', 2, 2, 0, 0]);
});

engineTest('whoever was made pending by hand and then settled as not sent is tried again', async (world) => {
  const { campaign, deliveries } = await unclear(world, ['ada', 'bo'], 1);
  const params = { id: deliveries[0]?.recipient_id ?? 0 };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } });
  await settle(world, campaign, { outcome: 'not_sent' });
  for (const recipient of ['bo', 'ada']) {
    const delivery = await world.sending();
    assert.equal(delivery.recipient, recipient);
    await world.result(delivery, { outcome: 'sent' });
    world.turn(PACE_SECONDS);
  }
  assert.deepEqual(await counters(world, campaign), ['completed', 2, 2, 0, 0]);
});

engineTest('more than 500 who are unclear are settled in several calls, each of them once', async (world) => {
  const names = Array.from({ length: 502 }, (_, n) => `somebody.${n}`);
  const { campaign, list } = await unclear(world, names, 1);
  await makeUnclear(world, 500);
  assert.deepEqual(await counters(world, campaign), ['running', 502, 0, 501, 501]);
  const first = await settle(world, campaign, { outcome: 'not_sent' });
  assert.equal(first.settled, 500);
  assert.ok(first.last_id);
  assert.deepEqual(await counters(world, campaign), ['running', 502, 0, 1, 1]);
  assert.deepEqual(await settle(world, campaign, { outcome: 'not_sent', after_id: first.last_id }), {
    settled: 1,
    last_id: null,
  });
  assert.deepEqual(await counters(world, campaign), ['running', 502, 0, 0, 0]);
  const { pool } = world.app.database;
  const { rows } = await pool.query('select pending, failed from lists where id = $1', [list]);
  assert.deepEqual(rows, [{ pending: 502, failed: 0 }]);
});

/** As many of the pending recipients become unclear like the one that is, in all that counts them. */
async function makeUnclear(world: World, count: number): Promise<void> {
  await world.app.database.pool.query(
    `with more as (
      insert into deliveries (user_id, campaign_id, recipient_id, recipient, profile_id, token, state, begun_at, ended_at, day)
      select d.user_id, d.campaign_id, r.id, r.recipient, d.profile_id, gen_random_uuid(), d.state, d.begun_at, d.ended_at, d.day
      from deliveries d, lateral (
        select * from recipients where status = 'pending' order by position limit $1) r
      returning recipient_id),
    named as (
      update recipients set status = 'failed', campaign_id = (select campaign_id from deliveries)
      where id in (select recipient_id from more)),
    listed as (update lists set pending = pending - $1::int, failed = failed + $1::int),
    counted as (
      update campaign_progress set total_failed = total_failed + $1::int, total_uncertain = total_uncertain + $1::int,
        cursor = (select max(position) from recipients where id in (select recipient_id from more)))
    update daily_performance set failed = failed + $1::int, uncertain = uncertain + $1::int`,
    [count],
  );
}

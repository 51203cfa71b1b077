import assert from 'node:assert/strict';
import type { DoubtGroup } from '@pigeonpost/contract/calls/plans';
import { engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const doubtOf = async (world: World, id: number) =>
  (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan.look;

const takeOut = (world: World, id: number, body: { group?: DoubtGroup; after_id?: number }) =>
  world.user.call('POST /api/campaigns/{id}/recipients/take-out', { params: { id }, body });

async function seen(world: World, list: number, query: { group: DoubtGroup; campaign_id?: number }) {
  const { people } = await world.user.call('GET /api/lists/{id}/planned', { params: { id: list }, query });
  return people.map(({ recipient, reason }) => [recipient, reason]);
}

const neverTwice = (world: World, never_twice_days: number | null) =>
  world.user.call('PUT /api/settings', { body: { never_twice_days } });

/** Two campaigns with a list each; both lists have bo and cy. */
async function twoCampaigns(world: World) {
  const profiles = [await world.profile('one')];
  const kiln = await world.list(['bo', 'cy', 'eve']);
  const other = await world.campaign({ list: kiln, profiles, name: 'Kiln open' });
  const list = await world.list(['ada', 'bo', 'cy']);
  return { profiles, kiln, other, list, id: await world.campaign({ list, profiles }) };
}

engineTest('who is pending in another unfinished campaign is worth a look', async (world) => {
  const { profiles, other, list, id } = await twoCampaigns(world);
  const both = { group: 'elsewhere', count: 2, is_exact: true, campaign: 'Kiln open' };
  assert.deepEqual(await doubtOf(world, id), [both]);
  const reason = 'Also pending in Kiln open';
  assert.deepEqual(await seen(world, list, { group: 'elsewhere', campaign_id: id }), [
    ['bo', reason],
    ['cy', reason],
  ]);
  // A plan of the list alone.
  const { plan } = await world.user.call('POST /api/campaigns/plan', {
    body: { list_id: list, content: 'Hi!' },
  });
  assert.deepEqual(plan.look, [both]);
  assert.equal((await seen(world, list, { group: 'elsewhere' })).length, 2);
  // A draft and a campaign with the same list write to nobody twice.
  await world.campaign({ list, profiles, name: 'Same list' });
  const body = { draft: true, name: 'Draft', list_id: await world.list(['bo']) } as const;
  await world.user.call('POST /api/campaigns', { body });
  assert.deepEqual(await doubtOf(world, id), [both]);
  const { recipients } = await world.user.call('GET /api/campaigns/{id}/recipients', {
    params: { id: other },
    query: { state: 'pending' },
  });
  const bo = recipients.find(({ recipient }) => recipient === 'bo')?.id ?? 0;
  await world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id: other },
    body: { recipient_ids: [bo] },
  });
  assert.deepEqual(await seen(world, list, { group: 'elsewhere', campaign_id: id }), [['cy', reason]]);
  await neverTwice(world, 90);
  assert.deepEqual(await doubtOf(world, id), []);
  assert.deepEqual(await seen(world, list, { group: 'elsewhere', campaign_id: id }), []);
  await neverTwice(world, null);
  await world.start(other);
  assert.equal((await doubtOf(world, id))[0]?.count, 1);
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: other },
    body: { status: 'completed' },
  });
  assert.deepEqual(await doubtOf(world, id), []);
});

engineTest('several other campaigns have no name', async (world) => {
  const { profiles, id } = await twoCampaigns(world);
  await world.campaign({ list: await world.list(['ada']), profiles, name: 'Raku' });
  assert.deepEqual(await doubtOf(world, id), [
    { group: 'elsewhere', count: 3, is_exact: true, campaign: null },
  ]);
});

engineTest(
  'who was messaged within 30 days, or was unknown within a year, is worth a look',
  async (world) => {
    const profiles = [await world.profile('one')];
    const earlier = await world.campaign({ list: await world.list(['ada', 'bo']), profiles });
    await world.start(earlier);
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(PACE_SECONDS);
    await world.result(await world.sending(), { outcome: 'not_found' });
    const list = await world.list(['bo', 'cy', 'ada']);
    const id = await world.campaign({ list, profiles });
    const recently = { group: 'recently', count: 1, is_exact: true, campaign: null };
    const unknown = { group: 'unknown', count: 1, is_exact: true, campaign: null };
    assert.deepEqual(await doubtOf(world, id), [recently, unknown]);
    assert.deepEqual(await seen(world, list, { group: 'recently', campaign_id: id }), [
      ['ada', 'Messaged on 12-09-2026'],
    ]);
    assert.deepEqual(await seen(world, list, { group: 'unknown', campaign_id: id }), [
      ['bo', 'The site did not know this name on 12-09-2026'],
    ]);
    await neverTwice(world, 90);
    assert.deepEqual(await doubtOf(world, id), [unknown]);
    await neverTwice(world, null);
    // Who will not get it is in no group.
    const { entry } = await world.user.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
    assert.deepEqual(await doubtOf(world, id), [recently]);
    await world.user.call('DELETE /api/do-not-contact/{id}', { params: { id: entry.id } });
    const { pool } = world.app.database;
    const age = (column: string, days: number) =>
      pool.query(
        `update message_ledger set ${column} = $1::timestamptz - make_interval(days => $2) where ${column} is not null`,
        [world.app.clock.now(), days],
      );
    await age('last_messaged_at', 29);
    await age('not_found_at', 364);
    assert.deepEqual(await doubtOf(world, id), [recently, unknown]);
    await age('last_messaged_at', 31);
    await age('not_found_at', 366);
    assert.deepEqual(await doubtOf(world, id), []);
    // The messages are as old as the ledger says now.
    await pool.query('update message_ledger set first_messaged_at = last_messaged_at');
    await pool.query(`update deliveries set begun_at = last_messaged_at from message_ledger l
      where l.recipient = deliveries.recipient and state = 'sent'`);
  },
);

/** Without the ids. */
async function countsOf(...asked: Parameters<typeof takeOut>) {
  const { recipient_ids: _, ...counts } = await takeOut(...asked);
  return counts;
}

engineTest('a group that is left out can be put back by the ids of the answer', async (world) => {
  const { id } = await twoCampaigns(world);
  const { recipient_ids = [] } = await takeOut(world, id, { group: 'elsewhere' });
  const params = { id };
  await world.user.call('POST /api/campaigns/{id}/recipients/put-back', { params, body: { recipient_ids } });
  const { look, will } = (await world.user.call('GET /api/campaigns/{id}/plan', { params })).plan;
  assert.deepEqual([recipient_ids.length, will, look[0]?.count], [2, 3, 2]);
});

engineTest('a group is left out with one line in the log, and nobody else is', async (world) => {
  const { id, list } = await twoCampaigns(world);
  const none = { taken_out: 0, being_sent: 0, has_ended: false, last_id: null };
  assert.deepEqual(await countsOf(world, id, { group: 'unknown' }), none);
  assert.deepEqual(await countsOf(world, id, { group: 'elsewhere' }), { ...none, taken_out: 2 });
  const { logs, total_list } = await world.details(id);
  assert.equal(total_list, 1);
  assert.deepEqual(
    logs.filter(({ action }) => action === 'skipped').map(({ message }) => message),
    ['Taken out by you: 2 people'],
  );
  assert.deepEqual(await doubtOf(world, id), []);
  assert.deepEqual(await countsOf(world, id, { group: 'elsewhere' }), none);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending', cy: 'pending' });
  assert.deepEqual(await seen(world, list, { group: 'elsewhere' }), [
    ['bo', 'Also pending in Kiln open'],
    ['cy', 'Also pending in Kiln open'],
  ]);
});

engineTest('a group is left out while the campaign runs, but for whom it writes to now', async (world) => {
  const { id } = await twoCampaigns(world);
  await world.start(id);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const bo = await world.sending();
  assert.equal(bo.recipient, 'bo');
  const rest = { being_sent: 1, has_ended: false, last_id: null };
  assert.deepEqual(await countsOf(world, id, { group: 'elsewhere' }), { ...rest, taken_out: 1 });
  assert.deepEqual(await countsOf(world, id, { group: 'elsewhere' }), { ...rest, taken_out: 0 });
  await world.result(bo, { outcome: 'sent' });
  const ended = await refusal(takeOut(world, id, { group: 'elsewhere' }));
  assert.deepEqual([ended.status, ended.message], [409, 'This campaign has ended.']);
});

engineTest('a large group is left out in batches of 5,000, and counted up to 10,000', async (world) => {
  // What the planner knows is from before these lists, as for a second user of a server.
  await world.app.database.pool.query('analyze');
  const names = Array.from({ length: 10_001 }, (_, index) => `p${String(index).padStart(5, '0')}`);
  const profiles = [await world.profile('one')];
  const imported = async (recipients: string[]) => {
    const list_id = await world.list([]);
    await world.user.call('POST /api/recipients/bulk', { body: { list_id, recipients } });
    return list_id;
  };
  const id = await world.campaign({ list: await imported(['ada', ...names]), profiles });
  await world.campaign({ list: await imported(names), profiles, name: 'Kiln open' });
  assert.deepEqual(await doubtOf(world, id), [
    { group: 'elsewhere', count: 10_000, is_exact: false, campaign: 'Kiln open' },
  ]);
  const counts: number[] = [];
  for (let after_id: number | null = 0; after_id !== null; ) {
    const answer: Awaited<ReturnType<typeof takeOut>> = await takeOut(world, id, {
      group: 'elsewhere',
      after_id,
    });
    counts.push(answer.taken_out);
    after_id = answer.last_id ?? null;
  }
  assert.deepEqual(counts, [5_000, 5_000, 1]);
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
  assert.deepEqual([plan.will, plan.look], [1, []]);
});

engineTest('only one’s own campaign, a known group, and either ids or a group', async (world) => {
  const { id } = await twoCampaigns(world);
  const other = await world.app.signUp({ pack: 'pro' });
  const path = 'POST /api/campaigns/{id}/recipients/take-out';
  const theirs = other.call(path, { params: { id }, body: { group: 'elsewhere' } });
  assert.equal((await refusal(theirs)).status, 404);
  const said = async (body: object) => {
    const { status, message } = await refusal(world.user.call(path, { params: { id }, body }));
    return [status, message];
  };
  assert.deepEqual(await said({ group: 'will' }), [400, 'This group is not known']);
  const either = [400, 'Give either recipient_ids or a group'];
  assert.deepEqual(await said({}), either);
  assert.deepEqual(await said({ group: 'unknown', recipient_ids: [1] }), either);
});

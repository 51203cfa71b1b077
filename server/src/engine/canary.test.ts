import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { range } from '../testing/paced-world.ts';
import { refusal } from '../testing/refusal.ts';
import { sweepLeases } from './sweep.ts';

const DONE = 'The first 10 are done: have a look, then press Start';

/** A running campaign that pauses for a look after so many people. */
async function running(
  world: World,
  { canary, people, profiles = 1 }: { canary: number; people: string[]; profiles?: number },
) {
  const list = await world.list(people);
  const ids = await Promise.all(range(profiles).map((name) => world.profile(name)));
  const campaign = await world.campaign({ list, profiles: ids });
  await change(world, campaign, canary);
  await world.start(campaign);
  return { list, campaign, profiles: ids };
}

const change = ({ user }: World, id: number, canary: number | null) =>
  user.call('PUT /api/campaigns/{id}', { params: { id }, body: { canary } });

const pause = ({ user }: World, id: number) => user.call('POST /api/campaigns/{id}/stop', { params: { id } });

/** Sends to all who are handed out, pause after pause, until nobody is; `fails` fail once. Gives the names. */
async function sendOn(world: World, fails: string[] = []): Promise<string[]> {
  const failing = new Set(fails);
  const names: string[] = [];
  for (;;) {
    world.turn(PACE_SECONDS);
    const deliveries = await world.work();
    if (deliveries.length === 0) return names;
    for (const delivery of deliveries) {
      await world.begin(delivery);
      await world.result(delivery, { outcome: failing.delete(delivery.recipient) ? 'failed' : 'sent' });
      names.push(delivery.recipient);
    }
  }
}

/** How a campaign stands, in a few words. */
async function stateOf(world: World, id: number) {
  const { status, stage, paused_reason, standstill, total_sent } = await world.details(id);
  return { status, stage, paused_reason, standstill: standstill?.kind ?? null, total_sent };
}

const inReview = (total_sent: number, paused_reason = DONE) => ({
  status: 'paused',
  stage: 'review',
  paused_reason,
  standstill: 'review',
  total_sent,
});

engineTest('a campaign pauses after its canary, whose failures are tried again first', async (world) => {
  const people = range(14);
  const { campaign } = await running(world, { canary: 10, people, profiles: 3 });
  const names = await sendOn(world, ['person_4']);
  assert.deepEqual([...new Set(names)].sort(), people.slice(0, 10).sort());
  assert.equal(names.length, 11, 'the one who failed was tried again');
  assert.deepEqual(await stateOf(world, campaign), inReview(10));
  const line = (await world.details(campaign)).logs.at(-1);
  assert.deepEqual([line?.action, line?.message], ['paused', DONE]);
  assert.deepEqual(await world.work(), []);

  await world.start(campaign);
  assert.deepEqual((await sendOn(world)).sort(), people.slice(10).sort());
  assert.equal((await world.details(campaign)).status, 'completed');
});

engineTest('a list that is no longer than the canary completes without a pause', async (world) => {
  const { campaign } = await running(world, { canary: 10, people: range(8) });
  assert.equal((await sendOn(world)).length, 8);
  assert.equal((await world.details(campaign)).status, 'completed');
});

engineTest('a list as long as the canary completes without a pause', async (world) => {
  const { campaign } = await running(world, { canary: 2, people: ['ada', 'bo'] });
  await sendOn(world);
  assert.equal((await world.details(campaign)).status, 'completed');
});

engineTest('profiles that ask at once take no more than the canary, each in work counted', async (world) => {
  const { campaign } = await running(world, { canary: 2, people: range(9), profiles: 3 });
  const [first, second, ...more] = await world.work({ capacity: 3 });
  assert.ok(first && second);
  assert.deepEqual([more, await world.work()], [[], []]);
  await world.begin(first);
  await world.result(first, { outcome: 'sent' });
  assert.deepEqual(await world.work(), [], 'the second is still in work');
  assert.equal((await world.details(campaign)).status, 'running');
  await world.begin(second);
  await world.result(second, { outcome: 'not_found' });
  const reason = 'The first 2 are done: have a look, then press Start';
  assert.deepEqual(await stateOf(world, campaign), inReview(1, reason));
});

engineTest('one person may be the canary', async (world) => {
  const { campaign } = await running(world, { canary: 1, people: range(3) });
  assert.deepEqual(await sendOn(world), ['person_0']);
  const reason = 'The first one is done: have a look, then press Start';
  assert.deepEqual(await stateOf(world, campaign), inReview(1, reason));
});

engineTest('who is skipped takes no place of the canary', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy', 'di']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await change(world, campaign, 2);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'ada' } });
  await world.start(campaign);
  assert.deepEqual(await sendOn(world), ['bo', 'cy']);
  assert.equal((await world.details(campaign)).stage, 'review');
});

engineTest('who is held by another campaign has a place in the canary', async (world) => {
  const { list } = await running(world, { canary: 9, people: ['ada', 'bo', 'cy'] });
  const [ada] = await world.work();
  assert.ok(ada);
  const other = await world.campaign({ list, profiles: [await world.profile('other')] });
  await change(world, other, 1);
  await world.start(other);
  assert.deepEqual(await world.work({ paths: ['/p/other'] }), []);
  await world.begin(ada);
  await world.result(ada, { outcome: 'sent' });
  world.turn(31);
  const { deliveries } = await world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 25, profile_paths: ['/p/other'] },
  });
  assert.equal(deliveries[0]?.recipient, 'bo', 'ada has her message, so that her place is free');
});

engineTest('after a pause by hand the canary goes on', async (world) => {
  const { campaign } = await running(world, { canary: 2, people: range(4) });
  const [first] = await world.work();
  assert.ok(first);
  await world.begin(first);
  await world.result(first, { outcome: 'sent' });
  await pause(world, campaign);
  await world.start(campaign);
  assert.equal((await sendOn(world)).length, 1);
  assert.equal((await world.details(campaign)).stage, 'review');
});

engineTest('a pause by hand becomes the look once the last of the canary is done', async (world) => {
  const { campaign } = await running(world, { canary: 1, people: range(3) });
  const [first] = await world.work();
  assert.ok(first);
  await world.begin(first);
  await pause(world, campaign);
  assert.deepEqual((await stateOf(world, campaign)).standstill, 'by_you');
  await world.result(first, { outcome: 'sent' });
  assert.equal((await world.details(campaign)).stage, 'review');
  await world.start(campaign);
  assert.equal((await sendOn(world)).length, 2);
});

engineTest('an undone start from the look puts the look back, and the next start ends it', async (world) => {
  const { campaign } = await running(world, { canary: 1, people: range(3) });
  await sendOn(world);
  const params = { id: campaign };
  await world.user.call('POST /api/campaigns/{id}/start', { params, body: { undo_seconds: 20 } });
  assert.equal((await world.details(campaign)).stage, 'starting');
  await world.user.call('POST /api/campaigns/{id}/undo-start', { params });
  assert.equal((await world.details(campaign)).stage, 'review');
  await world.start(campaign);
  await pause(world, campaign);
  await world.user.call('POST /api/campaigns/{id}/start', { params, body: { undo_seconds: 20 } });
  await world.user.call('POST /api/campaigns/{id}/undo-start', { params });
  await world.start(campaign);
  assert.equal((await sendOn(world)).length, 2, 'a canary that was looked at is over');
});

engineTest(
  'a campaign that was paused for another reason is paused for the look by the sweep',
  async (world) => {
    const { campaign, profiles } = await running(world, { canary: 1, people: range(3) });
    const [first] = await world.work();
    assert.ok(first);
    await world.begin(first);
    await world.result(first, { outcome: 'sent', blocked: true });
    assert.equal((await stateOf(world, campaign)).standstill, 'profiles');
    await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: profiles[0] ?? 0 } });
    await world.start(campaign);
    await sweepLeases(world.app.deps);
    assert.equal((await world.details(campaign)).stage, 'review');
  },
);

engineTest('a canary is from 1 to 500 people, and changes before the start alone', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  assert.equal((await world.details(campaign)).canary, null);
  const error = 'The first people must be a whole number from 1 to 500';
  for (const canary of [0, 501, 1.5]) {
    const { status, message } = await refusal(change(world, campaign, canary));
    assert.deepEqual([status, message], [400, error]);
  }
  for (const canary of [1, 500, null, 10]) {
    const { campaign: changed } = await change(world, campaign, canary);
    assert.equal(changed.canary, canary);
  }
  await world.start(campaign);
  const { status, message } = await refusal(change(world, campaign, 20));
  assert.deepEqual(
    [status, message],
    [409, 'A campaign that has started keeps its list, its message and its profiles.'],
  );
});

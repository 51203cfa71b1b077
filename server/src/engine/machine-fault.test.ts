import assert from 'node:assert/strict';
import { FAULT_REST_SECONDS } from '@pigeonpost/contract/agent';
import { reasonWords } from '@pigeonpost/contract/reasons';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { untilPollsSleep } from '../testing/until.ts';
import { sweepLeases } from './sweep.ts';

const REASON = "Firefox ended with code 255: Couldn't load XPCOM.";
const FAULT = { outcome: 'failed', machine_fault: true, reason: REASON } as const;

async function started(world: World, names: string[], profiles = ['one']) {
  const list = await world.list(names);
  const ids: number[] = [];
  for (const name of profiles) ids.push(await world.profile(name));
  const campaign = await world.campaign({ list, profiles: ids });
  await world.start(campaign);
  return { list, campaign, ids };
}

/** The one delivery that is due. */
async function next(world: World): Promise<Delivery> {
  const [delivery, ...more] = await world.work();
  assert.ok(delivery);
  assert.deepEqual(more, []);
  return delivery;
}

/** What people see of the first profile's rest. */
async function restOf({ user }: World) {
  const { profiles } = await user.call('GET /api/profiles');
  const [{ faulted_at, fault_until, rest_reason, blocked_at, signed_out_at } = assert.fail()] = profiles;
  assert.deepEqual([blocked_at, signed_out_at], [null, null]);
  return { faulted_at, fault_until, rest_reason };
}

const inSeconds = ({ app }: World, seconds: number) =>
  new Date(app.clock.now().getTime() + seconds * 1000).toISOString();

const failuresOf = async ({ app }: World) =>
  (await app.database.pool.query('select failures, state from deliveries order by recipient_id')).rows;

const resume = ({ user }: World, id: number | undefined) =>
  user.call('PUT /api/profiles/{id}/resume', { params: { id: id ?? 0 } });

engineTest(
  'a machine whose Firefox cannot start uses up nobody, and everybody is sent to once it does',
  async (world) => {
    const people = ['ada', 'bo', 'cy'];
    const { list, campaign } = await started(world, people);
    // More often than a person has tries, and than the list has people.
    for (let time = 0; time < 6; time += 1) {
      const delivery = await next(world);
      assert.deepEqual(await world.result(delivery, FAULT), { recorded: true, state: 'waiting' });
      assert.deepEqual(await world.work(), []);
      assert.equal((await world.details(campaign)).status, 'running');
      world.turn(FAULT_REST_SECONDS);
    }
    assert.deepEqual(await failuresOf(world), Array(3).fill({ failures: 0, state: 'waiting' }));
    const { logs, total_failed } = await world.details(campaign);
    assert.equal(total_failed, 0);
    // Only the first is news.
    assert.deepEqual(
      logs.map(({ action, profile_name, message }) => [action, profile_name, message]),
      [
        ['started', null, ''],
        ['profile_blocked', 'one', reasonWords({ kind: 'cannot_start', words: REASON })],
      ],
    );
    for (const _ of people) {
      const delivery = await next(world);
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
      world.turn(PACE_SECONDS);
    }
    assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'sent', cy: 'sent' });
    assert.equal((await world.details(campaign)).status, 'completed');
  },
);

engineTest(
  'the profile rests with its reason, is tried again after ten minutes, and is well when a page was reached',
  async (world) => {
    await started(world, ['ada', 'bo']);
    await world.result(await next(world), FAULT);
    const faulted_at = inSeconds(world, 0);
    assert.deepEqual(await restOf(world), {
      faulted_at,
      fault_until: inSeconds(world, FAULT_REST_SECONDS),
      rest_reason: REASON,
    });
    world.turn(FAULT_REST_SECONDS - 1);
    assert.deepEqual(await world.work(), []);
    world.turn(1);
    // The reason of now, since the first time.
    await world.result(await next(world), { ...FAULT, reason: 'Its folder is away.' });
    assert.deepEqual(await restOf(world), {
      faulted_at,
      fault_until: inSeconds(world, FAULT_REST_SECONDS),
      rest_reason: 'Its folder is away.',
    });
    world.turn(FAULT_REST_SECONDS);
    const delivery = await next(world);
    // That a person has it open says nothing of Firefox.
    await world.result(delivery, { outcome: 'failed', profile_in_use: true });
    assert.equal((await restOf(world)).faulted_at, faulted_at);
    world.turn(60);
    await world.result(await next(world), { outcome: 'failed', site_unreachable: true });
    assert.deepEqual(await restOf(world), { faulted_at: null, fault_until: null, rest_reason: null });
  },
);

engineTest('a press has it tried again at once, and a fault after that is news', async (world) => {
  const { campaign, ids } = await started(world, ['ada']);
  const delivery = await next(world);
  await world.result(delivery, FAULT);
  assert.deepEqual(await world.work(), []);
  const { profile } = await resume(world, ids[0]);
  assert.deepEqual([profile.faulted_at, profile.fault_until, profile.rest_reason], [null, null, null]);
  // What was said before the press is repeated, and is none.
  await world.result(delivery, FAULT);
  assert.equal((await restOf(world)).faulted_at, null);
  await world.result(await next(world), FAULT);
  const { logs } = await world.details(campaign);
  assert.equal(logs.filter(({ action }) => action === 'profile_blocked').length, 2);
});

/** A work call that waits for up to 50 seconds, once it does. */
async function poll(world: World) {
  const answer = world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 50, profile_paths: ['/p/one'] },
  });
  await untilPollsSleep(world.app.clock);
  return { answer };
}

engineTest('a poll that waits is answered when the rest ends', async (world) => {
  await started(world, ['ada']);
  await world.result(await next(world), FAULT);
  world.turn(FAULT_REST_SECONDS - 40);
  const { answer } = await poll(world);
  world.turn(40);
  assert.equal(world.app.clock.sleeping, 0, 'it is awake before its wait ends');
  assert.equal((await answer).deliveries.length, 1);
});

engineTest('a poll that waits is answered when somebody presses', async (world) => {
  const { ids } = await started(world, ['ada']);
  await world.result(await next(world), FAULT);
  const { answer } = await poll(world);
  await resume(world, ids[0]);
  assert.equal((await answer).deliveries.length, 1);
});

engineTest('whom a resting profile was given goes to the others of the campaign at once', async (world) => {
  const { campaign } = await started(world, ['ada'], ['one', 'two']);
  const [first] = await world.work({ capacity: 1 });
  assert.ok(first);
  await world.result(first, FAULT);
  const second = await next(world);
  assert.equal(second.recipient, 'ada');
  assert.notEqual(second.profile.id, first.profile.id);
  assert.equal((await world.details(campaign)).status, 'running');
});

engineTest(
  'what is reported of a lease that has ended lets the profile rest and counts nothing',
  async (world) => {
    await started(world, ['ada']);
    const delivery = await next(world);
    world.turn(121);
    await sweepLeases(world.app.deps);
    assert.equal((await world.result(delivery, FAULT)).state, 'waiting');
    assert.equal((await restOf(world)).rest_reason, REASON);
    assert.deepEqual(await failuresOf(world), [{ failures: 0, state: 'waiting' }]);
  },
);

engineTest('beside any outcome but failed it says nothing', async (world) => {
  const { list } = await started(world, ['ada', 'bo']);
  const delivery = await world.sending();
  assert.equal((await world.result(delivery, { ...FAULT, outcome: 'sent' })).state, 'sent');
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'pending' });
  assert.equal((await restOf(world)).faulted_at, null);
});

engineTest('a campaign is made and started with a profile that rests so, and waits', async (world) => {
  const { campaign, ids, list } = await started(world, ['ada']);
  await world.result(await next(world), FAULT);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: campaign },
    body: { status: 'completed' },
  });
  const later = await world.campaign({ list, profiles: ids, name: 'Later' });
  await world.start(later);
  assert.deepEqual(await world.work(), []);
  world.turn(FAULT_REST_SECONDS);
  assert.equal((await next(world)).campaign_id, later);
});

engineTest('a rest that a wrong clock set far ahead is over', async (world) => {
  const { ids } = await started(world, ['ada']);
  await world.result(await next(world), FAULT);
  await world.app.database.pool.query('update profiles set fault_until = $2 where id = $1', [
    ids[0],
    inSeconds(world, 86_400),
  ]);
  await next(world);
});

engineTest('another folder or machine of the profile is tried at once', async (world) => {
  const { ids } = await started(world, ['ada']);
  await world.result(await next(world), FAULT);
  await world.user.call('PUT /api/profiles/{id}', {
    params: { id: ids[0] ?? 0 },
    body: { profile_name: 'one', profile_path: '/p/moved' },
  });
  assert.equal((await restOf(world)).faulted_at, null);
  assert.equal((await world.work({ paths: ['/p/moved'] })).length, 1);
});

engineTest('nobody resumes the profile of somebody else', async (world) => {
  const { ids } = await started(world, ['ada']);
  await world.result(await next(world), FAULT);
  const other = await world.app.signUp();
  const refused = await refusal(other.call('PUT /api/profiles/{id}/resume', { params: { id: ids[0] ?? 0 } }));
  assert.equal(refused.status, 404);
  assert.equal((await restOf(world)).rest_reason, REASON);
});

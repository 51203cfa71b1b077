import assert from 'node:assert/strict';
import { createWorld, type Delivery, engineTest, type World } from '../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { beginDeliveries } from './begin.ts';
import { requeueDeletedCampaigns } from './requeue/requeue.ts';
import { requeueRetries } from './requeue/requeue-failed.ts';
import { sweepLeases } from './sweep.ts';

const USER = 1;
const LIST = 2;

/** Does the work while somebody else holds a lock of a user or a list. */
const whileLocked = <T>(world: World, [space, id]: [number, number], work: () => Promise<T>) =>
  rolledBack(world.app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2::int)', [space, id]);
    return work();
  });

/** The rows that a step of the engine writes, with how many names no transaction has written to. */
async function readRows({ app }: World): Promise<string> {
  const { rows } = await app.database.pool.query<{ text: string }>(
    `select concat((select json_agg(r order by id) from recipients r), (select json_agg(c order by id) from campaigns c),
      (select json_agg(d order by campaign_id, recipient_id) from deliveries d),
      (select json_agg(p order by id) from profiles p),
      (select count(*) from (select id from recipients for update skip locked) untouched)) as text`,
  );
  return rows[0]?.text ?? '';
}

/** While another step of its user is under way, a step waits and has written nothing. */
async function assertWaitsForUser(world: World, what: string, step: () => Promise<unknown>): Promise<void> {
  const before = await readRows(world);
  const { done } = await whileLocked(world, [USER, world.user.id], async () => {
    const done = step();
    const early = done.then(() => assert.fail(`${what}: it did not wait.`));
    await Promise.race([early, waitForLockWaits(world.app.database, 1)]);
    early.catch(() => {});
    assert.equal(await readRows(world), before, what);
    return { done };
  });
  await done;
}

/** Waits until the names of a campaign's failed deliveries are to be put back for another one. */
const awaitRetries = (world: World, { next, of }: { next: number; of: number }) =>
  world.app.database.pool.query('update campaigns set retries_of = $1 where id = $2', [of, next]);

/** A campaign that has ended with one that failed and one that is unclear, and a request to try the failed again. */
async function ended(world: World) {
  await world.user.call('PUT /api/settings', { body: { max_retries: 1, delay_start: 30, delay_end: 30 } });
  const list = await world.list(['ada', 'bo']);
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list, profiles });
  await world.start(campaign);
  for (const outcome of ['failed', 'unknown', 'failed'] as const) {
    await world.result(await world.sending(), { outcome });
    world.turn(60);
  }
  const { message_template_id } = await world.details(campaign);
  const retry = () =>
    world.user.call('POST /api/campaigns', {
      body: {
        name: 'Again',
        message_template_id: message_template_id ?? 0,
        list_id: list,
        profiles_used: profiles,
        retry_of: campaign,
      },
    });
  const settle = () =>
    world.user.call('POST /api/campaigns/{id}/recipients/settle', {
      params: { id: campaign },
      body: { outcome: 'not_sent' },
    });
  return { list, profiles, campaign, retry, settle };
}

engineTest(
  'each step that changes deliveries or names waits for the other steps of its user',
  async (world) => {
    const { profiles, list, campaign, retry, settle } = await ended(world);
    const { deps } = world.app;
    const next = await world.campaign({ list, profiles, name: 'Next' });
    await assertWaitsForUser(world, 'trying the failed again', retry);
    await awaitRetries(world, { next, of: campaign });
    await assertWaitsForUser(world, 'the rest of the failed', () => requeueRetries(deps));
    await assertWaitsForUser(world, 'settling', settle);
    await assertWaitsForUser(world, 'starting', () => world.start(next));
    const [leased] = await world.work();
    assert.ok(leased);
    const params = { token: leased.token };
    await assertWaitsForUser(world, 'releasing', () =>
      world.agent.call('POST /api/agent/deliveries/{token}/release', { params, body: {} }),
    );
    assert.equal((await world.work()).length, 1);
    await assertWaitsForUser(world, 'naming what is held', () =>
      world.work({ paths: [], holding: { deliveries: [], requests: [] } }),
    );
    const [again] = await world.work();
    assert.ok(again);
    await assertWaitsForUser(world, 'a change by hand', () =>
      world.user.call('DELETE /api/recipients/{id}', { params: { id: again.recipient_id } }),
    );
    await world.user.call('DELETE /api/campaigns/{id}', { params: { id: next } });
    await assertWaitsForUser(world, 'putting names back', () => requeueDeletedCampaigns(deps));
  },
);

engineTest('a name that is added, and a merge, wait for their user', async (world) => {
  const body = { list_id: await world.list(['ada']), recipient: 'bo' };
  await assertWaitsForUser(world, 'a name that is added', () =>
    world.user.call('POST /api/recipients', { body }),
  );
  const { epoch } = world.app.deps.identity;
  await assertWaitsForUser(world, 'a merge', () =>
    world.agent.call('POST /api/agent/merged', { body: { epoch } }),
  );
});

engineTest('while names are imported into a list no other name gets a place in its line', async (world) => {
  const { profiles, list, campaign, retry, settle } = await ended(world);
  const next = await world.campaign({ list, profiles, name: 'Next' });
  await awaitRetries(world, { next, of: campaign });
  const before = await readRows(world);
  await whileLocked(world, [LIST, list], async () => {
    for (const step of [settle, retry]) {
      const { status, message } = await refusal(step());
      assert.deepEqual([status, /^This list is busy/.test(message)], [409, true]);
    }
    await requeueRetries(world.app.deps);
    assert.equal(await readRows(world), before);
    await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
    await requeueDeletedCampaigns(world.app.deps);
    assert.deepEqual(await world.names(list), { ada: 'failed', bo: 'failed' });
  });
  await requeueDeletedCampaigns(world.app.deps);
  assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'pending' });
});

/** A delivery that its agent holds. */
async function leased(world: World): Promise<Delivery> {
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  const [delivery] = await world.work();
  assert.ok(delivery);
  return delivery;
}

/** While the later user's lock is held, a step about both has taken the earlier one's: two such steps never deadlock. */
async function assertLocksInOrder(world: World, later: number, step: () => Promise<unknown>): Promise<void> {
  const { database } = world.app;
  const { done } = await whileLocked(world, [USER, later], async () => {
    const done = step();
    await waitForLockWaits(database, 1);
    const { rows } = await database.pool.query('select pg_try_advisory_lock($1, $2::int) as is_free', [
      USER,
      world.user.id,
    ]);
    assert.deepEqual(rows, [{ is_free: false }]);
    return { done };
  });
  await done;
}

engineTest(
  'a step about several users takes their locks in one order, whoever is named first',
  async (world) => {
    const other = await createWorld(world.app);
    assert.ok(other.user.id > world.user.id);
    const begun = [await leased(other), await leased(world)];
    const calls = [other, world].map(({ user }, index) => ({
      user_id: user.id,
      token: begun[index]?.token ?? '',
    }));
    await assertLocksInOrder(world, other.user.id, () => beginDeliveries(world.app.deps, calls));
    // The other one's lease ends first.
    await world.app.database.pool.query(
      `update profiles set lease_until = lease_until - interval '1 second' where user_id = $1`,
      [other.user.id],
    );
    world.turn(301);
    await assertLocksInOrder(world, other.user.id, () => sweepLeases(world.app.deps));
  },
);

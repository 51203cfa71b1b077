import assert from 'node:assert/strict';
import { createCampaignRow } from '../testing/campaign-row.ts';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack } from '../testing/lock-waits.ts';
import { createListRow, createProfileRow } from '../testing/rows.ts';
import { requeueDeletedCampaigns } from './requeue/requeue.ts';
import { sweepEverybody, sweepLeases } from './sweep.ts';

engineTest('a lease that ends before begin gives the name back; after begin it is unclear', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  const campaign = await world.campaign({ list, profiles });
  await world.start(campaign);
  const [begun] = await world.work();
  assert.ok(begun);
  await world.begin(begun);
  world.turn(120);
  await sweepLeases(world.app.deps);
  assert.deepEqual(await world.work(), [], 'a lease holds to its last second');
  world.turn(1);
  await sweepLeases(world.app.deps);
  // The profile that lost its lease is paced, the other one sends.
  assert.deepEqual(await world.work(), []);
  world.turn(180);
  await sweepLeases(world.app.deps);
  const details = await world.details(campaign);
  assert.deepEqual([details.total_uncertain, details.total_failed], [1, 1]);
  assert.equal((await world.names(list))[begun.recipient], 'failed');
  assert.deepEqual(await world.work(), [], 'what may have gone out paces its profile');
  world.turn(PACE_SECONDS);
  const again = await world.work();
  assert.deepEqual(
    again.map(({ recipient }) => recipient),
    ['cy', 'bo'],
  );
});

engineTest(
  'a name whose lease has ended twice waits for a pause, whichever profile is free',
  async (world) => {
    const profiles = [await world.profile('one'), await world.profile('two')];
    await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
    const lapse = async () => {
      assert.equal((await world.work({ paths: ['/p/one'] })).length, 1);
      world.turn(121);
      await sweepLeases(world.app.deps);
    };
    await lapse();
    world.turn(PACE_SECONDS);
    await lapse();
    assert.deepEqual(await world.work({ paths: ['/p/two'] }), []);
    world.turn(PACE_SECONDS);
    assert.equal((await world.work({ paths: ['/p/two'] })).length, 1);
  },
);

engineTest('a campaign whose user may not send any more is paused without an agent', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await sweepLeases(world.app.deps);
  await world.app.database.pool.query('update users set subscription_end_date = $1', [world.app.clock.now()]);
  await sweepLeases(world.app.deps);
  assert.equal((await world.details(campaign)).paused_reason, 'Your subscription has expired');
});

engineTest('a lease ends in time, though an older one has it looked at before', async (world) => {
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list: await world.list(['ada', 'bo']), profiles }));
  await sweepLeases(world.app.deps);
  await world.begin((await world.work({ paths: ['/p/one'] }))[0] as Delivery);
  await sweepLeases(world.app.deps);
  world.turn(60);
  assert.equal((await world.work({ paths: ['/p/two'] })).length, 1);
  world.turn(61);
  await sweepLeases(world.app.deps);
  world.turn(60);
  await sweepLeases(world.app.deps);
  assert.deepEqual(await states(world), ['sending', 'waiting']);
  world.turn(120);
  await sweepLeases(world.app.deps);
  assert.deepEqual(await states(world), ['uncertain', 'waiting']);
});

engineTest('the lease of a second try ends like that of the first', async (world) => {
  await world.start(
    await world.campaign({ list: await world.list(['ada']), profiles: [await world.profile('one')] }),
  );
  await world.result(await world.sending(), { outcome: 'failed' });
  await sweepLeases(world.app.deps);
  world.turn(PACE_SECONDS);
  await sweepLeases(world.app.deps);
  await world.sending();
  world.turn(301);
  await sweepLeases(world.app.deps);
  assert.deepEqual(await states(world), ['uncertain']);
});

engineTest('the sweep waits for no step that is writing, and looks again at its next turn', async (world) => {
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  await world.sending();
  world.turn(301);
  await rolledBack(world.app.database, async (client) => {
    await client.query('update campaign_progress set in_work = in_work');
    await sweepLeases(world.app.deps);
    assert.deepEqual(await states(world), ['sending']);
  });
  await sweepLeases(world.app.deps);
  assert.deepEqual(await states(world), ['uncertain']);
});

engineTest('a campaign whose last names were deleted by hand completes without an agent', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await sweepLeases(world.app.deps);
  await deleteRecipients(world, list);
  await sweepLeases(world.app.deps);
  const { status, total_list } = await world.details(campaign);
  assert.deepEqual([status, total_list], ['completed', 0]);
});

engineTest('a campaign that goes on without a name left completes without an agent', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await deleteRecipients(world, list);
  await sweepLeases(world.app.deps);
  await world.start(campaign);
  await sweepLeases(world.app.deps);
  assert.equal((await world.details(campaign)).status, 'completed');
});

engineTest('a campaign whose last name another one messages completes without an agent', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const first = await world.campaign({ list, profiles: [await world.profile('one')] });
  const second = await world.campaign({ list, profiles: [await world.profile('two')], name: 'Summer' });
  await world.start(second);
  await world.start(first);
  for (const _ of ['ada', 'bo']) {
    const [delivery] = await world.work({ paths: ['/p/one'] });
    assert.ok(delivery);
    await world.begin(delivery);
    await sweepLeases(world.app.deps);
    await world.result(delivery, { outcome: 'sent' });
    world.turn(PACE_SECONDS);
  }
  await sweepLeases(world.app.deps);
  assert.equal((await world.details(second)).status, 'completed');
});

engineTest('a lease and a campaign that nothing has marked end all the same, later', async (world) => {
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  await world.sending();
  const stranger = await startOther(world);
  world.turn(301);
  const { pool } = world.app.database;
  await pool.query('update campaign_progress set sweep_at = null');
  await sweepLeases(world.app.deps);
  assert.deepEqual(await states(world), ['sending']);
  await sweepEverybody(world.app.deps);
  assert.deepEqual(await states(world), ['uncertain']);
  const { rows } = await pool.query('select status from campaigns where id = $1', [stranger]);
  assert.deepEqual(rows, [{ status: 'completed' }]);
});

engineTest('a lease that cannot be ended keeps no other from ending', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const profiles = [await world.profile('one'), await world.profile('two'), await world.profile('three')];
  await world.start(await world.campaign({ list, profiles }));
  const [bad, ...good] = await world.work();
  assert.ok(bad);
  await poison(world, 'deliveries', `new.recipient_id = ${bad.recipient_id}`);
  world.turn(121);
  await sweepLeases(world.app.deps);
  const { rows } = await world.app.database.pool.query(
    `select recipient_id, state from deliveries order by recipient_id`,
  );
  const states = new Map(rows.map(({ recipient_id, state }) => [recipient_id, state]));
  assert.equal(states.get(bad.recipient_id), 'leased');
  for (const { recipient_id } of good) assert.equal(states.get(recipient_id), 'waiting');
  await world.app.database.pool.query('update users set subscription_end_date = $1', [world.app.clock.now()]);
  await sweepLeases(world.app.deps);
  assert.equal(
    (await world.details(bad.campaign_id)).status,
    'paused',
    'the sweep goes on when it is the only one',
  );
});

engineTest('a user whose campaigns cannot be completed keeps no other waiting', async (world) => {
  const campaign = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('one')],
  });
  await world.start(campaign);
  const stranger = await startOther(world);
  await poison(world, 'campaigns', `new.id = ${campaign}`);
  await world.app.database.pool.query('update users set subscription_end_date = $1', [world.app.clock.now()]);
  await sweepLeases(world.app.deps);
  const { rows } = await world.app.database.pool.query('select id, status from campaigns order by id');
  assert.deepEqual(rows, [
    { id: campaign, status: 'running' },
    { id: stranger, status: 'completed' },
  ]);
});

engineTest('a campaign that cannot be put back keeps no other waiting', async (world) => {
  const campaigns: number[] = [];
  for (const name of ['One', 'Two']) {
    const list = await world.list(['ada']);
    const campaign = await world.campaign({ list, profiles: [await world.profile(name)], name });
    await world.start(campaign);
    campaigns.push(campaign);
  }
  for (const id of campaigns) await world.user.call('DELETE /api/campaigns/{id}', { params: { id } });
  await poison(world, 'campaigns', `old.id = ${campaigns[0]}`, 'delete');
  await requeueDeletedCampaigns(world.app.deps);
  const { rows } = await world.app.database.pool.query('select id from campaigns');
  assert.deepEqual(rows, [{ id: campaigns[0] }]);
});

engineTest('a lease is ended, and a begin granted, though a deadlock came in between', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles }));
  const [begun, left] = await world.work();
  assert.ok(begun && left);
  const { pool } = world.app.database;
  await pool.query(`
    create sequence attempts;
    grant usage on sequence attempts to public;
    create function deadlock_once() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') % 2 = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$;
    create trigger deadlock_once before update on deliveries for each row execute function deadlock_once()`);
  assert.deepEqual(await world.begin(begun), { granted: true, grant_seconds: 60, mark: 1 });
  world.turn(121);
  await sweepLeases(world.app.deps);
  const { rows } = await pool.query('select state from deliveries where recipient_id = $1', [
    left.recipient_id,
  ]);
  assert.deepEqual(rows, [{ state: 'waiting' }]);
});

/** What the deliveries are, in the order of their recipients. */
async function states(world: World): Promise<string[]> {
  const { rows } = await world.app.database.pool.query<{ state: string }>(
    'select state from deliveries order by recipient_id',
  );
  return rows.map(({ state }) => state);
}

async function deleteRecipients(world: World, list: number): Promise<void> {
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
  for (const { id } of recipients) await world.user.call('DELETE /api/recipients/{id}', { params: { id } });
}

/** Makes every change of these rows fail. */
async function poison(world: World, table: string, rows: string, change = 'update'): Promise<void> {
  await world.app.database.pool.query(`
    create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception 'This row cannot be changed.'; end $$;
    create trigger refuse_change before ${change} on ${table}
      for each row when (${rows}) execute function refuse_change()`);
}

/** Another user's running campaign. */
async function startOther(world: World): Promise<number> {
  const { deps } = world.app;
  const other = await world.app.signUp();
  const list_id = await createListRow(deps, { user_id: other.id });
  const profile = await createProfileRow(deps, { user_id: other.id, profile_name: 'other' });
  return createCampaignRow(deps, {
    user_id: other.id,
    status: 'running',
    list_id,
    profile_ids: [profile],
  });
}

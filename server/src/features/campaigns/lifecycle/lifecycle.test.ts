import assert from 'node:assert/strict';
import { addNames, engineTest, PACE_SECONDS } from '../../../testing/engine-world.ts';
import { rolledBack } from '../../../testing/lock-waits.ts';
import { refusal } from '../../../testing/refusal.ts';

const FIVE = ['ada', 'bo', 'cy', 'di', 'ed'];

engineTest('a campaign sends to those who were pending when it was first started', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await addNames(world.app, { user_id: world.user.id, list, names: ['late'] });
  assert.equal((await world.details(campaign)).total_list, 1);
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.equal((await world.details(campaign)).status, 'completed');
  assert.deepEqual(await world.names(list), { ada: 'sent', late: 'pending' });
});

engineTest('a list with nobody pending starts no campaign', async (world) => {
  const list = await world.list([]);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  const error = await refusal(world.start(campaign));
  assert.deepEqual([error.status, error.body.error], [409, 'This list has no pending recipients']);
});

engineTest('a first start while something else holds the list says so', async (world) => {
  const list = await world.list(['ada']);
  const profiles = [await world.profile('one')];
  const deleted = await world.campaign({ list, profiles, name: 'Deleted' });
  const campaign = await world.campaign({ list, profiles });
  const startWhileHeld = () =>
    rolledBack(world.app.database, async (holder) => {
      await holder.query('select pg_advisory_xact_lock(2, $1::int)', [list]);
      return refusal(world.start(campaign));
    });
  const first = await startWhileHeld();
  // Like the timer, between its last name and the campaign itself.
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: deleted } });
  for (const { status, message } of [first, await startWhileHeld()])
    assert.deepEqual(
      [status, message],
      [
        409,
        'This list is busy at this moment, for example with an import. Please try again when that is done.',
      ],
    );
  await world.start(campaign);
});

engineTest('starting again is as good; a profile at work elsewhere is a conflict', async (world) => {
  const list = await world.list(FIVE);
  const profiles = [await world.profile('one'), await world.profile('two')];
  const first = await world.campaign({ list, profiles, name: 'First' });
  const second = await world.campaign({ list, profiles: profiles.slice(1), name: 'Second' });
  await world.start(first);
  await world.start(first);
  const error = await refusal(world.start(second));
  assert.equal(error.status, 409);
  assert.deepEqual(error.body.conflicting_profiles, [{ name: 'two', campaign: 'First' }]);
});

engineTest('a campaign without a profile able to send does not start', async (world) => {
  const list = await world.list(FIVE);
  const profile = await world.profile('one');
  const campaign = await world.campaign({ list, profiles: [profile] });
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: profile } });
  assert.equal((await refusal(world.start(campaign))).status, 409);
});

engineTest(
  'a stop pauses and closes the browsers that are driven, no windows; a repeat is as good',
  async (world) => {
    const list = await world.list(FIVE);
    const profiles = [await world.profile('one'), await world.profile('two')];
    const campaign = await world.campaign({ list, profiles });
    const stop = () => world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
    assert.equal((await refusal(stop())).status, 409);
    await world.start(campaign);
    await world.agent.report({ open: ['/p/one'], driving: ['/p/two', '/p/other'] });
    assert.deepEqual(await stop(), { profilesClosed: 1 });
    assert.deepEqual(await stop(), { profilesClosed: 1 });
    const { requests } = await world.user.call('GET /api/profiles/requests');
    assert.deepEqual(
      requests.map(({ request_type, profile_path }) => [request_type, profile_path]),
      [['close', '/p/two']],
    );
    assert.deepEqual(await world.work(), []);
    assert.equal((await world.details(campaign)).status, 'paused');
  },
);

engineTest('a stop leaves the browser alone that another campaign sends through by now', async (world) => {
  const profile = await world.profile('one');
  const earlier = await world.campaign({ list: await world.list(FIVE), profiles: [profile] });
  await world.start(earlier);
  const stop = (id: number) => world.user.call('POST /api/campaigns/{id}/stop', { params: { id } });
  await stop(earlier);
  const later = await world.campaign({ list: await world.list(FIVE), profiles: [profile] });
  await world.start(later);
  await world.agent.report({ driving: ['/p/one'] });
  assert.deepEqual(await stop(earlier), { profilesClosed: 0 });
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: later } });
  const { requests } = await world.user.call('GET /api/profiles/requests');
  assert.deepEqual(
    requests.map(({ request_type, profile_path }) => [request_type, profile_path]),
    [['close', '/p/one']],
  );
});

engineTest('two campaigns on one list share its names, each once', async (world) => {
  const list = await world.list(FIVE);
  const campaigns = [];
  for (const name of ['one', 'two']) {
    const campaign = await world.campaign({ list, profiles: [await world.profile(name)], name });
    await world.start(campaign);
    campaigns.push(campaign);
  }
  const arrived: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    for (const delivery of await world.work()) {
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
      arrived.push(delivery.recipient);
    }
    world.turn(PACE_SECONDS);
  }
  assert.deepEqual(arrived.sort(), FIVE);
  for (const campaign of campaigns) {
    const { status, total_list, total_sent } = await world.details(campaign);
    assert.equal(status, 'completed');
    assert.equal(total_list, total_sent);
  }
});

engineTest(
  'a campaign waits for the name that another holds, and gets it when that gives it up',
  async (world) => {
    const list = await world.list(['ada']);
    const [one, two] = [await world.profile('one'), await world.profile('two')];
    const first = await world.campaign({ list, profiles: [one], name: 'First' });
    const second = await world.campaign({ list, profiles: [two], name: 'Second' });
    await world.start(first);
    await world.start(second);
    const [held, ...others] = await world.work();
    assert.deepEqual(others, []);
    assert.deepEqual(await world.work(), []);
    assert.equal((await world.details(second)).status, 'running');
    assert.ok(held);
    await world.agent.call('POST /api/agent/deliveries/{token}/release', {
      params: { token: held.token },
      body: {},
    });
    await world.user.call('PUT /api/campaigns/{id}/status', {
      params: { id: held.campaign_id },
      body: { status: 'completed' },
    });
    world.turn(31);
    const [taken] = await world.work();
    assert.equal(taken?.recipient, 'ada');
    assert.notEqual(taken?.campaign_id, held.campaign_id);
  },
);

engineTest(
  'a name that is put back to pending is never sent to again by the same campaign',
  async (world) => {
    const list = await world.list(['ada', 'bo']);
    const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
    await world.start(campaign);
    const delivery = await world.sending();
    await world.result(delivery, { outcome: 'not_found' });
    await world.user.call('PUT /api/recipients/{id}/status', {
      params: { id: delivery.recipient_id },
      body: { status: 'pending' },
    });
    world.turn(PACE_SECONDS);
    await world.result(await world.sending(), { outcome: 'sent' });
    world.turn(PACE_SECONDS);
    assert.deepEqual(await world.work(), []);
    assert.equal((await world.details(campaign)).status, 'completed');
    assert.deepEqual(await world.names(list), { ada: 'pending', bo: 'sent' });
  },
);

engineTest('who is added after the first start does not join at the next one', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await addNames(world.app, { user_id: world.user.id, list, names: ['late'] });
  await world.start(campaign);
  assert.equal((await world.details(campaign)).total_list, 1);
  await world.result(await world.sending(), { outcome: 'sent' });
  assert.equal((await world.details(campaign)).status, 'completed');
  assert.deepEqual(await world.names(list), { ada: 'sent', late: 'pending' });
});

engineTest('a paused campaign ends with the last result that was under way', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const delivery = await world.sending();
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await world.result(delivery, { outcome: 'sent' });
  assert.equal((await world.details(campaign)).status, 'completed');
});

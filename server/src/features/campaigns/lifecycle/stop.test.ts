import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const FIVE = ['ada', 'bo', 'cy', 'di', 'ed'];

engineTest('a campaign that was stopped early keeps its total and does not start again', async (world) => {
  const list = await world.list(FIVE);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  const put = (status: 'completed' | 'paused' | 'running') =>
    world.user.call('PUT /api/campaigns/{id}/status', { params: { id: campaign }, body: { status } });
  assert.equal((await refusal(put('running'))).status, 409);
  await put('paused');
  await put('completed');
  const { campaign: ended } = await put('completed');
  assert.deepEqual([ended.status, ended.total_list, ended.total_sent], ['completed', 5, 1]);
  assert.equal((await refusal(put('paused'))).status, 409);
  assert.equal((await refusal(world.start(campaign))).status, 409);
});

engineTest(
  'a campaign that was stopped has nobody in work, and whoever was not reached is free',
  async (world) => {
    const list = await world.list(FIVE);
    const profile = await world.profile('one');
    const campaign = await world.campaign({ list, profiles: [profile] });
    await world.start(campaign);
    const failed = await world.sending();
    await world.result(failed, { outcome: 'failed', reason: 'The page did not load.' });
    world.turn(PACE_SECONDS);
    const sending = await world.sending();
    const params = { id: campaign };
    await world.user.call('PUT /api/campaigns/{id}/status', { params, body: { status: 'completed' } });
    const people = async (state: 'pending' | 'tried') => {
      const found = await world.user.call('GET /api/campaigns/{id}/recipients', { params, query: { state } });
      const said = found.recipients.map(({ recipient, state, retry_at }) => [recipient, state, retry_at]);
      return [said.slice(0, 2), found.counts.tried, found.counts.pending] as const;
    };
    const [first] = FIVE;
    assert.deepEqual((await people('pending'))[0][0], [first, 'stopped', null]);
    const { state } = await world.result(sending, { outcome: 'failed' });
    assert.deepEqual(
      [state, (await world.result(sending, { outcome: 'failed' })).state],
      ['stopped', 'stopped'],
    );
    assert.equal((await world.result(failed, { outcome: 'failed' })).state, 'stopped');
    const stopped = FIVE.slice(0, 2).map((name) => [name, 'stopped', null]);
    assert.deepEqual(await people('pending'), [stopped, 2, 5]);
    assert.deepEqual(await people('tried'), [stopped, 2, 5]);
    const ended = await world.details(campaign);
    assert.deepEqual(
      [ended.status, ended.total_list, ended.total_sent, ended.total_failed],
      ['completed', 5, 0, 0],
    );
    const lines = ended.logs.map(({ action, recipient }) => [action, recipient]);
    assert.deepEqual(lines.at(-1), ['completed', null]);
    // A message that arrived anyway is accepted, and the rest are the next campaign's.
    await world.result(failed, { outcome: 'sent' });
    assert.equal((await world.details(campaign)).total_sent, 1);
    await world.start(await world.campaign({ list, profiles: [profile], name: 'Rest' }));
    world.turn(PACE_SECONDS);
    assert.equal((await world.sending()).recipient, FIVE[1]);
  },
);
